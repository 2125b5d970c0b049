"""What is played: who meets whom, each game of it, and what a game came to.

An entrant is named by its place in the manifest's list, from 0. Rounds, tables, fixtures and decks are
numbered from 1; fixtures and decks through the whole tournament, tables within their round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import count, permutations

from app.tournament.manifest import Manifest, SeatOrders


@dataclass(frozen=True, slots=True)
class Pairing:
    """Those who meet at a table of a round; one alone has a bye.

    Their order is the order of the seats in the first game.
    """

    round: int
    table: int
    entrants: tuple[int, ...]

    @property
    def is_bye(self) -> bool:
        """Whether the only entrant meets nobody."""
        return len(self.entrants) == 1


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played: `seats[s]` is the entrant on seat s."""

    number: int
    round: int
    table: int
    deck: int
    seats: tuple[int, ...]


def is_live(manifest: Manifest, fixture: Fixture) -> bool:
    """Whether a player over HTTP takes part in the game."""
    return any(manifest.entrants[entrant].is_remote for entrant in fixture.seats)


def shares_deck(manifest: Manifest, fixture: Fixture) -> bool:
    """Whether the deck of a live game is dealt in other games, which its end must not betray."""
    return manifest.memory_accepted and is_live(manifest, fixture)


class Ending(StrEnum):
    """How a fixture came to its result."""

    FINISHED = "finished"
    VOID = "void"
    ADJUDICATED = "adjudicated"
    FORFEIT = "forfeit"
    WALKOVER = "walkover"


@dataclass(frozen=True, slots=True)
class Result:
    """What a fixture came to: by seat what was won or paid, and the seats at fault if it was not played out.

    `game` and `digest` (hex) name the record; a fixture that was never played has neither (empty), and 0
    plies and hands. FORFEIT: the seats at fault lose to all others. WALKOVER: it was not played, because the
    seats at fault had failed or withdrawn before. ADJUDICATED: the organiser said the balances. VOID: nobody
    wins.
    """

    fixture: int
    balances: tuple[int, ...]
    ending: Ending = Ending.FINISHED
    at_fault: tuple[int, ...] = ()
    plies: int = 0
    hands: int = 0
    game: str = ""
    digest: str = ""


Results = Mapping[int, Result]
"""Results by the number of their fixture; possibly not of all fixtures."""


@dataclass(frozen=True, slots=True)
class Played:
    """A round with its fixtures and those results of it that are known."""

    number: int
    pairings: tuple[Pairing, ...]
    fixtures: tuple[Fixture, ...]
    results: Results

    @property
    def is_over(self) -> bool:
        """Whether every fixture of the round has its result."""
        return all(fixture.number in self.results for fixture in self.fixtures)


def fixtures(
    manifest: Manifest, pairings: Sequence[Pairing], first_number: int, first_deck: int
) -> tuple[Fixture, ...]:
    """The games of `pairings`, counted on from `first_number` and `first_deck`, units one after the other.

    A unit is what one pairing plays on one deck: with duplicates one game in each order of the seats, else
    one game, in which everybody sits a seat further at every deck. A bye has no game.
    """
    numbers, decks = count(first_number), count(first_deck)
    found = []
    for pairing in pairings:
        if pairing.is_bye:
            continue
        for turn in range(manifest.decks_per_pairing):
            deck = next(decks)
            for order in _orders(manifest, len(pairing.entrants), turn):
                seats = tuple(pairing.entrants[place] for place in order)
                found.append(Fixture(next(numbers), pairing.round, pairing.table, deck, seats))
    return tuple(found)


def _orders(manifest: Manifest, seats: int, turn: int) -> Sequence[tuple[int, ...]]:
    every = orders(seats, manifest.seat_orders)
    return every if manifest.duplicates else (every[turn % len(every)],)


@lru_cache
def orders(seats: int, chosen: SeatOrders) -> tuple[tuple[int, ...], ...]:
    """The orders in which so many entrants sit down on one deck.

    >>> orders(3, SeatOrders.ROTATION)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    first = tuple(range(seats))
    if chosen is SeatOrders.ONE:
        return (first,)
    if chosen is SeatOrders.ALL:
        return tuple(permutations(first))
    return tuple(first[begin:] + first[:begin] for begin in range(seats))


def units(fixtures: Sequence[Fixture]) -> tuple[tuple[Fixture, ...], ...]:
    """The fixtures in groups that share a deck, in their order."""
    found: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        found.setdefault(fixture.deck, []).append(fixture)
    return tuple(map(tuple, found.values()))


def scores(result: Result) -> tuple[float, ...]:
    """By seat the share of the others that were beaten, a tie counting half; for two seats 1, 0.5 or 0.

    Seats at fault lose to all others and tie among themselves; of a void game everybody gets half.

    >>> scores(Result(1, (3, -1, -1, -1)))
    (1.0, 0.3333333333333333, 0.3333333333333333, 0.3333333333333333)
    >>> scores(Result(1, (0, 0), Ending.FORFEIT, at_fault=(0,)))
    (0.0, 1.0)
    """
    ranks = _ranks(result)
    return tuple(
        sum(1.0 if mine > other else 0.5 for at, other in enumerate(ranks) if at != seat and mine >= other)
        / (len(ranks) - 1)
        for seat, mine in enumerate(ranks)
    )


def _ranks(result: Result) -> tuple[tuple[bool, int], ...]:
    """By seat what is compared: whether it is without fault, then its balance."""
    if result.ending is Ending.VOID:
        return ((True, 0),) * len(result.balances)
    return tuple((seat not in result.at_fault, won) for seat, won in enumerate(result.balances))
