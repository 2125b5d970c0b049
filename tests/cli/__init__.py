"""Tests of the program `conquian`."""
