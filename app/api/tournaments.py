"""Tournaments over HTTP: creation, public views, and commands of the organisers."""

import re
from collections.abc import Callable
from typing import Any, Final

from app.api import codes
from app.api.access import Caller
from app.api.refusals import CONFIGURATION
from app.api.schemas import tournament_requests as bodies
from app.api.schemas import tournaments as shapes
from app.api.tournament_commands import (
    MOVES,
    ORGANISING,
    TournamentContext,
    known_tournament,
    moved,
    of_standing,
    organiser,
    record_of,
    refusals,
    seen_tournament,
    with_waits,
)
from app.api.tournament_registration import add_extending, add_registration
from app.api.tournament_reports import add_reports
from app.bots.errors import EntrantRefused
from app.bots.external.limits import limits_in
from app.bots.external.participants import kind_of
from app.games.codec import Json
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, Blueprint
from app.http.errors import CODES, FieldError, Problem
from app.http.fields import cursor
from app.http.headers import next_page
from app.i18n import Message
from app.players.state import KeyScope
from app.store.schedule import LiveGame
from app.tournament import commands as tournament_commands
from app.tournament.errors import BadManifest, ManifestFault
from app.tournament.manifest import Manifest
from app.tournament.manifest_parser import read
from app.tournament.shapes import TournamentView
from app.tournament.views import brief
from replays.api.report_answers import may_wait
from replays.archive.unavailable import incomplete

ME: Final = "me"
"""Filter for the player of the API key."""


def blueprint(context: TournamentContext) -> Blueprint:
    """Return the resource /v1/tournaments."""
    resource = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments", description="Tournaments")
    _add_all(resource, context)
    add_reports(resource, context)
    add_registration(resource, context)
    add_extending(resource, context)
    _add_moves(resource, context)
    return resource


def _add_all(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("", methods=["POST"])
    @resource.arguments(bodies.ManifestSchema, example=bodies.MANIFEST_EXAMPLE)
    @resource.answers(201, TournamentView, example=shapes.BEGUN_EXAMPLE)
    @resource.bearer(KEY, scopes=ORGANISING)
    @resource.problems(*codes.MANIFEST, *CONFIGURATION, "player_unknown")
    def begin(body: Json) -> JsonAnswer[TournamentView]:
        """Create a tournament

        The ids of the tournament and of its games are derived from the manifest: sending the same manifest
        again gets the existing tournament. The service plays it without further requests; before the first
        game players over HTTP answer a trial question (`trial` of the entrants). If the manifest is
        invalid, `errors` lists all of its errors.
        """
        caller = organiser(context)
        return idempotency.idempotent(lambda: _begun(context, caller, body))

    @resource.route("", methods=["GET"])
    @resource.arguments(bodies.TournamentsQuery, location="query")
    @resource.answers(
        200,
        shapes.TournamentsView,
        example={"tournaments": [shapes.BRIEF_EXAMPLE], "summing_up": 0, "next": None},
    )
    @resource.bearer(KEY, optional=True, scopes=("view",))
    def list_all(query: Json) -> JsonAnswer[shapes.TournamentsView]:
        """List the tournaments, newest first

        The answer has a summary of each tournament. Pages are chosen with `cursor` and `limit`; a page of the
        tournaments of a player, or of those that are not over, may have fewer than `limit`. Summaries are in
        the store; `missing` is set if one needs the catalogue and the catalogue is unavailable.
        """
        before = LiveGame(*query["cursor"]) if "cursor" in query else None
        player = query.get("player")
        if player == ME:
            player = context.access.player(KeyScope.VIEW).id
        unfinished = query.get("status") == bodies.LIVE
        page = context.lookup.listed(query["limit"], before, player, unfinished=unfinished)
        following = None if page.next is None else cursor(*page.next)
        waits = context.tournament_service.all_wait_for(
            [
                (listed_tournament.tournament, listed_tournament.state)
                for listed_tournament in page.tournaments
            ]
        )
        rows = [
            brief(listed_tournament.summary, waits_for)
            for listed_tournament, waits_for in zip(page.tournaments, waits, strict=True)
        ]
        body: shapes.TournamentsView = {
            "tournaments": rows,
            "summing_up": page.summing_up,
            "next": following,
            **incomplete(page.missing),
        }
        response = JsonAnswer(body)
        return next_page(response, cursor=following)

    @resource.route("/<tournament_id:tournament>", methods=["GET"])
    @resource.answers(200, TournamentView, example=shapes.EXAMPLE)
    @may_wait(resource)
    def show(tournament: str) -> JsonAnswer[TournamentView]:
        """Get a tournament

        The answer has its state, its progress and speed, what it waits for, its entrants and its manifest.
        """
        seen = seen_tournament(context.lookup, tournament)
        return with_waits(context, seen.summary, seen.tournament, seen.ply)


def _begun(context: TournamentContext, caller: Caller, body: Json) -> JsonAnswer[TournamentView]:
    draft = _read(context, body)
    known = known_tournament(context, draft.tournament)
    if known is not None:
        response, new = with_waits(context, known.summary, known.tournament, known.ply, 201), False
    else:
        with refusals():
            standing, new = context.tournament_service.create(draft, caller.player.id, record_of(caller))
        response = of_standing(context, standing, 201)
    response.headers["Location"] = f"/v1/tournaments/{draft.tournament}"
    return idempotency.replayed(response, not new)


def _read(context: TournamentContext, body: Json) -> Any:
    """Return the draft of a manifest. Raises Problem with all of its faults."""
    try:
        draft = read(body)
        _check_entrants(context, draft.manifest)
    except BadManifest as refused:
        raise _problem(refused.faults) from None
    return draft


def _check_entrants(context: TournamentContext, manifest: Manifest) -> None:
    """Raise BadManifest for entrants that cannot play in the service."""
    faults = []
    for number, entrant in enumerate(manifest.entrants):
        try:
            kind_of(entrant.plan, local=False, play=manifest.play)
        except EntrantRefused as refused:
            faults.append(ManifestFault(refused.code, f"/entrants/{number}/{refused.field}".rstrip("/")))
        if entrant.is_remote and not context.exists(str(entrant.plan["player"])):
            faults.append(ManifestFault("player_unknown", f"/entrants/{number}/player"))
    if manifest.absent.bot is not None:
        try:
            kind_of({"name": "absent", "bot": manifest.absent.bot}, local=False, play=manifest.play)
        except EntrantRefused as refused:
            faults.append(ManifestFault(refused.code, "/absent/bot"))
    try:
        limits_in(manifest.limits)
    except EntrantRefused as refused:
        faults.append(ManifestFault(refused.code, "/limits"))
    if faults:
        raise BadManifest(tuple(faults))


def _problem(faults: tuple[ManifestFault, ...]) -> Problem:
    """Return the refusal of a manifest; its detail is the first fault."""
    return Problem(faults[0].code, _at(faults[0]), errors=tuple(map(_fault, faults[:50])))


def _fault(fault: ManifestFault) -> FieldError:
    return FieldError(fault.code, _detail(fault), _pointer(fault.field), possible=fault.possible)


def _detail(fault: ManifestFault) -> Message:
    """Return the description of a fault, by default the sentence of its code."""
    return fault.message or Message(CODES[fault.code].remedy)


def _at(fault: ManifestFault) -> Message:
    """Return the description of a fault with its member."""
    detail, member = _detail(fault), _pointer(fault.field)
    return Message("{member}: {detail}").filled(member=member, detail=detail) if member else detail


def _pointer(field: str) -> str:
    """Return the pointer up to the first part that is no valid name; clients' texts are not echoed."""
    names = []
    for part in field.split("/")[1:]:
        if not re.fullmatch("[A-Za-z0-9_]{1,40}", part):
            break
        names.append(part)
    return "".join(f"/{part}" for part in names)


def _add_moves(resource: Blueprint, context: TournamentContext) -> None:
    def move(name: str, command: Callable[[], Any], summary: str, description: str, *problems: str) -> None:
        def view(tournament: str) -> JsonAnswer[TournamentView]:
            return moved(context, tournament, command())

        view.__name__, view.__doc__ = (
            name,
            f"{summary}\n\n{description} It needs the API key of the organiser.",
        )
        described = resource.problems(*MOVES, *problems)(view)
        described = resource.bearer(KEY, scopes=ORGANISING)(described)
        described = resource.answers(200, TournamentView, example=shapes.EXAMPLE)(described)
        resource.route(f"/<tournament_id:tournament>/{name}", methods=["POST"])(described)

    move(
        "pause",
        tournament_commands.Pause,
        "Pause a tournament",
        "No more games begin; games in progress are finished.",
        "already_paused",
    )
    move(
        "resume", tournament_commands.Resume, "Resume a paused tournament", "Games begin again.", "not_paused"
    )
    move(
        "abort",
        tournament_commands.Abort,
        "Abort a tournament",
        "The tournament ends with its present results, and its seeds are revealed.",
    )
    _add_judging(resource, context)


def _add_judging(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/adjudications", methods=["POST"])
    @resource.arguments(bodies.AdjudicationSchema, example=bodies.ADJUDICATION_EXAMPLE)
    @resource.answers(200, TournamentView, example=shapes.ADJUDICATED_EXAMPLE)
    @resource.bearer(KEY, scopes=ORGANISING)
    @resource.problems(*MOVES, "fixture_unknown", "fixture_over", "result_seats")
    def adjudicate(body: Json, tournament: str) -> JsonAnswer[TournamentView]:
        """Adjudicate a game of a tournament

        Sets the result of a game that was not played, with a reason; the log marks it as adjudicated. It
        needs the API key of the organiser.
        """
        command = tournament_commands.Adjudicate(body["fixture"], tuple(body["balances"]), body["text"])
        return moved(context, tournament, command)

    @resource.route("/<tournament_id:tournament>/forfeits", methods=["POST"])
    @resource.arguments(bodies.ForfeitSchema, example=bodies.FORFEIT_EXAMPLE)
    @resource.answers(200, TournamentView, example=shapes.FORFEITED_EXAMPLE)
    @resource.bearer(KEY, scopes=ORGANISING)
    @resource.problems(*MOVES, "entrant_unknown", "entrant_out")
    def forfeit(body: Json, tournament: str) -> JsonAnswer[TournamentView]:
        """Withdraw an entrant from a tournament

        The opponents in its remaining games get a walkover, which a worker writes soon after the answer. It
        needs the API key of the organiser.
        """
        return moved(context, tournament, tournament_commands.Forfeit(body["entrant"], body["text"]))
