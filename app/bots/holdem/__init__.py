"""Bots for limit hold'em."""
