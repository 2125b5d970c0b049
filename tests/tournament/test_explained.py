"""The explanation of a pairing uses the state in which the round was paired, despite later results."""

from contextlib import suppress
from random import Random

import pytest

from app.i18n import Language
from app.tournament import commands as tournament_commands
from app.tournament.codecs import result_to_json
from app.tournament.errors import Unwelcome
from app.tournament.manifest_parser import read
from app.tournament.state import Tournament
from app.tournament.views import reasons
from tests.cli.test_live import told
from tests.tournament.playing import by_chance, manifest
from tests.tournament.test_formats import everything

_SEED = "5a" * 32


def disorderly(kind: str, entrants: int, parameters: dict[str, object], rng: Random) -> Tournament:
    """A tournament whose games end in any order, and which some entrants leave."""
    plan = read(dict(manifest(entrants, kind, format=parameters).document))
    made = tournament_commands.CreateTournament(
        plan.tournament, plan.manifest.document, _SEED, organiser_seeded=False
    )
    state, outcome = told(None, made), by_chance(rng, voids=0.05, forfeits=0.1)
    leaving = rng.sample(range(entrants), k=entrants // 4)
    for _ in range(400):
        if state.is_over or not (waiting := list(state.waiting)):
            break
        some = rng.sample(waiting, k=min(len(waiting), rng.randint(1, 3)))
        state = told(
            state, tournament_commands.ReportResults(tuple(result_to_json(outcome(one)) for one in some))
        )
        if leaving and rng.random() < 0.2 and not state.is_over:
            with suppress(Unwelcome):  # it failed too often, and is out already
                state = told(state, tournament_commands.Forfeit(leaving.pop(), "gone"))
    return state


@pytest.mark.parametrize(("kind", "entrants", "parameters"), everything())
def test_every_table_of_a_round_is_explained_as_it_was_paired(
    kind: str, entrants: int, parameters: dict[str, object]
) -> None:
    state = disorderly(kind, entrants, parameters, Random(5))
    assert len(state.rounds) > 0
    for one in state.rounds[:40]:
        found = reasons(state, one, [Language.EN])["reasons"]
        tables = {reason["table"]: reason["entrants"] for reason in found if "table" in reason}
        if kind != "sprt":
            assert tables == {pairing.table: list(pairing.entrants) for pairing in one.pairings}
