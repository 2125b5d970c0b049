"""Replays: the record of a finished game as a file, its audit, and the game shown again in a terminal."""
