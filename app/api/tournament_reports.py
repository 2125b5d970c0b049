"""Reports of tournaments over HTTP: standings, games, pairings and entries."""

from collections.abc import Callable
from functools import partial
from typing import Final

import orjson
from flask import Response, request

from app.api.event_streams import TournamentFollower, entry, event_stream, last_event_id, stream_documents
from app.api.schemas import tournament_requests as bodies
from app.api.schemas import tournaments as shapes
from app.api.schemas.requests import LanguageQuery
from app.api.schemas.tournaments import (
    CROSS_EXAMPLE,
    FIXTURE_EXAMPLE,
    PAIRINGS_EXAMPLE,
    REASONS_EXAMPLE,
    STANDINGS_EXAMPLE,
    CrossTableView,
    FixturesView,
    FixtureView,
    PairingsView,
    ReasonsView,
    StandingsView,
)
from app.api.tournament_commands import TournamentContext, seen_tournament
from app.games.codec import Json
from app.http.answers import JsonAnswer, schema_of
from app.http.blueprint import Blueprint, produces
from app.http.errors import Problem
from app.http.headers import JSON, in_languages, languages_asked, negotiate, next_page
from app.http.idempotency import tagged
from app.http.streaming import EVENT_STREAM, NDJSON, streamed
from app.parts.outages import Part
from app.store.keys import GameId
from app.tournament.failures import FailureKind, by_game
from app.tournament.manifest import Engine
from app.tournament.results import outcome_of
from app.tournament.schedule import Ending
from app.tournament.shapes import FixtureRow
from app.tournament.views import told_reasons, with_disputes
from replays.api.report_answers import may_wait
from replays.archive.unavailable import incomplete, passed_over
from replays.disputes.marks import MarksView
from replays.tournaments.lookup import SeenTournament
from replays.tournaments.parts import CROSS, STANDINGS, round_part
from replays.tournaments.reports import reasons

_ENTRY: Final = '{"ply":2,"digest":"5e…","public":{…}}'

_END: Final = '{"end":"finished","ply":2}'

_STREAMS: Final = stream_documents(2, _ENTRY, _END)


def add_reports(resource: Blueprint, context: TournamentContext) -> None:
    """Add the views of what is derived from a tournament's log, and of the log."""
    _add_table(resource, context)
    _add_schedule(resource, context)
    _add_log(resource, context)


def _add_table(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/standings", methods=["GET"])
    @resource.response(200, schema_of(StandingsView), example=STANDINGS_EXAMPLE)
    @may_wait(resource)
    def standings(tournament: str) -> Response:
        """Get the standings of a tournament

        The answer is the table, with ratings and their margins of error, the times of decisions, and how many
        more games would separate neighbours. `provisional`: it may still change. `ply` is the last entry of
        the log that is counted: the table of a large running tournament is computed every few seconds. While
        the catalogue or the archive is unavailable, unreadable disputes count as open, and `missing` is set.
        """
        seen = seen_tournament(context.lookup, tournament)
        ply, report = context.lookup.part(seen, STANDINGS)
        body = {**report, "ply": ply}
        if not seen.hidden and not any(
            entrant["engine"] == Engine.PLAYER for entrant in seen.summary["entrants"]
        ):
            return tagged(body, ply)
        numbers, missing = _disputed(context, seen)
        shown = with_disputes(body, context.lookup.seated(seen, numbers))
        return Response(orjson.dumps({**shown, **incomplete(missing)}), content_type=JSON)

    @resource.route("/<tournament_id:tournament>/cross-table", methods=["GET"])
    @resource.response(200, schema_of(CrossTableView), example=CROSS_EXAMPLE)
    @may_wait(resource)
    def cross_table(tournament: str) -> Response:
        """Get the cross table of a tournament

        The answer has the results of each entrant against each other entrant, up to the entry `ply` of the
        log.
        """
        seen = seen_tournament(context.lookup, tournament)
        ply, report = context.lookup.part(seen, CROSS)
        return _tagged(seen, {**report, "ply": ply}, ply)


def _add_schedule(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/games", methods=["GET"])
    @resource.arguments(bodies.GamesQuery, location="query")
    @resource.answers(
        200,
        FixturesView,
        example={"tournament": shapes.EXAMPLE["tournament"], "games": [FIXTURE_EXAMPLE], "next": None},
    )
    @may_wait(resource)
    @resource.problems("entrant_unknown")
    def games(query: Json, tournament: str) -> JsonAnswer[FixturesView]:
        """List the games of a tournament in the order of the schedule

        Each game has its seats, and its result once it is over. Pages are chosen with `cursor` and `limit`.
        With `entrant` only its games are listed, with `result` those that it won, drew or lost; a page then
        looks at 1,000 games at most and may have fewer than `limit`, or none: ask until `next` is null.
        `missing` is set while the catalogue is unavailable; `failure` and old disputes may be absent.
        """
        seen = seen_tournament(context.lookup, tournament)
        fits = _fitting(seen, query.get("entrant"), query.get("result"))
        ply, listed, following = context.lookup.games(seen, query["cursor"], query["limit"], fits)
        kinds, missing = _failures(context, seen, listed)
        marked = context.lookup.marked(seen)
        unmarked, marks_of = MarksView(), marked.members
        rows: list[FixtureView] = [
            {**row, "failure": kinds.get(row["fixture"]), **marks_of.get(row["game"] or "", unmarked)}
            for row in listed
        ]
        missing |= marked.missing
        body: FixturesView = {
            "tournament": tournament,
            "games": rows,
            "next": following,
            **incomplete(missing),
        }
        beside = missing or marked.by_game or seen.hidden  # they change without a new ply
        response = JsonAnswer(body) if beside else tagged(body, ply)
        return next_page(response, cursor=following)

    @resource.route("/<tournament_id:tournament>/pairings/<ply:round>", methods=["GET"])
    @resource.response(200, schema_of(PairingsView), example=PAIRINGS_EXAMPLE)
    @may_wait(resource)
    def pairings_of(tournament: str, round: int) -> Response:
        """Get the pairings of a round

        The answer has the entrants and the games played of each pairing, and the byes.
        """
        seen = _round(context, tournament, round)
        ply, report = context.lookup.part(seen, round_part(round))
        return _tagged(seen, {**report, "rounds": seen.summary["rounds"]}, ply)

    @resource.route("/<tournament_id:tournament>/pairings/<ply:round>/explain", methods=["GET"])
    @resource.arguments(LanguageQuery, location="query")
    @resource.response(200, schema_of(ReasonsView), example=REASONS_EXAMPLE)
    @may_wait(resource)
    def explain(query: Json, tournament: str, round: int) -> Response:
        """Explain the pairings of a round

        The answer lists the reasons for the pairings, each with the rule, its numbers and a sentence.
        """
        languages = languages_asked(request, query.get("lang"))
        seen = _round(context, tournament, round)
        stored = context.lookup.report(seen, reasons(round))
        codes = orjson.loads(context.lookup.report_files.read(seen.tournament, stored))
        sentences = told_reasons(codes, languages)
        return in_languages(_tagged(seen, sentences, seen.ply), languages)


def _fitting(
    seen: SeenTournament, entrant: int | None, result: str | None
) -> Callable[[FixtureRow], bool] | None:
    """Return the filter for games, None for all. Raises Problem for an unknown entrant."""
    if entrant is None:
        return None
    if entrant >= len(seen.summary["entrants"]):
        raise Problem("entrant_unknown")

    def fits(game: FixtureRow) -> bool:
        seats, game_scores = game["seats"], game["scores"]
        if result is None or entrant not in seats:
            return entrant in seats
        return game_scores is not None and outcome_of(seats, game_scores, entrant) == result

    return fits


def _failures(
    context: TournamentContext, seen: SeenTournament, games: list[FixtureRow]
) -> tuple[dict[int, FailureKind], set[Part]]:
    """Return the kind of failure by game, and the parts that did not answer.

    The catalogue is asked only if games were forfeited.
    """
    forfeited = {
        game["fixture"]: game["at_fault"] or () for game in games if game["ending"] == Ending.FORFEIT
    }
    kinds, missing = dict[int, FailureKind](), set[Part]()
    if forfeited:
        with passed_over(missing):
            failures = context.failures.between(seen.tournament, min(forfeited), max(forfeited))
            kinds = by_game(game for game in failures if game.seat in forfeited.get(game.fixture, ()))
    return kinds, missing


def _add_log(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/events", methods=["GET"])
    @produces(JSON, EVENT_STREAM, NDJSON)
    @resource.arguments(bodies.TournamentEventsQuery, location="query")
    @resource.doc(responses={200: {"content": _STREAMS}})
    @resource.header("Last-Event-ID")
    @resource.response(200, schema_of(shapes.TournamentEventsView), example=shapes.EVENTS_EXAMPLE)
    @may_wait(resource)
    @resource.problems("stream_limit")
    def events(query: Json, tournament: str) -> Response:
        """Get or stream the entries of a tournament's log after a ply

        It works like GET /v1/games/{game}/events: `wait` delays a page until there is an entry, and with
        `Accept: text/event-stream` or `application/x-ndjson` entries are streamed as they are made, until
        `end`. Entries are as large as the games that they report, so a page may have fewer than `limit`: ask
        for the next one until `next` is `ply`.
        """
        media_type = negotiate(request, JSON, EVENT_STREAM, NDJSON)
        after = last_event_id(query["after"])
        seen = seen_tournament(context.lookup, tournament)
        name = seen.tournament
        if media_type == JSON:
            return _page(context, name, query)
        context.lookup.entries(seen, after, 1)  # raise errors before the stream begins
        watcher = context.watch.subscribe(name)
        follower = TournamentFollower(context.lookup, name, after)
        done = partial(context.watch.unsubscribe, watcher)
        return streamed(
            event_stream(context.watch, watcher, follower.news, lambda: follower.ply), media_type, done
        )


def _page(
    context: TournamentContext, tournament: GameId, query: Json
) -> JsonAnswer[shapes.TournamentEventsView]:
    after: int = query["after"]
    seen = context.lookup.seen(tournament)
    if seen.ply <= after and query["wait"] and not seen.is_over:
        context.watch.wait(tournament, after, query["wait"])
        seen = context.lookup.seen(tournament)
    entries = context.lookup.entries(seen, after, query["limit"])
    body: shapes.TournamentEventsView = {
        "tournament": tournament,
        "ply": seen.ply,
        "events": [entry(logged) for logged in entries],
        "next": entries[-1].ply if entries else after,
    }
    response = tagged(body, seen.ply)
    return next_page(response, after=body["next"]) if entries and entries[-1].ply < seen.ply else response


def _disputed(context: TournamentContext, seen: SeenTournament) -> tuple[list[int], set[Part]]:
    """Return the games with an open or unreadable dispute, and the parts that did not answer."""
    fixtures, missing = set[int](), set[Part]()
    for fixture, dispute in context.lookup.contested(seen):
        is_open = True
        with passed_over(missing):
            is_open = context.disputed(dispute)
        if is_open:
            fixtures.add(fixture)
        else:
            context.lookup.settled(seen, fixture, dispute)
    return sorted(fixtures), missing


def _tagged(seen: SeenTournament, body: Json, ply: int) -> Response:
    """Return a response with the entity tag of its ply; not where names are hidden, which changes no ply."""
    return JsonAnswer(body) if seen.hidden else tagged(body, ply)


def _round(context: TournamentContext, tournament: str, number: int) -> SeenTournament:
    """Return the tournament. Raises Problem if it has no round of this number."""
    seen = seen_tournament(context.lookup, tournament)
    if not 0 < number <= seen.summary["round"]:
        raise Problem("not_found")
    return seen
