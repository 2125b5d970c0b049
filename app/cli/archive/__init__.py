"""The commands `conquian archive ...`."""
