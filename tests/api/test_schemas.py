"""Schemas of the OpenAPI document, as far as a client generator relies on them."""

from collections.abc import Iterator
from typing import Any

import pytest

from app.games.registry import GAMES
from app.games.table.events import EVENTS
from app.http.openapi_components import operations
from app.store.canonical import parse
from tests.api.documents import differences, references, resolved
from tests.client.document import document as served
from tests.corpus.test_corpus import RECORDS, kept

Json = dict[str, Any]


@pytest.fixture(scope="module")
def document() -> Json:
    """The OpenAPI document."""
    return served()


def parts(part: Any, place: str = "") -> Iterator[tuple[str, Json]]:
    """Every object in a part of the document, with its place."""
    if isinstance(part, dict):
        yield place, part
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for name, value in inner:
        yield from parts(value, f"{place}/{name}")


def test_every_nullable_enumeration_includes_null(document: Json) -> None:
    for place, shape in parts(document["components"]["schemas"]):
        if "enum" in shape and "null" in shape.get("type", ()):
            assert None in shape["enum"], place


def test_every_parameter_has_a_type(document: Json) -> None:
    for path, method, item, operation in operations(document):
        for parameter in (*item.get("parameters", ()), *operation.get("parameters", ())):
            described = resolved(document, parameter)
            assert {"type", "anyOf"} & set(described["schema"]), (path, method, described["name"])


def test_every_path_parameter_is_described(document: Json) -> None:
    for path, _, item, _ in operations(document):
        for parameter in item.get("parameters", ()):
            described = resolved(document, parameter)
            assert described["description"] != described["name"], (
                f"{path}: describe it in PATH_PARAMETERS of `app/http/openapi_texts.py`"
            )


def answered(document: Json) -> set[str]:
    """The names of the schemas that answers are made of."""
    schemas = document["components"]["schemas"]
    names: set[str] = set()
    todo: list[Any] = [
        answer
        for *_, operation in operations(document)
        for status, answer in operation["responses"].items()
        if status < "300"
    ]
    while todo:
        for _, shape in parts(todo.pop()):
            name = str(shape.get("$ref", "")).removeprefix("#/components/schemas/")
            if name in schemas and name not in names:
                names.add(name)
                todo.append(schemas[name])
    return names


def test_every_response_lists_its_required_members(document: Json) -> None:
    schemas = document["components"]["schemas"]
    assert [name for name in answered(document) if not {"required", "oneOf"} & set(schemas[name])] == []


PLAYED = (
    "Problem",
    "FieldError",
    "View",
    "SeatView",
    "CentreView",
    "ResultView",
    "MovesView",
    "DecisionView",
    "EntryView",
    "PublicView",
    "EventsView",
    "ReceiptView",
    "CreatedView",
    "SeatTokenView",
    "SeatedView",
    "AnswerView",
    "ListedGameView",
    "ListedSeatView",
)
"""What a client reads that plays a game."""


def test_every_member_that_a_player_reads_is_explained(document: Json) -> None:
    for name in PLAYED:
        for member, shape in document["components"]["schemas"][name]["properties"].items():
            keys = {"description", "enum", "$ref", "anyOf"} & set(shape)
            assert keys or "$ref" in shape.get("items", {}), f"{name}.{member}"


def test_every_event_of_the_log_has_a_schema(document: Json) -> None:
    events = document["components"]["schemas"]["PublicView"]["properties"]["events"]["items"]["oneOf"]
    kinds = [event["properties"]["type"]["const"] for event in events]
    assert {*EVENTS} | {name for play in GAMES.values() for name in play.events.types} == {*kinds}
    assert len(kinds) == len(set(kinds))
    assert all(event["description"] for event in events)


def test_the_example_of_a_legal_move_is_a_move(document: Json) -> None:
    schemas = document["components"]["schemas"]
    games = [play.prefix for play in GAMES.values()]
    for name in ("MovesView", "DecisionView"):
        listed = [each["$ref"] for each in references(schemas[name]["properties"]["moves"]["items"])]
        assert listed == [f"#/components/schemas/{game}LegalView" for game in games]
    for game in games:
        (example,) = schemas[f"{game}LegalView"]["properties"]["example"]["anyOf"]
        assert example["$ref"] == f"#/components/schemas/{game}Move"


@pytest.mark.parametrize(("form", "name"), RECORDS)
def test_every_corpus_entry_matches_the_documented_schema(document: Json, form: str, name: str) -> None:
    for line in map(parse, kept(form, name).splitlines()):
        if "public" in line:
            shape = {"$ref": "#/components/schemas/PublicView"}
            assert not list(differences(document, shape, line["public"])), line["public"]
