"""Resource for operators: what keeps order among the players."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from flask import request

from app.api.access import Access
from app.api.overview import Overview, OverviewView
from app.api.players import own_view
from app.api.schemas.operators import (
    EndedGameView,
    KeptPlayerView,
    PlayerChangeSchema,
    PlayersQuery,
    PlayersView,
)
from app.api.schemas.players import place_cursor
from app.api.schemas.requests import LanguageQuery
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, Blueprint
from app.http.errors import Problem
from app.http.headers import in_languages, languages_asked, next_page
from app.players.decide import IsClosed
from app.players.directory import state_of
from app.players.service import Players
from app.players.state import KeyScope, Player
from app.service.game_decider import AlreadyOver, NoSuchGame
from app.service.games import BY_OPERATOR, ROLLED_BACK, GameService
from app.store.keys import GameId
from app.webhooks.service import Webhooks

_SCOPES = (str(KeyScope.OPERATE),)
_ENDED: EndedGameView = {"game": "g-17…", "ply": 38, "reason": BY_OPERATOR}


def blueprint(
    access: Access,
    players: Players,
    webhooks: Webhooks,
    games: GameService,
    overview: Callable[[], Overview],
) -> Blueprint:
    """Return the resource for operators."""
    resource = Blueprint("operators", __name__, url_prefix="/v1/operator", description="Keeping order")

    @resource.route("", methods=["GET"])
    @resource.arguments(LanguageQuery, location="query")
    @resource.answers(200, OverviewView)
    @resource.bearer(KEY, scopes=_SCOPES)
    def show_overview(query: dict[str, Any]) -> JsonAnswer[OverviewView]:
        """Get the state of the installation

        The answer has the checks of /readyz, which may fail here, the gauges of /metrics, and counts. The
        `text` of a cause is an object by language; `lang`, or else Accept-Language, may choose one. It needs
        an API key with the scope `operate`.
        """
        access.player(KeyScope.OPERATE)
        languages = languages_asked(request, query.get("lang"))
        response = JsonAnswer(overview().view(*languages))
        response.headers["Cache-Control"] = "no-store"
        return in_languages(response, languages)

    @resource.route("/players", methods=["GET"])
    @resource.arguments(PlayersQuery, location="query")
    @resource.answers(200, PlayersView)
    @resource.bearer(KEY, scopes=_SCOPES)
    def list_players(query: dict[str, Any]) -> JsonAnswer[PlayersView]:
        """Find players by the beginning of their name

        They are sorted by name. A page may have fewer players than `limit`; the list is at its end when
        `next` is null. It needs an API key with the scope `operate`.
        """
        access.player(KeyScope.OPERATE)
        page = players.search(query.get("name", ""), query.get("state"), query["limit"], query.get("cursor"))
        following = None if page.next is None else place_cursor(page.next)
        response = JsonAnswer[PlayersView]({"players": list(map(_kept, page.players)), "next": following})
        return next_page(response, cursor=following)

    @resource.route("/players/<player_id:player>", methods=["PATCH"])
    @resource.arguments(PlayerChangeSchema)
    @resource.answers(200, KeptPlayerView)
    @resource.bearer(KEY, scopes=_SCOPES)
    @resource.problems("not_found", "name_invalid", "player_closed")
    def change_player(body: dict[str, Any], player: str) -> JsonAnswer[KeptPlayerView]:
        """Rename, ban or close a player

        A ban refuses the player's keys, its seats, and new games with it. Closing ends its keys, its webhooks
        and its name for good; the name stays in tournaments, in backups made before, and in entries that an
        earlier version wrote. Without scopes in the answer a player may do nothing. A repetition gets the
        player as it is at that time. It needs an API key with the scope `operate`.
        """
        access.player(KeyScope.OPERATE)

        def write() -> JsonAnswer[KeptPlayerView]:
            return JsonAnswer(_kept(_changed(players, webhooks, player, body)))

        return idempotency.idempotent(write, again=lambda: JsonAnswer(_kept(_existing(players, player))))

    @resource.route("/games/<game_id:game>/end", methods=["POST"])
    @resource.answers(200, EndedGameView, example=_ENDED)
    @resource.bearer(KEY, scopes=_SCOPES)
    @resource.problems("not_found", "game_over")
    def end_game(game: GameId) -> JsonAnswer[EndedGameView]:
        """End a live game without a result

        It is for an abandoned table. No seat wins or pays for the hand in play, and the keys of the game are
        opened, so that it can be audited (RULES 11.17). It needs an API key with the scope `operate`.
        """
        access.player(KeyScope.OPERATE)
        return idempotency.idempotent(lambda: JsonAnswer(_ended(games, game)))

    return resource


def _ended(games: GameService, game: GameId) -> EndedGameView:
    """Return the game after its end by the operator, also of an earlier request. Raises Problem."""
    try:
        with suppress(AlreadyOver):
            games.end(game)
        ended = games.current(game)
    except NoSuchGame:
        raise Problem("not_found") from None
    reason = ended.table.void_reason
    if reason not in (BY_OPERATOR, ROLLED_BACK):
        raise Problem("game_over", ply=ended.ply)
    return {"game": game, "ply": ended.ply, "reason": reason}


def _kept(player: Player) -> KeptPlayerView:
    return {**own_view(player), "state": str(state_of(player))}


def _existing(players: Players, player: str) -> Player:
    """Return a player. Raises Problem."""
    current = players.find(player)
    if current is None:
        raise Problem("not_found")
    return current


def _changed(players: Players, webhooks: Webhooks, player: str, body: Mapping[str, Any]) -> Player:
    """Return the player after the changes of `body`. Raises Problem."""
    current = _existing(players, player)
    if body.get("closed"):
        with suppress(IsClosed):
            current = players.close(player).state
        webhooks.remove_all(player)
        return current
    try:
        if body.get("name", current.name) != current.name:
            current = players.rename(player, body["name"]).state
        if body.get("banned", current.banned is not None) != (current.banned is not None):
            current = (players.ban if body["banned"] else players.unban)(player).state
    except IsClosed:
        raise Problem("player_closed") from None
    return current
