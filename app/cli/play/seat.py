"""Interface of a seat for the terminal player, for local and remote tables."""

from dataclasses import dataclass
from typing import Any, Protocol

Json = dict[str, Any]


class TerminalError(Exception):
    """The user cannot continue; the text is a sentence."""


class CommandRefused(TerminalError):
    """A command was not accepted; `rule` is the paragraph of the rules, None if there is none."""

    def __init__(self, code: str, sentence: str, rule: str | None) -> None:
        super().__init__(sentence)
        self.code = code
        self.rule = rule


class Unseated(TerminalError):
    """There is no seat to play."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the rulebook: its text, and its translation for the player if there is one."""

    text: str
    translation: str | None = None


class SeatInterface(Protocol):
    """One seat of one game. Interrupted operations are repeated."""

    def view(self) -> Json:
        """Return the game as the seat sees it, as `app.games.table.view.view` and the API do."""

    def moves(self) -> list[Json]:
        """Return the legal moves, melds of the same cards in one row (`Game.grouped`)."""

    def act(self, body: Json, ply: int) -> None:
        """Send a command decided on at `ply`. Raises CommandRefused if it is not accepted."""

    def events_after(self, after: int, wait: bool) -> list[Json]:
        """Return the entries after `after`: `{ply, events}` as the seat may read them.

        With `wait` the result is empty only after some time without events.
        """

    def paragraph(self, number: str) -> Paragraph | None:
        """Return the paragraph of the game's rulebook, None if it has none of this number."""

    def record(self) -> bytes:
        """Return the record of the finished game."""

    def close(self) -> None:
        """Release the resources of the seat."""

    @property
    def again(self) -> str | None:
        """Arguments of `conquian play` that resume this seat; None if it cannot be resumed."""
