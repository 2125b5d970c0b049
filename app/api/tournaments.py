"""Tournaments over HTTP: begun by a manifest, looked at by everybody, moved on by their organisers."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import orjson
from flask import Response, request

from app.api import tournament_bodies as bodies
from app.api import tournament_codes as codes
from app.api import tournament_shapes as shapes
from app.api.access import Access, Caller
from app.api.following import story
from app.api.parameters import in_languages, languages_asked
from app.api.refusals import CONFIGURATION
from app.api.schemas import LanguageQuery
from app.api.tournament_following import Following, entry
from app.bots.entrants import kind_of
from app.bots.errors import EntrantRefused
from app.bots.limits import limits_in
from app.games.codec import Json
from app.games.languages import Words
from app.http import once
from app.http.aside import in_thread_pool
from app.http.blueprint import KEY, Blueprint, produces
from app.http.codes import CODES, TRANSLATIONS
from app.http.errors import FieldError, Problem
from app.http.headers import JSON, negotiate, next_page
from app.http.paging import cursor
from app.http.preconditions import etag
from app.http.streaming import EVENT_STREAM, NDJSON, streamed
from app.journal import NoSuchLog, Standing
from app.outages import Part
from app.players.player import Scope
from app.store.agenda import Live
from app.store.keys import GameId
from app.store.terms import IdempotencyKey
from app.tournament import sayings as said
from app.tournament.errors import BadManifest, Fault, Unwelcome
from app.tournament.failures import Kind, by_game
from app.tournament.manifest import Engine, Manifest
from app.tournament.reading import read
from app.tournament.results import outcome_of
from app.tournament.schedule import Ending
from app.tournament.shown import brief, shown, summary, told_reasons, with_disputes
from app.tournament.tournament import Tournament
from app.watch import Watch
from replays.absent import incomplete, passed_over
from replays.tournaments.failing import Failures
from replays.tournaments.hall import Hall
from replays.tournaments.lookup import Lookup, NotMade, Seen
from replays.tournaments.parts import CROSS, STANDINGS, round_part
from replays.tournaments.pending import may_wait
from replays.tournaments.reports import reasons

_ORGANISING: Final = ("organise",)
_MOVES: Final = ("tournament_over", "forbidden")
_ENTRY: Final = '{"ply":2,"digest":"5e…","public":{…}}'
_END: Final = '{"end":"finished","ply":2}'
_STREAMS: Final[dict[str, Any]] = {
    EVENT_STREAM: {
        "schema": {"type": "string"},
        "example": f"retry: 2000\n\nid: 2\nevent: entry\ndata: {_ENTRY}\n\nevent: end\ndata: {_END}\n\n",
    },
    NDJSON: {"schema": {"type": "string"}, "example": f"{_ENTRY}\n\n{_END}\n"},
}


@dataclass(frozen=True, slots=True)
class Desk:
    """What the resources work with: tournaments to be moved on and to be looked at, who is asking, who waits.

    `exists` says whether there is a player, `disputed` whether a dispute goes on.
    """

    hall: Hall
    lookup: Lookup
    failures: Failures
    access: Access
    watch: Watch
    exists: Callable[[str], bool]
    disputed: Callable[[GameId], bool] = lambda dispute: False


def blueprint(desk: Desk) -> Blueprint:
    """The resource /v1/tournaments."""
    codes.install()
    found = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments", description="Tournaments")
    _add_all(found, desk)
    _add_table(found, desk)
    _add_schedule(found, desk)
    _add_log(found, desk)
    _add_moves(found, desk)
    return found


def _add_all(found: Blueprint, desk: Desk) -> None:
    @found.route("", methods=["POST"])
    @found.arguments(bodies.ManifestSchema, example=bodies.MANIFEST_EXAMPLE)
    @found.response(201, shapes.TournamentView, example=shapes.BEGUN_EXAMPLE)
    @found.bearer(KEY, scopes=_ORGANISING)
    @found.problems(*codes.MANIFEST, *CONFIGURATION, "player_unknown")
    def begin(body: Json) -> Response:
        """Create a tournament

        The ids of the tournament and of its games are derived from the manifest: sending the same manifest
        again gets the existing tournament. The service plays it without further requests; before the first
        game players over HTTP answer a trial question (`trial` of the entrants). If the manifest is
        invalid, `errors` lists all of its errors.
        """
        caller = _caller(desk)
        return once.idempotent(lambda: _begun(desk, caller, body))

    @found.route("", methods=["GET"])
    @found.arguments(bodies.TournamentsQuery, location="query")
    @found.response(
        200,
        shapes.TournamentsView,
        example={"tournaments": [shapes.BRIEF_EXAMPLE], "summing_up": 0, "next": None},
    )
    def list_all(query: Json) -> Response:
        """List the tournaments, newest first

        The answer has a summary of each tournament. Pages are chosen with `cursor` and `limit`. Summaries are
        in the store; `missing` is there where the catalogue is away and would be asked about one without.
        """
        before = Live(*query["cursor"]) if "cursor" in query else None
        page = desk.lookup.listed(query["limit"], before)
        following = None if page.next is None else cursor(*page.next)
        waits = desk.hall.all_wait_for([(one.tournament, one.state) for one in page.tournaments])
        rows = [brief(one.summary, on) for one, on in zip(page.tournaments, waits, strict=True)]
        found = {"tournaments": rows, "summing_up": page.summing_up, "next": following}
        body = {**found, **incomplete(page.missing)}
        response = Response(orjson.dumps(body), content_type=JSON)
        return response if following is None else next_page(response, cursor=following)

    @found.route("/<tournament_id:tournament>", methods=["GET"])
    @found.response(200, shapes.TournamentView, example=shapes.EXAMPLE)
    @may_wait(found)
    def show(tournament: str) -> Response:
        """Get a tournament

        The answer has its state, its progress and speed, what it waits for, its entrants and its manifest.
        """
        seen = _seen(desk, tournament)
        return _shown(desk, seen.summary, seen.tournament, seen.ply)


def _begun(desk: Desk, caller: Caller, body: Json) -> Response:
    draft = _read(desk, body)
    known = _known(desk, draft.tournament)
    if known is not None:
        response, new = _shown(desk, known.summary, known.tournament, known.ply, 201), False
    else:
        with _refusals():
            standing, new = desk.hall.create(draft, caller.player.id, _record(caller))
        response = _of_standing(desk, standing, 201)
    response.headers["Location"] = f"/v1/tournaments/{draft.tournament}"
    return once.replayed(response, not new)


def _read(desk: Desk, body: Json) -> Any:
    """The draft of a manifest; Problem with all that is wrong with it."""
    try:
        draft = read(body)
        _check_entrants(desk, draft.manifest)
    except BadManifest as refused:
        raise _problem(refused.faults) from None
    return draft


def _check_entrants(desk: Desk, manifest: Manifest) -> None:
    """BadManifest for entrants that cannot play here."""
    faults = []
    for at, entrant in enumerate(manifest.entrants):
        try:
            kind_of(entrant.plan, local=False)
        except EntrantRefused as refused:
            faults.append(Fault(refused.code, f"/entrants/{at}/{refused.field}".rstrip("/")))
        if entrant.is_remote and not desk.exists(str(entrant.plan["player"])):
            faults.append(Fault("player_unknown", f"/entrants/{at}/player"))
    try:
        limits_in(manifest.limits)
    except EntrantRefused as refused:
        faults.append(Fault(refused.code, "/limits"))
    if faults:
        raise BadManifest(tuple(faults))


def _problem(faults: tuple[Fault, ...]) -> Problem:
    """The refusal of a manifest, with the first of its faults as what is said of all."""
    return Problem(faults[0].code, errors=tuple(map(_fault, faults[:50])), said=_at(faults[0]))


def _fault(one: Fault) -> FieldError:
    said = _said(one)
    return FieldError(one.code, said.en, _pointer(one.field), possible=one.possible, said=said)


def _said(fault: Fault) -> Words:
    """What is said of a fault, where nothing more is known the sentence of its code."""
    (_, es), (_, fr) = (TRANSLATIONS[fault.code][language] for language in ("es", "fr"))
    return fault.said or Words(es, CODES[fault.code].remedy, fr)


def _at(fault: Fault) -> Words:
    """What is said of a fault with the member that it is about."""
    said, member = _said(fault), _pointer(fault.field)
    return Words(f"{member}: {said.es}", f"{member}: {said.en}", f"{member}: {said.fr}") if member else said


def _pointer(field: str) -> str:
    """The pointer as far as it is made of names of ours: what a client made up is not sent back."""
    known = []
    for part in field.split("/")[1:]:
        if not re.fullmatch("[A-Za-z0-9_]{1,40}", part):
            break
        known.append(part)
    return "".join(f"/{part}" for part in known)


def _add_table(found: Blueprint, desk: Desk) -> None:
    @found.route("/<tournament_id:tournament>/standings", methods=["GET"])
    @found.response(200, shapes.StandingsView, example=shapes.STANDINGS_EXAMPLE)
    @may_wait(found)
    def standings(tournament: str) -> Response:
        """Get the standings of a tournament

        The answer is the table, with ratings and their margins of error, the times of decisions, and how many
        more games would tell neighbours apart. `provisional` says that it may still change. `ply` is the last
        entry of the log that is counted: of a large tournament that runs, the table is worked out every few
        seconds. While the catalogue or the archive is away a dispute that cannot be read counts as going on,
        and `missing` says so.
        """
        seen = _seen(desk, tournament)
        ply, told = desk.lookup.part(seen, STANDINGS)
        body = {**(told or {}), "ply": ply}
        if not any(one["engine"] == Engine.PLAYER for one in seen.summary["entrants"]):
            return _tagged(body, ply)
        numbers, missing = _disputed(desk, seen)
        shown = with_disputes(body, desk.lookup.seated(seen, numbers))
        return Response(orjson.dumps({**shown, **incomplete(missing)}), content_type=JSON)

    @found.route("/<tournament_id:tournament>/cross-table", methods=["GET"])
    @found.response(200, shapes.CrossTableView, example=shapes.CROSS_EXAMPLE)
    @may_wait(found)
    def cross_table(tournament: str) -> Response:
        """Get the cross table of a tournament

        The answer has the results of each entrant against each other entrant, up to the entry `ply` of the
        log.
        """
        ply, told = desk.lookup.part(_seen(desk, tournament), CROSS)
        return _tagged({**(told or {}), "ply": ply}, ply)


def _add_schedule(found: Blueprint, desk: Desk) -> None:
    @found.route("/<tournament_id:tournament>/games", methods=["GET"])
    @found.arguments(bodies.GamesQuery, location="query")
    @found.response(
        200,
        shapes.FixturesView,
        example={"tournament": shapes.EXAMPLE["tournament"], "games": [shapes.FIXTURE_EXAMPLE], "next": None},
    )
    @may_wait(found)
    @found.problems("entrant_unknown")
    def games(query: Json, tournament: str) -> Response:
        """List the games of a tournament in the order of the schedule

        Each game has its seats, and its result once it is over. Pages are chosen with `cursor` and `limit`.
        With `entrant` only its games are listed, with `result` those that it won, drew or lost; a page then
        looks at 1,000 games at most and may have fewer than `limit`, or none: ask until `next` is null.
        `missing` says that the catalogue is away: then `failure` and old disputes may lack.
        """
        seen = _seen(desk, tournament)
        fits = _fitting(seen, query.get("entrant"), query.get("result"))
        ply, listed, following = desk.lookup.games(seen, query["cursor"], query["limit"], fits)
        rows, missing = _with_failures(desk, seen, listed)
        marked = desk.lookup.marked(seen)
        rows = [{**row, **marked.members.get(row["game"], {})} for row in rows]
        missing |= marked.missing
        body = {"tournament": tournament, "games": rows, "next": following, **incomplete(missing)}
        beside = missing or marked.by_game  # of which the ply says nothing
        response = Response(orjson.dumps(body), content_type=JSON) if beside else _tagged(body, ply)
        return response if following is None else next_page(response, cursor=following)

    @found.route("/<tournament_id:tournament>/pairings/<ply:round>", methods=["GET"])
    @found.response(200, shapes.PairingsView, example=shapes.PAIRINGS_EXAMPLE)
    @may_wait(found)
    def pairings_of(tournament: str, round: int) -> Response:
        """Get the pairings of a round

        The answer has the entrants and the games played of each pairing, and the byes.
        """
        seen = _round(desk, tournament, round)
        ply, told = desk.lookup.part(seen, round_part(round))
        if told is None:  # it was paired just now
            raise NotMade(tournament, seen)
        return _tagged({**told, "rounds": seen.summary["rounds"]}, ply)

    @found.route("/<tournament_id:tournament>/pairings/<ply:round>/explain", methods=["GET"])
    @found.arguments(LanguageQuery, location="query")
    @found.response(200, shapes.ReasonsView, example=shapes.REASONS_EXAMPLE)
    @may_wait(found)
    def explain(query: Json, tournament: str, round: int) -> Response:
        """Explain the pairings of a round

        The answer lists the reasons for the pairings, each with the rule, its numbers and a sentence.
        """
        languages = languages_asked(request, query.get("lang"))
        seen = _round(desk, tournament, round)
        desk.lookup.report(seen, reasons(round))
        codes = orjson.loads(desk.lookup.shelf.read(seen.tournament, reasons(round)))
        return in_languages(_tagged(told_reasons(codes, languages), seen.ply), languages)


def _fitting(seen: Seen, entrant: int | None, result: str | None) -> Callable[[Json], bool] | None:
    """What a game has to fit, None for nothing; Problem where there is no such entrant."""
    if entrant is None:
        return None
    if entrant >= len(seen.summary["entrants"]):
        raise Problem("entrant_unknown")

    def fits(game: Json) -> bool:
        seats, made = game["seats"], game["scores"]
        if result is None or entrant not in seats:
            return entrant in seats
        return made is not None and outcome_of(seats, made, entrant) == result

    return fits


def _with_failures(desk: Desk, seen: Seen, games: list[Json]) -> tuple[list[Json], set[Part]]:
    """The games with how an entrant failed in each, and what did not answer.

    The catalogue is asked where some were forfeited.
    """
    forfeited = {one["fixture"]: one["at_fault"] for one in games if one["ending"] == Ending.FORFEIT}
    kinds, missing = dict[int, Kind](), set[Part]()
    if forfeited:
        with passed_over(missing):
            some = desk.failures.between(seen.tournament, min(forfeited), max(forfeited))
            kinds = by_game(one for one in some if one.seat in forfeited.get(one.fixture, ()))
    return [{**one, "failure": kinds.get(one["fixture"])} for one in games], missing


def _add_log(found: Blueprint, desk: Desk) -> None:
    @found.route("/<tournament_id:tournament>/events", methods=["GET"])
    @produces(JSON, EVENT_STREAM, NDJSON)
    @found.arguments(bodies.TournamentEventsQuery, location="query")
    @found.doc(responses={200: {"content": _STREAMS}})
    @found.header("Last-Event-ID")
    @found.response(200, shapes.TournamentEventsView, example=shapes.EVENTS_EXAMPLE)
    @may_wait(found)
    @found.problems("stream_limit")
    def events(query: Json, tournament: str) -> Response:
        """Get or stream the entries of a tournament's log after a ply

        It works like GET /v1/games/{game}/events: `wait` delays a page until there is an entry, and with
        `Accept: text/event-stream` or `application/x-ndjson` entries are streamed as they are made, until
        `end`. Entries are as large as the games that they report, so a page may have fewer than `limit`: ask
        for the next one until `next` is `ply`.
        """
        media_type = negotiate(request, JSON, EVENT_STREAM, NDJSON)
        after = _last_event_id(query["after"])
        seen = _seen(desk, tournament)
        name = seen.tournament
        if media_type == JSON:
            return _page(desk, name, query)
        desk.lookup.entries(seen, after, 1)  # what cannot be told yet is said before the stream begins
        watcher = desk.watch.enter(name)
        told = Following(desk.lookup, name, after)
        done = partial(desk.watch.leave, watcher)
        return streamed(story(desk.watch, watcher, told.news, lambda: told.ply), media_type, done)


def _page(desk: Desk, tournament: GameId, query: Json) -> Response:
    after: int = query["after"]
    seen = desk.lookup.seen(tournament)
    if seen.ply <= after and query["wait"] and not seen.is_over:
        desk.watch.wait(tournament, after, query["wait"])
        seen = desk.lookup.seen(tournament)
    entries = desk.lookup.entries(seen, after, query["limit"])
    body = {
        "tournament": tournament,
        "ply": seen.ply,
        "events": [entry(one) for one in entries],
        "next": entries[-1].ply if entries else after,
    }
    response = _tagged(body, seen.ply)
    return next_page(response, after=body["next"]) if entries and entries[-1].ply < seen.ply else response


def _last_event_id(after: int) -> int:
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return after
    if not re.fullmatch("[0-9]{1,15}", text):
        raise Problem("bad_request", "Last-Event-ID is the ply of the last entry that was seen.")
    return int(text)


def _add_moves(found: Blueprint, desk: Desk) -> None:
    def move(name: str, command: Callable[[], Any], summary: str, description: str, *problems: str) -> None:
        def view(tournament: str) -> Response:
            return _moved(desk, tournament, command())

        view.__name__, view.__doc__ = (
            name,
            f"{summary}\n\n{description} It needs the API key of the organiser.",
        )
        described = found.problems(*_MOVES, *problems)(view)
        described = found.bearer(KEY, scopes=_ORGANISING)(described)
        described = found.response(200, shapes.TournamentView, example=shapes.EXAMPLE)(described)
        found.route(f"/<tournament_id:tournament>/{name}", methods=["POST"])(described)

    move(
        "pause",
        said.Pause,
        "Pause a tournament",
        "No more games begin; games in progress are finished.",
        "already_paused",
    )
    move("resume", said.Resume, "Resume a paused tournament", "Games begin again.", "not_paused")
    move(
        "abort",
        said.Abort,
        "Abort a tournament",
        "The tournament ends with its present results, and its seeds are revealed.",
    )
    _add_judging(found, desk)


def _add_judging(found: Blueprint, desk: Desk) -> None:
    @found.route("/<tournament_id:tournament>/adjudications", methods=["POST"])
    @found.arguments(bodies.AdjudicationSchema, example=bodies.ADJUDICATION_EXAMPLE)
    @found.response(200, shapes.TournamentView, example=shapes.ADJUDICATED_EXAMPLE)
    @found.bearer(KEY, scopes=_ORGANISING)
    @found.problems(*_MOVES, "fixture_unknown", "fixture_over", "result_seats")
    def adjudicate(body: Json, tournament: str) -> Response:
        """Adjudicate a game of a tournament

        Sets the result of a game that was not played, with a reason; the log marks it as adjudicated. It
        needs the API key of the organiser.
        """
        command = said.Adjudicate(body["fixture"], tuple(body["balances"]), body["text"])
        return _moved(desk, tournament, command)

    @found.route("/<tournament_id:tournament>/forfeits", methods=["POST"])
    @found.arguments(bodies.ForfeitSchema, example=bodies.FORFEIT_EXAMPLE)
    @found.response(200, shapes.TournamentView, example=shapes.FORFEITED_EXAMPLE)
    @found.bearer(KEY, scopes=_ORGANISING)
    @found.problems(*_MOVES, "entrant_unknown", "entrant_out")
    def forfeit(body: Json, tournament: str) -> Response:
        """Withdraw an entrant from a tournament

        The opponents in its remaining games get a walkover. It needs the API key of the organiser.
        """
        return _moved(desk, tournament, said.Forfeit(body["entrant"], body["text"]))


def _moved(desk: Desk, tournament: str, command: Any) -> Response:
    """The tournament after a command of its organiser."""
    caller, name = _caller(desk), GameId(tournament)
    if _owner(desk, tournament) not in (None, caller.player.id):
        raise Problem("forbidden")

    def write() -> Response:
        known = _known(desk, name)
        if known is not None and not known.here:  # nobody reads the log of an archived one for that
            raise Problem("tournament_over")
        with _refusals():
            done = desk.hall.act(name, caller.player.id, command, _record(caller))
        return once.replayed(_of_standing(desk, done.standing), done.replayed)

    return once.idempotent(write)


def _owner(desk: Desk, tournament: str) -> str | None:
    known = _known(desk, GameId(tournament))
    if known is not None:
        owner: str | None = known.summary["owner"]
        return owner
    with _refusals():
        return desk.hall.current(GameId(tournament)).state.owner


def _record(caller: Caller) -> IdempotencyKey | None:
    return once.record(once.endpoint(caller.player.id), once.key_of(once.bearer()))


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except Unwelcome as refused:
        raise Problem(refused.code) from None
    except NoSuchLog:
        raise Problem("not_found") from None


def _caller(desk: Desk) -> Caller:
    caller = desk.access.caller()
    if caller is None:
        raise Problem("unauthenticated")
    caller.needs(Scope.ORGANISE)
    return caller


def _seen(desk: Desk, tournament: str) -> Seen:
    with _refusals():
        return desk.lookup.seen(GameId(tournament))


def _known(desk: Desk, tournament: GameId) -> Seen | None:
    """The tournament, None where there is none, or none that is summed up."""
    with suppress(NoSuchLog, NotMade):
        return desk.lookup.seen(tournament)
    return None


def _disputed(desk: Desk, seen: Seen) -> tuple[list[int], set[Part]]:
    """The games of a tournament about which a dispute goes on or cannot be read, and what did not answer."""
    found, missing = set[int](), set[Part]()
    for fixture, dispute in desk.lookup.contested(seen):
        goes_on = True
        with passed_over(missing):
            goes_on = desk.disputed(dispute)
        if goes_on:
            found.add(fixture)
        else:
            desk.lookup.settled(seen, fixture, dispute)
    return sorted(found), missing


def _round(desk: Desk, tournament: str, number: int) -> Seen:
    """The tournament, which has a round of this number; Problem if it has not."""
    seen = _seen(desk, tournament)
    if not 0 < number <= seen.summary["round"]:
        raise Problem("not_found")
    return seen


def _of_standing(desk: Desk, standing: Standing[Tournament], status: int = 200) -> Response:
    return _shown(desk, in_thread_pool(lambda: summary(standing.state)), standing.log, standing.ply, status)


def _shown(desk: Desk, summed: Json, tournament: GameId, ply: int, status: int = 200) -> Response:
    """The tournament; what it waits for is no entry of its log, so the tag of that does not stand for it."""
    (waits_for,) = desk.hall.all_wait_for([(tournament, summed["state"])])
    body = shown(summed, ply, waits_for)
    if waits_for is None:
        return _tagged(body, ply, status)
    return Response(orjson.dumps(body), status, content_type=JSON)


def _tagged(body: Json, ply: int, status: int = 200) -> Response:
    response = Response(orjson.dumps(body), status, content_type=JSON)
    response.headers["ETag"] = etag(ply)
    return response
