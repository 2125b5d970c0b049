"""Bulk export of the archive: games, hands or plies as JSON lines or Parquet, for whoever analyses them."""
