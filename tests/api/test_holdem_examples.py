"""The examples of hold'em in the document are what a game with fixed chance gives."""

from typing import Any

import pytest

from app.games.holdem.reasons import HOLDEM_REASONS
from tests.api.helpers import Api, Json, Table, expect
from tests.api.holdem import VARIANT, act

CHANGING = {"digest", "signature", "time", "deadline", "game"}


@pytest.fixture
def schemas(document: Json) -> Json:
    """The schemas of the document."""
    components: Json = document["components"]["schemas"]
    return components


def raised_table(api: Api) -> Table:
    """A table of three before the flop, whose first seat has been raised."""
    table = api.table("me open open", VARIANT)
    act(table, "bet:3 raise:6 fold")
    return table


def fixed(view: Json) -> Json:
    """Return the members of a view that are the same in every game dealt from these keys."""
    return {name: value for name, value in view.items() if name not in CHANGING}


def test_the_view_in_the_document_is_that_of_the_seat_on_turn(api: Api, schemas: Json) -> None:
    (example,) = schemas["HoldemView"]["examples"]
    table = raised_table(api)
    assert fixed(example) == fixed(table.view(example["you"]))
    assert example["you"] == example["turn"]
    (move,) = schemas["HoldemLegalView"]["examples"]
    assert move in table.moves(example["turn"], expand=True)


def test_a_seat_is_taken_as_the_document_shows(api: Api, schemas: Json) -> None:
    (example,) = schemas["HoldemSit"]["examples"]
    made = expect(api.post({"variant": VARIANT, "seats": ["me", "open", "open"]}), 201)
    taken = expect(api.client.post(f"/v1/games/{made['game']}/seats", json=example), 201)
    assert taken["view"]["seats"][taken["seat"]]["stack"] == example["buy_in"]


def test_each_command_in_the_document_is_understood(api: Api, document: Json) -> None:
    body = document["paths"]["/v1/games/{game}/moves"]["post"]["requestBody"]["content"]["application/json"]
    examples: dict[str, Any] = {
        name: one["value"] for name, one in body["examples"].items() if name.startswith("holdem_")
    }
    assert [one["type"] for one in examples.values()] == ["check", "bet", "call", "raise", "fold", "buy"]
    table = raised_table(api)
    for name, example in examples.items():
        answer = table.post(table.view()["turn"] or 0, example)
        assert answer.status_code == 200 or answer.get_json()["code"] in HOLDEM_REASONS, name
