"""Registration for tournaments over HTTP, their start and extension, and the tables of their players."""

from typing import Any, Final

from app.api.schemas import tournament_requests as bodies
from app.api.schemas import tournaments as shapes
from app.api.tournament_commands import (
    MOVES,
    ORGANISING,
    TournamentContext,
    carried_out,
    moved,
    organiser,
    playing,
    seen_tournament,
)
from app.bots.errors import EntrantRefused
from app.bots.external.participants import kind_of
from app.games.codec import Json
from app.games.registry import game_in
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, Blueprint
from app.http.errors import Problem
from app.players.state import KeyScope
from app.service.entry_codec import Position
from app.service.game_decider import NoSuchGame
from app.store.keys import GameId
from app.tournament import commands as tournament_commands
from app.tournament.shapes import FixtureRow, TournamentView
from app.tournament.views import waits_ms
from replays.api.report_answers import may_wait
from replays.tournaments.lookup import SeenTournament
from replays.tournaments.playing import game_id

_TABLES_MAX: Final = 64


def add_registration(resource: Blueprint, context: TournamentContext) -> None:
    """Add the commands before the first game, and the tables."""
    _add_players(resource, context)
    _add_start(resource, context)
    _add_tables(resource, context)


def _add_players(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/registrations", methods=["POST"])
    @resource.answers(200, TournamentView, example=shapes.EXAMPLE)
    @resource.bearer(KEY, scopes=("play",))
    @resource.problems("tournament_over", "registration_closed", "already_registered", "registration_full")
    def register(tournament: str) -> JsonAnswer[TournamentView]:
        """Register for a tournament

        The player of the API key takes part in a tournament that was created with `registration`, until it is
        started. Its entrant has the name of the player, with the end of the id if another entrant has that
        name.
        """
        caller = playing(context)
        command = tournament_commands.RegisterEntrant(caller.player.id, caller.player.name)
        return carried_out(context, caller, GameId(tournament), command)

    @resource.route("/<tournament_id:tournament>/registrations/<player_id:player>", methods=["DELETE"])
    @resource.answers(200, TournamentView, example=shapes.EXAMPLE)
    @resource.bearer(KEY, scopes=("play|organise",))
    @resource.problems("tournament_over", "forbidden", "registration_closed", "not_registered")
    def unregister(tournament: str, player: str) -> JsonAnswer[TournamentView]:
        """Take back a registration

        It needs the API key of the player, or that of the organiser.
        """
        command = tournament_commands.UnregisterEntrant(player)
        caller = context.access.caller()
        if caller is not None and caller.player.id == player:
            caller.needs(KeyScope.PLAY)
            return carried_out(context, caller, GameId(tournament), command)
        return moved(context, tournament, command)


def _add_start(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/start", methods=["POST"])
    @resource.arguments(bodies.StartSchema, example=bodies.START_EXAMPLE)
    @resource.answers(200, TournamentView, example=shapes.EXAMPLE)
    @resource.bearer(KEY, scopes=ORGANISING)
    @resource.problems(
        *(code for code in MOVES if code != "not_started"),
        "registration_closed",
        "registration_full",
        "too_few_entrants",
        "entrant_unknown_bot",
        "round_too_large",
    )
    def start(body: Json, tournament: str) -> JsonAnswer[TournamentView]:
        """Start a tournament that is open for registration

        Registration ends, `bots` copies of a bot of the service are added, and the first round is paired. It
        needs the API key of the organiser.
        """
        organiser(context)
        bots, bot = body["bots"], body.get("bot")
        if bots:
            seen = seen_tournament(context.lookup, tournament)
            _check_bot(bot, seen)
        command = tournament_commands.StartTournament(bots, bot if bots else None)
        return moved(context, tournament, command)


def _add_tables(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/tables", methods=["GET"])
    @resource.arguments(bodies.TablesQuery, location="query")
    @resource.answers(200, shapes.TablesView, example=shapes.TABLES_EXAMPLE)
    @may_wait(resource)
    @resource.problems("entrant_unknown")
    def tables(query: Json, tournament: str) -> JsonAnswer[shapes.TablesView]:
        """List the tables of a tournament at which players sit

        These are its live games that are not over, in the order of the schedule, at most 64; with `entrant`
        only its own. A seat in `free` waits for its player, who takes it with POST /v1/games/{game}/seats.
        """
        seen, entrant = seen_tournament(context.lookup, tournament), query.get("entrant")
        if entrant is not None and entrant >= len(seen.summary["entrants"]):
            raise Problem("entrant_unknown")
        rows = [row for row in context.lookup.open_games(seen) if entrant is None or entrant in row["seats"]]
        live = (_table(context, seen, row) for row in rows[:_TABLES_MAX])
        shown = [table for table in live if table is not None]
        return JsonAnswer({"tournament": tournament, "tables": shown})


def _check_bot(bot: str | None, seen: SeenTournament) -> None:
    """Raise Problem unless the service has the bot and it plays the game of the tournament."""
    try:
        kind_of({"name": bot, "bot": bot}, local=False, play=game_in(seen.summary["manifest"]).name)
    except EntrantRefused as refused:
        raise Problem(refused.code) from None


def _table(context: TournamentContext, seen: SeenTournament, row: FixtureRow) -> Any:
    """Return the table of a game, None if it has none or its game has ended."""
    game = game_id(seen.tournament, row["fixture"])
    try:
        position = context.games.current(game)
    except NoSuchGame:
        return None
    table = position.table
    if table.has_ended:
        return None
    view: shapes.TableView = {
        "fixture": row["fixture"],
        "round": row["round"],
        "table": row["table"],
        "game": game,
        "seats": row["seats"],
        "names": row["names"],
        "free": [seat for seat in table.seats if table.places[seat].free],
        "until": _until(seen, row["fixture"], position),
    }
    return view


def _until(seen: SeenTournament, fixture: int, position: Position) -> int | None:
    """Return when the rule for absent players follows, in ms since 1970; None if no seat is free."""
    wait = waits_ms(seen.summary, fixture)
    return None if wait is None or not position.table.lacks_seats else position.began + wait


def add_extending(resource: Blueprint, context: TournamentContext) -> None:
    """Add the commands that extend a tournament."""

    @resource.route("/<tournament_id:tournament>/extensions", methods=["POST"])
    @resource.arguments(bodies.ExtensionSchema, example=bodies.EXTENSION_EXAMPLE)
    @resource.answers(200, TournamentView, example=shapes.EXTENDED_EXAMPLE)
    @resource.bearer(KEY, scopes=ORGANISING)
    @resource.problems(*MOVES, "not_extendable", "extension_too_large")
    def extend(body: Json, tournament: str) -> JsonAnswer[TournamentView]:
        """Extend a tournament

        Adds rounds, games or minutes, as the format counts them, before the last result or while it is
        paused: the end reveals the seeds. Eliminations and sequential tests are not extended. It needs the
        API key of the organiser.
        """
        return moved(context, tournament, tournament_commands.ExtendTournament(body["parameter"], body["by"]))

    @resource.route("/<tournament_id:tournament>/times", methods=["POST"])
    @resource.arguments(bodies.MoreTimeSchema, example=bodies.MORE_TIME_EXAMPLE)
    @resource.answers(200, TournamentView, example=shapes.EXAMPLE)
    @resource.bearer(KEY, scopes=ORGANISING)
    @resource.problems(*MOVES, "fixture_unknown", "fixture_over", "time_not_limited", "extension_too_large")
    def give_time(body: Json, tournament: str) -> JsonAnswer[TournamentView]:
        """Give the players of a game more time to come

        The rule for absent players of the manifest (`absent`) then applies that many minutes later. It needs
        the API key of the organiser.
        """
        return moved(context, tournament, tournament_commands.GiveTime(body["fixture"], body["minutes"]))
