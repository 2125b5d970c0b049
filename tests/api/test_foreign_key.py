"""A log under another service secret is refused as such, and damage as damage."""

from dataclasses import replace
from functools import partial
from typing import Any

import wsgi
from app.api.parts import ApiParts
from app.store.keys import log_key
from tests.api.helpers import Api, expect, refused, say_farewell
from tests.closing import at_end
from tests.service.helpers import KEYS


def test_a_log_under_another_secret_is_not_called_damaged(api: Api) -> None:
    table = api.table("me open")
    stranger = wsgi.create_app(ApiParts(api.settings, replace(KEYS, vault=b"w" * 32), api.redis))
    at_end(partial(say_farewell, stranger))
    elsewhere = replace(table, api=replace(api, app=stranger))
    for path in ("", "/events", "/audit", "/moves"):
        problem = refused(elsewhere.get(path, 0), 409, "foreign_key")
        assert "nothing is damaged" in problem["detail"]
    refused(elsewhere.post(0, {"type": "pass"}, Idempotency_Key="once"), 409, "foreign_key")
    listed = expect(stranger.test_client().get("/v1/games"), 200)["games"]
    assert [game["game"] for game in listed] == [table.id]
    assert table.view(0)["status"] == "playing"


def test_a_log_with_a_part_that_opens_is_damaged(api: Api) -> None:
    table = api.table("me open")
    rows: Any = api.redis.xrange(log_key(table.id))
    assert [number for number, (_, fields) in enumerate(rows, 1) if b"h" in fields] == [1, 2, 3]
    api.redis.delete(log_key(table.id))
    for name, fields in rows:
        if name == b"3-0":
            fields[b"h"] = fields[b"h"][:-1] + bytes([fields[b"h"][-1] ^ 1])
        api.redis.xadd(log_key(table.id), fields, id=name)
    app = wsgi.create_app(ApiParts(api.settings, KEYS, api.redis))
    at_end(partial(say_farewell, app))
    damaged = replace(table, api=replace(api, app=app))
    assert refused(damaged.get("", 0), 409, "quarantined")["ply"] == 3
