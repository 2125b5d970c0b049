"""Receipts over HTTP: in every answer, for all readers at the head, and compared with the log."""

import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import wsgi
from app.api.parts import ApiParts
from app.service.signing import FRESH_MS, LEAD_MS, KeyRing, receipt, receipt_message
from app.settings.settings import Settings
from app.store.errors import StoreUnavailable
from app.store.keys import GENERATIONS, GameId
from app.store.signing_state import StoredGenerations
from replays.record.receipts import KEYS_PATH, KeyList, key_list, verify
from tests.api.helpers import Api, Json, Table, expect, refused, say_farewell
from tests.service.helpers import KEYS
from tests.service.races import Backup

KEY = str(UUID(int=7, version=4))
FIRST_SEED = hmac.digest(KEYS.sign, b"\0\0\0\1", "sha256")


@pytest.fixture
def ring(api: Api) -> KeyRing:
    """The keys of the service."""
    return api.parts.ring


def published(api: Api) -> KeyList:
    return key_list(expect(api.client.get(KEYS_PATH), 200))


def backdated_rotation(redis: Any, at_ms: int = 5_000) -> None:
    """A rotation long ago, so that everything of today is signed with the second key."""
    redis.rpush(GENERATIONS, at_ms)


def moved(table: Table) -> Json:
    """Return the answer to a legal move of the awaited seat."""
    seat = table.asked()
    assert seat is not None
    return expect(table.post(seat, table.moves(seat)[0]), 200)


def answers(api: Api) -> Iterator[Json]:
    """An answer of every kind to a command of a person."""
    body = {"variant": "mexican-2", "seats": ["me", "open"], "options": {"stake": 2}}
    made = expect(api.post(body, Idempotency_Key=KEY), 201)
    yield made
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    yield table.sit()
    table.play(seed=1, plies=2)
    yield moved(table)
    table.play(seed=1)
    again = api.client.post(f"{table.path}/rematch", headers=table.headers(0))
    yield expect(again, 201)


def test_12_7_every_answer_to_a_person_has_a_valid_receipt_for_its_ply(api: Api) -> None:
    seen = 0
    for answer in answers(api):
        kept = answer["receipt"]
        assert verify(kept, published(api)) is None
        view = answer["view"]
        assert (kept["game"], kept["ply"], answer["ply"]) == (view["game"], view["ply"], view["ply"])
        log = api.games.entries(kept["game"], kept["ply"] - 1, kept["ply"])
        assert kept["digest"] == log[0].digest.hex()
        seen += 1
    assert seen == 4


def test_a_game_of_bots_alone_is_signed_for_at_its_head_only(api: Api) -> None:
    made = expect(api.post({"variant": "mexican-2", "seats": [{"bot": "greedy"}] * 2}), 201)
    assert made["receipt"] is None
    table = Table(api, made["game"])
    head = expect(table.get("/head"), 200)["receipt"]
    assert head["time"] > 1_700_000_000_000
    assert verify(head, published(api)) is None
    assert expect(table.confront(head), 200)["consistent"]


def test_12_7_the_first_entry_names_the_key_in_force(api: Api, ring: KeyRing) -> None:
    table = api.table("me open")
    first = expect(table.get("/events?limit=1"), 200)["events"][0]["public"]
    assert first["receipt_key"] == ring.keys()[0].id


def test_the_head_is_signed_for_all_readers_of_the_game(api: Api) -> None:
    table = api.table("me open")
    answer = expect(table.get("/head"), 200)
    assert answer == expect(table.get("/head", 0), 200)
    assert (answer["game"], answer["ply"], answer["status"]) == (table.id, table.view()["ply"], "playing")
    assert verify(answer["receipt"], published(api)) is None
    assert (answer["receipt"]["ply"], table.get("/head").headers["ETag"]) == (
        answer["ply"],
        f'"{answer["ply"]}"',
    )


def test_a_private_game_shows_its_head_and_takes_receipts_from_its_seats_alone(api: Api) -> None:
    body = {"variant": "mexican-2", "seats": ["me", "open"], "visibility": "private"}
    made = expect(api.post(body), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    refused(table.get("/head"), 404, "not_found")
    refused(table.confront(made["receipt"]), 404, "not_found")
    expect(table.get("/head", 0), 200)
    assert expect(table.confront(made["receipt"], 0), 200)["consistent"]


def test_answers_are_rebuilt_byte_for_byte_after_a_rotation(api: Api, ring: KeyRing) -> None:
    body = {"variant": "north-american", "seats": ["me", "open"]}
    made = api.post(body, Idempotency_Key=KEY)
    table = Table(api, expect(made, 201)["game"], {0: made.get_json()["seats"][0]["token"]})
    sat = api.client.post(f"{table.path}/seats", headers={"Idempotency-Key": KEY})
    table.tokens[1] = expect(sat, 201)["token"]
    seat = table.asked()
    move = table.post(seat, {"type": "pass"}, Idempotency_Key="k")
    # As if the rotation had come between these answers and now.
    api.games.store._redis.rpush(GENERATIONS, move.get_json()["receipt"]["time"] + 1)
    with another(api) as fresh:
        assert len(published(fresh).keys) == 2
        repeated = fresh.post(body, Idempotency_Key=KEY)
        sat_again = fresh.client.post(f"{table.path}/seats", headers={"Idempotency-Key": KEY})
        again = Table(fresh, table.id, table.tokens).post(seat, {"type": "pass"}, Idempotency_Key="k")
        assert (repeated.data, sat_again.data, again.data) == (made.data, sat.data, move.data)
        later = moved(Table(fresh, table.id, table.tokens))["receipt"]
        assert later["key"] != move.get_json()["receipt"]["key"]
        assert verify(later, published(fresh)) is None
        assert verify(move.get_json()["receipt"], published(fresh)) is None


@contextmanager
def another(api: Api) -> Iterator[Api]:
    """Another process of the same service, on the same store."""
    parts = ApiParts(Settings(), KEYS, api.games.store._redis)
    app = wsgi.create_app(parts)
    yield replace(api, app=app, parts=parts)
    say_farewell(app)


def test_two_processes_sign_with_the_new_key_from_the_announced_time_on(api: Api, ring: KeyRing) -> None:
    with another(api) as other:
        theirs = other.parts.ring
        before = theirs.keys()
        begins = ring.rotate().from_ms
        known = ring.keys()
        old, new = (key.id for key in known)
        assert [key.id for key in before] == [old]
        for at, expected in ((begins - 1, old), (begins, new)):
            assert {each.in_force(at) for each in (ring, theirs)} == {expected}


def test_public_keys_are_cached_no_longer_than_a_rotation_takes(api: Api) -> None:
    answer = api.client.get(KEYS_PATH, headers={"Origin": "https://elsewhere.example"})
    assert answer.headers["Cache-Control"] == f"public, max-age={FRESH_MS // 1000}"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert 2 * FRESH_MS <= LEAD_MS
    document = expect(answer, 200)
    assert [(key["algorithm"], key["from"], key["until"]) for key in document["keys"]] == [
        ("Ed25519", 0, None)
    ]
    assert FIRST_SEED.hex() not in answer.text


def test_a_receipt_that_agrees_with_the_log_stays_consistent(api: Api) -> None:
    table = api.table("me open")
    kept = [expect(table.get("/head"), 200)["receipt"], moved(table)["receipt"]]
    table.play(seed=1)
    for signed in kept:
        answer = expect(table.confront(signed), 200)
        assert (answer["consistent"], answer["status"]) == (True, "finished")


def test_a_receipt_of_a_lost_entry_freezes_the_game_for_all_to_see(api: Api) -> None:
    table = lost(api)
    kept = table.kept
    answer = expect(table.confront(kept), 200)
    assert (answer["consistent"], answer["status"]) == (False, "frozen")
    assert expect(table.confront(kept), 200) == answer
    for seat in (0, 1, None):
        view = table.view(seat)
        assert (view["status"], view["frozen"]) == (
            "frozen",
            {"reason": "history_rolled_back", "receipt": kept},
        )
        assert (view["awaited"], view["decision"], view["deadline"]) == ([], None, None)
    for seat in (0, 1):
        assert table.moves(seat) == []
        problem = refused(table.post(seat, {"type": "pass"}), 409, "history_rolled_back")
        assert (problem["rule"], problem["ply"]) == ("12.8", answer["ply"])
    last = expect(table.get("/events?limit=200"), 200)["events"][-1]["public"]
    assert (last["actor"], last["command"]["type"]) == ("system", "freeze")
    assert [event["type"] for event in last["events"]] == ["frozen"]
    refused(table.get("/record"), 409, "not_before_end")
    report = expect(table.get("/audit"), 200)
    assert (answer["ply"], "frozen") in {(finding["ply"], finding["cause"]) for finding in report["findings"]}
    assert (report["result"], report["clean"]) == ("findings", False)


def test_the_refusal_of_a_frozen_game_is_translated(api: Api) -> None:
    table = lost(api)
    expect(table.confront(table.kept), 200)
    answer = table.post(0, {"type": "pass"}, Idempotency_Key="k", Accept_Language="es")
    assert refused(answer, 409, "history_rolled_back")["title"] == "Historia alterada"


class Lost(Table):
    """A game whose log has lost the entry of the receipt `kept`."""

    kept: Json


def lost(api: Api) -> Lost:
    """A game set back by two entries, in a service that has forgotten what it knew."""
    made = api.table("me open")
    table = Lost(api, made.id, made.tokens)
    redis = api.games.store._redis
    backup = Backup(redis, made.id)
    moved(table)
    table.kept = moved(table)["receipt"]
    backup.restore()
    for games in (api.parts.games, api.games):
        games.log.cache.drop(GameId(made.id))
    return table


def forged(base: Json, seed: bytes = FIRST_SEED, **changes: Any) -> Json:
    """A receipt with changes, signed anew with the key of a seed."""
    base = base | changes
    signature = Ed25519PrivateKey.from_private_bytes(seed).sign(receipt_message(base))
    return base | {"signature": signature.hex()}


def test_an_invalid_receipt_is_refused_and_freezes_nothing(api: Api, ring: KeyRing) -> None:
    table = api.table("me open")
    head = expect(table.get("/head"), 200)["receipt"]
    ahead = {"ply": head["ply"] + 5, "digest": "ab" * 32}
    refused(table.confront(head | ahead), 422, "receipt_forged")
    refused(table.confront(forged(head, b"x" * 32, **ahead)), 422, "receipt_forged")
    refused(table.confront(forged(head, b"x" * 32, key="ab" * 8, **ahead)), 422, "receipt_key_unknown")
    other = api.table("me open")
    refused(table.confront(expect(other.get("/head"), 200)["receipt"]), 422, "receipt_of_another_game")
    assert table.view()["status"] == "playing"


def test_a_receipt_dated_after_its_key_was_retired_is_refused(api: Api) -> None:
    table = api.table("me open")
    head = expect(table.get("/head"), 200)["receipt"]
    backdated_rotation(api.games.store._redis, head["time"] + 1)
    with another(api) as fresh:
        client = Table(fresh, table.id)
        ahead = {"ply": head["ply"] + 5, "digest": "ab" * 32}
        late = forged(head, time=head["time"] + 1, **ahead)
        refused(client.confront(late), 422, "receipt_key_retired")
        assert table.view()["status"] == "playing"
        assert expect(client.confront(head), 200)["consistent"]


def test_a_receipt_signed_with_a_key_that_the_store_forgot_still_freezes(api: Api) -> None:
    table = api.table("me open")
    redis = api.games.store._redis
    then = KeyRing(KEYS.sign, StoredGenerations(redis), clock=lambda: 10_000_000)
    redis.rpush(GENERATIONS, 7_000)
    kept = receipt(then, table.id, table.view()["ply"] + 1, b"\x01" * 32, 9_000)
    redis.delete(GENERATIONS)
    with another(api) as fresh:
        assert kept["key"] not in published(fresh).keys
        assert expect(Table(fresh, table.id).confront(kept), 200)["status"] == "frozen"


def test_a_receipt_older_than_its_key_shows_that_a_rotation_was_forgotten(api: Api) -> None:
    table = api.table("me open")
    redis = api.games.store._redis
    then = KeyRing(KEYS.sign, StoredGenerations(redis), clock=lambda: 10_000_000)
    redis.rpush(GENERATIONS, 7_000)
    kept = receipt(then, table.id, table.view()["ply"] + 1, b"\x01" * 32, 9_000)
    redis.delete(GENERATIONS)
    redis.rpush(GENERATIONS, 20_000)
    with another(api) as fresh:
        assert expect(Table(fresh, table.id).confront(kept), 200)["status"] == "frozen"


def test_a_valid_receipt_of_a_missing_game_reports_its_loss(api: Api) -> None:
    table = api.table("me open")
    head = expect(table.get("/head"), 200)["receipt"]
    api.games.store._redis.flushdb()
    with another(api) as fresh:
        refused(Table(fresh, table.id).confront(head), 409, "history_rolled_back")


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"ply": 0},
        {"ply": "3"},
        {"digest": "ab"},
        {"digest": "AB" * 32},
        {"signature": "ab" * 63},
        {"key": "zz" * 8},
        {"more": 1},
        {"time": -1},
    ],
)
def test_a_receipt_of_another_form_is_refused_by_its_field(api: Api, change: Json) -> None:
    table = api.table("me open")
    head = expect(table.get("/head"), 200)["receipt"]
    code = "unknown_field" if "more" in change else "validation_failed"
    problem = refused(table.confront(head | change), 422, code)
    assert [error["pointer"] for error in problem["errors"]] == [f"/{name}" for name in change]


def test_a_receipt_depends_on_hidden_data_only_through_the_digest(api: Api, ring: KeyRing) -> None:
    table = api.table("me open")
    position = api.games.current(table.id)  # type: ignore[arg-type]
    answer = expect(table.get("/head"), 200)["receipt"]
    assert answer == receipt(ring, table.id, position.ply, position.digest, position.time)


def test_a_move_that_is_written_but_cannot_be_signed_yet_is_an_unknown_outcome(
    api: Api, ring: KeyRing
) -> None:
    table = api.table("me open")
    seat = table.asked()
    ring._known = None
    ring._generations = Away()
    refused(table.post(seat, {"type": "pass"}, Idempotency_Key="k"), 503, "outcome_unknown")
    ring._generations = StoredGenerations(api.games.store._redis)
    again = table.post(seat, {"type": "pass"}, Idempotency_Key="k")
    assert expect(again, 200)["receipt"]["ply"] == table.view()["ply"]


class Away(StoredGenerations):
    """Generations in a store that does not answer."""

    def __init__(self) -> None:
        pass

    def starts(self) -> Any:
        raise StoreUnavailable("away")
