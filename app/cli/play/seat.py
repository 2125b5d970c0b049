"""A seat at a table as the player in the terminal needs it, wherever the table is.

TerminalError
    Refusal   a command was not accepted: code, sentence and paragraph; the game is as it was
    Unseated  there is no seat to play: no such game, no service, a token that opens nothing
"""

from dataclasses import dataclass
from typing import Any, Protocol

Json = dict[str, Any]


class TerminalError(Exception):
    """What keeps somebody from playing on, in a sentence."""


class Refusal(TerminalError):
    """A command that was not accepted; `rule` is the paragraph of the rules, None where there is none."""

    def __init__(self, code: str, sentence: str, rule: str | None) -> None:
        super().__init__(sentence)
        self.code = code
        self.rule = rule


class Unseated(TerminalError):
    """There is no seat to play."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the rulebook: its text, and where there is one its translation for the player."""

    text: str
    translation: str | None = None


class Sitting(Protocol):
    """One seat of one game. Whatever may be cut off on the way is tried again."""

    def view(self) -> Json:
        """The game as the seat sees it now, as `app.games.table.view.view` and the API have it."""

    def moves(self) -> list[Json]:
        """The legal moves, melds of the same cards in one row (`app.service.pending_decisions.grouped`)."""

    def act(self, body: Json, ply: int) -> None:
        """A command decided on at `ply` was accepted; Refusal if not."""

    def told(self, after: int, wait: bool) -> list[Json]:
        """What happened after the entry `after`, entry by entry: `{ply, events}` as the seat may read them.

        With `wait` nothing may be told only after some time in which nothing happened.
        """

    def paragraph(self, number: str) -> Paragraph | None:
        """The paragraph of the rulebook that the game is played by, None if it has none of this number."""

    def record(self) -> bytes:
        """The record of the game, which is over."""

    def close(self) -> None:
        """Whatever the seat holds open is given back."""

    @property
    def again(self) -> str | None:
        """The words after `conquian play` that lead back to this seat; None where nothing does."""
