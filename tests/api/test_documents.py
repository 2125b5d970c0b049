"""The document says what the service does: every address, every answer, every code."""

import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from markupsafe import Markup, escape
from werkzeug.test import TestResponse

from app.api.causes import CAUSES
from app.games.conquian.reasons import REASONS
from app.games.conquian.variants import VARIANTS
from app.http.error_codes import CODES
from app.http.errors import Problem
from app.http.openapi_components import operations
from app.players.state import KeyScope
from tests.api import organising
from tests.api.documents import differences, references, resolved
from tests.api.helpers import PROBLEM, Api, Json, Table, expect, refused, running
from tests.api.people import person
from tests.replays.notation.test_document import GAMES as TEXTS

Said = tuple[str, str, TestResponse]


@pytest.fixture
def document(api: Api) -> Json:
    """The OpenAPI document."""
    return expect(api.client.get("/openapi.json"), 200)


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


def test_the_document_is_the_same_however_often_it_is_asked_for(api: Api) -> None:
    first, *more = (api.client.get("/openapi.json").data for _ in range(3))
    assert more == [first, first]


def test_every_reference_in_the_document_leads_somewhere(document: Json) -> None:
    found = list(references(document))
    assert len(found) > 20
    for reference in found:
        assert resolved(document, reference)


def test_every_operation_says_what_it_does_and_what_its_refusals_look_like(document: Json) -> None:
    for item in document["paths"].values():
        for operation in (one for method, one in item.items() if method != "parameters"):
            assert operation["summary"]
            assert operation["operationId"]
            for status, answer in operation["responses"].items():
                shape = resolved(document, answer)
                assert shape["description"]
                assert (set(shape.get("content", ())) == {PROBLEM}) == (int(status) >= 400)


def conversation(api: Api) -> Iterator[Said]:
    """Answers of every operation, wanted and refused, by the path in the document and the method."""
    games, client = "/v1/games", api.client
    yield games, "post", api.post({"variant": "north-american", "seats": ["me", {"bot": "greedy"}]})
    yield games, "post", api.post({"variant": "chess"})
    yield games, "post", api.post({"variant": "mexican-2", "seats": ["open"] * 5})
    yield games, "get", client.get(f"{games}?limit=0")
    yield from seats(api)
    running, ended = api.table("open me", "mexican-2"), api.table("me greedy")
    ended.play(seed=1)
    for table in (running, ended):
        yield from reading(table)
        yield from moving(table)
        for seat in (*table.tokens, None):
            asked = client.post(f"{table.path}/rematch", headers=table.headers(seat))
            yield games + "/{game}/rematch", "post", asked
        for ply in (3, 1, 0):
            what = {"ply": ply, "seats": [{"bot": "greedy"}] * 2}
            yield games + "/{game}/forks", "post", client.post(f"{table.path}/forks", json=what)
    yield games, "get", client.get(f"{games}?status=finished")
    yield from players(api)
    yield from webhooks(api)
    yield from disputes(ended)
    yield from imports(api)
    yield from tournaments(api)
    for rest in ("", "/{name}"):
        yield f"/v1/variants{rest}", "get", client.get("/v1/variants" + rest.replace("{name}", "mexican-2"))
    yield "/v1/variants/{name}", "get", client.get("/v1/variants/chess")
    yield "/v1/variants", "get", client.get("/v1/variants?lang=es")
    yield "/v1/bots", "get", client.get("/v1/bots")
    yield from service(api)
    for rest in (
        "checkpoint",
        "checkpoints",
        f"proof/inclusion?game={ended.id}",
        "proof/consistency?old=1&new=2",
    ):
        yield f"/v1/log/{rest.partition('?')[0]}", "get", client.get(f"/v1/log/{rest}")
    for body in ({"variant": "paco"}, {"rules": {"fold": True}}, {"rules": {"tarot": 1}}, {}):
        yield "/v1/rules", "post", client.post("/v1/rules", json=body)


def tournaments(api: Api) -> Iterator[Said]:
    path, one, lupe = organising.PATH, f"{organising.PATH}/{{tournament}}", organising.organiser(api)
    for body in (organising.manifest(), organising.manifest("Liga"), {"name": ""}):
        yield path, "post", (made := lupe.post(path, body))
    where = organising.begun(api, lupe, name="Torneo")
    organising.played(api, made.headers.get("Location", where))
    other = organising.begun(api, lupe, name="Otro")
    yield path, "get", api.client.get(f"{path}?limit=1")
    yield path, "get", api.client.get(f"{path}?cursor=x")
    for rest in (
        "",
        "/standings",
        "/cross-table",
        "/failures",
        "/games",
        "/events",
        "/pairings/1",
        "/pairings/1/explain",
        "/record",
        "/audit",
    ):
        name = one + rest.replace("/1", "/{round}")
        for there in (where, other, f"{path}/t-00{'z' * 22}"):
            yield name, "get", api.client.get(there + rest)
    for who in (lupe, person(api), api.client):
        yield f"{one}/failures/details", "get", who.get(f"{where}/failures/details")
    yield from files(api, one, where)
    yield from rating_lists(api)
    for rest in ("/pause", "/pause", "/resume", "/abort", "/abort"):
        yield one + rest, "post", lupe.post(other + rest)
    for rest, body in (
        ("/adjudications", {"fixture": 1, "balances": [1, -1], "text": "x"}),
        ("/forfeits", {"entrant": 0, "text": "x"}),
    ):
        third = organising.begun(api, lupe, name=rest[1:])
        for sent in (body, body, {}):
            yield one + rest, "post", lupe.post(third + rest, sent)


def rating_lists(api: Api) -> Iterator[Said]:
    for variant in ("north-american", "paco", "chess"):
        yield "/v1/ratings/{name}", "get", api.client.get(f"/v1/ratings/{variant}")


def files(api: Api, one: str, where: str) -> Iterator[Said]:
    for rest in ("/plots/seats.svg", "/plots/llr.png", "/export.csv", "/export.trf", "/export.json"):
        name = one + re.sub("seats|llr", "{name}", rest)
        yield name, "get", api.client.get(where + rest)
        yield name, "get", api.client.get(f"{organising.PATH}/t-00{'z' * 22}{rest}")


def service(api: Api) -> Iterator[Said]:
    for path in (
        "/livez",
        "/readyz",
        "/metrics",
        "/version",
        "/openapi.json",
        "/docs",
        "/docs.css",
        "/problems",
        "/verifier",
        "/verifier.js",
        "/proof-vectors.json",
        "/.well-known/api-catalog",
        "/.well-known/conquian-keys.json",
    ):
        yield path, "get", (first := api.client.get(path))
        yield path, "get", api.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        yield path, "get", api.client.get(path, headers={"Accept": "image/png"})
        yield path, "get", api.client.get(f"{path}?x=1")
    for page in ("curl", "cobol"):
        yield "/docs/{page}", "get", api.client.get(f"/docs/{page}")
    for code in ("run_gap", "no_such_code"):
        yield "/problems/{code}", "get", api.client.get(f"/problems/{code}")
    yield "/v1/rulebooks", "get", api.client.get("/v1/rulebooks")
    for number in (1, 99):
        for query in ("", "?lang=es", "?lang=de"):
            yield "/v1/rulebooks/{number}", "get", api.client.get(f"/v1/rulebooks/{number}{query}")


def seats(api: Api) -> Iterator[Said]:
    plan, path = {"variant": "mexican-2", "seats": ["open", "open"]}, "/v1/games/{game}/seats"
    opened = Table(api, expect(api.post(plan), 201)["game"])
    for body in (None, None, None, {"seat": 7}, {"invitation": "no code"}):
        sent = {} if body is None else {"json": body}
        yield path, "post", api.client.post(f"{opened.path}/seats", **sent)
    again = api.table("open me", "mexican-2")
    for seat in (0, 0, 1, None):
        renewed = api.client.post(f"{again.path}/seats/0/rotate", headers=again.headers(seat))
        yield path + "/{seat}/rotate", "post", renewed


def imports(api: Api) -> Iterator[Said]:
    path, client = "/v1/imports", api.client
    for data in (TEXTS[0], "no game"):
        yield path, "post", (sent := client.post(path, data=data, content_type="text/plain"))
        name = sent.get_json().get("import", "x-")
        yield f"{path}/{{name}}", "get", client.get(f"{path}/{name}")
        yield f"{path}/{{name}}/record", "get", client.get(f"{path}/{name}/record")
        position = client.get(f"{path}/{name}/positions/3")
        yield f"{path}/{{name}}/positions/{{ply}}", "get", position


def players(api: Api) -> Iterator[Said]:
    people, client = "/v1/players", api.client
    yield people, "post", client.post(people, json={"name": "Lupe"})
    yield people, "post", client.post(people, json={"name": ""})
    lupe = person(api)
    yield f"{people}/{{player}}", "get", client.get(f"{people}/{lupe.id}")
    yield f"{people}/{{player}}", "get", client.get(f"{people}/p-00{'z' * 22}")
    for path in (f"{people}/me", f"{people}/me/keys", f"{people}/me/events", f"{people}/me/decisions"):
        yield path, "get", lupe.get(path)
        yield path, "get", client.get(path)
    for scopes in (["view"], ["audit"], []):
        yield f"{people}/me/keys", "post", lupe.post(f"{people}/me/keys", {"scopes": scopes})
    rotate, key = f"{people}/me/keys/{{number}}/rotate", f"{people}/me/keys/{{number}}"
    for number in (2, 2):
        yield rotate, "post", lupe.post(f"{people}/me/keys/{number}/rotate")
    for number in (3, 3):
        yield key, "delete", lupe.delete(f"{people}/me/keys/{number}")


def webhooks(api: Api) -> Iterator[Said]:
    hooks, one, lupe = "/v1/webhooks", "/v1/webhooks/{webhook}", person(api)
    body = {"url": "https://bot.example/hook", "events": ["your_turn"]}
    yield hooks, "post", (made := lupe.post(hooks, body))
    for wrong in ({}, {**body, "url": "https://10.0.0.1/"}, {**body, "games": [f"g-00{'z' * 22}"]}):
        yield hooks, "post", lupe.post(hooks, wrong)
    yield hooks, "get", lupe.get(hooks)
    name = f"{hooks}/{expect(made, 201)['webhook']}"
    yield one, "get", lupe.get(name)
    yield one, "get", person(api, "Memo").get(name)
    for change in ({"description": "x"}, {}):
        yield one, "patch", api.client.patch(name, json=change, headers=lupe.headers())
    for _ in range(5):
        yield f"{one}/rotate", "post", lupe.post(f"{name}/rotate")
    yield f"{one}/test", "post", (sent := lupe.post(f"{name}/test"))
    yield f"{one}/deliveries", "get", lupe.get(f"{name}/deliveries")
    again = f"/deliveries/{expect(sent, 202)['delivery']}/redeliver"
    redeliver = f"{one}/deliveries/{{delivery}}/redeliver"
    yield redeliver, "post", lupe.post(name + again)
    yield one, "patch", api.client.patch(name, json={"enabled": False}, headers=lupe.headers())
    yield redeliver, "post", lupe.post(name + again)
    for _ in range(2):
        yield one, "delete", lupe.delete(name)


def disputes(table: Table) -> Iterator[Said]:
    game, one, client = "/v1/games/{game}/disputes", "/v1/disputes/{dispute}", table.api.client
    body = {"ply": 5, "claim": "other", "text": "wrong"}
    made = client.post(f"{table.path}/disputes", json=body, headers=table.headers(0))
    yield game, "post", made
    yield game, "post", client.post(f"{table.path}/disputes", json=body, headers=table.headers(0))
    yield game, "post", client.post(f"{table.path}/disputes", json=body)
    yield game, "get", table.get("/disputes")
    lupe = person(table.api)
    table.api.players.grant(lupe.id, KeyScope.AUDIT)
    yield "/v1/disputes", "get", lupe.with_scopes("audit").get("/v1/disputes?limit=1")
    yield "/v1/disputes", "get", lupe.get("/v1/disputes?state=open")
    yield "/v1/disputes", "get", lupe.get("/v1/disputes?state=ruled")
    yield "/v1/disputes", "get", client.get("/v1/disputes")
    name = expect(made, 201)["dispute"]
    yield one, "get", client.get(f"/v1/disputes/{name}")
    yield one, "get", client.get(f"/v1/disputes/d-00{'z' * 22}")
    yield f"{one}/events", "get", client.get(f"/v1/disputes/{name}/events")
    yield f"{one}/bundle", "get", client.get(f"/v1/disputes/{name}/bundle")
    for said in ({"type": "accept"}, {"type": "statement", "text": "x"}, {"type": "withdraw"}):
        asked = table.headers(0, {"Idempotency-Key": said["type"]})
        yield f"{one}/moves", "post", client.post(f"/v1/disputes/{name}/moves", json=said, headers=asked)
    yield "/v1/games/{game}", "get", table.get("", 0)


def reading(table: Table) -> Iterator[Said]:
    game = "/v1/games/{game}"
    ply = table.view()["ply"]
    for seat in (0, None) if 0 in table.tokens else (None,):
        yield game, "get", table.get("", seat)
        yield game, "get", table.get("", seat, **{"If-None-Match": f'"{ply}"'})
        yield f"{game}/moves", "get", table.get("/moves", seat)
        yield f"{game}/moves", "get", table.get("/moves?expand=1", seat)
        yield f"{game}/events", "get", table.get("/events?limit=200", seat)
        yield f"{game}/events", "get", table.get("/events?limit=0", seat)
        yield f"{game}/positions/{{ply}}", "get", table.get(f"/positions/{ply}", seat)
        yield f"{game}/positions/{{ply}}", "get", table.get("/positions/999", seat)
        yield f"{game}/audit", "get", table.get("/audit", seat)
        yield f"{game}/head", "get", (head := table.get("/head", seat))
        receipt = head.get_json().get("receipt")
        yield f"{game}/receipts", "get", table.get("/receipts", seat)
        yield f"{game}/receipts", "post", table.confront(receipt, seat)
        yield f"{game}/receipts", "post", table.confront({**receipt, "ply": 1}, seat)
        yield f"{game}/receipts", "post", table.confront({}, seat)
        for form in ("", ".txt", ".jsonl"):
            yield f"{game}/record{form}", "get", table.get(f"/record{form}", seat, Accept="*/*")


def moving(table: Table) -> Iterator[Said]:
    path, asked = "/v1/games/{game}/moves", table.asked()
    ply = table.view()["ply"]
    yield path, "post", table.post(None, {"type": "pass"}, If_Match='"1"')
    yield path, "post", table.post(0, {"type": "pass"}, If_Match='"0"')
    yield path, "post", table.post(0, {"type": "pass"}, If_Match="x")
    yield path, "post", table.post(0, {"type": "pass"}, X_Nothing="1")
    yield path, "post", table.post(0, {"type": "force", "seat": 5}, Idempotency_Key="k")
    if asked is not None:
        yield path, "post", table.post(asked, table.moves(asked)[0], If_Match=f'"{ply}"')


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
    assert {(path, method) for path, method, _ in seen} == {
        (path, method)
        for path, item in document["paths"].items()
        for method in item
        if method != "parameters"
    }
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


def test_every_code_has_a_page_and_stands_in_the_docs(api: Api) -> None:
    docs = api.client.get("/docs")
    assert (docs.status_code, docs.mimetype) == (200, "text/html")
    assert set(REASONS) <= set(CODES)
    listed = expect(api.client.get("/problems"), 200)["problems"]
    assert [one["code"] for one in listed] == sorted(CODES)
    for one in listed:
        code, known = one["code"], CODES[one["code"]]
        kind = Problem(code).as_dict()["type"]
        assert expect(api.client.get(kind), 200) == one
        assert one["statuses"] == [known.status, *known.also]
        page = api.client.get(kind, headers={"Accept": "text/html,*/*;q=0.8"})
        assert (page.status_code, page.mimetype) == (200, "text/html")
        assert all(str(escape(one[name])) in page.text for name in ("code", "title", "cause", "remedy"))
        for said in one["translations"].values():
            assert str(escape(said["sentence"])) in page.text
        assert f"<code>{code}</code>" in docs.text


def test_every_code_of_the_rules_is_explained_in_three_languages(api: Api) -> None:
    for code in REASONS:
        said = expect(api.client.get(f"/problems/{code}"), 200)
        assert set(said["translations"]) >= {"es", "fr"}
        assert said["rule"]
    for code in CODES:
        assert code in CAUSES or code in REASONS, f"{code} has no cause in app/api/causes.py"
    assert set(CAUSES) <= set(CODES)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_no_cause_repeats_its_title_or_its_remedy(api: Api, language: str) -> None:
    for one in expect(api.client.get(f"/problems?lang={language}"), 200)["problems"]:
        plain = {
            name: re.sub(r"\W+", " ", one[name]).casefold().strip() for name in ("title", "cause", "remedy")
        }
        assert len(set(plain.values())) == 3, one


def test_remedies_speak_of_what_was_refused(api: Api) -> None:
    listed = expect(api.client.get("/problems"), 200)["problems"]
    remedies = {one["code"]: one["remedy"] for one in listed}
    of_a_move = {code for code, remedy in remedies.items() if "GET /v1/games/{game}/moves" in remedy}
    assert not of_a_move & {"seat_unknown", "invitation_invalid", "not_host", "seed_invalid"}
    assert "awaited" not in remedies["history_rolled_back"] + remedies["seat_taken"]
    assert "operator" in remedies["history_rolled_back"]


@pytest.mark.parametrize("language", ["es", "fr"])
def test_problems_are_explained_in_the_language_of_the_reader(api: Api, language: str) -> None:
    english = expect(api.client.get("/problems"), 200)["problems"]
    wished = api.client.get("/problems", headers={"Accept-Language": f"{language}-MX, en;q=0.5"})
    assert wished.headers["Content-Language"] == language
    assert {"Accept", "Accept-Language"} <= set(wished.vary)
    asked = api.client.get(f"/problems?lang={language}", headers={"Accept-Language": "en"})
    assert asked.get_json() == wished.get_json()
    for one, other in zip(english, wished.get_json()["problems"], strict=True):
        assert one["code"] == other["code"]
        assert one["cause"] != other["cause"], one["code"]
        assert one["remedy"] != other["remedy"], one["code"]
        assert one["title"] != other["title"], one["code"]
        assert one["cause"] != one["title"].rstrip(".") + ".", one["code"]
        address = f"/problems/{one['code']}"
        assert api.client.get(f"{address}?lang={language}").get_json() == other
    page = api.client.get(f"/problems/run_gap?lang={language}", headers={"Accept": "text/html"})
    told = expect(api.client.get(f"/problems/run_gap?lang={language}"), 200)
    assert page.headers["Content-Language"] == language
    assert f'<html lang="{language}">' in page.text
    assert f'href="/problems?lang={language}"' in page.text
    assert all(str(escape(told[name])) in page.text for name in ("title", "cause", "remedy"))
    whole = api.client.get("/problems", headers={"Accept": "text/html", "Accept-Language": language})
    assert str(escape(told["cause"])) in whole.text
    plain = api.client.get("/problems/run_gap")
    assert plain.headers["Content-Language"] == "en"
    assert api.client.get("/problems?lang=de").status_code == 422


def test_the_catalogue_of_apis_leads_to_what_there_is(api: Api) -> None:
    path = "/.well-known/api-catalog"
    for method in ("GET", "HEAD"):
        found = api.client.open(path, method=method)
        assert (found.status_code, found.mimetype) == (200, "application/linkset+json")
        assert found.headers["Link"] == f'<{path}>; rel="api-catalog"'
    (links,) = orjson.loads(api.client.get(path).data)["linkset"]
    relations = {name: targets for name, targets in links.items() if name != "anchor"}
    assert {"service-desc", "service-doc", "status"} <= set(relations)
    for target in (one for targets in relations.values() for one in targets):
        answer = api.client.get(target["href"], headers={"Accept": target["type"]})
        assert (answer.status_code, answer.mimetype) == (200, target["type"])


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/v1/variants/chess", "These exist here: mexican-3, mexican-2, paco, "),
        ("/v1/ratings/chess", "These exist here: mexican-3, "),
        ("/v1/rulebooks/99", "These exist here: 1, 2, 3, "),
        ("/docs/rust", "These exist here: tasks, curl, python, "),
    ],
)
def test_a_name_that_does_not_exist_is_answered_with_those_that_do(api: Api, path: str, said: str) -> None:
    assert refused(api.client.get(path), 404, "not_found")["detail"].startswith(said)
    assert (
        "existen: " in api.client.get(path, headers={"Accept-Language": "es"}).get_json(force=True)["detail"]
    )


def test_links_are_absolute_where_the_service_knows_its_address(redis_url: str) -> None:
    with running(redis_url, url="https://cards.example") as api:
        told = api.client.get("/v1/variants/chess").get_json(force=True)
    assert told["type"] == "https://cards.example/problems/not_found"


def test_lists_are_paged_by_cursor_and_only_logs_and_marks_have_after(document: Json) -> None:
    paged = {}
    for path, _, _, operation in operations(document):
        every = [resolved(document, one) for one in operation.get("parameters", ())]
        given = {one["name"] for one in every if one["in"] == "query"}
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
            "/v1/log/checkpoints",
        )
    }  # fmt: skip


TIMES = {
    "as_of", "asked", "at", "deadline", "ended", "imported", "made", "next_try", "old_secret_until",
    "revoked", "since", "started", "time", "until",
}  # fmt: skip


def test_every_time_in_an_answer_says_that_it_is_in_milliseconds(document: Json) -> None:
    told = {
        (schema, name): member.get("description", "")
        for schema, shape in document["components"]["schemas"].items()
        for name, member in shape.get("properties", {}).items()
        if name in TIMES and "integer" in member.get("type", ())
    }
    assert {name for _, name in told} == TIMES
    assert {one for one, text in told.items() if "ms since 1970" not in text} == set()


def test_an_unknown_code_has_no_page(api: Api) -> None:
    refused(api.client.get("/problems/no_such_code"), 404, "not_found")


def test_the_docs_name_every_operation_and_need_nothing_from_elsewhere(api: Api, document: Json) -> None:
    text = api.client.get("/docs").text
    commands = re.findall(r"<pre[^>]*>(curl [^<]+)</pre>", text)
    assert len(commands) == sum(1 for _ in operations(document))
    for path, method, _, operation in operations(document):
        assert f'<section id="{operation["operationId"]}">' in text
        assert str(escape(operation["summary"])) in text
        asked = re.sub(r"{(\w+)}", lambda found: f"${found[1].upper()}", path)
        own = [one for one in commands if f"$URL{asked}" in one and method.upper() in f"GET {one}"]
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
        with api.client.get(sheet, headers={"Accept": "*/*"}) as found:
            assert found.status_code == 200, sheet


def test_the_service_says_that_it_is_alive_ready_and_which_version(api: Api) -> None:
    assert expect(api.client.get("/livez"), 200) == {"status": "alive"}
    ready = expect(api.client.get("/readyz"), 200)
    assert (ready["status"], ready["warnings"], set(ready["checks"].values())) == ("ready", [], {"ok"})
    assert expect(api.client.get("/version"), 200)["name"] == "conquian"


def test_the_variants_are_listed_with_sheets_that_a_game_can_be_made_from(api: Api) -> None:
    listed = expect(api.client.get("/v1/variants"), 200)["variants"]
    assert [row["variant"] for row in listed] == list(VARIANTS)
    for row in listed:
        assert expect(api.client.get(f"/v1/variants/{row['variant']}"), 200) == row
        seats = max(2, row["rules"]["players_min"])
        made = api.post({"variant": row["variant"], "seats": ["me", *["open"] * (seats - 1)]})
        log = api.games.entries(expect(made, 201)["game"], 0)
        assert row["rules_hash"].encode() in log[0].public
