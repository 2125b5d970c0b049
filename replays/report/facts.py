"""Claims of a log, as far as it can be read; an audit checks them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

from app.games.codec import Json
from app.games.errors import GameError
from app.games.registry import GAMES, USUAL
from app.i18n import Message
from app.service.rulebook import current, edition
from app.store.canonical import parse
from replays.audit.chain import is_withheld
from replays.record.format import ENDS
from replays.record.read import ParsedRecord, parse_record
from replays.record.untrusted_values import Malformed, guarded

_HEX: Final = re.compile("[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class Facts:
    """The claims of a log.

    `results` has the end of each hand. `plain_seats` committed to no chance; `chance` has
    the bytes, in hex, that the other seats added to the first deck. `edition` is the pinned edition, None if
    none is pinned or the pin is malformed; `known` is whether this program has that edition, `paragraphs` are
    its texts. `timed` is False on logical time, `ended` is False if the log has no end, `withheld` is True if
    only the keys at its end are missing. `games` marks the log of a tournament, which is audited with the
    records of its games, `dispute` that of a dispute, `damaged` a log of which only a part can be read.
    `frozen` has the ply at which the game was frozen and the ply of the receipt that the log contradicts.
    """

    variant: str | None = None
    seats: int = 0
    results: tuple[Message, ...] = ()
    void: str | None = None
    plain_seats: tuple[int, ...] = ()
    chance: Mapping[int, str] = field(default_factory=dict)
    timed: bool = False
    is_fork: bool = False
    edition: int | None = None
    known: bool = False
    paragraphs: Mapping[str, str] = field(default_factory=lambda: current(USUAL).paragraphs)
    covered: bool = False
    ended: bool = False
    withheld: bool = False
    games: bool = False
    dispute: bool = False
    damaged: bool = False
    frozen: tuple[int, int] | None = None


def facts_of_record(source: bytes | BinaryIO) -> Facts:
    """Return the claims of a record; none if it cannot be read."""
    record = parse_record(source)
    publics = [parse(entry.public) for entry in record.entries if entry is not None]
    return _facts(publics, record)


def facts_of_log(publics: Iterable[Any]) -> Facts:
    """Return the claims of the public parts of a log."""
    return _facts(list(publics), None)


def _facts(publics: Sequence[Any], record: ParsedRecord | None) -> Facts:
    try:
        return guarded(lambda: _read(publics, record))
    except (Malformed, GameError):
        return Facts(damaged=bool(record and record.damage))


def _read(publics: Sequence[Any], record: ParsedRecord | None) -> Facts:
    first, created = publics[0], publics[0]["events"][0]
    play = GAMES[created["play"]]
    events = [event for public in publics for event in public["events"]]
    pinned, known, paragraphs = _rulebook(first, created["play"], record)
    return Facts(
        variant=str(created["rules"]["variant"]),
        seats=len(created["seats"]),
        results=tuple(play.outcome(end) for event in events if (end := play.hand_end(event))),
        void=next((str(event["reason"]) for event in events if event["type"] == "game-voided"), None),
        plain_seats=_plain_seats(created, events),
        chance=_chance(events),
        timed=any(public["time"] for public in publics),
        is_fork=created.get("parent") is not None,
        edition=pinned,
        known=known,
        paragraphs=paragraphs,
        ended=any(event["type"] in ENDS for event in events),
        withheld=is_withheld(publics),
        covered=bool(record and record.proof and record.proof.checkpoint),
        damaged=bool(record and record.damage),
        frozen=_frozen(publics),
    )


def _frozen(publics: Sequence[Json]) -> tuple[int, int] | None:
    frozen = (
        (public["ply"], event)
        for public in publics
        for event in public["events"]
        if event["type"] == "frozen"
    )
    return next(((int(ply), int(event["receipt"]["ply"])) for ply, event in frozen), None)


def _rulebook(
    first: Json, play: str, record: ParsedRecord | None
) -> tuple[int | None, bool, Mapping[str, str]]:
    """Return the edition that a log pins, whether this program has it, and its paragraphs."""
    pin = first.get("rulebook")
    if pin is None:
        return None, True, current(play).paragraphs
    installed = edition(play, pin["edition"])
    if installed is not None and installed.pin == pin:
        return installed.edition, True, installed.paragraphs
    carried = record.rulebook.paragraphs if record and record.rulebook else current(play).paragraphs
    return int(pin["edition"]), False, carried


def _plain_seats(created: Json, events: Sequence[Json]) -> tuple[int, ...]:
    """Return the seats without a commitment to chance of their own."""
    committed = {
        event["seat"] for event in events if event["type"] == "readied" and event.get("entropy_commitment")
    }
    return tuple(seat for seat in range(len(created["seats"])) if seat not in committed)


def _chance(events: Sequence[Json]) -> dict[int, str]:
    """Return what each seat added to the decks, from the first deal."""
    begun = next((event for event in events if event["type"] == "hand-begun"), {})
    given = enumerate(begun.get("entropy") or ())
    return {seat: added for seat, added in given if isinstance(added, str) and _HEX.fullmatch(added)}
