"""Records: their format, and how they are parsed, written and replayed."""
