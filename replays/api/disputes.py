"""Disputes over HTTP: open, list, show, send commands, read the log, download the bundle."""

from contextlib import suppress
from hashlib import sha256
from typing import Final

import orjson
from flask import Response, request

from app.games.cards import Seat
from app.games.codec import Json
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blocking_calls import in_thread_pool
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint, downloads
from app.http.credentials import authorization
from app.http.errors import FieldError, Problem
from app.http.fields import cursor
from app.http.headers import AnyResponse, in_languages, language_asked, next_page
from app.http.idempotency import idempotency_key, read_precondition, tagged
from app.i18n import Language, Message
from app.service.aggregates import AggregateState
from app.service.entry_codec import Position
from app.service.event_log import NoSuchLog, UnexpectedPly
from app.service.games import GameService
from app.service.log_decider import Accepted
from app.service.readable_log import readable, readable_position
from app.service.signing import KeyRing, now_ms, receipt
from app.store.canonical import parse
from app.store.entry import Entry
from app.store.errors import ILLEGIBLE
from app.store.keys import GameId
from app.store.schedule import LiveGame
from replays.api.dispute_access import DisputeAccess, Sent, problem, reach
from replays.api.schemas import disputes as shapes
from replays.archive.errors import DamagedBlob, RecordRemoved
from replays.archive.proof import Prove
from replays.archive.unavailable import incomplete
from replays.disputes import bundle, words
from replays.disputes.decide import ARBITER, DisputeRefused
from replays.disputes.lookup import DisputePage
from replays.disputes.marks import Marks
from replays.disputes.places import wanted_phases
from replays.disputes.service import Complaint, DisputeService
from replays.disputes.state import Claim, Dispute
from replays.disputes.verdict_sentences import ended
from replays.disputes.view import DisputeView, Paragraphs, explained, paragraphs, reasoned, shown, translated
from replays.record.format import DamageLine, Proof

_CURSOR: Final = 8
"""Number of characters of an id in a cursor; a whole id could be that of a dispute hidden from the reader."""

_ZIP: Final = {"type": "string", "format": "binary", "description": "README.txt says what is in it"}
_EVIDENCE: Final = ("dispute_command", "dispute_receipt", "dispute_refusal", "dispute_checkpoint")
_OPENING: Final = ("dispute_ply", "dispute_hand_open", "dispute_closed", "dispute_repeated", *_EVIDENCE)
_SAYING: Final = tuple(
    code for code in words.ROWS if code in ("dispute_closed", *_EVIDENCE) or code not in _OPENING
)


def blueprint(
    games: GameService, dispute_service: DisputeService, access: DisputeAccess, prove: Prove, ring: KeyRing
) -> Blueprint:
    """Return the resources of the disputes in `dispute_service` about `games`.

    `prove` returns the proof of a log, `ring` signs receipts and refusals.
    """
    words.install()
    resource = Blueprint("disputes", __name__, url_prefix="/v1", description="Disputes about a hand")
    views = _DisputeViews(games, dispute_service, access, ring)
    _add_of_game(resource, views)
    _add_reading(resource, views)
    _add_bundle(resource, views, prove, ring)
    _add_moves(resource, views)
    return resource


def _add_of_game(resource: Blueprint, views: "_DisputeViews") -> None:
    @resource.route("/games/<game_id:game>/disputes", methods=["POST"])
    @resource.arguments(shapes.OpenSchema)
    @resource.answers(201, shapes.SignedView, example=shapes.OPENED_EXAMPLE)
    @resource.bearer(SEAT, KEY, scopes=("play",))
    @resource.problems(*_OPENING, "forbidden")
    @resource.header("Accept-Language")
    def open_dispute(body: Json, game: str) -> JsonAnswer[shapes.SignedView]:
        """Dispute a hand of a game

        It needs the token of a seat or the API key of its player. A dispute can be opened from the end of the
        hand until seven days after the end of the game (RULES 13). The payments of the hand are provisional
        until the dispute is over; the game continues.
        """
        return views.open(GameId(game), body)

    @resource.route("/games/<game_id:game>/disputes")
    @resource.answers(200, shapes.DisputesView, example=shapes.OF_GAME_EXAMPLE)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    @resource.header("Accept-Language")
    def list_disputes(game: str) -> JsonAnswer[shapes.DisputesView]:
        """List the disputes about a game, oldest first

        The caller must be allowed to see the game. The list has open and closed disputes. While the catalogue
        or the archive is away, closed ones that have left the store are left out, and `missing` says so.
        """
        return views.about(GameId(game))


def _add_reading(resource: Blueprint, views: "_DisputeViews") -> None:
    @resource.route("/disputes")
    @resource.arguments(shapes.UnsettledQuery, location="query")
    @resource.answers(200, shapes.UnsettledView, example=shapes.UNSETTLED_EXAMPLE)
    @resource.bearer(KEY, optional=True, scopes=("view|audit|operate",))
    @resource.header("Accept-Language")
    def unsettled_disputes(query: Json) -> JsonAnswer[shapes.UnsettledView]:
        """List the disputes that are not over, newest first

        With `over` it lists those that are over, the last ended first. An arbiter and an operator get all of
        them, a player those about games in which it is a party. With `player` any caller, also without an API
        key, gets those of that player that are about public games. A page has fewer disputes than `limit`
        only if the list ends, or if some cannot be read; the list is at its end when `next` is null.
        `missing` is there while the catalogue or the archive is away and some dispute could not be read.
        """
        return views.unsettled(query)

    @resource.route("/disputes/<dispute_id:dispute>")
    @resource.answers(200, shapes.SignedView, example=shapes.SIGNED_EXAMPLE)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    @resource.header("Accept-Language")
    def show_dispute(dispute: str) -> JsonAnswer[shapes.SignedView]:
        """Get a dispute

        The caller must be allowed to see the game. The answer has the statements, the verdict and the ruling,
        as far as there are any.
        """
        return views.show(GameId(dispute))

    @resource.route("/disputes/<dispute_id:dispute>/events")
    @resource.arguments(shapes.LogQuery, location="query")
    @resource.answers(200, shapes.LogView, example=shapes.LOG_EXAMPLE)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def dispute_events(query: Json, dispute: str) -> JsonAnswer[shapes.LogView]:
        """Get the log of a dispute

        The answer has the entries as they were hashed. The caller must be allowed to see the game.
        """
        return views.events(GameId(dispute), query["after"])


def _add_bundle(resource: Blueprint, views: "_DisputeViews", prove: Prove, ring: KeyRing) -> None:
    @resource.route("/disputes/<dispute_id:dispute>/bundle")
    @downloads(bundle.MEDIA_TYPE)
    @resource.response(200, _ZIP, content_type=bundle.MEDIA_TYPE, example="PK...")
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    @resource.problems("not_before_end")
    def dispute_bundle(dispute: str) -> Response:
        """Download the evidence of a dispute as a zip file

        The file has both logs with their proofs, the verdict, the keys and a verifier: all that is needed to
        check the dispute offline. Of a damaged game it has what can be read.
        """
        shown, game, log, contradicted, damage = views.evidence(GameId(dispute))
        of_game = prove(game) if game else Proof()
        # A checkpoint covers the whole log, of which this is the beginning.
        proofs = (of_game if damage is None else Proof(of_game.receipts), prove(log))
        keys = ring.document()
        data = in_thread_pool(lambda: bundle.write(game, log, shown, proofs, keys, contradicted, damage))
        response = Response(data, content_type=bundle.MEDIA_TYPE)
        response.headers["Content-Disposition"] = f'attachment; filename="{dispute}.zip"'
        response.headers["ETag"] = f'"{sha256(data).hexdigest()[:32]}"'
        return response


def _add_moves(resource: Blueprint, views: "_DisputeViews") -> None:
    @resource.route("/disputes/<dispute_id:dispute>/moves", methods=["POST"])
    @resource.arguments(shapes.SaySchema)
    @resource.answers(200, shapes.SignedView, example=shapes.OPENED_EXAMPLE)
    @resource.bearer(SEAT, KEY, scopes=("play view|audit",))
    @resource.problems(*_SAYING, "forbidden", "precondition_required")
    @resource.header("Accept-Language")
    def say(body: Json, dispute: str) -> JsonAnswer[shapes.SignedView]:
        """Send a command to a dispute

        A command is a statement, an answer to the verdict, evidence, or a ruling. It needs If-Match,
        `expected_ply` or an Idempotency-Key, like a command to a game. After evidence the machine judges
        anew.
        """
        return views.say(GameId(dispute), body)


class _DisputeViews:
    """Views of the disputes; a caller that may see the game may see its disputes."""

    def __init__(
        self, games: GameService, dispute_service: DisputeService, access: DisputeAccess, ring: KeyRing
    ) -> None:
        self._games = games
        self._disputes = dispute_service
        self._access = access
        self._ring = ring

    def open(self, game: GameId, body: Json) -> JsonAnswer[shapes.SignedView]:
        if authorization(request.environ) is None:
            raise Problem("unauthenticated")  # whether there is such a game or not
        position = readable_position(self._games, game)
        seat = self._access.party(position)
        complaint = Complaint(body["ply"], Claim(body["claim"]), body["text"], shapes.evidence_of(body))
        return idempotency.idempotent(lambda: self._opened(position, seat, complaint, body))

    def _opened(
        self, position: Position, seat: Seat, complaint: Complaint, body: Json
    ) -> JsonAnswer[shapes.SignedView]:
        record = idempotency.record(f"seat:{seat}", idempotency_key(request.environ))
        try:
            done = self._disputes.open(position, seat, complaint, record)
        except DisputeRefused as refusal:
            sent = Sent.opening(position.game, seat, body)
            raise problem(refusal, sent, self._ring, now_ms()) from None
        response = self._answer(done, 201)
        response.headers["Location"] = f"/v1/disputes/{done.position.log}"
        return response

    def about(self, game: GameId) -> JsonAnswer[shapes.DisputesView]:
        position = readable_position(self._games, game)
        self._access.reader(position)
        about_game = self._disputes.about(game, over=position.table.is_over)
        listed = [self._readable(standing) for standing in about_game.disputes]
        body: shapes.DisputesView = {"game": game, "disputes": listed, **incomplete(about_game.missing)}
        return _spoken(JsonAnswer(body))

    def unsettled(self, query: Json) -> JsonAnswer[shapes.UnsettledView]:
        player, public = reach(self._access, query.get("player"))

        before, limit = LiveGame(*query["cursor"]) if "cursor" in query else None, query["limit"]
        state, for_arbiter = query.get("state"), query.get("for_arbiter")
        if not query["over"]:
            phases = wanted_phases(state, for_arbiter)
            wanted = self._disputes.is_about_public if public else None
            page = self._disputes.unsettled(phases, limit, before, player, public=public, wanted=wanted)
        elif state is not None or for_arbiter:  # none that is over is in this state
            page = DisputePage((), None)
        else:
            page = self._disputes.over(limit, before, player, public=public)
        more = page.next
        following = None if more is None else cursor(more.since_ms, more.game[:_CURSOR])
        listed = [self._readable(standing) for standing in page.disputes]
        body: shapes.UnsettledView = {"disputes": listed, "next": following, **incomplete(page.missing)}
        response = _spoken(JsonAnswer(body))
        return response if following is None else next_page(response, cursor=following)

    def show(self, dispute: GameId) -> JsonAnswer[shapes.SignedView]:
        standing, _ = self._seen(dispute)
        return _spoken(tagged(self._signed(standing), standing.ply))

    def events(self, dispute: GameId, after: int) -> JsonAnswer[shapes.LogView]:
        standing, _ = self._seen(dispute)
        rows: list[shapes.LoggedView] = [
            {"ply": entry.ply, "digest": entry.digest.hex(), "public": orjson.Fragment(entry.public)}
            for entry in self._disputes.entries(dispute)
            if after < entry.ply <= standing.ply
        ]
        page: shapes.LogView = {
            "dispute": dispute,
            "ply": standing.ply,
            "events": rows,
            "next": max(after, standing.ply),
        }
        return tagged(page, standing.ply)

    def evidence(
        self, dispute: GameId
    ) -> tuple[DisputeView, tuple[Entry, ...], tuple[Entry, ...], list[Json], DamageLine | None]:
        """Return the dispute, the log of its game, its own log, the receipts that the game's log contradicts,
        and the damage of that log, None without damage. A damaged log has the entries before the damage.

        Raises Problem while the game is in progress.
        """
        standing, position = self._seen(dispute)
        left = readable(self._games, position.game)
        if left.damage is None and not position.table.is_over:
            raise Problem("not_before_end", ply=position.ply)
        log = self._disputes.entries(dispute)[: standing.ply]
        (pairs,) = self._games.store.contradictions.of([position.game])
        contradicted = Marks(position.game, pairs).receipts
        if left.damage is None:
            return self._shown(standing), left.entries, log, contradicted, None
        damage = DamageLine(position.game, max(left.plies, len(left.entries) + 1), len(left.entries) + 1)
        return shown(standing, {}), left.entries, log, contradicted, damage

    def say(self, dispute: GameId, body: Json) -> JsonAnswer[shapes.SignedView]:
        standing, position = self._seen(dispute)
        asked = read_precondition(request.environ, body.get("expected_ply"))
        actor = self._actor(position, body["type"])
        self._check_paragraph(standing, body.get("paragraph"))
        try:
            _check_ruling(standing, actor, body["type"])
            record = idempotency.record(actor, asked.key)
            if body["type"] == "evidence":
                seat = self._access.party(position)
                done = self._disputes.add(
                    dispute, position, seat, shapes.evidence_of(body), record, asked.ply
                )
            else:
                done = self._disputes.act(dispute, actor, shapes.command_of(body), record, asked.ply)
        except UnexpectedPly as moved:
            raise asked.stale(moved.ply, words.STALE) from None
        except DisputeRefused as refusal:
            sent = Sent.saying(dispute, actor, body)
            raise problem(refusal, sent, self._ring, now_ms()) from None
        return self._answer(done, 200)

    def _seen(self, dispute: GameId) -> tuple[AggregateState[Dispute], Position]:
        """Return the dispute and its game. Raises Problem if the caller may not see them."""
        try:
            standing = self._disputes.current(dispute)
        except NoSuchLog:
            raise Problem("not_found") from None
        position = readable_position(self._games, GameId(standing.state.game))
        self._access.reader(position)
        return standing, position

    def _actor(self, position: Position, kind: str) -> str:
        """Return the actor: an arbiter for rulings, and for statements if it has no seat; else the seat."""
        arbiter = self._access.arbiter() if kind in ("rule", "statement") else None
        seated = arbiter is not None and any(place.player == arbiter for place in position.table.places)
        if arbiter is not None and (kind == "rule" or not seated):
            return f"{ARBITER}{arbiter}"
        return f"seat:{self._access.party(position)}"

    def _check_paragraph(self, standing: AggregateState[Dispute], named: str | None) -> None:
        """Refuse a paragraph that is not in the rulebook of the game."""
        if named is not None and named not in self._book(standing):
            wrong = Message("The rulebook of the game has no such paragraph.")
            raise Problem("validation_failed", errors=(FieldError("validation_failed", wrong, "/paragraph"),))

    def _readable(self, standing: AggregateState[Dispute]) -> DisputeView:
        """Return the dispute for the caller, with the paragraph of the verdict in the caller's language."""
        body = self._shown(standing)
        verdict = body["verdict"]
        if verdict is None:
            return body
        language = language_asked(request)
        verdict = explained(translated(verdict, language), language, ended(body))
        return {**body, "verdict": reasoned(verdict, self._book(standing), language)}

    def _signed(self, standing: AggregateState[Dispute]) -> shapes.SignedView:
        """Return the dispute for the caller, with the receipt of its last entry, always the same bytes."""
        signed = receipt(self._ring, standing.log, standing.ply, standing.digest, standing.time)
        return {**self._readable(standing), "signed": signed}

    def _shown(self, standing: AggregateState[Dispute]) -> DisputeView:
        return shown(standing, self._book(standing))

    def _book(self, standing: AggregateState[Dispute]) -> Paragraphs:
        """Return the rulebook of the game; empty if the game can no longer be read (its disputes stay)."""
        with suppress(*ILLEGIBLE, DamagedBlob, RecordRemoved):
            for first in self._games.entries(GameId(standing.state.game), 0, 1):
                return paragraphs(parse(first.public))
        return {}

    def _answer(self, done: Accepted[AggregateState[Dispute]], status: int) -> JsonAnswer[shapes.SignedView]:
        response = _spoken(tagged(self._signed(done.position), done.position.ply, status))
        return idempotency.replayed(response, done.replayed)


def _check_ruling(standing: AggregateState[Dispute], actor: str, kind: str) -> None:
    """Refuse a ruling unless the actor is an arbiter (RULES 13.6)."""
    if kind == "rule" and not actor.startswith(ARBITER):
        refusal = DisputeRefused("dispute_party", rule="13.6")
        refusal.ply = standing.ply
        raise refusal


def _spoken(response: AnyResponse) -> AnyResponse:
    """Mark a response that depends on the requested language; it also has English text."""
    return in_languages(response, (Language.EN, language_asked(request)))
