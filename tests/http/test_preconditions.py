"""If-Match, expected_ply and Idempotency-Key, and the fingerprint of a command."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from app.http.idempotency import Precondition, etag, fingerprint


def command(client: FlaskClient, body: dict[str, Any] | None = None, **headers: str) -> tuple[int, Any]:
    """Status of a command, with its code or with (ply, key)."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    response = client.post("/v1/command", json=body or {}, headers=names)
    answer = response.get_json(force=True)
    return response.status_code, answer.get("code") or (answer["ply"], answer["key"])


def test_each_of_the_three_is_enough(client: FlaskClient) -> None:
    assert command(client, If_Match='"37"') == (200, (37, None))
    assert command(client, {"expected_ply": 0}) == (200, (0, None))
    assert command(client, Idempotency_Key="abc") == (200, (None, "abc"))


def test_none_of_the_three_is_refused(client: FlaskClient) -> None:
    assert command(client) == (428, "precondition_required")


def test_if_match_and_expected_ply_must_agree(client: FlaskClient) -> None:
    assert command(client, {"expected_ply": 37}, If_Match='"37"', Idempotency_Key="k") == (200, (37, "k"))
    assert command(client, {"expected_ply": 38}, If_Match='"37"') == (400, "precondition_invalid")


@pytest.mark.parametrize(
    "header",
    [
        "*",
        'W/"37"',
        '"37", "38"',
        "37",
        '"-1"',
        '"037"',
        '"+1"',
        '"1.0"',
        '""',
        '"x"',
        "",
        '"٣"',
        '"' + "9" * 16 + '"',
    ],
)
def test_if_match_is_one_strong_quoted_ply(client: FlaskClient, header: str) -> None:
    assert command(client, If_Match=header) == (400, "precondition_invalid")


@pytest.mark.parametrize("ply", [-1, "1", 1.0, True, None])
def test_expected_ply_is_an_integer(client: FlaskClient, ply: object) -> None:
    assert command(client, {"expected_ply": ply}, Idempotency_Key="k") == (422, "validation_failed")


@pytest.mark.parametrize(
    ("header", "key"),
    [("abc", "abc"), ('"abc"', "abc"), ('"a\\"b\\\\c"', 'a"b\\c'), ('"a,b"', "a,b"), ("x" * 255, "x" * 255)],
)
def test_an_idempotency_key_is_bare_or_quoted(client: FlaskClient, header: str, key: str) -> None:
    assert command(client, Idempotency_Key=header) == (200, (None, key))


@pytest.mark.parametrize(
    "header", ["", '""', "a b", '"a b"', "x" * 256, '"a', 'a"b', "a,b", '"a","b"', '"a\\b"', "é", "a\\b"]
)
def test_other_idempotency_keys_are_invalid(client: FlaskClient, header: str) -> None:
    assert command(client, If_Match='"1"', Idempotency_Key=header) == (400, "idempotency_key_invalid")


def test_a_stale_ply_is_412_for_the_header_and_409_for_the_body() -> None:
    by_header, by_body = (
        Precondition(if_match=3, expected_ply=3).stale(5),
        Precondition(expected_ply=3).stale(5),
    )
    assert (by_header.status, by_header.code, by_header.ply) == (412, "stale_ply", 5)
    assert (by_body.status, by_body.code, by_body.ply) == (409, "stale_ply", 5)


def test_the_etag_of_a_ply_is_accepted_as_if_match(client: FlaskClient) -> None:
    assert command(client, If_Match=etag(12)) == (200, (12, None))


BODIES = st.dictionaries(
    st.text(max_size=4), st.integers(0, 9) | st.lists(st.text(max_size=2), max_size=2), max_size=5
)


@settings(max_examples=100)
@given(BODIES)
def test_the_order_of_keys_and_the_expected_ply_do_not_change_a_fingerprint(body: dict[str, object]) -> None:
    turned = dict(reversed(body.items())) | {"expected_ply": 7}
    assert fingerprint("POST", "/v1/x", {**body, "expected_ply": 3}) == fingerprint("POST", "/v1/x", turned)
    assert len(fingerprint("POST", "/v1/x", body)) == 16


def test_a_fingerprint_changes_with_method_path_and_body() -> None:
    body = {"type": "pass", "in": {"expected_ply": 1}}
    prints = {
        fingerprint("POST", "/a", body),
        fingerprint("PUT", "/a", body),
        fingerprint("POST", "/b", body),
    }
    prints |= {
        fingerprint("POST", "/a", {**body, "type": "meld"}),
        fingerprint("POST", "/a", {**body, "x": None}),
    }
    prints |= {fingerprint("POST", "/a", {**body, "in": {"expected_ply": 2}})}
    assert len(prints) == 6
