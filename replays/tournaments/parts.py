"""The view of a tournament, in parts that are small enough for a request.

Each part is JSON. By name:

  counts            {"games", "rounds"}: numbers of games and rounds in the other parts
  standings, cross  the tables, computed from all games
  games/<n>         a list of BLOCK games in the order of the schedule, from the game BLOCK * n + 1 on
  rounds/<n>        the pairings of round n
  open              the games without a result in which players sit, in the order of the schedule

While a tournament is played, a job updates them in the store (`replays.tournaments.stored_parts`). When it is
over they are packed into one file (`pack`), without `open`: no game waits then.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Any, Final

import orjson

from app.games.codec import Json
from app.tournament import events as log
from app.tournament.durations import Counts
from app.tournament.schedule import Fixture
from app.tournament.state import Tournament
from app.tournament.views import cross, game, pairings, table

BLOCK: Final = 50
"""Number of games in a part."""

COUNTS: Final = "counts"
STANDINGS: Final = "standings"
CROSS: Final = "cross"
OPEN: Final = "open"
_TABLES: Final = (STANDINGS, CROSS)


def games_part(number: int) -> str:
    """Return the name of the part with the game of this number, from 1."""
    return f"games/{(number - 1) // BLOCK}"


def round_part(number: int) -> str:
    """Return the name of the part with the pairings of a round, from 1."""
    return f"rounds/{number}"


def names(counts: Json) -> list[str]:
    """Return the names of all parts in order, from the numbers of games and rounds."""
    blocks = -(-counts["games"] // BLOCK)
    return [
        *_TABLES,
        *(games_part(number * BLOCK + 1) for number in range(blocks)),
        *(round_part(number + 1) for number in range(counts["rounds"])),
    ]


@dataclass(frozen=True, slots=True)
class ScheduleChanges:
    """Fixtures and rounds that some entries change."""

    fixtures: frozenset[int]
    rounds: frozenset[int]


def touched(state: Tournament, events: Iterable[Any]) -> ScheduleChanges:
    """Return the changes by `events`, the last ones of `state`."""
    numbers, rounds = set[int](), set[int]()
    for event in events:
        if isinstance(event, log.RoundPaired):
            rounds.add(event.round)
            numbers.update(document["number"] for document in event.fixtures)
        elif isinstance(event, log.BatchPlayed):
            numbers.update(document["fixture"] for document in event.results)
        elif isinstance(event, log.FixtureAdjudicated):
            numbers.add(event.result["fixture"])
    return ScheduleChanges(frozenset(numbers), frozenset(rounds))


def everything(state: Tournament) -> ScheduleChanges:
    """Return all fixtures and rounds of a tournament."""
    fixtures = (fixture.number for fixture in state.fixtures)
    return ScheduleChanges(frozenset(fixtures), frozenset(paired.number for paired in state.rounds))


def schedule_parts(state: Tournament, changes: ScheduleChanges) -> dict[str, bytes]:
    """Return the parts with the games and rounds of `changes`, the open games, and the counts."""
    fixtures = tuple(state.fixtures)
    parts = {COUNTS: orjson.dumps({"games": len(fixtures), "rounds": len(state.rounds)})}
    for block in sorted({(number - 1) // BLOCK for number in changes.fixtures}):
        block_fixtures = fixtures[block * BLOCK : (block + 1) * BLOCK]
        parts[games_part(block * BLOCK + 1)] = orjson.dumps(
            [game(state, fixture) for fixture in block_fixtures]
        )
    rounds = changes.rounds | {fixtures[number - 1].round for number in changes.fixtures}
    for number in sorted(rounds):
        parts[round_part(number)] = orjson.dumps(pairings(state, state.rounds[number - 1]))
    parts[OPEN] = orjson.dumps([game(state, fixture) for fixture in _open(state)])
    return parts


def _open(state: Tournament) -> Iterator[Fixture]:
    """Yield the games without a result in which players sit; not many more than a round has."""
    players = {number for number, entrant in enumerate(state.manifest.entrants) if entrant.is_remote}
    if players:
        yield from (fixture for fixture in state.waiting if not players.isdisjoint(fixture.seats))


def table_parts(state: Tournament, times: Mapping[int, Counts]) -> dict[str, bytes]:
    """Return the parts that are computed from all games; `times` has decision times by entrant."""
    return {STANDINGS: orjson.dumps(table(state, times=times)), CROSS: orjson.dumps(cross(state))}


_HEAD: Final = Struct(">II")
_PLACE: Final = Struct(">QI")
Read = Callable[[int, int], bytes]
"""Returns a number of bytes of a file from a position."""


def counted(parts: Mapping[str, bytes]) -> Json:
    """Return the numbers of games and rounds in some parts."""
    counts: Json = orjson.loads(parts[COUNTS])
    return counts


def pack(counts: Json, parts: Mapping[str, bytes]) -> bytes:
    """Return a file with all parts of a tournament.

    It begins with the numbers of games and rounds (uint32 each), followed by the position (uint64) and the
    length (uint32) of each part in the order of `names`, followed by the parts, each compressed by zlib.
    """
    compressed = [zlib.compress(parts[name]) for name in names(counts)]
    position, places = _HEAD.size + _PLACE.size * len(compressed), list[bytes]()
    for part in compressed:
        places.append(_PLACE.pack(position, len(part)))
        position += len(part)
    return b"".join([_HEAD.pack(counts["games"], counts["rounds"]), *places, *compressed])


def unpack(read: Read, wanted: Sequence[str]) -> tuple[Json, list[bytes | None]]:
    """Return the counts of a packed file, and the parts of these names; None for an unknown part.

    Adjacent parts are read together.
    """
    games, rounds = _HEAD.unpack(read(0, _HEAD.size))
    counts = {"games": games, "rounds": rounds}
    places = [_index(counts, name) for name in wanted]
    found_places = [place for place in places if place is not None]
    if not found_places:
        return counts, [None] * len(places)
    first, last = min(found_places), max(found_places)
    index = read(_HEAD.size + _PLACE.size * first, _PLACE.size * (last - first + 1))
    positions = list(_PLACE.iter_unpack(index))
    begin, end = positions[0][0], sum(positions[-1])
    data = read(begin, end - begin)

    def part(place: int | None) -> bytes | None:
        if place is None:
            return None
        at, length = positions[place - first]
        return zlib.decompress(data[at - begin : at - begin + length])

    return counts, [part(place) for place in places]


def _index(counts: Json, name: str) -> int | None:
    """Return the place of a part in the order of `names`, None if there is no such part."""
    if name in _TABLES:
        return _TABLES.index(name)
    blocks = -(-counts["games"] // BLOCK)
    kind, _, number = name.partition("/")
    position = int(number) if kind == "games" else int(number) - 1
    if not 0 <= position < (blocks if kind == "games" else counts["rounds"]):
        return None
    return len(_TABLES) + position + (0 if kind == "games" else blocks)
