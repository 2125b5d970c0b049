"""Playthroughs kept as text, one a variant; `python -m tests.replays.golden` writes them anew."""
