"""Imported games: parsed, audited and stored apart from the games of this service."""
