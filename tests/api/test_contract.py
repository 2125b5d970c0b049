"""The OpenAPI document as a contract: well-formed, complete, with valid examples."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from app.http.blueprint import KEY, OPERATOR, SEAT
from app.http.errors import CODES
from app.http.fields import StrictSchema, TypedSchema
from app.http.openapi import UNADDRESSED, codes_of, statuses
from app.http.openapi_components import operations
from tests.api.documents import resolved
from tests.api.helpers import PROBLEM, Api, Json, expect, refused, running

WRITES = ("post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def api(valkey_socket: Any) -> Iterator[Api]:
    """The API that the document describes."""
    with running(f"unix://{valkey_socket}?db=4") as api:
        yield api


def each(document: Json) -> Iterator[tuple[str, Json]]:
    for path, method, _, operation in operations(document):
        yield f"{method.upper()} {path}", operation


def refused_with(document: Json, operation: Json) -> dict[str, set[str]]:
    """The codes that an operation is refused with, by status."""
    return {status: set(codes) for status, codes in codes_of(document, operation).items()}


def test_the_document_is_well_formed(document: Json) -> None:
    OpenAPIV31SpecValidator(document).validate()


def test_every_operation_has_a_unique_name(document: Json) -> None:
    documented = [operation for _, operation in each(document)]
    names = [operation["operationId"] for operation in documented]
    assert len(set(names)) == len(names) > 40
    tags = {tag["name"] for tag in document["tags"]}
    for described in documented:
        assert set(described["tags"]) <= tags
    assert document["servers"]
    assert document["info"]["description"]


def test_a_summary_is_a_heading_and_a_description_is_sentences(document: Json) -> None:
    for name, operation in each(document):
        summary, description = operation["summary"], operation.get("description", "")
        assert re.fullmatch(r"[A-Z][^\n]{4,90}[^\s.]", summary), (name, summary)
        assert "." not in summary, (name, summary)
        assert re.fullmatch(r"(?s)[A-Z`].{20,}\.", description), (name, description)
        assert "\n" not in description.replace("\n\n", ""), (name, description)


def test_every_parameter_is_described(document: Json) -> None:
    tried = 0
    for _, _, item, operation in operations(document):
        for parameter in (*item.get("parameters", ()), *operation.get("parameters", ())):
            described = resolved(document, parameter)
            assert described.get("description"), described
            tried += 1
    assert tried > 60


def test_every_answer_that_succeeds_has_a_shape_and_an_example(document: Json) -> None:
    for name, operation in each(document):
        good = [response for status, response in operation["responses"].items() if 200 <= int(status) < 300]
        assert good, name
        shared = document["components"]["responses"]
        good = [
            shared[response["$ref"].rpartition("/")[2]] if "$ref" in response else response
            for response in good
        ]
        for answer in good:
            assert {"X-Request-Id"} <= set(answer["headers"]), name
            assert ("content" in answer) == ("204" not in operation["responses"]), name
            for media, content in answer.get("content", {}).items():
                assert content["schema"], (name, media)
                assert {"example", "examples"} & set(content), (
                    f"{name}: give `answers` an `example`, or `app/api/examples.json` one by the shape's name"
                )


def test_every_body_has_a_shape_and_an_example(document: Json) -> None:
    tried = 0
    for name, operation in each(document):
        for media, content in operation.get("requestBody", {}).get("content", {}).items():
            assert content["schema"], (name, media)
            assert {"example", "examples"} & set(content), (
                f"{name}: add an example of the body to `app/api/examples.json` by the name of its schema"
            )
            tried += 1
    assert tried > 8


def examples(part: Any) -> Iterator[tuple[Json, Any]]:
    """Every shape with each of its examples."""
    if isinstance(part, dict):
        if "schema" in part:
            values = [example.get("value", example) for example in part.get("examples", {}).values()]
            yield from ((part["schema"], value) for value in values)
            if "example" in part:
                yield part["schema"], part["example"]
        for inner in part.values():
            yield from examples(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from examples(inner)


def test_every_example_has_the_shape_that_it_is_an_example_of(document: Json) -> None:
    tried = 0
    for shape, example in examples({"paths": document["paths"], "parameters": document["components"]}):
        value = (
            resolved(document, example)["value"]
            if isinstance(example, dict) and "$ref" in example
            else example
        )
        checked = Draft202012Validator({**shape, "components": document["components"]})
        wrong = [f"{list(error.absolute_path)}: {error.message}" for error in checked.iter_errors(value)]
        assert not wrong, (wrong[:5], value)
        tried += 1
    assert tried > 150


def arrays(part: Any) -> Iterator[Json]:
    """Every schema of a list."""
    if isinstance(part, dict):
        if part.get("type") == "array" or (isinstance(part.get("type"), list) and "array" in part["type"]):
            yield part
        for inner in part.values():
            yield from arrays(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from arrays(inner)


def test_every_array_describes_its_items(document: Json) -> None:
    shapes = list(arrays(document["components"]["schemas"]))
    assert len(shapes) > 50
    assert all("items" in shape for shape in shapes)


def test_the_document_is_short_and_has_no_control_characters(api: Api, document: Json) -> None:
    text = api.client.get("/openapi.json").text
    assert len(text.encode()) < 4_400 * len(list(each(document)))
    assert all(letter.isprintable() for letter in text)
    assert not re.search(r"\\u00(?:[01][0-9a-f]|[89][0-9a-f]|7f)", text)


def test_operations_share_one_response_for_each_status_that_refuses(document: Json) -> None:
    for name, operation in each(document):
        refusals = {status: one for status, one in operation["responses"].items() if int(status) >= 400}
        assert set(refusals) == set(refused_with(document, operation)), name
        for status, response in refusals.items():
            assert response == {"$ref": f"#/components/responses/Problem{status}"}, name
    for status, response in document["components"]["responses"].items():
        if status.startswith("Problem"):
            assert response["content"][PROBLEM]["schema"] == {"$ref": "#/components/schemas/Problem"}, status


def test_an_answer_that_several_operations_give_alike_is_written_once(document: Json) -> None:
    given = {name: operation["responses"]["200"] for name, operation in each(document) if "/pause" in name}
    assert set(given) == {"POST /v1/tournaments/{tournament}/pause"}
    assert list(given.values()) == [{"$ref": "#/components/responses/TournamentView"}]
    assert document["components"]["responses"]["TournamentView"]["content"]["application/json"]["example"]


def test_a_parameter_of_several_operations_is_written_once(document: Json) -> None:
    written = [
        parameter
        for _, _, item, operation in operations(document)
        for parameter in (*item.get("parameters", ()), *operation.get("parameters", ()))
        if "$ref" not in parameter
    ]
    known = list(document["components"]["parameters"].values())
    assert "tournament" in document["components"]["parameters"]
    assert written
    assert not [parameter for parameter in written if parameter in known]


def test_one_of_several_members_is_described_and_typed(document: Json) -> None:
    for name, faulty in (
        ("Move_meld", [{}, {"use": ["6O"], "melds": [["6O"]]}]),
        ("Move_standing", [{}]),
    ):
        shape = document["components"]["schemas"][name]
        assert not {"oneOf", "anyOf", "allOf"} & set(shape)
        checked = Draft202012Validator({**shape, "components": document["components"]})
        kind = shape["properties"]["type"]["const"]
        fitting = {"use": ["6O"]} if kind == "meld" else {"claim": True}
        assert checked.is_valid({"type": kind, **fitting})
        assert not any(checked.is_valid({"type": kind, **body}) for body in faulty)


def test_the_manifest_documents_required_members_and_defaults(document: Json) -> None:
    shape = document["components"]["schemas"]["Manifest"]
    assert set(shape["required"]) == {"name", "format", "entrants"}
    assert shape["properties"]["decks_per_pairing"]["default"] == 1
    rules = shape["properties"]["rules"]["example"]
    assert rules == {"hand_sizes": [8]}


def test_the_sheet_that_the_manifest_shows_is_one(api: Api, document: Json) -> None:
    rules = document["components"]["schemas"]["Manifest"]["properties"]["rules"]["example"]
    expect(api.client.post("/v1/rules", json={"rules": rules}), 200)


def test_every_file_has_a_binary_response(api: Api) -> None:
    table = api.table("me greedy")
    table.play(seed=1)
    path = f"{table.path}/record.jsonl"
    usual, plain = (
        api.client.get(path, headers={"Accept": accept}) for accept in ("*/*", "application/octet-stream")
    )
    assert (usual.mimetype, plain.mimetype) == ("application/x-ndjson", "application/octet-stream")
    assert usual.data == plain.data
    sent = api.client.post("/v1/imports", data=plain.data, content_type="application/octet-stream")
    assert expect(sent, 201)["format"] == "record"
    text = api.client.get(f"{table.path}/record.txt").data
    answer = api.client.post("/v1/imports", data=text, content_type="application/octet-stream")
    assert expect(answer, 201)["format"] == "text"


def test_the_codes_of_the_document_are_those_of_the_catalogue(document: Json) -> None:
    listed = {
        code
        for _, operation in each(document)
        for codes in refused_with(document, operation).values()
        for code in codes
    }
    known = {name for name in CODES if name in listed or name in UNADDRESSED}
    assert listed <= set(CODES)
    assert known == set(CODES)
    for name, operation in each(document):
        for status, codes in refused_with(document, operation).items():
            for code in codes:
                assert int(status) in statuses(CODES[code]), (name, code)


def test_alternative_scopes_of_an_operation_are_alternative_security_requirements(document: Json) -> None:
    by_name = dict(each(document))

    def ways(name: str) -> list[Json]:
        return list(by_name[name]["security"])

    looking = [{KEY: ["view"]}, {KEY: ["spectate"]}, {KEY: ["audit"]}]
    assert ways("GET /v1/games/{game}") == [{SEAT: []}, *looking, {}]
    assert ways("GET /v1/players/me/decisions") == [{KEY: ["play", "view"]}]
    assert ways("POST /v1/games/{game}/rematch") == [{SEAT: []}, {KEY: ["play"]}]
    assert ways("POST /v1/disputes/{dispute}/moves") == [
        {SEAT: []},
        {KEY: ["play", "view"]},
        {KEY: ["audit"]},
    ]
    assert {KEY: ["play", "audit"]} in ways("POST /v1/games/{game}/forks")


def test_responses_link_to_operations_on_the_created_resource(document: Json) -> None:
    by_name = dict(each(document))
    links = by_name["POST /v1/games"]["responses"]["201"]["links"]
    names = {operation["operationId"]: name for name, operation in by_name.items()}
    assert {
        "GET /v1/games/{game}",
        "POST /v1/games/{game}/moves",
        "GET /v1/games/{game}/positions/{ply}",
    } <= {names[link["operationId"]] for link in links.values()}
    linked = by_name["POST /v1/imports"]["responses"]["201"]["links"]
    assert linked["imports_tell"]["parameters"] == {"name": "$response.body#/import"}
    assert all([*link["parameters"]] == sorted(link["parameters"]) for link in links.values())


def test_writes_take_a_key_and_commands_a_precondition(document: Json) -> None:
    for name, operation in each(document):
        taken = {resolved(document, parameter)["name"] for parameter in operation.get("parameters", ())}
        codes = set().union(*refused_with(document, operation).values())
        write = name.split()[0].lower() in WRITES
        assert ("Idempotency-Key" in taken) == write, name
        assert ("If-Match" in taken) == ("precondition_required" in codes), name
        assert ("If-None-Match" in taken) == (not write), name


def test_operations_that_check_tokens_document_their_security(document: Json) -> None:
    assert set(document["components"]["securitySchemes"]) == {SEAT, KEY, OPERATOR}
    for name, operation in each(document):
        refuses = "unauthenticated" in set().union(*refused_with(document, operation).values())
        assert refuses == bool(operation.get("security")), name


def test_a_missing_token_is_refused_before_the_body_is_read(api: Api, document: Json) -> None:
    asked = [name for name, operation in each(document) if {} not in operation.get("security", [{}])]
    assert len(asked) > 20
    for name in asked:
        method, path = name.split()
        response = api.client.open(path_of(path), method=method, query_string={"cursor": ""}, data=b"{")
        refused(response, 401, "unauthenticated")


def path_of(path: str) -> str:
    """An address with something of the right form in place of every part that varies."""
    parts = {name: f"{name[0]}-{'0' * 24}" for name in ("game", "dispute", "tournament", "webhook", "player")}
    parts["delivery"] = f"msg_{'0' * 32}"
    return re.sub(r"{(\w+)}", lambda match: parts.get(match[1], "1"), path)


def test_every_command_has_a_schema_and_an_example(document: Json) -> None:
    schemas = document["components"]["schemas"]
    known = {schema.__name__.removesuffix("Schema"): schema for schema in TypedSchema.__subclasses__()}
    names = [name for name, shape in schemas.items() if "discriminator" in shape]
    assert {"Move", "Say"} <= set(names)
    for name in names:
        schema = known[name]
        assert schemas[name]["discriminator"]["propertyName"] == "type"
        mapping = schemas[name]["discriminator"]["mapping"]
        assert set(mapping) == set(schema.kinds)
        for kind in schema.kinds:
            shape = schemas[mapping[kind].rpartition("/")[2]]
            assert shape["properties"]["type"]["const"] == kind
            assert schema().load({"type": kind, **schema.kinds[kind].example})


def test_every_example_of_a_body_is_taken(document: Json) -> None:
    """By the schema, which is stricter than its shape."""
    schemas = {schema.__name__.removesuffix("Schema"): schema for schema in StrictSchema.__subclasses__()}
    tried = 0
    for _, operation in each(document):
        for media, content in operation.get("requestBody", {}).get("content", {}).items():
            name = content["schema"].get("$ref", "").rpartition("/")[2]
            if media == "application/json" and "example" in content and name in schemas:
                schemas[name]().load(content["example"])
                tried += 1
    assert tried >= 5
