"""Games from elsewhere: read, audited and kept apart from our own, which they never mix with."""
