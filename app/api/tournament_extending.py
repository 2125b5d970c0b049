"""Extension of tournaments over HTTP: more rounds or games, and more time at a table."""

from app.api.schemas import tournament_requests as bodies
from app.api.schemas import tournaments as shapes
from app.api.tournament_commands import MOVES, ORGANISING, moved
from app.api.tournament_context import TournamentContext
from app.games.codec import Json
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, Blueprint
from app.tournament import commands as tournament_commands
from app.tournament.shapes import TournamentView


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

        The rule for absent players of the manifest (`absent`) then follows so many minutes later. It needs
        the API key of the organiser.
        """
        return moved(context, tournament, tournament_commands.GiveTime(body["fixture"], body["minutes"]))
