"""Pairings, fixtures and results of a tournament.

An entrant is identified by its place in the manifest's list, from 0. Rounds, tables, fixtures and decks are
numbered from 1: fixtures and decks through the whole tournament, tables within their round.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import count, permutations

from app.tournament.manifest import Manifest, SeatOrders


@dataclass(frozen=True, slots=True)
class Pairing:
    """Entrants that meet at a table of a round; a single one has a bye.

    Their order is the order of the seats in the first game.
    """

    round: int
    table: int
    entrants: tuple[int, ...]

    @property
    def is_bye(self) -> bool:
        """True if the only entrant has no opponent."""
        return len(self.entrants) == 1


@dataclass(frozen=True, slots=True)
class Fixture:
    """A scheduled game: `seats[s]` is the entrant on seat s."""

    number: int
    round: int
    table: int
    deck: int
    seats: tuple[int, ...]


def is_live(manifest: Manifest, fixture: Fixture) -> bool:
    """Return True if a player over HTTP takes part in the game."""
    return any(manifest.entrants[entrant].is_remote for entrant in fixture.seats)


def shares_deck(manifest: Manifest, fixture: Fixture) -> bool:
    """Return True if other games use the deck of this live game; its end must not reveal the deck."""
    return manifest.memory_accepted and is_live(manifest, fixture)


class Ending(StrEnum):
    """Reason of a fixture's result."""

    FINISHED = "finished"
    VOID = "void"
    ADJUDICATED = "adjudicated"
    FORFEIT = "forfeit"
    WALKOVER = "walkover"


@dataclass(frozen=True, slots=True)
class FixtureResult:
    """Result of a fixture: chips won or paid by seat, and the seats at fault if it was not played out.

    `game` and `digest` (hex) identify the record; a fixture that was never played has neither (empty), and 0
    plies and hands. FORFEIT: the seats at fault lose to all others. WALKOVER: it was not played, because the
    seats at fault had failed or withdrawn before. ADJUDICATED: the organiser set the balances. VOID: no
    winner. `places` are the places of the seats, from 1, where the format ranks them by going out and not by
    their balances; else ().
    """

    fixture: int
    balances: tuple[int, ...]
    ending: Ending = Ending.FINISHED
    at_fault: tuple[int, ...] = ()
    plies: int = 0
    hands: int = 0
    game: str = ""
    digest: str = ""
    places: tuple[int, ...] = ()


Results = Mapping[int, FixtureResult]
"""Results by fixture number; fixtures without a result are missing."""


@dataclass(frozen=True, slots=True)
class Played:
    """A round with its fixtures and their known results."""

    number: int
    pairings: tuple[Pairing, ...]
    fixtures: tuple[Fixture, ...]
    results: Results

    @property
    def is_over(self) -> bool:
        """True if every fixture of the round has its result."""
        return all(fixture.number in self.results for fixture in self.fixtures)


def fixtures(
    manifest: Manifest, pairings: Sequence[Pairing], first_number: int, first_deck: int
) -> Iterator[Fixture]:
    """Yield the games of `pairings`, numbered from `first_number` and `first_deck`, unit by unit.

    A unit is the games of one pairing on one deck: with duplicates one game in each order of the seats, else
    one game, in which every entrant moves on by one seat with every deck. A bye has no game.
    """
    numbers, decks = count(first_number), count(first_deck)
    for pairing in pairings:
        if pairing.is_bye:
            continue
        for turn in range(manifest.decks_per_pairing):
            deck = next(decks)
            for order in _orders(manifest, len(pairing.entrants), turn):
                seats = tuple(pairing.entrants[place] for place in order)
                yield Fixture(next(numbers), pairing.round, pairing.table, deck, seats)


def _orders(manifest: Manifest, seats: int, turn: int) -> Sequence[tuple[int, ...]]:
    every = orders(seats, manifest.seat_orders)
    return every if manifest.duplicates else (every[turn % len(every)],)


@lru_cache
def orders(seats: int, chosen: SeatOrders) -> tuple[tuple[int, ...], ...]:
    """Return the orders in which the entrants of a table take their seats on one deck.

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
    """Return the fixtures in groups that share a deck, in their order."""
    by_deck: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        by_deck.setdefault(fixture.deck, []).append(fixture)
    return tuple(map(tuple, by_deck.values()))


def scores(result: FixtureResult) -> tuple[float, ...]:
    """Return the share of the other seats that were beaten, by seat; ties count half.

    For two seats it is 1, 0.5 or 0. Seats at fault lose to all others and tie among themselves. In a void
    game every seat gets 0.5.

    >>> scores(FixtureResult(1, (3, -1, -1, -1)))
    (1.0, 0.3333333333333333, 0.3333333333333333, 0.3333333333333333)
    >>> scores(FixtureResult(1, (0, 0), Ending.FORFEIT, at_fault=(0,)))
    (0.0, 1.0)
    """
    ranks = _ranks(result)
    return tuple(
        sum(
            1.0 if rank > other else 0.5
            for place, other in enumerate(ranks)
            if place != seat and rank >= other
        )
        / (len(ranks) - 1)
        for seat, rank in enumerate(ranks)
    )


def _ranks(result: FixtureResult) -> tuple[tuple[bool, int], ...]:
    """Return the sort key of each seat: without fault, then its place, or else its balance."""
    if result.ending is Ending.VOID:
        return ((True, 0),) * len(result.balances)
    better = [-place for place in result.places] or result.balances
    return tuple((seat not in result.at_fault, rank) for seat, rank in enumerate(better))
