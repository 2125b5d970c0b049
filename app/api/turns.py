"""Turns of a player in all games, as a list and as a stream."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, Final, TypedDict

import orjson
from flask import Response, request

from app.api.event_streams import event_stream
from app.api.services import Service
from app.http.answers import JsonAnswer, schema_of
from app.http.blueprint import KEY, Blueprint, produces
from app.http.errors import FieldError, Problem
from app.http.fields import QueryBoolean, QueryInteger, StrictSchema, String
from app.http.headers import JSON, negotiate
from app.http.streaming import EVENT_STREAM, NDJSON, StreamItem, streamed
from app.i18n import Message
from app.players.state import KeyScope, Player
from app.service.games import GameService
from app.service.pending_decisions import LatencyView, latency, one_of
from app.service.subscriptions import Subscription
from app.store.append_options import KEPT
from app.store.indexes import ALL_BUCKETS
from app.store.keys import GameId, bucket
from app.store.log import EventStore

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
"""The ply of the open question by game; KEPT for a reserved seat."""


class TurnsQuery(StrictSchema):
    """Known list, and seconds to wait for another one."""

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


class TurnView(TypedDict):
    """A game that waits for this player."""

    game: str
    decision: Annotated[int, "The ply at which the question was put"]


class KeptGameView(TypedDict):
    """A game in which a seat is reserved for this player."""

    game: str


class TurnsView(TypedDict):
    """The games that wait for this player."""

    as_of: Annotated[int, "ms since 1970: when the store was asked"]
    turns: list[TurnView]
    kept: list[KeptGameView]
    next: Annotated[str, "The value of `after` to wait for another list"]


def blueprint(service: Service) -> Blueprint:
    """Return the resource of the turns of a player."""
    resource = Blueprint("turns", __name__, url_prefix="/v1/players", description="Whose turn it is")

    @resource.route("/me/events", methods=["GET"])
    @produces(JSON, EVENT_STREAM, NDJSON)
    @resource.arguments(TurnsQuery, location="query")
    @resource.doc(responses={200: {"content": _STREAMS}})
    @resource.response(200, schema_of(TurnsView), example=_PAGE)
    @resource.bearer(KEY, scopes=("view",))
    @resource.problems("stream_limit")
    def turns(query: dict[str, Any]) -> Response:
        """List or stream the games in which it is the player's turn

        The answer is the list by default; `wait` delays it while the list is the one named by `after`. With
        `Accept: text/event-stream` or `application/x-ndjson` the whole list is sent first (`turns`), then
        each turn that begins (`turn`) or is over (`answered`), and each seat that is kept for the player
        (`seat_kept`) or no longer, because it was taken or the game has ended (`seat_closed`). Each
        connection begins with the whole list, so that nothing is lost between two connections. A turn that
        begins and ends at once may be left out. With `decisions=1`, which also needs the scope `play`, a
        `decision` follows each turn, with the view, the legal moves and the player's latency.
        """
        asking = service.access.asking(KeyScope.VIEW)
        player = asking()
        media_type = negotiate(request, JSON, EVENT_STREAM, NDJSON)
        if query["decisions"]:
            _check_bot(service, media_type)
        if media_type == JSON:
            return _page(service, asking, player.id, query["after"], query["wait"])
        watcher = service.watch.subscribe(player.id)
        decisions_sent = Whole(service.games, player.id, query["expand"]) if query["decisions"] else None
        stream = Turns(service.games.store, asking, player.id, watcher, decisions_sent)
        done = partial(service.watch.unsubscribe, watcher)
        return streamed(event_stream(service.watch, watcher, stream.news, lambda: None), media_type, done)

    return resource


def _check_bot(service: Service, media_type: str) -> None:
    """Raise Problem unless the key may play and the response is a stream."""
    service.access.player(KeyScope.PLAY)
    if media_type == JSON:
        why = Message("Ask for a stream by Accept, or for /v1/players/me/decisions.")
        raise Problem(
            "validation_failed", errors=(FieldError("validation_failed", why, parameter="decisions"),)
        )


@dataclass(slots=True)
class Whole:
    """Messages with the decisions of one player, and its latency as of a few seconds ago."""

    games: GameService
    player: str
    expand: bool
    latency: LatencyView | None = None
    measured: float = -LATENCY_SECONDS

    def messages(self, games: Iterable[GameId]) -> Iterator[StreamItem]:
        """Yield a message for every decision that is still open in these games."""
        questions = self.games.store.questions(list(games))
        for game, question in questions.items():
            decision = one_of(self.games, self.player, game, question.asked, self.expand)
            if decision is not None:
                yield StreamItem("decision", orjson.dumps({"decision": decision, "latency": self._latency()}))

    def _latency(self) -> LatencyView:
        if self.latency is None or time.monotonic() - self.measured >= LATENCY_SECONDS:
            self.latency, self.measured = latency(self.games.store, self.player), time.monotonic()
        return self.latency


@dataclass(slots=True)
class Turns:
    """Turns of one player as sent by one stream."""

    store: EventStore
    asking: Callable[[], Player]
    player: str
    watcher: Subscription
    whole: Whole | None = None
    known: dict[GameId, int] | None = None
    pending: set[int] = field(default_factory=set)

    def news(self) -> Iterator[StreamItem]:
        """Yield the changes since the last call; at the first call the list of all turns."""
        self.asking()
        games = self.watcher.take()
        self.pending |= set(ALL_BUCKETS) if games is None else {bucket(game) for game in games}
        now, changed = self.store.turns(self.player, sorted(self.pending)) if self.pending else (0, {})
        before, kept = self.known, self.known or {}
        after = changed | {game: ply for game, ply in kept.items() if bucket(game) not in self.pending}
        self.known, self.pending = after, set()
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
        return iter(()) if self.whole is None else self.whole.messages(games)


def _told(name: str, what: Any, now_ms: int) -> StreamItem:
    return StreamItem(name, orjson.dumps({name: what, "as_of": now_ms}))


def asked_in(turned: Turned) -> Turned:
    """Return the games with an open question, without reserved seats."""
    return {game: ply for game, ply in turned.items() if ply != KEPT}


def _asked(turned: Turned) -> list[TurnView]:
    return [{"game": game, "decision": ply} for game, ply in sorted(asked_in(turned).items())]


def _kept(turned: Turned) -> list[KeptGameView]:
    return [{"game": game} for game, ply in sorted(turned.items()) if ply == KEPT]


def _one(game: GameId, ply: int) -> dict[str, Any]:
    return {"game": game} if ply == KEPT else {"game": game, "decision": ply}


def _page(
    service: Service, asking: Callable[[], Player], player: str, after: str, seconds: int
) -> JsonAnswer[TurnsView]:
    now, turned = waited(service, player, lambda turned: mark(turned) == after, seconds)
    if seconds:
        asking()  # the key may have been revoked meanwhile
    page: TurnsView = {"as_of": now, "turns": _asked(turned), "kept": _kept(turned), "next": mark(turned)}
    response = JsonAnswer(page)
    response.set_etag(mark(turned))  # equal turns have equal entity tags, at any time
    return response


def waited(
    service: Service, player: str, is_old: Callable[[Turned], bool], seconds: float
) -> tuple[int, Turned]:
    """Return the server's time in ms and a player's turns, once they are not `dull` or after `seconds`."""
    ends = time.monotonic() + seconds
    now, turned = service.games.store.turns(player)
    if not (is_old(turned) and seconds):
        return now, turned
    watcher = service.watch.subscribe(player)
    try:
        while is_old(turned) and (remaining := ends - time.monotonic()) > 0 and not service.watch.closed:
            now, turned = service.games.store.turns(player)
            if is_old(turned):
                watcher.wait(remaining)
        return service.games.store.turns(player)
    finally:
        service.watch.unsubscribe(watcher)


def mark(turned: Turned) -> str:
    """Return a hash that is equal only for equal lists."""
    return sha256(orjson.dumps([*map(list, sorted(turned.items()))])).hexdigest()[:16]
