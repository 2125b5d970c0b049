"""Invalid bodies: unknown fields, wrong types, wrong sizes; all are refused without a write."""

import json
from typing import Any

import pytest

from tests.api.helpers import Api, Json, Table, expect, refused

GOOD: Json = {"variant": "north-american", "seats": ["me", "open"]}

BAD_CREATIONS: list[tuple[Json, str, str]] = [
    ({"variant": "poker"}, "validation_failed", "/variant"),
    ({"variant": 3}, "validation_failed", "/variant"),
    ({"variant": None}, "validation_failed", "/variant"),
    ({"seats": "me"}, "validation_failed", "/seats"),
    ({"seats": ["me"]}, "config_players", "/seats"),
    ({"seats": ["me"] * 2}, "validation_failed", "/seats"),
    ({"seats": ["open"] * 13}, "config_players", "/seats"),
    ({"seats": []}, "validation_failed", "/seats"),
    ({"seats": ["open"] * 65}, "validation_failed", "/seats"),
    ({"seats": ["me", "you"]}, "validation_failed", "/seats/1"),
    ({"seats": ["me", {"bot": "deep-blue"}]}, "validation_failed", "/seats/1"),
    ({"seats": ["me", {"bot": []}]}, "validation_failed", "/seats/1"),
    ({"seats": ["me", {"bot": {"bot": 1}}]}, "validation_failed", "/seats/1"),
    ({"seats": ["me", {"bot": None}]}, "validation_failed", "/seats/1"),
    ({"seats": ["me", {}]}, "validation_failed", "/seats/1"),
    ({"seats": ["me", ["open"]]}, "validation_failed", "/seats/1"),
    ({"seats": ["me", 1]}, "validation_failed", "/seats/1"),
    ({"seats": ["me", {"bot": "greedy", "hand": 1}]}, "unknown_field", "/seats/1"),
    ({"seats": ["open"] * 3}, "config_players", "/seats"),
    ({"variant": "paco-teams", "seats": ["open"] * 5}, "config_teams", "/seats"),
    ({"options": []}, "validation_failed", "/options"),
    ({"options": {"stake": 1.5}}, "validation_failed", "/options"),
    ({"options": {"stake": [1]}}, "validation_failed", "/options"),
    ({"options": {"stake": -5}}, "config_stake", "/options/stake"),
    ({"options": {"stake": "5"}}, "config_stake", "/options/stake"),
    ({"options": {"stake": True}}, "config_stake", "/options/stake"),
    ({"options": {"stake": 10**6 + 1}}, "config_stake", "/options/stake"),
    ({"options": {"hand_size": 7}}, "config_option", "/options/hand_size"),
    ({"options": {"variant": "mexican-2"}}, "config_option", "/options/variant"),
    ({"options": {"exchange": 1}}, "config_option", "/options/exchange"),
    ({"options": {"deals": 0}}, "config_option", "/options/deals"),
    ({"options": {"entropy": "dice"}}, "config_option", "/options/entropy"),
    ({"options": {"reveal": None}}, "config_option", "/options/reveal"),
    ({"options": {"Not an\noption <b>": 1}}, "config_option", "/options"),
    ({"entropy": "dice"}, "validation_failed", "/entropy"),
    ({"game_key": "00" * 32}, "unknown_field", "/game_key"),
    ({"__proto__": {}}, "unknown_field", "/__proto__"),
    ({"rules": {}}, "validation_failed", "/rules"),
]


@pytest.mark.parametrize(("change", "code", "pointer"), BAD_CREATIONS)
def test_a_creation_that_is_wrong_is_refused_at_the_place_that_is_wrong(
    change: Json, code: str, pointer: str, api: Api
) -> None:
    problem = refused(api.post({**GOOD, **change}), 422, code)
    pointers = [error["pointer"] for error in problem["errors"]]
    assert pointer in pointers, pointers
    assert code.startswith("config_") == ("rule" in problem)
    assert "<b>" not in str(problem)
    assert api.games.store.live(10) == []


@pytest.mark.parametrize(
    ("change", "possible"),
    [
        ({"variant": "mexican-2", "options": {"hand_size": 7}}, {"allowed": [8, 9, 10]}),
        ({"options": {"exchange": 1}}, {"allowed": [False, True]}),
        ({"options": {"stake": -5}}, {"minimum": 0, "maximum": 10**6}),
        ({"options": {"decision_seconds": 0}}, {"minimum": 1, "maximum": 86_400}),
        ({"options": {"entropy": "dice"}}, {"allowed": ["none", "seats"]}),
        ({"options": {"variant": "mexican-2"}}, {}),
        ({"variant": None, "rules": {"money": "gold"}}, {"allowed": ["money", "chips"]}),
        ({"variant": None, "rules": {"packs": 13}}, {"minimum": 1, "maximum": 12}),
        ({"variant": None, "rules": {"tarot": 1}}, {}),
        ({"seats": ["open"] * 9}, {"minimum": 2, "maximum": 2}),
    ],
)
def test_a_refused_option_names_its_allowed_values(change: Json, possible: Json, api: Api) -> None:
    body = {name: value for name, value in {**GOOD, **change}.items() if value is not None}
    (error,) = expect(api.post(body), 422)["errors"]
    assert {name: error[name] for name in ("allowed", "minimum", "maximum") if name in error} == possible


@pytest.mark.parametrize("language", ["es", "fr"])
def test_field_errors_are_in_the_language_of_the_request(language: str, api: Api) -> None:
    for change, code, _ in BAD_CREATIONS:
        body = {**GOOD, **change}
        english = refused(api.post(body), 422, code)
        other = refused(api.post(body, Accept_Language=language), 422, code)
        assert other["detail"] != english["detail"]
        pairs = zip(other["errors"], english["errors"], strict=True)
        assert not [error["detail"] for error, same in pairs if error["detail"] == same["detail"]]


@pytest.mark.parametrize("missing", ["variant", "seats"])
def test_missing_members_of_a_creation_are_named(missing: str, api: Api) -> None:
    body = {name: value for name, value in GOOD.items() if name != missing}
    assert refused(api.post(body), 422, "validation_failed")["errors"][0]["pointer"] == f"/{missing}"


@pytest.fixture
def table(api: Api) -> Table:
    """A game of two persons."""
    return api.table("me open")


BAD_MOVES: list[tuple[Any, str, str]] = [
    ({}, "validation_failed", "/type"),
    ({"type": "deal"}, "validation_failed", "/type"),
    ({"type": "sit"}, "validation_failed", "/type"),
    ({"type": "void"}, "validation_failed", "/type"),
    ({"type": ["pass"]}, "validation_failed", "/type"),
    ({"type": None}, "validation_failed", "/type"),
    ({"type": "pass", "state": {}}, "unknown_field", "/state"),
    ({"type": "pass", "seat": 0}, "unknown_field", "/seat"),
    ({"type": "pass", "actor": "system"}, "unknown_field", "/actor"),
    ({"type": "fold", "card": "2d"}, "unknown_field", "/card"),
    ({"type": "keep"}, "validation_failed", "/discard"),
    ({"type": "keep", "discard": "2D"}, "validation_failed", "/discard"),
    ({"type": "keep", "discard": None}, "validation_failed", "/discard"),
    ({"type": "exchange", "card": 7}, "validation_failed", "/card"),
    ({"type": "exchange", "card": "??"}, "validation_failed", "/card"),
    ({"type": "force"}, "validation_failed", "/seat"),
    ({"type": "force", "seat": "0"}, "validation_failed", "/seat"),
    ({"type": "force", "seat": -1}, "validation_failed", "/seat"),
    ({"type": "force", "seat": True}, "validation_failed", "/seat"),
    ({"type": "meld"}, "validation_failed", "/use"),
    ({"type": "meld", "use": [], "melds": []}, "validation_failed", "/use"),
    ({"type": "meld", "use": "2d"}, "validation_failed", "/use"),
    ({"type": "meld", "use": [["2d"]]}, "validation_failed", "/use/0"),
    ({"type": "meld", "use": ["2d"] * 61}, "validation_failed", "/use"),
    ({"type": "meld", "melds": [[]]}, "validation_failed", "/melds/0"),
    ({"type": "meld", "melds": [["2d", 3]]}, "validation_failed", "/melds/0/1"),
    ({"type": "ready", "entropy_commitment": "ab"}, "validation_failed", "/entropy_commitment"),
    ({"type": "reveal"}, "validation_failed", "/entropy"),
    ([], "validation_failed", ""),
    ("pass", "validation_failed", ""),
    (7, "validation_failed", ""),
]


@pytest.mark.parametrize(("body", "code", "pointer"), BAD_MOVES)
def test_a_move_that_is_wrong_is_refused_at_the_place_that_is_wrong(
    body: Any, code: str, pointer: str, table: Table
) -> None:
    before = table.view()["ply"]
    problem = refused(table.post(table.asked(), body, Idempotency_Key="k"), 422, code)
    assert pointer in [error["pointer"] for error in problem["errors"]]
    assert table.view()["ply"] == before


def raw(table: Table, data: bytes, **headers: str) -> Any:
    named = {"Content-Type": "application/json", "Idempotency-Key": "k", **headers}
    return table.api.client.post(f"{table.path}/moves", data=data, headers=table.headers(0, named))


def test_a_body_may_have_8_kib_one_with_a_sheet_64_kib_and_no_byte_more(table: Table) -> None:
    body = json.dumps({"type": "keep", "discard": "2d"}).encode()
    fits = raw(table, body + b" " * (8192 - len(body)))
    assert fits.status_code in (409, 422)
    assert fits.get_json()["code"] != "validation_failed"
    refused(raw(table, body + b" " * (8193 - len(body))), 413, "body_too_large")
    refused(
        table.api.client.post("/v1/games", data=b" " * 65_537, content_type="application/json"),
        413,
        "body_too_large",
    )


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"null", 422, "validation_failed"),
        (b"{", 400, "malformed_json"),
        (b'{"type": "pass"} x', 400, "malformed_json"),
        (b'{"type": "pass", "type": "fold"}', 400, "duplicate_key"),
        (b"[" * 2000, 400, "too_deep"),
        (b"\xef\xbb\xbf{}", 400, "bad_encoding"),
        ('{"type":"pass"}'.encode("utf-16"), 400, "bad_encoding"),
        (b'{"type": "\\ud800"}', 400, "bad_encoding"),
        (b'{"expected_ply": NaN}', 422, "validation_failed"),
        (b'{"expected_ply": ' + b"9" * 4000 + b"}", 422, "validation_failed"),
    ],
)
def test_invalid_json_is_refused(data: bytes, status: int, code: str, table: Table) -> None:
    refused(raw(table, data), status, code)


def test_another_content_type_is_refused(table: Table) -> None:
    refused(raw(table, b'{"type":"pass"}', **{"Content-Type": "text/plain"}), 415, "unsupported_media_type")


def test_another_method_and_another_accept_are_refused(table: Table) -> None:
    for path in (table.path, f"{table.path}/moves", "/v1/games", "/v1/variants"):
        response = table.api.client.delete(path)
        refused(response, 405, "method_not_allowed")
        assert "DELETE" not in response.headers["Allow"]
    refused(table.get("", Accept="text/html"), 406, "not_acceptable")


def test_a_body_that_is_not_needed_may_be_left_out_and_is_checked_when_it_is_there(api: Api) -> None:
    made = expect(api.post({**GOOD, "seats": ["open", "open"]}), 201)
    path = f"/v1/games/{made['game']}/seats"
    refused(api.client.post(path, json={"seat": "1"}), 422, "validation_failed")
    refused(api.client.post(path, json={"token": "x"}), 422, "unknown_field")
    expect(api.client.post(path), 201)
    expect(api.client.post(path, json={}), 201)


def test_every_answer_forbids_sniffing_storing_and_framing(table: Table) -> None:
    for response in (table.get(), table.get("/moves", 0), table.get("/moves"), table.post(0, {})):
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Cache-Control"] in ("private, no-store", "no-store")
        assert "Authorization" in response.vary
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
