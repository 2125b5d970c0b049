"""What is shown of a tournament, in parts that are small enough to be read in a request.

By name, each is JSON:

    counts            {"games", "rounds"}: how many there are in the other parts
    standings, cross  the tables, which are worked out from all games
    games/<n>         a list of BLOCK games in the order of the schedule, from the game BLOCK * n + 1 on
    rounds/<n>        the pairings of round n

While a tournament is played, a job keeps them in the store (`replays.tournaments.projecting`). When it is
over they are packed into one file (`pack`).
"""

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Any, Final

import orjson

from app.games.codec import Json
from app.tournament import sayings as said
from app.tournament.durations import Counts
from app.tournament.shown import cross, game, pairings, table
from app.tournament.tournament import Tournament

BLOCK: Final = 50
"""How many games a part has."""

COUNTS: Final = "counts"
STANDINGS: Final = "standings"
CROSS: Final = "cross"
_TABLES: Final = (STANDINGS, CROSS)


def games_part(number: int) -> str:
    """Return the name of the part with the game of this number, from 1."""
    return f"games/{(number - 1) // BLOCK}"


def round_part(number: int) -> str:
    """Return the name of the part with the pairings of a round, from 1."""
    return f"rounds/{number}"


def names(counts: Json) -> list[str]:
    """Return the names of all parts in their order, where there are so many games and rounds."""
    blocks = -(-counts["games"] // BLOCK)
    return [
        *_TABLES,
        *(games_part(at * BLOCK + 1) for at in range(blocks)),
        *(round_part(at + 1) for at in range(counts["rounds"])),
    ]


@dataclass(frozen=True, slots=True)
class Touched:
    """The fixtures and rounds of which some entries say something new."""

    fixtures: frozenset[int]
    rounds: frozenset[int]


def touched(state: Tournament, events: Iterable[Any]) -> Touched:
    """Return what `events`, the last ones of `state`, say something of."""
    numbers, rounds = set[int](), set[int]()
    for event in events:
        if isinstance(event, said.RoundPaired):
            rounds.add(event.round)
            numbers.update(one["number"] for one in event.fixtures)
        elif isinstance(event, said.BatchPlayed):
            numbers.update(one["fixture"] for one in event.results)
        elif isinstance(event, said.FixtureAdjudicated):
            numbers.add(event.result["fixture"])
    return Touched(frozenset(numbers), frozenset(rounds))


def everything(state: Tournament) -> Touched:
    """Return all fixtures and rounds of a tournament."""
    fixtures = (fixture.number for fixture in state.fixtures)
    return Touched(frozenset(fixtures), frozenset(one.number for one in state.rounds))


def schedule_parts(state: Tournament, what: Touched) -> dict[str, bytes]:
    """Return the parts that have the games and rounds of `what`, and the counts."""
    fixtures = tuple(state.fixtures)
    found = {COUNTS: orjson.dumps({"games": len(fixtures), "rounds": len(state.rounds)})}
    for block in sorted({(number - 1) // BLOCK for number in what.fixtures}):
        some = fixtures[block * BLOCK : (block + 1) * BLOCK]
        found[games_part(block * BLOCK + 1)] = orjson.dumps([game(state, fixture) for fixture in some])
    rounds = what.rounds | {fixtures[number - 1].round for number in what.fixtures}
    for number in sorted(rounds):
        found[round_part(number)] = orjson.dumps(pairings(state, state.rounds[number - 1]))
    return found


def table_parts(state: Tournament, times: Mapping[int, Counts]) -> dict[str, bytes]:
    """Return the parts that are worked out from all games.

    `times` counts by entrant the times of its decisions.
    """
    return {STANDINGS: orjson.dumps(table(state, times=times)), CROSS: orjson.dumps(cross(state))}


_HEAD: Final = Struct(">II")
_PLACE: Final = Struct(">QI")
Read = Callable[[int, int], bytes]
"""Gives so many bytes of a file from a place on."""


def counted(parts: Mapping[str, bytes]) -> Json:
    """Return how many games and rounds there are in some parts."""
    found: Json = orjson.loads(parts[COUNTS])
    return found


def pack(counts: Json, parts: Mapping[str, bytes]) -> bytes:
    """Return a file with all parts of a tournament.

    It begins with the numbers of games and rounds (uint32 each); then it says for each part, in the order of
    `names`, where it lies (uint64) and how long it is (uint32); then come the parts, each compressed by zlib.
    """
    pressed = [zlib.compress(parts[name]) for name in names(counts)]
    at, places = _HEAD.size + _PLACE.size * len(pressed), list[bytes]()
    for one in pressed:
        places.append(_PLACE.pack(at, len(one)))
        at += len(one)
    return b"".join([_HEAD.pack(counts["games"], counts["rounds"]), *places, *pressed])


def unpack(read: Read, wanted: Sequence[str]) -> tuple[Json, list[bytes | None]]:
    """Return the counts of a packed file, and the parts of these names, None for one that it does not have.

    Parts that follow each other in the file are read together.
    """
    games, rounds = _HEAD.unpack(read(0, _HEAD.size))
    counts = {"games": games, "rounds": rounds}
    places = [_index(counts, name) for name in wanted]
    known = [place for place in places if place is not None]
    if not known:
        return counts, [None] * len(places)
    first, last = min(known), max(known)
    index = read(_HEAD.size + _PLACE.size * first, _PLACE.size * (last - first + 1))
    where = list(_PLACE.iter_unpack(index))
    begin, end = where[0][0], sum(where[-1])
    data = read(begin, end - begin)

    def part(place: int | None) -> bytes | None:
        if place is None:
            return None
        at, length = where[place - first]
        return zlib.decompress(data[at - begin : at - begin + length])

    return counts, [part(place) for place in places]


def _index(counts: Json, name: str) -> int | None:
    """Return the place of a part in the order of `names`, None if there is no such part."""
    if name in _TABLES:
        return _TABLES.index(name)
    blocks = -(-counts["games"] // BLOCK)
    kind, _, number = name.partition("/")
    at = int(number) if kind == "games" else int(number) - 1
    if not 0 <= at < (blocks if kind == "games" else counts["rounds"]):
        return None
    return len(_TABLES) + at + (0 if kind == "games" else blocks)
