"""Games played over HTTP: both audits of the served records and keys."""

from collections.abc import Iterator
from uuid import UUID

import pytest

from replays.audit.audit import audit
from replays.record.receipts import key_list
from tests.api import hash_checks
from tests.api.helpers import Api, Json, Table, expect, running
from tests.verifier.node import Auditor


@pytest.fixture
def api(redis_url: str) -> Iterator[Api]:
    """The API over an empty store."""
    with running(redis_url) as client_service:
        yield client_service


def played(api: Api, seed: int, seats: list[object], **more: object) -> Table:
    """A game made and joined over HTTP, and played to its end."""
    body = {"seats": seats, **more}
    made = expect(api.post(body, Idempotency_Key=str(UUID(int=seed, version=4))), 201)
    table = Table(api, made["game"], {one["seat"]: one["token"] for one in made["seats"] if "token" in one})
    for _ in range(seats.count("open")):
        table.sit()
    if more.get("entropy") == "seats":
        _add_chance(table)
    while table.play(seed)["status"] == "between_hands":
        for seat in [one for one in table.view()["awaited"] if one in table.tokens]:
            expect(table.post(seat, {"type": "ready"}), 200)
    assert table.view()["status"] == "finished"
    return table


def _add_chance(table: Table) -> None:
    own = {seat: bytes([65 + seat]) * 20 for seat in table.tokens}
    for seat, entropy in own.items():
        promised = hash_checks.entropy_promise(table.id, seat, entropy)
        expect(table.post(seat, {"type": "ready", "entropy_commitment": promised}), 200)
    for seat, entropy in own.items():
        expect(table.post(seat, {"type": "reveal", "entropy": entropy.hex()}), 200)


def check(verifier: Auditor, table: Table, receipts: tuple[Json, ...] = ()) -> None:
    """Both audits find nothing in the record, with the keys that the service publishes."""
    data = table.get("/record").data
    keys = expect(table.api.client.get("/.well-known/conquian-keys.json"), 200)
    report = verifier.audit(data, keys, receipts)
    assert report["findings"] == []
    assert report["findings"] == []
    assert audit(data, keys=key_list(keys), receipts=receipts).sound
    assert {done["check"] for done in report["checks"]} >= {"receipts", "decisions", "seals", "rulebook"}


@pytest.mark.parametrize(
    ("variant", "seats", "more"),
    [
        ("north-american", ["me", {"bot": "greedy"}], {}),
        ("mexican-3", ["me", "open", {"bot": "random"}], {"entropy": "seats"}),
        ("navajo-tens", ["me", "open", "open"], {"options": {"deals": 2}}),
        ("paco", [{"bot": "random"}, {"bot": "greedy"}], {}),
    ],
)
def test_a_game_over_http_is_clean_in_both(
    api: Api, verifier: Auditor, variant: str, seats: list[object], more: Json
) -> None:
    check(verifier, played(api, 1, seats, variant=variant, **more))


def test_seats_left_and_taken_again_and_receipts_of_a_reader_are_clean_in_both(
    api: Api, verifier: Auditor
) -> None:
    table = api.table("me open open", "mexican-3")
    kept = []
    for seat in (0, 1):
        kept.append(expect(table.post(seat, {"type": "leave"}), 200)["receipt"])
        kept.append(table.sit({"seat": seat})["receipt"])
    table.play(2)
    kept.append(expect(table.get("/head"), 200))
    receipts = tuple(answer.get("receipt", answer) for answer in kept)
    check(verifier, table, receipts)


def test_a_fork_of_a_game_over_http_is_clean_in_both(api: Api, verifier: Auditor) -> None:
    parent = played(api, 3, [{"bot": "random"}, {"bot": "greedy"}], variant="north-american")
    for stock in ("same", "fresh"):
        body = {"ply": 9, "stock": stock, "seats": [{"bot": "greedy"}, {"bot": "random"}]}
        made = expect(api.client.post(parent.path + "/forks", json=body), 201)
        fork = Table(api, made["game"])
        api.bots(fork.id)
        check(verifier, fork)
