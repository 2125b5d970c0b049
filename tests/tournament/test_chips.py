"""Tournaments of games with stacks: ranked by chips, with chips per hand; and sit-and-go."""

import csv
from fractions import Fraction
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.tournament.cross_table import cross_table
from app.tournament.errors import BadManifest
from app.tournament.exports import cross_table_json, standings_csv
from app.tournament.manifest_parser import read
from app.tournament.ratings import ratings
from app.tournament.schedule import Ending, Fixture, FixtureResult
from app.tournament.standings import standings
from replays.archive.files import ArchivingStep
from replays.audit.audit import audit
from replays.record.write import complete_record
from tests.tournament.playing import manifest, play
from tests.tournament.venue import Venue, outcome, venue

HOLDEM: dict[str, Any] = {"variant": "caesars-holdem"}
SEEDED: dict[str, Any] = {"deck_seed": "12" * 32, "bot_seed": "34" * 32, "pairing_seed": "56" * 32}


def rich_loser(fixture: Fixture) -> FixtureResult:
    """Entrant 0 wins most chips in one game, and less than entrant 1 in all others."""
    large = fixture.number % 4 == 1
    won = {0: 90 if large else -5, 1: -10 if large else 5, 2: -84 if large else -4}
    balances = tuple(won[entrant] for entrant in fixture.seats)
    return FixtureResult(fixture.number, balances, hands=4)


def test_chips_rank_and_not_games_won() -> None:
    plan = manifest(3, "league", format={"seats": 3}, decks_per_pairing=4, **HOLDEM)
    rows = standings(plan, play(plan, rich_loser), over=True).rows
    assert [row.entrant for row in rows] == [0, 1, 2]
    assert rows[0].tally.share < rows[1].tally.share


def test_chips_per_hand_have_an_interval_from_the_decks() -> None:
    plan, chance = manifest(3, "league", format={"seats": 3}, decks_per_pairing=200, **HOLDEM), Random(4)

    def by_deck(fixture: Fixture) -> FixtureResult:
        won = chance.gauss(1.0, 10.0)
        balances = tuple(round(won if entrant == 0 else -won / 2) for entrant in fixture.seats)
        return FixtureResult(fixture.number, balances, hands=2)

    rate = standings(plan, play(plan, by_deck), over=True).rows[0].tally.per_hand
    assert rate.number == 200 * 3 * 2
    assert rate.margin is not None
    # Ten chips a game of two hands, in 600 games that are all drawn on their own.
    assert 0.8 < rate.margin / (1.96 * 10 / 2 / 600**0.5) < 1.2


def test_the_cross_table_has_the_chips_that_one_won_more_than_the_other() -> None:
    plan = manifest(3, "league", format={"seats": 3}, decks_per_pairing=4, **HOLDEM)
    cells = cross_table(plan, play(plan, rich_loser))
    rows = cross_table_json(plan, cells)["rows"]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        here, there = cells[one][other].per_hand, cells[other][one].per_hand
        assert here.value == -there.value
        assert rows[one][other]["per_hand"] == {
            "hands": 48,
            "mean": round(float(here.value), 4),
            "margin": there.margin,
        }
    assert cells[0][1].per_hand.value == Fraction(3 * (90 + 10) + 9 * (-5 - 5), 48)


def test_a_seat_at_fault_has_no_hands_and_no_chips() -> None:
    plan = manifest(3, "league", format={"seats": 3}, **HOLDEM)
    failed = play(
        plan, lambda fixture: FixtureResult(fixture.number, (0, 0, 0), Ending.FORFEIT, (0,), hands=3)
    )
    assert {row.tally.per_hand.number for row in standings(plan, failed, over=True).rows} == {0}


@pytest.mark.parametrize("variant", ["caesars-holdem", "paco"])
def test_only_games_with_stacks_have_the_columns_of_chips_per_hand(variant: str) -> None:
    plan = manifest(3, "league", format={"seats": 3}, variant=variant)
    done = play(plan, rich_loser)
    text = standings_csv(plan, standings(plan, done, over=True), ratings(plan, done))
    (first, *_) = csv.DictReader(StringIO(text))
    assert ("chips_per_hand" in first) == (variant == "caesars-holdem")
    assert (first.get("hands"), first["chips"]) == (
        ("12", "80") if variant == "caesars-holdem" else (None, "0")
    )


def sit_and_go(bots: str, **members: Any) -> dict[str, Any]:
    """The manifest of a sit-and-go of all `bots` at one table."""
    entrants = [{"name": f"{bot} {at}", "bot": bot} for at, bot in enumerate(bots.split())]
    form = {"type": "sit_and_go", "seats": len(entrants)}
    return {"name": "Sit", "format": form, "entrants": entrants, **HOLDEM, **members}


def test_a_sit_and_go_sets_the_rules_that_it_needs() -> None:
    rules = read(sit_and_go("random random")).manifest.rules
    assert (rules["players_min"], rules["rebuys"], rules["deals"]) == (2, False, 1000)


@pytest.mark.parametrize(
    ("members", "field"),
    [
        ({"options": {"rebuys": True}}, "/options/rebuys"),
        ({"deals": 5}, "/deals"),
        ({"variant": "mexican-3"}, "/format/type"),
    ],
)
def test_a_sit_and_go_with_other_rules_is_refused(members: dict[str, Any], field: str) -> None:
    with pytest.raises(BadManifest) as refused:
        read(sit_and_go("random random random", **members))
    assert [fault.field for fault in refused.value.faults] == [field]


def test_a_sit_and_go_lasts_until_one_seat_has_all_chips(here: Venue) -> None:
    state = here.run(here.begin(sit_and_go("random greedy random", seat_orders="one", **SEEDED)))
    (result,) = state.results.values()
    collected = -sum(result.balances)
    assert sorted(result.balances)[:2] == [-20, -20]
    assert max(result.balances) == 40 - collected
    assert collected > 0
    assert audit(complete_record(here.record(result.game))).sound


class Killed(Exception):
    """The process ends here."""


def test_a_sit_and_go_that_is_killed_goes_on_to_the_same_digests(
    redis_url: str, tmp_path: Path, here: Venue
) -> None:
    plan = sit_and_go("random greedy random", decks_per_pairing=3, **SEEDED)
    batches = count()

    def reached(now: ArchivingStep) -> None:
        if now is ArchivingStep.ENTERED and next(batches) == 1:
            raise Killed

    dying = venue(redis_url, tmp_path, reached, seconds=0.0)
    begun = dying.begin(plan)
    with pytest.raises(Killed):
        dying.run(begun)
    assert 0 < len(dying.state(begun).results) < 9
    for key in here.redis.scan_iter("cq:*:lease:*"):
        here.redis.delete(key)  # they go by themselves after some seconds
    resumed = outcome(here.run(begun))
    here.redis.flushdb()
    (tmp_path / "again").mkdir()
    undisturbed = venue(redis_url, tmp_path / "again")
    assert outcome(undisturbed.run(undisturbed.begin(plan))) == resumed
