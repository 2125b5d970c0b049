"""The text notation of the family: NOTATION.md has the grammar, `parse` and `written` go to and fro."""
