"""Tests of the simulation: it counts right, repeats itself, and finds what is wrong."""
