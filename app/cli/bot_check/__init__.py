"""Trying a remote bot before it plays for anything: `conquian bot-check`."""
