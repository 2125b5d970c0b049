"""Texts about the rules of hold'em."""
