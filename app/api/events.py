"""The log of a game over HTTP: pages and streams of entries, and positions at a ply."""

from collections.abc import Iterator
from typing import Any, Final

from flask import Response, request

from app.api import not_found, phrases
from app.api.event_streams import GameFollower, event_stream, last_event_id, shown, stream_documents
from app.api.presence import changes
from app.api.schemas import requests as shapes
from app.api.schemas.logs import EventsView, PositionView
from app.api.services import Service, answer
from app.games.cards import Seat
from app.games.table.view import revealed, view
from app.http.answers import JsonAnswer, schema_of
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint, produces
from app.http.errors import Problem
from app.http.headers import JSON, negotiate, next_page, sent_in_full
from app.http.streaming import ALIVE_SECONDS, EVENT_STREAM, NDJSON, StreamItem, streamed
from app.service.phrases import StreamPhrases
from app.service.presence import StreamPresence
from app.service.readable_log import readable, readable_position
from app.store.errors import Damaged
from app.store.keys import GameId

_ENTRY: Final = (
    '{"ply":37,"digest":"5e…","public":{"v":1,"game":"g-17…","ply":37,"time":1790000000000,"actor":"seat:0",'
    '"command":{"type":"pass"},"events":[…],"seals":[]}}'
)
_END: Final = '{"end":"finished","ply":38}'
_STREAMS: Final = stream_documents(37, _ENTRY, _END)


def blueprint(service: Service) -> Blueprint:
    """Return the resource of the log of a game."""
    resource = Blueprint(
        "events", __name__, url_prefix="/v1/games", description="Events: follow and read the log of a game"
    )

    @resource.route("/<game_id:game>/events", methods=["GET"])
    @produces(JSON, EVENT_STREAM, NDJSON)
    @resource.arguments(shapes.EventsQuery, location="query")
    @resource.doc(responses={200: {"content": _STREAMS}})
    @resource.header("Last-Event-ID")
    @resource.response(200, schema_of(EventsView))
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    @resource.problems("stream_limit")
    def events(query: dict[str, Any], game: GameId) -> Response:
        """Get or stream the entries of the log after a ply

        Of a damaged log the pages have the entries before the damage, and `damaged_at`; they are not
        streamed. The answer is a page by default; `wait` delays it until there is an entry. With `Accept:
        text/event-stream` or `application/x-ndjson` the entries are streamed as they are made, as the same
        objects as in pages, starting after the ply in `Last-Event-ID` or `after`. After 15 seconds without an
        entry a comment or an empty line is sent. The stream ends with `end` and the status of the game, with
        the code of a refusal if the reader has lost its seat, or with `cut`: then open it again after the
        last ply received. With `presence=1` the stream also has the event `presence`, which has no id:
        `{"connected": [0, 2]}` lists the seats with an open stream, at the beginning and after each change;
        with `phrases=1` also `phrase`, for each phrase that a seat says.
        """
        media_type = negotiate(request, JSON, EVENT_STREAM, NDJSON)
        after = last_event_id(query["after"])
        if media_type == JSON:
            return _page(service, query, game)
        return _stream(service, query, after, game, media_type)

    @resource.route("/<game_id:game>/positions/<ply:ply>", methods=["GET"])
    @resource.arguments(shapes.PositionQuery, location="query")
    @resource.answers(200, PositionView)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    @resource.problems("not_before_end")
    def position_at(query: dict[str, Any], game: GameId, ply: int) -> JsonAnswer[PositionView]:
        """Get the position after a ply

        The answer shows what the caller was allowed to see then, and everything once the game is revealed. A
        seat is chosen with `seat`. Of a damaged log the plies before the damage have one.
        """
        current = readable_position(service.games, game)
        reader = service.access.reader(current)
        seat = query.get("seat", reader)
        if not 0 < ply <= current.ply:
            raise not_found.plies(current.ply)
        if seat is not None and seat >= len(current.table.places):
            raise not_found.seats(len(current.table.places))
        if seat != reader and not current.table.is_over:
            raise Problem("not_before_end", ply=current.ply)
        table = service.games.at(game, ply).table
        shown: PositionView = {"ply": ply, "view": view(table, seat)}
        if current.table.is_over:
            shown["revealed"] = revealed(table)
        response = answer(shown, ply)
        response.set_etag(f"{ply}-revealed" if current.table.is_over else str(ply))
        return response

    return resource


def _stream(service: Service, query: dict[str, Any], after: int, game: GameId, media_type: str) -> Response:
    reader = service.access.reading()
    reader(service.games.current(game))
    watcher = service.watch.subscribe(game)
    own = StreamPresence(service.presence, game, watcher)
    spoken = StreamPhrases(service.phrases, game, watcher) if query["phrases"] else None

    def beside(seat: Seat | None) -> Iterator[StreamItem]:
        yield from changes(own, seat, query["presence"])
        if spoken is not None:
            yield from phrases.news(spoken)

    stream = GameFollower(service.feeds.of(game), reader, watcher, after, beside)
    pause = min(ALIVE_SECONDS, service.presence.refresh_seconds)

    def done() -> None:
        service.watch.unsubscribe(watcher)
        own.close()

    steps = event_stream(service.watch, watcher, stream.news, lambda: stream.ply, pause)
    return streamed(steps, media_type, done)


def _page(service: Service, query: dict[str, Any], game: GameId) -> Response:
    try:
        return _page_of_whole(service, query, game)
    except Damaged:
        return _page_before_damage(service, query, game)


def _page_of_whole(service: Service, query: dict[str, Any], game: GameId) -> Response:
    """A page of a log; Damaged, maybe although this process knows the game, where it cannot be read."""
    after: int = query["after"]
    position = service.games.current(game)
    reader = service.access.reader(position)
    if position.ply <= after and query["wait"] and not position.table.is_over:
        service.watch.wait(game, after, query["wait"])
        position = service.games.current(game)
        # The seat may have changed hands meanwhile.
        reader = service.access.reader(position)
    upto = min(position.ply, after + query["limit"])
    entries = service.games.entries(game, after, upto) if after < upto else ()
    page: EventsView = {
        "game": game,
        "ply": position.ply,
        "events": [shown(entry, reader) for entry in entries],
        "next": entries[-1].ply if entries else after,
    }
    response = answer(page, position.ply)
    return next_page(response, after=page["next"]) if upto < position.ply and entries else response


def _page_before_damage(service: Service, query: dict[str, Any], game: GameId) -> Response:
    """Return a page of the readable entries of a damaged log."""
    reader = service.access.reader(readable_position(service.games, game))
    entries, after = readable(service.games, game).entries, query["after"]
    page_entries = entries[after : after + query["limit"]]
    page: EventsView = {
        "game": game,
        "ply": len(entries),
        "events": [shown(entry, reader) for entry in page_entries],
        "next": page_entries[-1].ply if page_entries else after,
        "damaged_at": len(entries) + 1,
    }
    response = sent_in_full(answer(page, len(entries)))
    return (
        next_page(response, after=page["next"])
        if page_entries and page_entries[-1].ply < len(entries)
        else response
    )
