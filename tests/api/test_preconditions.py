"""Preconditions of commands: If-Match, expected_ply and Idempotency-Key, alone and together."""

from typing import Any

import pytest

from tests.api.helpers import Api, Table, expect, refused


@pytest.fixture
def table(api: Api) -> Table:
    """A game of two persons in its first turns."""
    table = api.table("me open")
    table.play(seed=1, plies=3)
    return table


def turn(table: Table) -> int:
    seat = table.asked()
    assert seat is not None
    return seat


def send(table: Table, ply: int | None = None, **headers: str) -> Any:
    body = {"type": "pass"} if ply is None else {"type": "pass", "expected_ply": ply}
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return table.api.client.post(f"{table.path}/moves", json=body, headers=table.headers(turn(table), named))


def test_a_command_without_any_precondition_is_refused(table: Table) -> None:
    before = table.view()["ply"]
    refused(send(table), 428, "precondition_required")
    assert table.view()["ply"] == before


@pytest.mark.parametrize("away", [-2, -1, 1, 1000])
def test_a_stale_ply_is_412_by_header_and_409_by_body_and_names_the_current_one(
    table: Table, away: int
) -> None:
    now = table.view()["ply"]
    wrong = now + away
    assert refused(send(table, If_Match=f'"{wrong}"'), 412, "stale_ply")["ply"] == now
    assert refused(send(table, wrong), 409, "stale_ply")["ply"] == now
    assert refused(send(table, wrong, If_Match=f'"{wrong}"'), 412, "stale_ply")["ply"] == now
    assert refused(send(table, wrong, Idempotency_Key="k"), 409, "stale_ply")["ply"] == now
    assert table.view()["ply"] == now


def test_each_precondition_alone_and_all_together_let_a_true_command_through(table: Table) -> None:
    for kind in ("header", "body", "key", "all"):
        now = table.view()["ply"]
        headers = {
            "header": {"If_Match": f'"{now}"'},
            "body": {},
            "key": {"Idempotency_Key": "only-a-key"},
            "all": {"If_Match": f'"{now}"', "Idempotency_Key": "all"},
        }[kind]
        answer = send(table, now if kind in ("body", "all") else None, **headers)
        assert expect(answer, 200)["ply"] == now + 1
        assert answer.headers["ETag"] == f'"{now + 1}"'


@pytest.mark.parametrize(
    "header", ["*", "37", 'W/"3"', '"-1"', '"01"', '"1", "2"', '""', '"x"', '"9999999999999999"']
)
def test_an_if_match_that_is_no_quoted_ply_is_malformed(table: Table, header: str) -> None:
    refused(send(table, If_Match=header), 400, "precondition_invalid")


@pytest.mark.parametrize("key", ["", " ", '"', "a b", "ä", "x" * 256, 'a"b', "a,b", '"unclosed'])
def test_a_key_that_is_no_key_is_malformed(table: Table, key: str) -> None:
    refused(send(table, Idempotency_Key=key.encode().decode("latin-1")), 400, "idempotency_key_invalid")


def test_preconditions_that_contradict_each_other_are_malformed(table: Table) -> None:
    now = table.view()["ply"]
    refused(send(table, now - 1, If_Match=f'"{now}"'), 400, "precondition_invalid")


@pytest.mark.parametrize("ply", [-1, 1.0, "3", True, None, 2**53, [3]])
def test_an_expected_ply_that_is_no_ply_is_invalid(table: Table, ply: Any) -> None:
    response = table.post(turn(table), {"type": "pass", "expected_ply": ply}, Idempotency_Key="k")
    assert refused(response, 422, "validation_failed")["errors"][0]["pointer"] == (
        "" if ply == 2**53 else "/expected_ply"
    )


def test_answers_to_one_question_share_its_ply(api: Api) -> None:
    table = api.table("me open open", "mexican-3")
    asked = table.view()["ply"]
    hands = {seat: table.view(seat)["hand"] for seat in range(3)}
    for seat in (2, 0, 1):
        assert table.view(seat)["decision"] == asked
        body = {"type": "exchange", "card": hands[seat][0]}
        expect(table.post(seat, body, If_Match=f'"{asked}"'), 200)
        again = table.post(seat, body, If_Match=f'"{asked}"')
        assert refused(again, 412, "stale_ply")["ply"] == table.view()["ply"]
    assert table.view()["phase"] != "exchange"


def test_a_reader_with_the_current_ply_gets_304(table: Table) -> None:
    now = table.view()["ply"]
    for seat in (None, 0):
        fresh = table.get("", seat, **{"If-None-Match": f'"{now}"'})
        assert (fresh.status_code, fresh.data, fresh.headers["ETag"]) == (304, b"", f'"{now}"')
        assert fresh.headers["Cache-Control"] == "private, no-store"
        assert fresh.headers["Vary"] == "Authorization"
        old = table.get("", seat, **{"If-None-Match": f'"{now - 1}"'})
        assert expect(old, 200)["ply"] == now
    refused(
        table.api.client.get(
            table.path, headers={"If-None-Match": f'"{now}"', "Authorization": "Bearer nobody"}
        ),
        401,
        "unauthenticated",
    )
