"""Tournaments in the archive: games played in memory, their records, reports, and audits."""
