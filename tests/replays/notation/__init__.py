"""The notation of games as text."""
