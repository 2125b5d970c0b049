"""The chain of a log for its audit: the public parts of the entries in their places, and their events."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, overload

from app.games.codec import Json
from app.store.canonical import parse, written
from app.store.entry import digest
from app.store.keys import is_game_id
from replays.record.format import ENDS, PLY_LIMIT
from replays.record.untrusted_values import parse_object


@dataclass(frozen=True, slots=True)
class Link:
    """A public part in its chain: its ply among its neighbours, its bytes, their value, its digest."""

    ply: int
    public: bytes
    document: Json
    digest: bytes


class Chained(Protocol):
    """An entry with its public part and its digest."""

    @property
    def public(self) -> bytes:
        """The bytes of its public part."""

    @property
    def digest(self) -> bytes:
        """The digest that the record or service gives for it."""


class LogLinks(Sequence[Link | None]):
    """The links of a log, None for entries that could not be read.

    The links of the confirmed entries, on the `lines` at the beginning, are parsed when they are asked for;
    `rest` are all others.
    """

    def __init__(self, lines: Sequence[bytes], rest: Sequence[Link | None]) -> None:
        self._lines = lines
        self._rest = rest
        self._parsed: dict[int, Link] = {}

    def __len__(self) -> int:
        return len(self._lines) + len(self._rest)

    @overload
    def __getitem__(self, at: int) -> Link | None: ...

    @overload
    def __getitem__(self, at: slice) -> list[Link | None]: ...

    def __getitem__(self, at: int | slice) -> Link | list[Link | None] | None:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        at = range(len(self))[at]
        return self._confirmed(at) if at < len(self._lines) else self._rest[at - len(self._lines)]

    def _confirmed(self, at: int) -> Link:
        if at not in self._parsed:
            document = parse(self._lines[at])
            public = document["public"]
            self._parsed[at] = Link(at + 1, written(public), public, bytes.fromhex(document["digest"]))
        return self._parsed[at]


def follows(before: Chained | None, link: Chained | None) -> bool:
    """Return whether the digest of an entry follows from it and from the entry `before`."""
    return before is not None and link is not None and digest(before.digest, link.public) == link.digest


def link_of(ply: int, public: bytes, digest: bytes) -> Link | None:
    """Return the link for a public part, None if it is not the canonical form of an object."""
    document, exact = parse_object(public)
    return Link(ply, public, document, digest) if document is not None and exact else None


def renumbered(claims: Sequence[Any]) -> list[int]:
    """Return the ply of each entry in findings, given the plies that the entries claim.

    An entry is in its place if it claims the ply after the last one in its place, counting the strays between
    them or not, or a later ply that the next entry continues. All others are strays: each gets the ply that
    was due there, so that a finding stands where an entry was put in, taken out or altered.

    >>> renumbered([1, 2, 4, 5, 6]), renumbered([1, 2, 99, 4]), renumbered([1, 2, None, 4])
    ([1, 2, 4, 5, 6], [1, 2, 3, 4], [1, 2, 3, 4])
    >>> renumbered([1, 2, 2, 3, 4]), renumbered([1, 3, 2, 4, 5])
    ([1, 2, 3, 3, 4], [1, 2, 2, 4, 5])
    """
    plies, last, strays = [], 0, 0
    for at, claim in enumerate(claims):
        due = last + strays + 1
        if type(claim) is int and (claim in (last + 1, due) or _leaps(claims, at, due)):
            last, strays = claim, 0
        else:
            strays += 1
        plies.append(due if strays else last)
    return plies


def _leaps(claims: Sequence[Any], at: int, due: int) -> bool:
    """Return whether the entry at `at` stands after a gap: the next entry continues it."""
    goes_on = at + 1 < len(claims) and claims[at + 1] == claims[at] + 1
    return goes_on and due < claims[at] < due + PLY_LIMIT


def events(link: Link, *names: str) -> Iterator[Json]:
    """Return the events of an entry with one of these names, as far as they have the form of events."""
    return (event for event in _events(link.document) if event.get("type") in names)


def _events(public: Json) -> Iterator[Json]:
    events_member = public.get("events")
    return (
        event
        for event in (events_member if isinstance(events_member, list) else [])
        if isinstance(event, dict)
    )


def is_withheld(publics: Iterable[Json]) -> bool:
    """Return whether a log, by its public parts, has ended and its keys wait for other games."""
    kinds = {event.get("type") for public in publics for event in _events(public)}
    return "keys-withheld" in kinds and kinds.isdisjoint(ENDS)


def opening(links: Sequence[Link | None]) -> tuple[Link, Json] | None:
    """Return the first entry and its `created` event, None if they cannot be read."""
    first = links[0] if links else None
    created = next(events(first, "created"), None) if first else None
    return None if first is None or created is None else (first, created)


def game_of(links: Iterable[Link | None]) -> str:
    """Return the id of the game in its first entry, "" if it has none."""
    first = next(iter(links), None)
    game = first.document.get("game") if first else None
    return game if isinstance(game, str) and is_game_id(game) else ""


def present(links: Sequence[Link | None]) -> Iterator[Link]:
    """Return the entries that could be read."""
    return (link for link in links if link is not None)
