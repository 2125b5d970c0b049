"""The list of games over HTTP."""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Final, TypedDict

from app.games.registry import variants
from app.games.table.state import Kind, Status
from app.games.table.summary import OUTCOMES
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, Blueprint
from app.http.fields import Choice, QueryInteger, StrictSchema, String, TranslatedField, invalid, page_limit
from app.http.headers import next_page
from app.i18n import Message
from app.parts.outages import Part
from app.store.keys import GameId
from replays.archive.listing import LIVE, BadCursor, Listing, ListPage, cursor
from replays.archive.unavailable import Incomplete, incomplete
from replays.catalogue.search import Filter, ListedGame
from replays.catalogue.summary import EVENTS, PEOPLE
from replays.disputes.marks import DisputedLedger, MarksEach

LARGEST_PAGE: Final = 200
_ME: Final = "me"

Marked = Callable[[Sequence[GameId], Sequence[GameId]], MarksEach]
"""Returns the marks of games that have any; the second argument has those that have ended or are frozen."""

_MOMENT: Final = "ms since 1970, of the end of a game; of a live one, of its beginning"
_EXAMPLE: Final = {
    "games": [
        {
            "game": "g-17b3v0w1x5z8k2m4n6p7q9r0",
            "variant": "mexican-3",
            "status": "finished",
            "outcome": "won",
            "fork_of": None,
            "hands": 1,
            "tablas": 0,
            "plies": 57,
            "started": 1_700_000_000_000,
            "ended": 1_700_000_240_000,
            "record": True,
            "seats": [
                {"seat": 0, "kind": "bot", "player": None, "bot": "greedy", "won": 1, "balance": 2},
                {"seat": 1, "kind": "person", "player": None, "bot": None, "won": 0, "balance": -1},
                {"seat": 2, "kind": "person", "player": None, "bot": None, "won": 0, "balance": -1},
            ],
        }
    ],
    "next": "Mi4xNzAwMDAwMjQwMDAw",
}


class ArchiveCursorField(TranslatedField):
    """Cursor of a page."""

    def __init__(self, **kwargs: Any) -> None:
        description = {
            "description": "The `next` of the page before; absent for the first page",
            "type": "string",
        }
        super().__init__(metadata=description, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            return cursor(str(value))
        except BadCursor:
            raise invalid(Message("A cursor is what the page before gave as next.")) from None


class ListQuery(StrictSchema):
    """Filter and page of the list."""

    status = Choice(
        (LIVE, *map(str, Status)), metadata={"description": "A status; `live` is every one before the end"}
    )
    variant = Choice(variants(), metadata={"description": "The id of a variant"})
    player = String(
        maximum=64,
        metadata={"description": "The id of a player who has, or had, a seat; `me` with an API key"},
    )
    bot = String(maximum=64, metadata={"description": "The name of a bot that has a seat"})
    since = QueryInteger(metadata={"description": _MOMENT})
    until = QueryInteger(metadata={"description": _MOMENT})
    outcome = Choice(OUTCOMES, metadata={"description": "won: a hand of it; tablas: every hand was drawn"})
    length_min = QueryInteger(metadata={"description": "Least number of plies"})
    length_max = QueryInteger(metadata={"description": "Most plies"})
    people = Choice(PEOPLE, metadata={"description": "only: a person in every seat; some: in at least one"})
    event = Choice(EVENTS, metadata={"description": "A seat was forced, a hand drawn, a dispute archived"})
    tournament = String(maximum=64, metadata={"description": "The id of a tournament"})
    game = String(maximum=64, metadata={"description": "The id of the game"})
    fork_of = String(maximum=64, metadata={"description": "The game whose forks are listed, and they alone"})
    cursor = ArchiveCursorField()
    limit = page_limit("games", 50, LARGEST_PAGE)


class ListedSeatView(TypedDict):
    """A seat in the list."""

    seat: Annotated[int, "Its number, from 0"]
    kind: Annotated[str, {"enum": [*map(str, Kind)]}]
    player: Annotated[str | None, "The id of its player, if it has one"]
    bot: Annotated[str | None, "The name of its bot, as of /v1/bots"]
    won: Annotated[int, "Hands won; counted at the end of the game"]
    balance: Annotated[int, "What the seat won less what it paid, in units of the stake"]


class ListedGameView(DisputedLedger):
    """A game in the list."""

    game: Annotated[str, "Its id"]
    variant: Annotated[str, "As of /v1/variants, or as a sheet calls itself"]
    status: Annotated[str, {"enum": [*map(str, Status)]}]
    outcome: Annotated[
        str | None, "null while it is live; see the filter of this name", {"enum": [*OUTCOMES]}
    ]
    fork_of: Annotated[str | None, "The game it was forked from"]
    hands: Annotated[int, "How many were begun; of a game that is over, played to their end"]
    tablas: Annotated[int, "How many of them were drawn; counted at the end of the game"]
    plies: Annotated[int, "How many entries its log has"]
    started: Annotated[int, "ms since 1970; 0 for a game among bots that is over"]
    ended: Annotated[int | None, "ms since 1970"]
    record: Annotated[bool, "Whether /record answers: from the end of the game until its record is removed"]
    seats: list[ListedSeatView]


class ListView(Incomplete):
    """A page of the list."""

    games: list[ListedGameView]
    next: Annotated[str | None, "The cursor of the next page, which Link names too"]


def blueprint(listing: Listing, marked: Marked, asking: Callable[[], str]) -> Blueprint:
    """Return the resource for the list at /v1/games, with the marks from `marked`.

    `asking` returns the id of the player of the request's API key, or raises Problem.
    """
    resource = Blueprint("listing", __name__, url_prefix="/v1/games", description="Games: search")

    @resource.route("", methods=["GET"])
    @resource.arguments(ListQuery, location="query")
    @resource.answers(200, ListView, example=_EXAMPLE)
    @resource.bearer(KEY, optional=True, scopes=("view",))
    def games(query: dict[str, Any]) -> JsonAnswer[ListView]:
        """List public games, newest first

        With `player=me` the list also has the player's own games that are not public. Live games come first,
        then those that have ended. A page may have fewer games than `limit`; the list is at its end when
        `next` is null. While the catalogue is away the games that have left the store are not listed:
        `missing` says so, and `next` leads to them. `tournament`, `event=forced` and `event=disputed` find
        archived games; `tournament` and `event=forced` not those that were archived by a version without
        them, unless the catalogue was rebuilt since.
        """
        if query.get("player") == _ME:
            query = {**query, "player": asking(), "hidden": True}
        page = listing.page(_filter(query), query["limit"], query.get("cursor"))
        over = [game for game in page.games if game.ended_ms is not None or game.status == Status.FROZEN]
        each_marks = marked([GameId(game.game) for game in page.games], [GameId(game.game) for game in over])
        rows: list[ListedGameView] = [{**as_json(game), **_marks(game, each_marks)} for game in page.games]
        return _answer(rows, page, page.missing | each_marks.missing)

    return resource


def _marks(game: ListedGame, marked: MarksEach) -> DisputedLedger:
    """Return the marks of a listed game (RULES 12.8, 13.7)."""
    marks = marked.by_game.get(GameId(game.game))
    return marks.ledger([player.balance for player in game.players]) if marks else {}


def _answer(games: list[ListedGameView], page: ListPage, missing: Iterable[Part]) -> JsonAnswer[ListView]:
    text = None if page.next is None else page.next.text
    body: ListView = {"games": games, "next": text, **incomplete(missing)}
    response = JsonAnswer(body)
    if text is not None:
        next_page(response, cursor=text)
    response.headers["Cache-Control"] = "no-cache"
    return response


def _filter(query: dict[str, Any]) -> Filter:
    renamed = {"since": "since_ms", "until": "until_ms"}
    renamed_query = {renamed.get(name, name): value for name, value in query.items()}
    return Filter(**{name: value for name, value in renamed_query.items() if name not in ("cursor", "limit")})


def as_json(game: ListedGame) -> ListedGameView:
    """Return a game of the list as a JSON object."""
    return {
        "game": game.game,
        "variant": game.variant,
        "status": game.status,
        "outcome": game.outcome,
        "fork_of": game.parent,
        "hands": game.hands,
        "tablas": game.tablas,
        "plies": game.plies,
        "started": game.started_ms,
        "ended": game.ended_ms,
        "record": game.ended_ms is not None and not game.removed,
        "seats": [
            {
                "seat": player.seat,
                "kind": player.kind,
                "player": player.player,
                "bot": player.bot,
                "won": player.won,
                "balance": player.balance,
            }
            for player in game.players
        ],
    }
