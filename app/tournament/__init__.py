"""Tournaments: who plays whom, in which order of seats, on which deck, and what it comes to. All is pure."""
