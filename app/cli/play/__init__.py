"""The player in a terminal: one seat at a table of bots in this process, or at one of a service."""
