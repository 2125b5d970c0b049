"""A player's turns over all its games: in which games a seat of it is awaited, as a list and as a stream."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any, Final

import orjson
from flask import Response, request
from marshmallow import Schema, fields

from app.api.context import Service, here
from app.api.following import story
from app.decisions import latency, one_of
from app.handler import Games
from app.http.blueprint import KEY, Blueprint, produces
from app.http.errors import FieldError, Problem
from app.http.fields import QueryBoolean, QueryInteger, StrictSchema, String
from app.http.headers import JSON, negotiate
from app.http.streaming import EVENT_STREAM, NDJSON, StreamItem, streamed
from app.players.player import Player, Scope
from app.store.keys import GameId, bucket
from app.store.log import EventStore
from app.store.terms import KEPT
from app.store.turns import ALL_BUCKETS
from app.watch import Watcher

LONGEST_WAIT: Final = 25
LATENCY_SECONDS: Final = 5.0
_TURN: Final = {"game": "g-17b3v0w1x5z8k2m4n6p7q9r0", "decision": 12}
_PAGE: Final = {"as_of": 1_790_000_000_000, "turns": [_TURN], "kept": [], "next": "5d41402abc4b2a76"}
_TURNS: Final = '{"turns":[{"game":"g-17…","decision":12}],"kept":[],"as_of":1790000000000}'
_ONE: Final = '{"turn":{"game":"g-2a…","decision":31},"as_of":1790000004000}'
_GONE: Final = '{"answered":{"game":"g-17…","decision":12},"as_of":1790000009000}'
_STREAMS: Final[dict[str, Any]] = {
    EVENT_STREAM: {
        "schema": {"type": "string"},
        "example": f"retry: 2000\n\nevent: turns\ndata: {_TURNS}\n\nevent: turn\ndata: {_ONE}\n\n"
        f"event: answered\ndata: {_GONE}\n\n",
    },
    NDJSON: {"schema": {"type": "string"}, "example": f"{_TURNS}\n{_ONE}\n\n{_GONE}\n"},
}

Turned = dict[GameId, int]
"""By game the ply at which a player was asked there, KEPT where a seat is kept for it."""

blueprint = Blueprint("turns", __name__, url_prefix="/v1/players", description="Whose turn it is")


class TurnsQuery(StrictSchema):
    """Which list is known already, and how long to wait for another."""

    after = String(
        load_default="",
        minimum=0,
        maximum=32,
        metadata={"description": "The `next` of the last list; any other text counts as none"},
    )
    wait = QueryInteger(
        load_default=0, maximum=LONGEST_WAIT, metadata={"description": "Seconds to wait for another list"}
    )
    decisions = QueryBoolean(
        load_default=False,
        metadata={"description": "In streams: send each turn in full, as /v1/players/me/decisions does"},
    )
    expand = QueryBoolean(
        load_default=False,
        metadata={"description": "List every move with its complete body instead of groups"},
    )


class TurnView(Schema):
    """A game that waits for this player."""

    game = fields.String()
    decision = fields.Integer(metadata={"description": "The ply at which the question was put"})


class KeptGameView(Schema):
    """A game in which a seat is kept for this player, who has not taken it."""

    game = fields.String()


class TurnsView(Schema):
    """The games that wait for this player."""

    as_of = fields.Integer(metadata={"description": "ms since 1970: when the store was asked"})
    turns = fields.List(fields.Nested(TurnView))
    kept = fields.List(fields.Nested(KeptGameView))
    next = fields.String(metadata={"description": "The value of `after` to wait for another list"})


@blueprint.route("/me/events", methods=["GET"])
@produces(JSON, EVENT_STREAM, NDJSON)
@blueprint.arguments(TurnsQuery, location="query")
@blueprint.doc(responses={200: {"content": _STREAMS}})
@blueprint.response(200, TurnsView, example=_PAGE)
@blueprint.bearer(KEY, scopes=("view",))
@blueprint.problems("stream_limit")
def turns(query: dict[str, Any]) -> Response:
    """List or stream the games in which it is the player's turn

    The answer is the list by default; `wait` delays it while the list is the one named by `after`. With
    `Accept: text/event-stream` or `application/x-ndjson` the whole list is sent first (`turns`), then each
    turn that begins (`turn`) or is over (`answered`), and each seat that is kept for the player (`seat_kept`)
    or no longer, because it was taken or the game has ended (`seat_closed`). Each connection begins with the
    whole list, so that nothing is lost between two connections. A turn that begins and ends at once may be
    left out. With `decisions=1`, which also needs the scope `play`, a `decision` follows each turn, with the
    view, the legal moves and the player's latency.
    """
    service, asking = here(), here().access.asking(Scope.VIEW)
    player = asking()
    media_type = negotiate(request, JSON, EVENT_STREAM, NDJSON)
    if query["decisions"]:
        _check_bot(service, media_type)
    if media_type == JSON:
        return _page(service, asking, player.id, query["after"], query["wait"])
    watcher = service.watch.enter(player.id)
    whole = Whole(service.games, player.id, query["expand"]) if query["decisions"] else None
    told = Turns(service.games.store, asking, player.id, watcher, whole)
    done = partial(service.watch.leave, watcher)
    return streamed(story(service.watch, watcher, told.news, lambda: None), media_type, done)


def _check_bot(service: Service, media_type: str) -> None:
    """Problem unless decisions may be told and this is a stream, which can tell them one by one."""
    service.access.player(Scope.PLAY)
    if media_type == JSON:
        why = "Ask for a stream by Accept, or for /v1/players/me/decisions."
        raise Problem(
            "validation_failed", errors=(FieldError("validation_failed", why, parameter="decisions"),)
        )


@dataclass(slots=True)
class Whole:
    """Tells the decisions of one player, with how fast it answers as of a few seconds ago."""

    games: Games
    player: str
    expand: bool
    latency: dict[str, int | None] = field(default_factory=dict)
    measured: float = -LATENCY_SECONDS

    def told(self, games: Iterable[GameId]) -> Iterator[StreamItem]:
        """Every decision that is still open in these games."""
        asked = self.games.store.questions(list(games))
        for game, question in asked.items():
            one = one_of(self.games, self.player, game, question.asked, self.expand)
            if one is not None:
                yield StreamItem("decision", orjson.dumps({"decision": one, "latency": self._latency()}))

    def _latency(self) -> dict[str, int | None]:
        if time.monotonic() - self.measured >= LATENCY_SECONDS:
            self.latency, self.measured = latency(self.games.store, self.player), time.monotonic()
        return self.latency


@dataclass(slots=True)
class Turns:
    """The turns of one player as one stream has told them."""

    store: EventStore
    asking: Callable[[], Player]
    player: str
    watcher: Watcher
    whole: Whole | None = None
    known: dict[GameId, int] | None = None
    owed: set[int] = field(default_factory=set)

    def news(self) -> Iterator[StreamItem]:
        """What has changed since the last call; at the first all turns."""
        self.asking()
        games = self.watcher.take()
        self.owed |= set(ALL_BUCKETS) if games is None else {bucket(game) for game in games}
        now, found = self.store.turns(self.player, sorted(self.owed)) if self.owed else (0, {})
        before, kept = self.known, self.known or {}
        after = found | {game: ply for game, ply in kept.items() if bucket(game) not in self.owed}
        self.known, self.owed = after, set()
        if before is None:
            yield StreamItem(
                "turns", orjson.dumps({"turns": _asked(after), "kept": _kept(after), "as_of": now})
            )
            yield from self._whole(sorted(asked_in(after)))
            return
        for game, ply in sorted(before.items() - after.items()):
            name = "seat_closed" if ply == KEPT else "answered"
            yield _told(name, _one(game, ply), now)
        for game, ply in sorted(after.items() - before.items()):
            if ply == KEPT:
                yield _told("seat_kept", _one(game, ply), now)
                continue
            yield _told("turn", _one(game, ply), now)
            yield from self._whole([game])

    def _whole(self, games: Iterable[GameId]) -> Iterator[StreamItem]:
        return iter(()) if self.whole is None else self.whole.told(games)


def _told(name: str, what: Any, now_ms: int) -> StreamItem:
    return StreamItem(name, orjson.dumps({name: what, "as_of": now_ms}))


def asked_in(found: Turned) -> Turned:
    """The games that ask the player, without those that only keep a seat for it."""
    return {game: ply for game, ply in found.items() if ply != KEPT}


def _asked(found: Turned) -> list[dict[str, Any]]:
    return [_one(*one) for one in sorted(asked_in(found).items())]


def _kept(found: Turned) -> list[dict[str, Any]]:
    return [_one(*one) for one in sorted(found.items()) if one[1] == KEPT]


def _one(game: GameId, ply: int) -> dict[str, Any]:
    return {"game": game} if ply == KEPT else {"game": game, "decision": ply}


def _page(service: Service, asking: Callable[[], Player], player: str, after: str, seconds: int) -> Response:
    now, found = waited(service, player, lambda found: mark(found) == after, seconds)
    if seconds:
        asking()  # the key may have ended meanwhile
    page = {"as_of": now, "turns": _asked(found), "kept": _kept(found), "next": mark(found)}
    response = Response(orjson.dumps(page), content_type=JSON)
    response.set_etag(mark(found))  # the same turns are the same page, whenever they were looked up
    return response


def waited(
    service: Service, player: str, dull: Callable[[Turned], bool], seconds: float
) -> tuple[int, Turned]:
    """The server's time in ms and a player's turns, once they are not `dull` or `seconds` have passed."""
    ends = time.monotonic() + seconds
    now, found = service.games.store.turns(player)
    if not (dull(found) and seconds):
        return now, found
    watcher = service.watch.enter(player)
    try:
        while dull(found) and (left := ends - time.monotonic()) > 0 and not service.watch.closed:
            now, found = service.games.store.turns(player)
            if dull(found):
                watcher.wait(left)
        return service.games.store.turns(player)
    finally:
        service.watch.leave(watcher)


def mark(found: Turned) -> str:
    """What two lists have in common only if they are the same."""
    return sha256(orjson.dumps([*map(list, sorted(found.items()))])).hexdigest()[:16]
