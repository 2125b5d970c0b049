"""A game in text as values: tags, comments and plies in the order in which they stand."""

from dataclasses import dataclass, field
from typing import Any, Final, NewType

from app.games.codec import Json

MEDIA_TYPE: Final = "text/plain"

Offset = NewType("Offset", int)
"""Where something begins in a text, in characters from 0; -1 for what never stood in one."""


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
    """A remark; its words stand apart by single blanks."""

    words: str
    at: Offset = _nowhere()


@dataclass(frozen=True, slots=True)
class Deal:
    """What is said about a deal: each item None, or empty, where nothing is said of it.

    `holds` are seats with the cards dealt to them, `deck` the order of the whole deck.
    """

    hand: int | None = None
    dealer: int | None = None
    order: tuple[int, ...] = ()
    stake: int | None = None
    holds: tuple[tuple[int, tuple[str, ...]], ...] = ()
    deck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Time:
    """When an entry was made in ms: since the one before, or since 1970."""

    ms: int
    since_before: bool = True


@dataclass(frozen=True, slots=True)
class Ply:
    """An entry: who acts (None: the service), the command as JSON, and what may be said besides.

    `number` is its ply, `centre` the card it is about, `deal` belongs to the command `deal`.
    """

    actor: int | None
    command: Json
    number: int | None = None
    centre: str | None = None
    deal: Deal | None = None
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
        """The entries after the first, which the tags tell."""
        return tuple(item for item in self.items if isinstance(item, Ply))

    @property
    def comments(self) -> tuple[Comment, ...]:
        """The remarks."""
        return tuple(item for item in self.items if isinstance(item, Comment))
