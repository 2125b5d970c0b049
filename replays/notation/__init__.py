"""The text notation of the family: NOTATION.md has the grammar, `parse` reads, `written` writes."""
