"""Formats of tournaments: pairings of the next round, and their reasons."""
