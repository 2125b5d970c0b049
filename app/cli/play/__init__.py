"""Terminal player: one seat at a table of bots in this process, or at a table of a service."""
