"""Long, random, reproducible runs of what the tests can only sample."""
