"""The explanation of a pairing: the rules of its format, and the state in which the round was paired."""

from contextlib import suppress
from random import Random

import pytest

from app.i18n import Language
from app.tournament import commands as tournament_commands
from app.tournament.codecs import result_to_json
from app.tournament.errors import Unwelcome
from app.tournament.formats import FORMATS
from app.tournament.manifest_parser import read
from app.tournament.state import Tournament
from app.tournament.views import REASONS, reasons
from tests.cli.test_live import after_command
from tests.tournament.playing import Outcome, by_chance, everything, manifest, play

_SEED = "5a" * 32


def disorderly(kind: str, entrants: int, parameters: dict[str, object], rng: Random) -> Tournament:
    """A tournament whose games end in any order, and which some entrants leave."""
    plan = read(dict(manifest(entrants, kind, format=parameters).document))
    made = tournament_commands.CreateTournament(
        plan.tournament, plan.manifest.document, _SEED, organiser_seeded=False
    )
    state, outcome = after_command(None, made), by_chance(rng, voids=0.05, forfeits=0.1)
    leaving = rng.sample(range(entrants), k=entrants // 4)
    for _ in range(400):
        if state.is_over or not (waiting := list(state.waiting)):
            break
        some = rng.sample(waiting, k=min(len(waiting), rng.randint(1, 3)))
        state = after_command(
            state,
            tournament_commands.ReportResults(tuple(result_to_json(outcome(fixture)) for fixture in some)),
        )
        if leaving and rng.random() < 0.2 and not state.is_over:
            with suppress(Unwelcome):  # it failed too often, and is out already
                state = after_command(state, tournament_commands.Forfeit(leaving.pop(), "gone"))
    return state


@pytest.mark.parametrize(("kind", "entrants", "parameters"), everything())
def test_every_table_of_a_round_is_explained_as_it_was_paired(
    kind: str, entrants: int, parameters: dict[str, object]
) -> None:
    state = disorderly(kind, entrants, parameters, Random(5))
    assert len(state.rounds) > 0
    for round_ in state.rounds[:40]:
        given = reasons(state, round_, [Language.EN])["reasons"]
        tables = {reason["table"]: reason["entrants"] for reason in given if "table" in reason}
        if kind != "sprt":
            assert tables == {pairing.table: list(pairing.entrants) for pairing in round_.pairings}


@pytest.mark.parametrize(("kind", "entrants", "parameters"), everything())
def test_a_tournament_ends_under_all_events_and_every_round_is_explained(
    kind: str, entrants: int, parameters: dict[str, object]
) -> None:
    for seed in range(3):
        plan = manifest(entrants, kind, seed, format=parameters)
        outcome: Outcome = by_chance(Random(seed), ties=0.5, voids=0.1, forfeits=0.1)
        done = play(plan, outcome)
        assert FORMATS[kind].next_round(plan, done) is None
        for played in done:
            reasons = FORMATS[kind].explain(plan, done[: played.number - 1], played.number)
            assert reasons
            tables = [reason["table"] for reason in reasons if "table" in reason]
            assert tables in ([], [pairing.table for pairing in played.pairings])


@pytest.mark.parametrize("kind", ["league", "sit_and_go"])
def test_a_pairing_is_explained_by_the_rule_of_its_format(kind: str) -> None:
    plan = manifest(4, kind, format={"seats": 3}, variant="caesars-holdem")
    done = play(plan, by_chance(Random(1)))
    named = {reason["rule"] for reason in FORMATS[kind].explain(plan, done[:1], 2)}
    assert named == {kind, f"{kind}_bye"}
    assert named <= set(REASONS)
