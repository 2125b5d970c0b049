"""Helpers for players over HTTP."""

from dataclasses import dataclass
from typing import Any

from werkzeug.test import TestResponse

from app.players.state import KeyScope
from tests.api.helpers import Api, expect


@dataclass
class Person:
    """A player: its id and its API key."""

    api: Api
    id: str
    key: str

    def headers(self, **more: str) -> dict[str, str]:
        """Return the header Authorization, and the headers `more`, written with underscores."""
        named = {name.replace("_", "-"): text for name, text in more.items()}
        return {"Authorization": f"Bearer {self.key}", **named}

    def get(self, path: str, **more: str) -> TestResponse:
        return self.api.client.get(path, headers=self.headers(**more))

    def post(self, path: str, body: Any = None, **more: str) -> TestResponse:
        sent: Any = {} if body is None else {"json": body}
        return self.api.client.post(path, headers=self.headers(**more), **sent)

    def delete(self, path: str) -> TestResponse:
        return self.api.client.delete(path, headers=self.headers())

    def patch(self, path: str, body: Any) -> TestResponse:
        return self.api.client.patch(path, headers=self.headers(), json=body)

    def with_scopes(self, *scopes: str) -> "Person":
        """Return the player with a new key for these scopes only."""
        made = expect(self.post("/v1/players/me/keys", {"scopes": list(scopes)}), 201)
        return Person(self.api, self.id, made["key"])


def person(api: Api, name: str = "Lupe") -> Person:
    """Return a new player."""
    made = expect(api.client.post("/v1/players", json={"name": name}), 201)
    return Person(api, made["player"], made["key"])


def operator(api: Api) -> Person:
    """Return a player who keeps order, with a key for that."""
    player = person(api, "Olga")
    api.players.grant(player.id, KeyScope.OPERATE)
    return player.with_scopes("operate")
