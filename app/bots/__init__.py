"""Bots: one strategy per module, each of which sees only the view of its seat."""
