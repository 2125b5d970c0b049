"""Outages of parts of an installation: their causes, and the lines of the log about them."""
