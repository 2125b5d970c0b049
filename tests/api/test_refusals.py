"""Signed refusals over HTTP: of refusals by the rules only, and compared with the log."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from app.service.signing import command_digest
from app.service.signing import refusal as signed
from app.store.signing_state import StoredGenerations
from replays.record.receipts import verify_refusal
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.test_receipts import Away, published

KEY = str(UUID(int=7, version=4))


def of_waiting_seat(table: Table, **more: str) -> Json:
    """The problem with which a seat that is not asked is refused a pass."""
    seat = 1 - (table.asked() or 0)
    return refused(table.post(seat, {"type": "pass"}, **more), 409, "not_your_turn")


def test_refusals_by_the_rules_are_signed_for_the_seat(api: Api) -> None:
    table = api.table("me open")
    seat, ply = 1 - (table.asked() or 0), table.view()["ply"]
    body = {"type": "pass", "expected_ply": ply}
    problem = refused(table.post(seat, body, Idempotency_Key="k"), 409, "not_your_turn")
    refusal = problem["refusal"]
    assert verify_refusal(refusal, published(api)) is None
    assert {name: refusal[name] for name in ("game", "ply", "seat", "command", "code", "rule")} == {
        "game": table.id,
        "ply": ply,
        "seat": seat,
        "command": command_digest({"type": "pass"}),
        "code": "not_your_turn",
        "rule": problem["rule"],
    }
    assert refusal["time"] > 1_700_000_000_000


def test_a_refusal_of_an_impossible_command_is_signed_without_naming_a_card(api: Api) -> None:
    table = api.table("me open")
    seat = table.asked()
    body = {"type": "meld", "use": ["As", "2s"], "discard": "Kh"}
    problem = expect(table.post(seat, body), 422)
    assert problem["refusal"]["command"] == command_digest(body)
    assert not {"As", "2s", "Kh"} & set(map(str, problem["refusal"].values()))


def test_a_refusal_is_not_in_any_log(api: Api) -> None:
    table = api.table("me open")
    before = table.get("/events").data
    of_waiting_seat(table)
    assert table.get("/events").data == before


@pytest.mark.parametrize(
    ("send", "status", "code"),
    [
        (lambda table: table.post(0, {"type": "pass"}, If_Match='"1"'), 412, "stale_ply"),
        (lambda table: table.post(0, {"type": "pass", "expected_ply": 1}, Accept="*/*"), 409, "stale_ply"),
        (lambda table: table.post(0, {"type": "dance"}), 422, "validation_failed"),
        (lambda table: table.post(0, {"type": "pass", "card": "As"}), 422, "unknown_field"),
        (lambda table: table.post(None, {"type": "pass"}), 401, "unauthenticated"),
        (lambda table: table.post(0, {"type": "pass"}, Accept="*/*"), 428, "precondition_required"),
    ],
)
def test_refusals_without_a_paragraph_are_not_signed(
    api: Api, send: Callable[[Table], Any], status: int, code: str
) -> None:
    table = api.table("me open")
    problem = refused(send(table), status, code)
    assert "rule" not in problem
    assert "refusal" not in problem


def test_a_refusal_of_unplayable_rules_names_no_seat(api: Api) -> None:
    answer = api.post({"variant": "north-american", "seats": ["me"] + ["open"] * 7})
    problem = refused(answer, 422, "config_players")
    assert "rule" in problem
    assert "refusal" not in problem


def test_seats_and_tokens_that_are_refused_are_signed_for_too(api: Api) -> None:
    table = api.table("me open")
    sat = api.client.post(f"{table.path}/seats", json={"seat": 1})
    answer = refused(sat, 409, "seat_taken")["refusal"]
    assert (answer["seat"], answer["command"]) == (None, command_digest({"type": "sit", "seat": 1}))
    turned = api.client.post(
        f"{table.path}/seats/1/rotate", headers=table.headers(0, {"Idempotency-Key": KEY})
    )
    answer = refused(turned, 409, "rotation_closed")["refusal"]
    assert (answer["seat"], answer["command"]) == (0, command_digest({"type": "rotate", "seat": 1}))
    assert verify_refusal(answer, published(api)) is None


def test_a_refusal_names_the_ply_of_its_decision_despite_later_entries(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refused command may be legal at the next ply: a signature over that number would be false."""
    table = api.table("me open")
    asked, ply = table.asked(), table.view()["ply"]
    assert asked is not None
    store = api.parts.games.store
    look = store.look

    def overtaken(*given: Any) -> Any:
        position = look(*given)
        monkeypatch.undo()
        expect(table.post(asked, table.moves(asked)[0]), 200)
        return position

    headers = table.headers(1 - asked, {"If-Match": f'"{ply}"'})
    monkeypatch.setattr(store, "look", overtaken)
    late = api.client.post(f"{table.path}/moves", json={"type": "pass"}, headers=headers)
    problem = refused(late, 409, "not_your_turn")
    assert (problem["refusal"]["ply"], table.view()["ply"] > ply) == (ply, True)


def test_a_refusal_that_cannot_be_signed_is_answered_with_a_retryable_error(api: Api) -> None:
    table = api.table("me open")
    seat = 1 - (table.asked() or 0)
    ring = api.parts.ring
    ring._known, ring._generations = None, Away()
    refused(table.post(seat, {"type": "pass"}, Idempotency_Key="k"), 503, "store_unavailable")
    ring._generations = StoredGenerations(api.games.store._redis)
    assert "refusal" in refused(table.post(seat, {"type": "pass"}, Idempotency_Key="k"), 409, "not_your_turn")


def test_a_refusal_compared_with_its_game_is_consistent_and_freezes_nothing(api: Api) -> None:
    table = api.table("me open")
    refusal = of_waiting_seat(table)["refusal"]
    assert expect(table.confront(refusal), 200)["consistent"]
    ahead = {"ply": refusal["ply"] + 5}
    refused(table.confront(refusal | ahead), 422, "receipt_forged")
    refused(table.confront(refusal | {"game": api.table("me open").id}), 422, "receipt_of_another_game")
    for change in (ahead, {"seat": 7}):
        what = {name: refusal[name] for name in ("game", "ply", "seat", "command", "code", "rule")}
        made = signed(api.parts.ring, what | change, refusal["time"])
        answer = expect(table.confront(made), 200)
        assert (answer["consistent"], answer["status"]) == (False, "playing")


@pytest.mark.parametrize(
    ("change", "places"),
    [
        ({"seat": "1"}, ["/seat"]),
        ({"command": "ab"}, ["/command"]),
        ({"code": "No!"}, ["/code"]),
        ({"rule": "ten"}, ["/rule"]),
        ({"digest": "ab" * 32}, ["/seat"]),
        ({"v": 2}, ["/v"]),
    ],
)
def test_a_refusal_of_another_form_is_refused_by_its_field(api: Api, change: Json, places: list[str]) -> None:
    table = api.table("me open")
    problem = refused(table.confront(of_waiting_seat(table)["refusal"] | change), 422, "validation_failed")
    assert [error["pointer"] for error in problem["errors"]] == places
