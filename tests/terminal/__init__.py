"""The player in the terminal."""
