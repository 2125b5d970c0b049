"""Tournaments: formats, schedules, results, standings and ratings. Pure: no network, no store."""
