"""The pages, opened in a real browser over a running service."""
