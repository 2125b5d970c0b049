"""Everything that can go wrong with an import, in one tree.

ImportRefused
    NotAGame     neither a record nor a text that tells a game; where it is neither, and by which paragraph
    NoRoom       as many bytes as the settings allow are kept already
"""


class ImportRefused(Exception):
    """The base of every error of imports; the text is one sentence."""


class NotAGame(ImportRefused):
    """What was sent has not the form of a game; `rule` is the paragraph that a move is against."""

    def __init__(self, detail: str, rule: str | None = None) -> None:
        super().__init__(f"{detail}.")
        self.rule = rule


class NoRoom(ImportRefused):
    """There is no room for further imports."""
