"""Backup of an installation into a directory, and its restoration into empty parts."""
