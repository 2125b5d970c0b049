"""Values of the notation: tags, comments and plies in their order."""

from dataclasses import dataclass, field
from typing import Any, Final, NewType

from app.games.codec import Json

MEDIA_TYPE: Final = "text/plain"

Offset = NewType("Offset", int)
"""Position in a text, in characters from 0; -1 for a value that was not parsed."""


def _nowhere() -> Any:
    return field(default=Offset(-1), compare=False)


@dataclass(frozen=True, slots=True)
class Tag:
    """A fact about the game, `[Name value]`; the value is JSON."""

    name: str
    value: Any
    at: Offset = _nowhere()


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark; its words are separated by single blanks."""

    words: str
    at: Offset = _nowhere()


@dataclass(frozen=True, slots=True)
class DealFacts:
    """Facts of a deal; None, or empty, if the text does not have them.

    `holds` are seats with the cards dealt to them, `deck` is the order of the whole deck.
    """

    hand: int | None = None
    dealer: int | None = None
    order: tuple[int, ...] = ()
    stake: int | None = None
    holds: tuple[tuple[int, tuple[str, ...]], ...] = ()
    deck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Time:
    """Time of an entry in ms: since the one before, or since 1970."""

    ms: int
    since_before: bool = True


@dataclass(frozen=True, slots=True)
class Ply:
    """An entry: its actor (None: the service), the command as JSON, and optional facts.

    `number` is its ply, `centre` its card, `deal` belongs to the command `deal`.
    """

    actor: int | None
    command: Json
    number: int | None = None
    centre: str | None = None
    deal: DealFacts | None = None
    time: Time | None = None
    at: Offset = _nowhere()


Item = Tag | Comment | Ply


@dataclass(frozen=True, slots=True)
class Text:
    """A game in text."""

    items: tuple[Item, ...]

    @property
    def tags(self) -> dict[str, Tag]:
        """The tags by name."""
        return {item.name: item for item in self.items if isinstance(item, Tag)}

    @property
    def plies(self) -> tuple[Ply, ...]:
        """Entries after the first, which the tags describe."""
        return tuple(item for item in self.items if isinstance(item, Ply))
