"""The OpenAPI document and the guides have every address, every answer and every code."""

import re
from typing import Any

import orjson
import pytest
from markupsafe import Markup, escape
from werkzeug.test import TestResponse

from app.games.registry import variants
from app.http.openapi_components import operations
from tests.api.conversation import conversation
from tests.api.documents import differences, references, resolved
from tests.api.helpers import PROBLEM, Api, Json, expect, refused, running


def test_the_document_lists_exactly_the_addresses_that_exist(api: Api, document: Json) -> None:
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(rule)), method.lower())
        for rule in api.app.url_map.iter_rules()
        if not rule.endpoint.startswith(("pages.", "clients."))  # not operations of the API
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    listed = {
        (path, method)
        for path, item in document["paths"].items()
        for method in item
        if method != "parameters"
    }
    assert listed == served
    assert len(served) >= 10


def test_the_document_is_the_same_bytes_on_every_request(api: Api) -> None:
    first, *more = (api.client.get("/openapi.json").data for _ in range(3))
    assert more == [first, first]


def test_every_reference_in_the_document_leads_somewhere(document: Json) -> None:
    targets = list(references(document))
    assert len(targets) > 20
    for reference in targets:
        assert resolved(document, reference)


def test_every_operation_documents_its_effect_and_its_errors(document: Json) -> None:
    for item in document["paths"].values():
        for operation in (one for method, one in item.items() if method != "parameters"):
            assert operation["summary"]
            assert operation["operationId"]
            for status, answer in operation["responses"].items():
                shape = resolved(document, answer)
                assert shape["description"]
                assert (set(shape.get("content", ())) == {PROBLEM}) == (int(status) >= 400)


def test_every_answer_has_the_status_and_the_shape_that_are_written_down(api: Api, document: Json) -> None:
    seen = set()
    for path, method, response in conversation(api):
        responses = document["paths"][path][method]["responses"]
        status = str(response.status_code)
        assert status in responses, (path, method, status, response.text)
        answer = resolved(document, responses[status])
        seen.add((path, method, status))
        if (
            response.content_type
            and "json" in response.content_type
            and "ndjson" not in response.content_type
        ):
            shape = content(answer, response)
            assert not list(differences(document, shape, response.get_json())), (path, method, status)
    answered = {(path, method) for path, method, _ in seen}
    written = {(path, method) for path, method, *_ in operations(document)}
    assert answered == written, (
        f"requests of tests/api/conversation.py: {sorted(answered ^ written)} lack one or do not exist"
    )
    assert {status for _, _, status in seen} >= {
        "200",
        "201",
        "304",
        "400",
        "401",
        "404",
        "409",
        "412",
        "422",
        "428",
    }


def content(answer: Json, response: TestResponse) -> Any:
    """The documented shape of an answer with the media type it came with."""
    kinds = answer["content"]
    assert response.mimetype in kinds, (response.mimetype, set(kinds))
    return kinds[response.mimetype].get("schema", {})


def test_the_api_catalogue_links_to_existing_documents(api: Api) -> None:
    path = "/.well-known/api-catalog"
    for method in ("GET", "HEAD"):
        catalogue = api.client.open(path, method=method)
        assert (catalogue.status_code, catalogue.mimetype) == (200, "application/linkset+json")
        assert catalogue.headers["Link"] == f'<{path}>; rel="api-catalog"'
    (links,) = orjson.loads(api.client.get(path).data)["linkset"]
    relations = {name: targets for name, targets in links.items() if name != "anchor"}
    assert {"service-desc", "service-doc", "status"} <= set(relations)
    for target in (one for targets in relations.values() for one in targets):
        answer = api.client.get(target["href"], headers={"Accept": target["type"]})
        assert (answer.status_code, answer.mimetype) == (200, target["type"])


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/v1/variants/chess", "These exist here: mexican-3, mexican-2, paco, "),
        ("/v1/ratings/chess", "These exist here: mexican-3, "),
        ("/v1/rulebooks/99", "These exist here: 1, 2, 3, "),
        ("/docs/rust", "These exist here: tasks, curl, python, "),
    ],
)
def test_an_unknown_variant_is_refused_with_the_known_names(api: Api, path: str, detail: str) -> None:
    assert refused(api.client.get(path), 404, "not_found")["detail"].startswith(detail)
    assert (
        "existen: " in api.client.get(path, headers={"Accept-Language": "es"}).get_json(force=True)["detail"]
    )


def test_links_are_absolute_where_the_service_knows_its_address(redis_url: str) -> None:
    with running(redis_url, url="https://cards.example") as api:
        answer = api.client.get("/v1/variants/chess").get_json(force=True)
    assert answer["type"] == "https://cards.example/problems/not_found"


def test_lists_are_paged_by_cursor_and_only_logs_and_marks_have_after(document: Json) -> None:
    paged = {}
    for path, _, _, operation in operations(document):
        every = [resolved(document, parameter) for parameter in operation.get("parameters", ())]
        given = {parameter["name"] for parameter in every if parameter["in"] == "query"}
        if given & {"after", "cursor"}:
            paged[path] = given & {"after", "cursor"}
    after = {path for path, given in paged.items() if "after" in given}
    assert all(path.endswith(("/events", "/me/decisions")) for path in after)
    assert {path: given for path, given in paged.items() if path not in after} == {
        path: {"cursor"}
        for path in (
            "/v1/games", "/v1/disputes", "/v1/webhooks/{webhook}/deliveries", "/v1/tournaments",
            "/v1/tournaments/{tournament}/games", "/v1/tournaments/{tournament}/failures",
            "/v1/tournaments/{tournament}/failures/details",
            "/v1/log/checkpoints", "/v1/operator/players", "/v1/players",
        )
    }  # fmt: skip


TIMES = {
    "as_of", "asked", "at", "deadline", "ended", "imported", "made", "next_try", "old_secret_until",
    "revoked", "since", "started", "time", "until",
}  # fmt: skip


def test_every_time_in_an_answer_is_documented_as_milliseconds(document: Json) -> None:
    descriptions = {
        (schema, name): member.get("description", "")
        for schema, shape in document["components"]["schemas"].items()
        for name, member in shape.get("properties", {}).items()
        if name in TIMES and "integer" in member.get("type", ())
    }
    assert {name for _, name in descriptions} == TIMES
    assert {field for field, text in descriptions.items() if "ms since 1970" not in text} == set()


def test_the_docs_name_every_operation_and_load_nothing_from_other_origins(api: Api, document: Json) -> None:
    text = api.client.get("/docs").text
    commands = re.findall(r"<pre[^>]*>(curl [^<]+)</pre>", text)
    assert len(commands) == sum(1 for _ in operations(document))
    for path, method, _, operation in operations(document):
        assert f'<section id="{operation["operationId"]}">' in text
        assert str(escape(operation["summary"])) in text
        asked = re.sub(r"{(\w+)}", lambda match: f"${match[1].upper()}", path)
        own = [
            command
            for command in commands
            if f"$URL{asked}" in command and method.upper() in f"GET {command}"
        ]
        assert own
        if {"$ref": "#/components/parameters/If-Match"} in operation.get("parameters", ()):
            assert all(r"If-Match: \"$PLY\"" in Markup(command).unescape() for command in own)
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', text)
    anchors = set(re.findall(r'href="#([^"]+)"', text))
    assert anchors
    assert anchors <= set(re.findall(r'id="([^"]+)"', text))
    assert "<script" not in text
    assert " style=" not in text
    for sheet in set(re.findall(r'href="(/[^"#]+)"', text)):
        with api.client.get(sheet, headers={"Accept": "*/*"}) as answer:
            assert answer.status_code == 200, sheet


def test_health_readiness_and_version_are_served(api: Api) -> None:
    assert expect(api.client.get("/livez"), 200) == {"status": "alive"}
    ready = expect(api.client.get("/readyz"), 200)
    assert (ready["status"], ready["warnings"], set(ready["checks"].values())) == ("ready", [], {"ok"})
    version = expect(api.client.get("/version"), 200)
    assert (version["name"], version["organisers"]) == ("conquian", "granted")


def test_the_variants_are_listed_with_sheets_that_a_game_can_be_made_from(api: Api) -> None:
    listed = expect(api.client.get("/v1/variants"), 200)["variants"]
    assert [row["variant"] for row in listed] == list(variants())
    for row in listed:
        assert expect(api.client.get(f"/v1/variants/{row['variant']}"), 200) == row
        seats = max(2, row["rules"]["players_min"])
        made = api.post({"variant": row["variant"], "seats": ["me", *["open"] * (seats - 1)]})
        log = api.games.entries(expect(made, 201)["game"], 0)
        assert row["rules_hash"].encode() in log[0].public
