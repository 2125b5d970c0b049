"""Tests of the simulation: its counts, its reproducibility, and its failures."""
