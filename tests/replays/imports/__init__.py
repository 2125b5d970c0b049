"""Games from elsewhere."""
