"""Conquián: one rules core for the whole family; a variant is a row of data."""
