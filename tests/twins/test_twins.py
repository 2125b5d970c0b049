"""A few dozen twins reveal nothing hidden; planted leaks of every kind are found."""

from dataclasses import replace
from random import Random

import pytest

from tests.twins.compare import METHODS
from tests.twins.leak import Leak
from tests.twins.lines import line, withheld
from tests.twins.planted import PLANTED
from tests.twins.proof import Proof
from tests.twins.requests import Case, NoWayToAsk, asks, template

PLAYERS = tuple(f"p-{number:02x}{'0' * 22}" for number in range(4))


@pytest.mark.parametrize("seed", range(6))
def test_nothing_hidden_leaves(seed: int, proven: Proof) -> None:
    assert proven.pair(Random(f"twins {seed}")) > 0


def test_documents_pages_and_metrics_reveal_nothing_hidden(proven: Proof) -> None:
    assert replace(proven, general=1.0).pair(Random("twins in general")) > 0
    assert proven.comparison.compared > 100
    assert len(proven.worlds.codes) > 5


@pytest.mark.parametrize("seed", range(2))
def test_an_ended_game_without_revealed_keys_reveals_nothing_hidden(
    seed: int, proven: Proof, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.twins.proof.line", withheld)
    assert proven.pair(Random(f"withheld {seed}")) > 0


def test_every_address_and_every_method_is_requested(proven: Proof) -> None:
    rng = Random(1)
    table = line(rng, proven.worlds.players).table
    case = Case((table, table), table.seats[0], proven.worlds.players[0], rng)
    document, _ = (world.api.client.get("/openapi.json").get_json() for world in proven.worlds.both())
    documented = {
        (path, method.upper())
        for path, item in document["paths"].items()
        for method in item
        if method.upper() in METHODS
    }
    asked = {
        (template(str(rule)), method): list(asks(str(rule), method, case))
        for rule in proven.rules
        for method in (rule.methods or set()) & METHODS
    }
    assert documented <= set(asked)
    assert all(asked.values())


def test_a_new_address_fails_until_the_table_of_requests_has_it() -> None:
    table = line(Random(1), PLAYERS).table
    case = Case((table, table), None, PLAYERS[0], Random(1))
    for rule, method in (
        ("/v1/games/<game_id:game>/hands/<hand>", "GET"),
        ("/v1/games/<game_id:game>/x", "PUT"),
    ):
        with pytest.raises(NoWayToAsk):
            list(asks(rule, method, case))


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_leak_is_found(kind: str, proven: Proof, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[kind](monkeypatch)
    rules = tuple(rule for rule in proven.rules if template(str(rule)) in LEAKING)
    with pytest.raises(Leak):
        _many(replace(proven, rules=rules), kind)


LEAKING = {f"/v1/games/{{game}}{rest}" for rest in ("", "/moves", "/events")}
"""Where leaks are planted."""


def _many(proven: Proof, kind: str) -> None:
    for number in range(30):
        proven.pair(Random(f"planted {kind} {number}"))
