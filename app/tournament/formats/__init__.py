"""Formats of tournaments, one per module: pairings of the next round, and their reasons."""
