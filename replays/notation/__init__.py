"""The text notation of games: NOTATION.md has the grammar, `parse` reads it, `written` writes it."""
