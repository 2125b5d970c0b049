"""Schemas of the answers of these resources."""
