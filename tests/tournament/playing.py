"""Tournaments with random results instead of games."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from app.tournament.decide import VERSION
from app.tournament.formats import FORMATS
from app.tournament.manifest import Manifest, seeded
from app.tournament.manifest_parser import read
from app.tournament.schedule import Ending, Fixture, FixtureResult, Played, fixtures

Outcome = Callable[[Fixture], FixtureResult]


def manifest(entrants: int, kind: str, seed: int = 0, version: int = VERSION, **members: Any) -> Manifest:
    """Return a tournament of bots; `format` are the parameters of the format."""
    parameters = members.pop("format", {})
    plans = members.pop("plans", [{"bot": "greedy"}] * entrants)
    names = members.pop("names", [f"e{at}" for at in range(entrants)])
    document = {
        "name": "Copa",
        "variant": "paco" if parameters.get("seats", 2) > 2 else "north-american",
        "format": {"type": kind, **parameters},
        "entrants": [{"name": name, **plan} for name, plan in zip(names, plans, strict=True)],
        **members,
    }
    return seeded(read(document).manifest, seed.to_bytes(32, "big"), version)


def by_chance(rng: Random, ties: float = 0.2, voids: float = 0.0, forfeits: float = 0.0) -> Outcome:
    """Return random results; the balances of each table sum to zero."""

    def outcome(fixture: Fixture) -> FixtureResult:
        seats, luck = len(fixture.seats), rng.random()
        if luck < voids:
            return FixtureResult(fixture.number, (0,) * seats, Ending.VOID)
        if luck < voids + forfeits:
            return FixtureResult(
                fixture.number, (0,) * seats, Ending.FORFEIT, at_fault=(rng.randrange(seats),)
            )
        if rng.random() < ties:
            return FixtureResult(fixture.number, (0,) * seats)
        winner = rng.randrange(seats)
        paid = rng.randrange(1, 4)
        return FixtureResult(
            fixture.number, tuple(paid * (seats - 1) if seat == winner else -paid for seat in range(seats))
        )

    return outcome


def higher_wins(fixture: Fixture) -> FixtureResult:
    """Let the entrant listed first win every game."""
    best = min(fixture.seats)
    return FixtureResult(fixture.number, tuple(1 if seat == best else -1 for seat in fixture.seats))


def next_played(rules: Manifest, done: Sequence[Played], outcome: Outcome) -> Played | None:
    """Return the round after `done`, with results; None when the tournament is over."""
    pairings = FORMATS[rules.format].next_round(rules, done)
    if pairings is None:
        return None
    number = sum(len(played.fixtures) for played in done) + 1
    deck = max((fixture.deck for played in done for fixture in played.fixtures), default=0) + 1
    games = tuple(fixtures(rules, pairings, number, deck))
    return Played(len(done) + 1, pairings, games, {game.number: outcome(game) for game in games})


def play(rules: Manifest, outcome: Outcome, most: int = 200) -> list[Played]:
    """Return all rounds of a tournament, or the first `most`."""
    done = list[Played]()
    while len(done) < most and (played := next_played(rules, done, outcome)) is not None:
        done.append(played)
    return done


def everything() -> list[tuple[str, int, dict[str, object]]]:
    """Each format with entrants and parameters that it can be played with."""
    return [
        ("round_robin", 5, {}),
        ("gauntlet", 5, {}),
        ("swiss", 7, {"rounds": 4}),
        ("single_elimination", 7, {"third_place": True}),
        ("double_elimination", 7, {}),
        ("arena", 5, {"games": 30}),
        ("arena", 7, {"games": 30, "seats": 3}),
        ("league", 7, {"seats": 3}),
        ("sprt", 2, {"elo0": 0, "elo1": 5, "games": 200}),
        ("sprt", 2, {"elo0": 0, "elo1": 5, "games": 200, "seats": 3}),
        ("sprt", 4, {"elo0": 0, "elo1": 5, "games": 200, "seats": 4}),
    ]
