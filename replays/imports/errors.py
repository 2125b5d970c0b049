"""Errors of imports.

ImportRefused
    NotAGame     neither a record nor a text of a game; names the place, and the paragraph of the rules
    NoRoom       the storage for imports is full
"""


class ImportRefused(Exception):
    """Base of the errors of imports; the text is one sentence."""


class NotAGame(ImportRefused):
    """The upload is not a game; `rule` is the paragraph that a move violates."""

    def __init__(self, detail: str, rule: str | None = None) -> None:
        super().__init__(f"{detail}.")
        self.rule = rule


class NoRoom(ImportRefused):
    """The storage for imports is full."""
