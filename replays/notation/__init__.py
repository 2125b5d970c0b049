"""The text notation of games: app/docs/notation.md has the grammar, `parse` reads it, `written` writes it."""
