"""Every write of the API as a request that can be repeated; a new write needs a new row."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

import wsgi
from app.api.parts import ApiParts
from app.service.games import acknowledgement
from app.service.signing import now_ms
from app.store.keys import GameId
from tests.api.disputing import TEXT, judged
from tests.api.helpers import Api, Json, Table, expect, say_farewell
from tests.api.organising import PATH, begun, manifest, organiser
from tests.api.player_requests import Person, operator, person
from tests.closing import at_end
from tests.replays.notation.test_document import GAMES
from tests.service.helpers import KEYS, key_ring

SEATS = {"variant": "north-american", "seats": ["me", "open"]}
SAME = ("Content-Type", "Location", "ETag")
HOOK: Json = {"url": "https://bot.example/conquian", "events": ["your_turn"]}
ADJUDICATED: Json = {"fixture": 1, "balances": [1, -1], "text": "x"}
FORFEITED: Json = {"entrant": 0, "text": "x"}
DISPUTE: Json = {"ply": 5, "claim": "other", "text": TEXT}


@dataclass(frozen=True, slots=True)
class Write:
    """A request that changes something; `other` is another body for the same address, if it has one."""

    path: str
    body: Any = None
    other: Any = None
    token: str | None = None
    method: str = "POST"
    more: Mapping[str, str] = field(default_factory=dict)

    def send(self, app: Flask, key: str) -> TestResponse:
        """Return the response to the request with an idempotency key."""
        bearer = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        raw = isinstance(self.body, bytes)
        content: Any = {} if self.body is None else {"data" if raw else "json": self.body}
        headers = {"Idempotency-Key": key, **bearer, **self.more}
        return app.test_client().open(self.path, method=self.method, headers=headers, **content)

    def changed(self) -> "Write":
        """Return the request with the other body."""
        return replace(self, body=self.other)


def signed(api: Api, table: Table, ply: int = 2) -> Json:
    """Return the receipt of an earlier ply."""
    games = api.games
    return acknowledgement(key_ring(api.redis), games.at(GameId(table.id), ply)) or {}


def repeated_part(answer: TestResponse) -> tuple[object, ...]:
    """Return the part of a response that must be the same in a repetition."""
    return answer.status_code, answer.data, *(answer.headers.get(name) for name in SAME)


def days_later(api: Api, ms: int) -> Flask:
    """Return the application as another process, whose clock is ahead by `ms`, until the test ends."""
    parts = ApiParts(api.settings, KEYS, api.redis)
    parts.service = replace(parts.service, clock=lambda: now_ms() + ms)
    app = wsgi.create_app(parts)
    at_end(partial(say_farewell, app))
    return app


Made = tuple[Write, Write]
"""A write, and another one with a scope of its own, for which the same key counts anew."""

Make = Callable[..., Made]


def _register(api: Api) -> Made:
    write = Write("/v1/players", {"name": "Lupe"}, {"name": "Luis"})
    return write, Write("/v1/games", SEATS)


def _create(api: Api) -> Made:
    body = {**SEATS, "seats": ["me", {"invitation": True}]}
    other = {**body, "variant": "mexican-2"}
    return Write("/v1/games", body, other), Write("/v1/players", {"name": "Lupe"})


def _sit(api: Api) -> Made:
    wide = {"variant": "mexican-3", "seats": ["me", "open", "open"]}
    paths = [f"/v1/games/{expect(api.post(wide), 201)['game']}/seats" for _ in range(2)]
    return Write(paths[0], {}, {"seat": 2}), Write(paths[1], {})


def _renew(api: Api) -> Made:
    table = api.table("me open")
    writes = [Write(f"{table.path}/seats/{seat}/rotate", token=table.tokens[seat]) for seat in (0, 1)]
    return writes[0], writes[1]


def _rematch(api: Api, table: Table) -> Made:
    tokens = table.tokens
    path = f"{table.path}/rematch"
    return Write(path, token=tokens[0]), Write(path, token=tokens[1])


def _fork(api: Api, table: Table) -> Made:
    body: Json = {"ply": 3, "stock": "fresh", "seats": ["me", {"bot": "greedy"}]}
    return Write(f"{table.path}/forks", body, {**body, "ply": 4}), Write("/v1/games", SEATS)


def _move(api: Api) -> Made:
    tables = [api.table("me open") for _ in range(2)]
    asked = [table.asked() or 0 for table in tables]
    writes = [
        Write(f"{table.path}/moves", {"type": "pass"}, {"type": "fold"}, table.tokens[seat])
        for table, seat in zip(tables, asked, strict=True)
    ]
    return writes[0], writes[1]


def _say_phrase(api: Api) -> Made:
    table = api.table("me open")
    path = f"{table.path}/phrases"
    phrase: Json = {"phrase": "hello"}
    return Write(path, phrase, {"phrase": "thanks"}, table.tokens[0]), Write(
        path, phrase, None, table.tokens[1]
    )


def _confront(api: Api, table: Table) -> Made:
    last = expect(table.get("/head"), 200)["receipt"]
    path = f"{table.path}/receipts"
    first = signed(api, table)
    return Write(path, last, first), Write(path, last, token=table.tokens[0])


def _add_key(api: Api) -> Made:
    lupe = person(api)
    write = Write("/v1/players/me/keys", {"scopes": ["view"]}, {"scopes": ["play"]}, lupe.key)
    return write, Write("/v1/players/me/keys/1/rotate", token=lupe.key)


def _rotate(api: Api) -> Made:
    lupe, luis = person(api), person(api)
    path = "/v1/players/me/keys/1/rotate"
    return Write(path, token=lupe.key), Write(path, token=luis.key)


def _revoke(api: Api) -> Made:
    lupe, luis = person(api), person(api)
    path = "/v1/players/me/keys/1"
    return Write(path, token=lupe.key, method="DELETE"), Write(path, token=luis.key, method="DELETE")


def _revoke_others(api: Api) -> Made:
    lupe, luis = person(api), person(api)
    lupe.with_scopes("view")
    path = "/v1/players/me/keys"
    return Write(path, token=lupe.key, method="DELETE"), Write(path, token=luis.key, method="DELETE")


def _add_code(api: Api) -> Made:
    lupe, luis = person(api), person(api)
    path = "/v1/players/me/codes"
    return Write(path, token=lupe.key), Write(path, token=luis.key)


def _redeem(api: Api) -> Made:
    lupe = person(api)
    code = expect(lupe.post("/v1/players/me/codes"), 200)["code"]
    write = Write("/v1/players/codes/redeem", {"code": code}, {"code": code, "label": "Phone"})
    return write, Write("/v1/games", SEATS)


def _change_player(api: Api) -> Made:
    path, keeper = f"/v1/operator/players/{person(api).id}", operator(api)
    write = Write(path, {"banned": True}, {"name": "Luz"}, keeper.key, method="PATCH")
    return write, Write("/v1/players/me/keys/2/rotate", token=keeper.key)


def _end_game(api: Api) -> Made:
    keeper = operator(api)
    games = [expect(api.client.post("/v1/games", json=SEATS), 201)["game"] for _ in range(2)]
    one, other = (Write(f"/v1/operator/games/{game}/end", token=keeper.key) for game in games)
    return one, other


def _import(api: Api) -> Made:
    text = {"Content-Type": "text/plain"}
    return Write("/v1/imports", GAMES[0].encode(), GAMES[1].encode(), more=text), Write("/v1/games", SEATS)


def _dispute(api: Api, table: Table) -> Made:
    path = f"{table.path}/disputes"
    other = {**DISPUTE, "claim": "wrong_payment"}
    return Write(path, DISPUTE, other, table.tokens[0]), Write(path, DISPUTE, None, table.tokens[1])


def _say(api: Api, table: Table) -> Made:
    path = f"/v1/disputes/{judged(api, table)['dispute']}/moves"
    statement = {"type": "statement", "text": "so it was"}
    return Write(path, statement, {**statement, "text": "not so"}, table.tokens[0]), Write(
        path, statement, None, table.tokens[1]
    )


def _register_webhook(api: Api) -> Made:
    lupe, luis = person(api), person(api)
    other = {**HOOK, "events": ["game_over"]}
    return Write("/v1/webhooks", HOOK, other, lupe.key), Write("/v1/webhooks", HOOK, token=luis.key)


def _hooks(api: Api) -> list[tuple[str, str]]:
    """Return the addresses of two webhooks, and the keys of their owners."""
    people = [person(api), person(api)]
    names = [expect(player.post("/v1/webhooks", HOOK), 201)["webhook"] for player in people]
    return [(f"/v1/webhooks/{name}", player.key) for name, player in zip(names, people, strict=True)]


def _of_webhook(rest: str = "", body: Any = None, other: Any = None, method: str = "POST") -> Make:
    def make(api: Api) -> Made:
        first, second = (
            Write(path + rest, body, other, token=key, method=method) for path, key in _hooks(api)
        )
        return first, second

    return make


def _redeliver(api: Api) -> Made:
    first, second = (
        Write(f"{path}/deliveries/{_tested(api, path, key)}/redeliver", token=key)
        for path, key in _hooks(api)
    )
    return first, second


def _tested(api: Api, path: str, key: str) -> str:
    """Return the test message that was requested."""
    answer = api.client.post(f"{path}/test", headers={"Authorization": f"Bearer {key}"})
    return str(expect(answer, 202)["delivery"])


def _begin(api: Api) -> Made:
    lupe, luis = organiser(api), organiser(api)
    write = Write(PATH, manifest(), manifest("Liga"), lupe.key)
    return write, Write(PATH, manifest("Torneo"), None, luis.key)


def _of_tournament(rest: str, body: Any = None, other: Any = None) -> Make:
    def make(api: Api) -> Made:
        people = [organiser(api), organiser(api)]
        paths = [begun(api, one, name=name) for one, name in zip(people, ("Copa", "Liga"), strict=True)]
        if rest == "/resume":
            for player, path in zip(people, paths, strict=True):
                expect(player.post(f"{path}/pause"), 200)
        first, second = (
            Write(path + rest, body, other, token=one.key) for one, path in zip(people, paths, strict=True)
        )
        return first, second

    return make


def _give_time(api: Api) -> Made:
    made = []
    for player, path in _open(api, absent={"rule": "forfeit", "minutes": 10}):
        expect(player.post(f"{path}/start", {"bots": 1, "bot": "random"}), 200)
        sent, other = ({"fixture": 1, "minutes": minutes} for minutes in (5, 6))
        made.append(Write(f"{path}/times", sent, other, token=player.key))
    return made[0], made[1]


def _open(api: Api, **members: Any) -> list[tuple[Person, str]]:
    """Return two organisers, each with a tournament for which another player and they have registered."""
    organisers = [organiser(api), organiser(api, "Luis")]
    paths = [
        begun(api, player, name=name, registration="open", entrants=[], **members)
        for player, name in zip(organisers, ("Copa", "Liga"), strict=True)
    ]
    for path in paths:
        expect(person(api, "Ana").post(f"{path}/registrations"), 200)
    return list(zip(organisers, paths, strict=True))


def _register_entrant(api: Api) -> Made:
    first, second = (Write(f"{path}/registrations", token=person(api).key) for _, path in _open(api))
    return first, second


def _unregister_entrant(api: Api) -> Made:
    made = []
    for _, path in _open(api):
        luz = person(api, "Luz")
        expect(luz.post(f"{path}/registrations"), 200)
        made.append(Write(f"{path}/registrations/{luz.id}", token=luz.key, method="DELETE"))
    return made[0], made[1]


def _start(api: Api) -> Made:
    first, second = (
        Write(f"{path}/start", {"bots": 1, "bot": "random"}, {"bots": 2, "bot": "random"}, token=player.key)
        for player, path in _open(api)
    )
    return first, second


WRITES: Mapping[str, Make] = {
    "games.create": _create,
    "seats.sit": _sit,
    "rotation.rotate": _renew,
    "rematch.rematch": _rematch,
    "forks.fork": _fork,
    "moves.move": _move,
    "phrases.say_phrase": _say_phrase,
    "receipts.confront": _confront,
    "players.register": _register,
    "players.add_key": _add_key,
    "players.rotate": _rotate,
    "players.revoke": _revoke,
    "players.revoke_others": _revoke_others,
    "players.add_code": _add_code,
    "players.redeem": _redeem,
    "operators.change_player": _change_player,
    "operators.end_game": _end_game,
    "imports.send": _import,
    "disputes.open_dispute": _dispute,
    "disputes.say": _say,
    "webhooks.register": _register_webhook,
    "webhooks.change": _of_webhook("", {"events": ["game_over"]}, {"enabled": False}, method="PATCH"),
    "webhooks.remove": _of_webhook(method="DELETE"),
    "webhooks.rotate": _of_webhook("/rotate"),
    "webhooks.send_test": _of_webhook("/test"),
    "webhooks.redeliver": _redeliver,
    "tournaments.begin": _begin,
    "tournaments.register": _register_entrant,
    "tournaments.unregister": _unregister_entrant,
    "tournaments.start": _start,
    "tournaments.pause": _of_tournament("/pause"),
    "tournaments.resume": _of_tournament("/resume"),
    "tournaments.abort": _of_tournament("/abort"),
    "tournaments.adjudicate": _of_tournament("/adjudications", ADJUDICATED, {**ADJUDICATED, "fixture": 2}),
    "tournaments.extend": _of_tournament(
        "/extensions", {"parameter": "cycles", "by": 1}, {"parameter": "cycles", "by": 2}
    ),
    "tournaments.give_time": _give_time,
    "tournaments.forfeit": _of_tournament("/forfeits", FORFEITED, {**FORFEITED, "entrant": 1}),
}
"""By endpoint a write, made ready to be sent for the first time."""

OVER = {"rematch.rematch", "forks.fork", "receipts.confront", "disputes.open_dispute", "disputes.say"}
"""Those that need a game that is over."""

BODYLESS = {
    "rotation.rotate",
    "rematch.rematch",
    "players.rotate",
    "players.revoke",
    "players.revoke_others",
    "players.add_code",
    "operators.end_game",
    "webhooks.remove",
    "webhooks.rotate",
    "webhooks.send_test",
    "webhooks.redeliver",
    "tournaments.register",
    "tournaments.unregister",
    "tournaments.pause",
    "tournaments.resume",
    "tournaments.abort",
}
"""Those that take no body."""

HARMLESS = {"rules.check", "pages.qr"}
"""What is sent by POST and changes nothing."""
