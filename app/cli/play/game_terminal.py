"""Parts of the terminal player that differ by game."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from app.cli.play.seat import Json
from app.cli.play.speech import EventSentence, Speech


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One line of the list: its text, its command, and the discards to choose from."""

    label: str
    body: Json
    discards: tuple[str, ...] = field(default=())


class NotTyped(Exception):
    """The typed text is no command; the text is a sentence."""


class GameTerminal(Protocol):
    """The sentences and commands of one game; `view` is that of the player's seat, `names` are by seat."""

    @property
    def name(self) -> str:
        """The name of the game in the registry."""

    @property
    def loud(self) -> Collection[str]:
        """The types of the events that are emphasised."""

    @property
    def sentences(self) -> Mapping[str, EventSentence]:
        """A sentence for each event of the game by its stored name."""

    def position(self, say: Speech, view: Json, names: Sequence[str]) -> Iterator[str]:
        """Yield the lines of what lies on the table, the own hand last."""

    def question(
        self, say: Speech, view: Json, names: Sequence[str], listed: Sequence[MenuLine]
    ) -> tuple[str, bool]:
        """Return the question to the seat as a sentence, and whether it is emphasised."""

    def choices(self, say: Speech, rows: Iterable[Json], view: Json, names: Sequence[str]) -> list[MenuLine]:
        """Return the legal moves in order."""

    def information(self, say: Speech, line: str, view: Json) -> str | None:
        """Return what is asked for by a typed line, None if it asks for nothing."""

    def typed(self, say: Speech, line: str, view: Json) -> Json:
        """Return the command in a typed line. Raises NotTyped if it has none."""

    def paragraph(self, view: Json) -> str | None:
        """Return the paragraph of the rulebook about the open question."""

    def outcome(self, say: Speech, view: Json, names: Sequence[str]) -> str:
        """Return a sentence about the end of the game."""
