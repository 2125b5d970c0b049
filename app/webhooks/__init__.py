"""Webhooks: what happens in games, told to the addresses that players name, signed and until it arrived."""
