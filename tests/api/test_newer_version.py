"""Entries of a newer version during an upgrade: requests are repeated, and nothing counts as damaged."""

from functools import partial
from typing import NoReturn

import pytest
from werkzeug.test import TestResponse

import wsgi
from app.api.parts import ApiParts
from app.service import aggregates
from app.store.errors import UnknownSchema
from replays.record import write
from tests.api.helpers import Api, expect, refused, say_farewell
from tests.closing import at_end
from tests.service.helpers import KEYS


def _asked_again(answer: TestResponse) -> None:
    refused(answer, 503, "newer_version")
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.parametrize("path", ["/record", "/audit"])
def test_a_game_by_an_edition_of_a_newer_version(
    api: Api, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    table = api.table("me me")
    table.play(1)
    monkeypatch.setattr(write, "edition", lambda play, number: None)
    _asked_again(table.get(path, 0))


def test_an_event_of_a_newer_version(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def newer(event: object) -> NoReturn:
        raise UnknownSchema("renamed", 2)

    player = expect(api.app.test_client().post("/v1/players", json={"name": "Lupe"}), 201)["player"]
    app = wsgi.create_app(ApiParts(api.settings, KEYS, api.redis))
    at_end(partial(say_farewell, app))
    monkeypatch.setattr(aggregates, "upcast", newer)
    _asked_again(app.test_client().get(f"/v1/players/{player}"))
