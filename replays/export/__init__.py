"""Bulk export of the archive for analysis: games, hands or plies as JSON lines or Parquet."""
