"""Tournaments played, filed and told: the games of bots in batches, and the record of a tournament's log."""
