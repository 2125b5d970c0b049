"""Formats against brute force for up to nine entrants, and the properties of each."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, log2
from random import Random

import pytest

from app.tournament.formats import FORMATS
from app.tournament.formats.knockout import places
from app.tournament.formats.pairing import paired
from app.tournament.schedule import Ending, Fixture, FixtureResult, Pairing, Played
from tests.tournament.playing import by_chance, higher_wins, manifest, next_played, play
from tests.tournament.test_matching import every

NOBODY = -1

Meeting = tuple[tuple[int, int], ...]


def pairs(played: Played) -> Meeting:
    """Return the meetings of a round, a bye as a meeting with NOBODY."""
    return tuple(pair(pairing.entrants) for pairing in played.pairings)


def pair(entrants: Sequence[int]) -> tuple[int, int]:
    """Two entrants; the second is None for a bye."""
    return entrants[0], entrants[1] if len(entrants) > 1 else NOBODY


class Before:
    """Results of the earlier rounds, counted in another way than by the formats."""

    def __init__(self, entrants: int, done: list[Played]) -> None:
        self.points = dict.fromkeys(range(entrants), Fraction(0))
        self.met = Counter[frozenset[int]]()
        self.first = Counter[int]()
        for played in done:
            for one, other in pairs(played):
                self.met[frozenset((one, other))] += 1
                if other == NOBODY:
                    self.points[one] += 1
                    continue
                self.first[one] += 1
                self.first[other] -= 1
                self._count(played, one, other)

    def _count(self, played: Played, one: int, other: int) -> None:
        won = Fraction(0)
        for fixture in played.fixtures:
            if set(fixture.seats) == {one, other}:
                balance = played.results[fixture.number].balances[fixture.seats.index(one)]
                won += (balance > 0) - (balance < 0)
        self.points[one] += Fraction((won >= 0) + (won > 0), 2)
        self.points[other] += Fraction((won <= 0) + (won < 0), 2)

    def cost(self, one: int, other: int) -> tuple[int, ...]:
        """Return the cost of a meeting by the first four rules of Swiss, in whole numbers."""
        one, other = max(one, other), min(one, other)
        met, here, there = self.met[frozenset((one, other))], self.first[one], self.first[other]
        if other == NOBODY:
            return met, int(2 * self.points[one]), 0, here**2
        apart = int(4 * (self.points[one] - self.points[other]) ** 2)
        uneven = min((here + 1) ** 2 + (there - 1) ** 2, (here - 1) ** 2 + (there + 1) ** 2)
        return met, 0, apart, uneven


@pytest.mark.parametrize("entrants", range(2, 10))
def test_no_other_swiss_pairing_is_better(entrants: int) -> None:
    rng, nodes = Random(entrants), (*range(entrants), *[NOBODY] * (entrants % 2))
    pairings = list(every(nodes))
    plan = manifest(entrants, "swiss", entrants, format={"rounds": entrants + 1}, duplicates=entrants > 5)
    done = list[Played]()
    while (played := next_played(plan, done, by_chance(rng))) is not None:
        before = Before(entrants, done)
        costs = {
            (node, other): before.cost(node, other) for node in nodes for other in nodes if node != other
        }
        made = total(costs, pairs(played))
        assert made == min(total(costs, other) for other in pairings)
        done.append(played)
    assert len(done) == entrants + 1


def total(costs: dict[tuple[int, int], tuple[int, ...]], meeting: Meeting) -> tuple[int, ...]:
    """The sum of the costs of a pairing."""
    return tuple(map(sum, zip(*(costs[two] for two in meeting), strict=True)))


@pytest.mark.parametrize("entrants", range(2, 20))
def test_the_first_round_of_a_swiss_is_the_one_that_a_search_finds(entrants: int) -> None:
    nodes, half = [*range(entrants), *[NOBODY] * (entrants % 2)], entrants // 2

    def cost(one: int, other: int) -> tuple[int, int]:
        return (0, (entrants - 1 - one) ** 2) if other == NOBODY else (2, (other - one - half) ** 2)

    plan = manifest(entrants, "swiss", format={"rounds": 2, "seeding": "listed"})
    first = next_played(plan, [], higher_wins)
    assert first is not None
    assert pairs(first) == paired(nodes, cost)


@pytest.mark.parametrize("entrants", [8, 9, 16])
def test_in_a_swiss_no_second_meeting_or_bye_happens_while_avoidable(entrants: int) -> None:
    done = play(manifest(entrants, "swiss", 3, format={"rounds": 5}), by_chance(Random(4)))
    assert max(Counter(frozenset(two) for played in done for two in pairs(played)).values()) == 1


def test_first_seats_of_a_swiss_without_duplicates_stay_even() -> None:
    done = play(manifest(12, "swiss", 1, format={"rounds": 7}, duplicates=False), by_chance(Random(2)))
    first = Counter(two[0] for played in done for two in pairs(played))
    assert all(2 <= first[entrant] <= 5 for entrant in range(12))


def test_the_pairing_seed_and_the_results_alone_decide_a_swiss() -> None:
    def rounds(seed: int) -> list[tuple[Pairing, ...]]:
        done = play(manifest(9, "swiss", seed, format={"rounds": 5}), by_chance(Random(9)))
        return [played.pairings for played in done]

    assert rounds(1) == rounds(1)
    assert rounds(1) != rounds(2)


@pytest.mark.parametrize("entrants", range(2, 10))
def test_in_a_single_elimination_the_best_meet_as_late_as_possible(entrants: int) -> None:
    done = play(manifest(entrants, "single_elimination"), higher_wins)
    assert len(done) == ceil(log2(entrants))
    size = 2 ** len(done)
    for played in done:
        # Of those who are left the first meets the last, and so on: no bracket keeps the best apart longer.
        last = size - 1
        met = {frozenset(two) for two in pairs(played)}
        whole = ((seed, last - seed) for seed in range(size // 2))
        assert met == {frozenset((a, b if b < entrants else NOBODY)) for a, b in whole}
        size //= 2


@pytest.mark.parametrize("size", [2, 4, 8])
def test_no_bracket_keeps_the_best_apart_for_longer(size: int) -> None:
    drawn = places(size)
    for best in (2**power for power in range(1, size.bit_length())):
        parts = [drawn[at : at + size // best] for at in range(0, size, size // best)]
        assert all(sum(seed < best for seed in part) == 1 for part in parts)


@pytest.mark.parametrize("entrants", range(2, 10))
@pytest.mark.parametrize(("kind", "lives"), [("single_elimination", 1), ("double_elimination", 2)])
def test_every_entrant_but_the_winner_is_out_after_its_number_of_losses(
    kind: str, lives: int, entrants: int
) -> None:
    for seed in range(6):
        plan = manifest(entrants, kind, seed, format={"seeding": "drawn"}, duplicates=False)
        done = play(plan, by_chance(Random(seed), ties=0))
        losses, byes = Counter[int](), Counter[int]()
        for played in done:
            seen = [entrant for pairing in played.pairings for entrant in pairing.entrants]
            assert len(seen) == len(set(seen))
            assert all(losses[entrant] < lives for entrant in seen)
            byes.update(pairing.entrants[0] for pairing in played.pairings if pairing.is_bye)
            losses.update(loser(played, two) for two in pairs(played) if two[1] != NOBODY)
        placed = FORMATS[kind].placing
        assert placed is not None
        groups = placed(plan, done)
        assert sorted(entrant for group in groups for entrant in group) == list(range(entrants))
        assert len(groups[0]) == len(groups[1]) == 1
        assert losses[groups[0][0]] < lives
        assert all(losses[entrant] == lives for group in groups[1:] for entrant in group)


def loser(played: Played, pair: tuple[int, int]) -> int:
    """Return who lost a match of one game."""
    game = next(fixture for fixture in played.fixtures if set(fixture.seats) == set(pair))
    balances = played.results[game.number].balances
    return game.seats[balances.index(min(balances))]


class Pool:
    """Meetings and byes of the entrants that have lost once, and the cost of a pairing by the rules."""

    def __init__(self) -> None:
        self.met, self.byes = Counter[frozenset[int]](), Counter[int]()

    def cost(self, meeting: Meeting) -> tuple[int, ...]:
        """Repeats, who has the bye, and how far the highest do not meet the lowest; less is better."""
        nodes = sorted({node for two in meeting for node in two}, key=lambda node: (node == NOBODY, node))
        place = {node: at for at, node in enumerate(nodes)}
        full = [two for two in meeting if NOBODY not in two]
        byes = [max(two) for two in meeting if NOBODY in two]
        repeats = sum(self.met[frozenset(two)] for two in full) + sum(self.byes[one] for one in byes)
        fold = sum((place[one] + place[other] + 1 - len(nodes)) ** 2 for one, other in full)
        return repeats, sum(place[one] for one in byes), fold


@pytest.mark.parametrize("entrants", range(4, 10))
def test_no_other_pairing_of_those_who_lost_once_is_better(entrants: int) -> None:
    for seed in range(4):
        plan = manifest(entrants, "double_elimination", seed, duplicates=False)
        done, before = list[Played](), Pool()
        while (played := next_played(plan, done, by_chance(Random(seed), ties=0))) is not None:
            reasons = FORMATS["double_elimination"].explain(plan, done, len(done) + 1)
            meeting = tuple(
                pair(reason["entrants"]) for reason in reasons if reason["rule"] in ("pool", "pool_bye")
            )
            nodes = tuple(entrant for two in meeting for entrant in two)
            assert before.cost(meeting) == min(before.cost(other) for other in every(nodes))
            before.met.update(frozenset(two) for two in pairs(played))
            before.byes.update(max(two) for two in meeting if NOBODY in two)
            done.append(played)


def test_a_final_lost_by_the_entrant_without_a_loss_is_played_again() -> None:
    plan = manifest(2, "double_elimination", duplicates=False)

    def in_turn(fixture: object) -> FixtureResult:
        number = fixture.number  # type: ignore[attr-defined]
        seats = fixture.seats  # type: ignore[attr-defined]
        winner = 0 if number in (1, 3) else 1
        return FixtureResult(number, tuple(1 if seat == winner else -1 for seat in seats))

    done = play(plan, in_turn)
    rules = [FORMATS[plan.format].explain(plan, done[:at], at + 1)[0]["rule"] for at in range(3)]
    assert rules == ["bracket", "final", "bracket_reset"]
    assert len(done) == 3
    assert len(play(plan, higher_wins)) == 2


@pytest.mark.parametrize("kind", ["single_elimination", "double_elimination"])
def test_ties_are_broken_by_chips_then_further_decks_then_the_higher_seed(kind: str) -> None:
    plan = manifest(2, kind, duplicates=False)
    chips = manifest(2, kind)

    def drawn(fixture: object) -> FixtureResult:
        return FixtureResult(fixture.number, (0, 0))  # type: ignore[attr-defined]

    def richer(fixture: object) -> FixtureResult:
        seats = fixture.seats  # type: ignore[attr-defined]
        won = (1, -1) if seats[0] == 0 else (3, -3)  # each wins once, 1 more chips
        return FixtureResult(fixture.number, won)  # type: ignore[attr-defined]

    done = play(plan, drawn)
    assert len(done) == (3 if kind == "single_elimination" else 6)
    assert FORMATS[kind].explain(plan, done[:1], 2)[0]["rule"] == "further_decks"
    placed = FORMATS[kind].placing
    assert placed is not None
    assert placed(plan, done) == ((0,), (1,))
    assert placed(chips, play(chips, richer)) == ((1,), (0,))


@pytest.mark.parametrize(("entrants", "rounds"), [(4, 2), (5, 3), (6, 3), (8, 3)])
def test_losers_of_the_semi_finals_may_meet_once_more(entrants: int, rounds: int) -> None:
    plan = manifest(entrants, "single_elimination", format={"third_place": True})
    done = play(plan, higher_wins)
    assert len(done) == rounds
    placed = FORMATS[plan.format].placing
    assert placed is not None
    assert placed(plan, done)[:4] == ((0,), (1,), (2,), (3,))
    assert FORMATS[plan.format].explain(plan, done, rounds)[-1]["rule"] == "third_place"


def test_the_hero_of_a_gauntlet_meets_every_other_as_often_from_both_seats() -> None:
    done = play(manifest(6, "gauntlet", format={"hero": "e3", "cycles": 2}), higher_wins)
    met = Counter(played.pairings[0].entrants for played in done)
    assert met == {pair: 1 for other in (0, 1, 2, 4, 5) for pair in ((3, other), (other, 3))}


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds", "spread"),
    [
        (3, 3, 1, 0),
        (12, 12, 1, 0),
        (4, 3, 4, 0),
        (9, 3, 4, 0),
        (6, 3, None, 1),
        (7, 4, None, 2),
        (16, 4, None, 2),
    ],
)
def test_in_a_league_all_entrants_meet_about_equally_often(
    entrants: int, seats: int, rounds: int | None, spread: int
) -> None:
    plan = manifest(entrants, "league", format={"seats": seats})
    done = play(plan, higher_wins)
    assert FORMATS["league"].rounds(plan) == len(done)
    tables = [pairing.entrants for played in done for pairing in played.pairings if not pairing.is_bye]
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    games = Counter(entrant for table in tables for entrant in table)
    assert all(len(table) == seats for table in tables)
    assert len(met) == entrants * (entrants - 1) // 2
    assert max(met.values()) - min(met.values()) <= spread
    assert max(games.values()) - min(games.values()) <= 1
    assert rounds in (None, len(done))


def test_in_an_arena_only_free_entrants_are_paired_and_never_twice_in_a_row() -> None:
    plan, outcome = manifest(6, "arena", format={"games": 60}), by_chance(Random(6))
    done = list[Played]()
    while (played := next_played(plan, done, outcome)) is not None:
        last = [frozenset(pairing.entrants) for pairing in done[-1].pairings] if done else []
        assert not set(last) & {frozenset(pairing.entrants) for pairing in played.pairings}
        done.append(played)
    assert sum(len(played.fixtures) for played in done) == 60
    sitting = Played(1, done[0].pairings, done[0].fixtures, {})
    assert FORMATS["arena"].next_round(plan, [sitting]) == ()
    first = done[0].pairings[0].entrants
    free = {seat for fixture in done[0].fixtures if fixture.table == 1 for seat in fixture.seats}
    results = {number: result for number, result in done[0].results.items() if number <= 2}
    again = FORMATS["arena"].next_round(plan, [Played(1, done[0].pairings, done[0].fixtures, results)])
    assert free == set(first)
    assert [set(pairing.entrants) for pairing in again or ()] == [free]


@pytest.mark.parametrize("entrants", [6, 7])
def test_the_first_round_of_an_arena_is_drawn_since_version_4_and_the_others_are_paired_as_before(
    entrants: int,
) -> None:
    new, old = (manifest(entrants, "arena", 8, version, format={"games": 60}) for version in (4, 3))
    drawn = new.drawn("arena 1")
    done = [next_played(new, [], by_chance(Random(1)))]
    assert done[0] is not None
    assert pairs(done[0]) == (drawn[:2], drawn[2:4], drawn[4:6])
    assert FORMATS["arena"].next_round(old, []) != done[0].pairings
    assert FORMATS["arena"].next_round(old, [done[0]]) == FORMATS["arena"].next_round(new, [done[0]])


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [("swiss", {"rounds": 6}), ("arena", {"games": 60}), ("arena", {"games": 60, "seats": 3})],
)
def test_an_entrant_that_left_is_not_paired_again(kind: str, parameters: dict[str, object]) -> None:
    plan, left = manifest(7, kind, 1, format=parameters), {2}
    chance = by_chance(Random(5))

    def outcome(fixture: Fixture) -> FixtureResult:
        at_fault = tuple(seat for seat, entrant in enumerate(fixture.seats) if entrant in left)
        if not at_fault:
            return chance(fixture)
        return FixtureResult(fixture.number, (0,) * len(fixture.seats), Ending.WALKOVER, at_fault)

    done = list[Played]()
    while len(done) < 2 and (played := next_played(plan, done, outcome)) is not None:
        done.append(played)
    left.update((0, 5))
    while (played := next_played(plan, done, outcome)) is not None:
        gone = {
            fixture.seats[seat]
            for before in done
            for fixture in before.fixtures
            for seat in before.results[fixture.number].at_fault
        }
        assert not gone & {entrant for pairing in played.pairings for entrant in pairing.entrants}
        done.append(played)
        left = left if len(done) < 4 else set(range(7))
    assert kind == "arena" or len(done) == 5  # no entrant is left to play the sixth round
    assert sum(len(played.fixtures) for played in done) < 60


def test_a_test_plays_until_it_is_decided_or_its_games_are_over() -> None:
    plan = manifest(2, "sprt", format={"elo0": 0, "elo1": 40, "games": 2000})
    done = play(plan, higher_wins)
    assert FORMATS["sprt"].next_round(plan, done) is None
    assert sum(len(played.fixtures) for played in done) < 2000
    short = manifest(2, "sprt", format={"elo0": 0, "elo1": 1, "games": 50})
    assert sum(len(played.fixtures) for played in play(short, by_chance(Random(1)))) == 50
