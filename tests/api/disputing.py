"""Helpers for disputes over HTTP."""

from hashlib import sha256
from typing import Any

from werkzeug.test import TestResponse

from app.service.games import GameService
from app.service.signing import now_ms
from app.store.dispute_index import DisputeIndex
from app.store.keys import GameId
from replays.disputes.service import DisputeService
from tests.api.helpers import Api, Json, Table, expect
from tests.service.helpers import KEYS, play_on

TEXT = "that was wrong"


def dispute_service(api: Api, now: int | None = None, **more: Any) -> DisputeService:
    """Return a worker's service for disputes, with its own clock."""
    clock: Any = {} if now is None else {"clock": lambda: now}
    return DisputeService(api.games, DisputeIndex(api.redis), KEYS.ids, 7, **clock, **more)


def ended(api: Api, variant: str = "mexican-2", **more: Any) -> Table:
    """Return a game that two persons have played to its end."""
    table = api.table("me open", variant, **more)
    finish(api, table)
    return table


def finish(api: Api, table: Table, plies: int = 10_000) -> None:
    """Play on with the clock of the API, by which the time for disputes is counted."""
    play_on(GameService(api.games.store, 16, now_ms), GameId(table.id), seed=1, plies=plies)


def dispute(table: Table, seat: int | None, claim: str = "other", ply: int = 5, **more: Any) -> TestResponse:
    headers = {name.replace("_", "-"): text for name, text in more.items() if name[0].isupper()}
    body = {"ply": ply, "claim": claim, "text": TEXT}
    body |= {name: value for name, value in more.items() if not name[0].isupper()}
    return table.api.client.post(f"{table.path}/disputes", json=body, headers=table.headers(seat, headers))


def judged(api: Api, table: Table, claim: str = "other", **more: Any) -> Json:
    """Return a dispute of seat 0 with the machine's verdict."""
    made = expect(dispute(table, 0, claim, **more), 201)
    assert (made["state"], made["verdict"]) == ("open", None)
    assert dispute_service(api).settle(GameId(made["dispute"])) is not None
    return dispute_of(table, made["dispute"])


def dispute_of(table: Table, name: str, seat: int | None = None) -> Json:
    return expect(table.api.client.get(f"/v1/disputes/{name}", headers=table.headers(seat)), 200)


def say(table: Table, name: str, seat: int | None, kind: str, **body: Any) -> TestResponse:
    key = sha256(f"{seat} {kind} {body}".encode()).hexdigest()
    headers = table.headers(seat, {"Idempotency-Key": key})
    path = f"/v1/disputes/{name}/moves"
    return table.api.client.post(path, json={"type": kind, **body}, headers=headers)


def verdict(table: Table, claim: str, **more: Any) -> tuple[str, str, list[int] | None]:
    """Return outcome, reason and correction of the ledger for a dispute of seat 0."""
    name = expect(dispute(table, 0, claim, **more), 201)["dispute"]
    assert dispute_service(table.api).settle(GameId(name)) == "judged"
    given = dispute_of(table, name)["verdict"]
    return given["outcome"], given["sentences"]["reason"], given["correction"]
