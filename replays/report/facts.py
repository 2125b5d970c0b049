"""What a log says of itself, as far as it can be read: the claims that an audit then looks into."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

from app.games.codec import Json
from app.games.errors import GameError
from app.games.registry import GAMES, USUAL
from app.service.rulebook import current, edition
from app.store.canonical import parse
from replays.audit.chain import is_withheld
from replays.record.field_types import Malformed, guarded
from replays.record.format import ENDS
from replays.record.read import ParsedRecord, parse_record

_HEX: Final = re.compile("[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class Facts:
    """The claims of a log. `edition` is the one it pins, None where it pins none or pins it wrongly.

    `results` are winners by hand, None for tablas; `plain_seats` are those that added no chance, `chance` has
    the bytes of those that did, in hex, by seat, once a hand was dealt from them. `known` says whether the
    edition is one of ours, `paragraphs` are its texts. `timed` is False on logical time, `ended` where the
    log does not come to its end; `withheld` where only the keys are missing there.
    `games` where it is the log of a tournament, whose origin are the records of its games, `dispute` where it
    is that of a dispute about a game, `damaged` where a service can read its beginning alone. `frozen` is the
    ply at which the game was frozen, and the ply of the receipt that the log contradicts.
    """

    variant: str | None = None
    seats: int = 0
    results: tuple[int | None, ...] = ()
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
    """The claims of a record; none where it cannot be read."""
    found = parse_record(source)
    publics = [parse(entry.public) for entry in found.entries if entry is not None]
    return _facts(publics, found)


def facts_of_log(publics: Iterable[Any]) -> Facts:
    """The claims of what is public of a log."""
    return _facts(list(publics), None)


def _facts(publics: Sequence[Any], found: ParsedRecord | None) -> Facts:
    try:
        return guarded(lambda: _read(publics, found))
    except (Malformed, GameError):
        return Facts(damaged=bool(found and found.damage))


def _read(publics: Sequence[Any], found: ParsedRecord | None) -> Facts:
    first, created = publics[0], publics[0]["events"][0]
    play = GAMES[created["play"]]
    events = [event for public in publics for event in public["events"]]
    pinned, known, paragraphs = _rulebook(first, created["play"], found)
    return Facts(
        variant=str(created["rules"]["variant"]),
        seats=len(created["seats"]),
        results=tuple(end.winner for event in events if (end := play.hand_end(event))),
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
        covered=bool(found and found.proof and found.proof.checkpoint),
        damaged=bool(found and found.damage),
        frozen=_frozen(publics),
    )


def _frozen(publics: Sequence[Json]) -> tuple[int, int] | None:
    frozen = ((one["ply"], event) for one in publics for event in one["events"] if event["type"] == "frozen")
    return next(((int(ply), int(event["receipt"]["ply"])) for ply, event in frozen), None)


def _rulebook(
    first: Json, play: str, found: ParsedRecord | None
) -> tuple[int | None, bool, Mapping[str, str]]:
    """The edition that a log pins, whether it is one of ours, and its paragraphs."""
    pin = first.get("rulebook")
    if pin is None:
        return None, True, current(play).paragraphs
    ours = edition(play, pin["edition"])
    if ours is not None and ours.pin == pin:
        return ours.edition, True, ours.paragraphs
    carried = found.rulebook.paragraphs if found and found.rulebook else current(play).paragraphs
    return int(pin["edition"]), False, carried


def _plain_seats(created: Json, events: Sequence[Json]) -> tuple[int, ...]:
    """The seats that no commitment to chance of their own is known of."""
    committed = {
        event["seat"] for event in events if event["type"] == "readied" and event.get("entropy_commitment")
    }
    return tuple(seat for seat in range(len(created["seats"])) if seat not in committed)


def _chance(events: Sequence[Json]) -> dict[int, str]:
    """What seats added to the decks, as the first deal has it."""
    begun = next((event for event in events if event["type"] == "hand-begun"), {})
    given = enumerate(begun.get("entropy") or ())
    return {seat: added for seat, added in given if isinstance(added, str) and _HEX.fullmatch(added)}
