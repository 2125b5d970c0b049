"""Disputes over HTTP: opened on a game, looked at, moved on, followed, and taken away as one file."""

from contextlib import suppress
from hashlib import sha256
from typing import Final, Protocol

import orjson
from flask import Response, request

from app.games.cards import Seat
from app.games.codec import Json
from app.http import idempotency
from app.http.answers import schema_of
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint, downloads
from app.http.credentials import authorization
from app.http.errors import FieldError, Problem
from app.http.headers import JSON, next_page, preferred_language
from app.http.pagination import cursor
from app.http.preconditions import etag, idempotency_key, read_precondition
from app.http.thread_pool import in_thread_pool
from app.i18n import Language, Message
from app.players.state import KeyScope, Player
from app.service.aggregates import AggregateState
from app.service.entry_codec import Position
from app.service.event_log import NoSuchLog, UnexpectedPly
from app.service.games import GameService
from app.service.readable_log import readable, readable_position
from app.service.results import Accepted
from app.service.signing import KeyRing, now_ms, receipt
from app.store.canonical import parse
from app.store.entry import Entry
from app.store.errors import ILLEGIBLE
from app.store.keys import GameId
from app.store.schedule import LiveGame
from replays.api import dispute_examples
from replays.api.dispute_problems import Sent, problem
from replays.api.schemas import disputes as shapes
from replays.archive.errors import DamagedBlob, RecordRemoved
from replays.archive.proof import Prove
from replays.archive.unavailable import incomplete
from replays.disputes import bundle, words
from replays.disputes import commands as dispute_commands
from replays.disputes.decide import ARBITER
from replays.disputes.errors import DisputeRefused
from replays.disputes.marks import Marks
from replays.disputes.service import Complaint, DisputeService
from replays.disputes.state import Claim, Dispute, Evidence
from replays.disputes.verdict_sentences import ended
from replays.disputes.view import Paragraphs, explained, paragraphs, reasoned, shown, translated
from replays.record.format import DamageLine, Proof

_CURSOR: Final = 8
"""So much of a name tells where a page ends; a whole one may be of a dispute that its reader may not see."""

_ZIP: Final = {"type": "string", "format": "binary", "description": "README.txt says what is in it"}
_EVIDENCE: Final = ("dispute_command", "dispute_receipt", "dispute_refusal", "dispute_checkpoint")
_OPENING: Final = ("dispute_ply", "dispute_hand_open", "dispute_closed", "dispute_repeated", *_EVIDENCE)
_SAYING: Final = tuple(
    code for code in words.ROWS if code in ("dispute_closed", *_EVIDENCE) or code not in _OPENING
)


class Doors(Protocol):
    """Who is asking, against a game."""

    def reader(self, position: Position) -> Seat | None:
        """The seat that reads, None for a spectator; Problem for whoever may not see the game."""

    def party(self, position: Position) -> Seat:
        """The seat that acts, with a token or key for that; Problem for everybody else."""

    def arbiter(self) -> str | None:
        """The player whose API key may rule; None for a seat token, without one, and for other keys."""

    def player(self, scope: KeyScope) -> Player:
        """The player that asks something for itself, with a key for that; else a Problem."""


def blueprint(
    games: GameService, dispute_service: DisputeService, doors: Doors, prove: Prove, ring: KeyRing
) -> Blueprint:
    """The resources of the disputes in `dispute_service`, about `games`.

    `prove` gives the proof of a log, `ring` signs what is answered.
    """
    words.install()
    found = Blueprint("disputes", __name__, url_prefix="/v1", description="Disputes about a hand")
    desk = _Desk(games, dispute_service, doors, ring)
    _add_of_game(found, desk)
    _add_reading(found, desk)
    _add_bundle(found, desk, prove, ring)
    _add_moves(found, desk)
    return found


def _add_of_game(found: Blueprint, desk: "_Desk") -> None:
    @found.route("/games/<game_id:game>/disputes", methods=["POST"])
    @found.arguments(shapes.OpenSchema)
    @found.response(201, schema_of(shapes.SignedView), example=dispute_examples.OPENED)
    @found.bearer(SEAT, KEY, scopes=("play",))
    @found.problems(*_OPENING, "forbidden")
    @found.header("Accept-Language")
    def open_dispute(body: Json, game: str) -> Response:
        """Dispute a hand of a game

        It needs the token of a seat or the API key of its player. A dispute can be opened from the end of the
        hand until seven days after the end of the game (RULES 13). The payments of the hand are provisional
        until the dispute is over; the game continues.
        """
        return desk.open(GameId(game), body)

    @found.route("/games/<game_id:game>/disputes")
    @found.response(200, schema_of(shapes.DisputesView), example=dispute_examples.OF_GAME)
    @found.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    @found.header("Accept-Language")
    def list_disputes(game: str) -> Response:
        """List the disputes about a game, oldest first

        The caller must be allowed to see the game. The list has open and closed disputes. While the catalogue
        or the archive is away, closed ones that have left the store are left out, and `missing` says so.
        """
        return desk.about(GameId(game))


def _add_reading(found: Blueprint, desk: "_Desk") -> None:
    @found.route("/disputes")
    @found.arguments(shapes.UnsettledQuery, location="query")
    @found.response(200, schema_of(shapes.UnsettledView), example=dispute_examples.UNSETTLED)
    @found.bearer(KEY, scopes=("view|audit",))
    @found.header("Accept-Language")
    def unsettled_disputes(query: Json) -> Response:
        """List the disputes that are not over, newest first

        An arbiter gets all of them, a player those about games in which it is a party. A page may have fewer
        disputes than `limit`; the list is at its end when `next` is null. `missing` is there while the
        catalogue or the archive is away and some dispute could not be read.
        """
        return desk.unsettled(query)

    @found.route("/disputes/<dispute_id:dispute>")
    @found.response(200, schema_of(shapes.SignedView), example=dispute_examples.SIGNED)
    @found.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    @found.header("Accept-Language")
    def show_dispute(dispute: str) -> Response:
        """Get a dispute

        The caller must be allowed to see the game. The answer has the statements, the verdict and the ruling,
        as far as there are any.
        """
        return desk.show(GameId(dispute))

    @found.route("/disputes/<dispute_id:dispute>/events")
    @found.arguments(shapes.LogQuery, location="query")
    @found.response(200, schema_of(shapes.LogView), example=dispute_examples.LOG)
    @found.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def dispute_events(query: Json, dispute: str) -> Response:
        """Get the log of a dispute

        The answer has the entries as they were hashed. The caller must be allowed to see the game.
        """
        return desk.events(GameId(dispute), query["after"])


def _add_bundle(found: Blueprint, desk: "_Desk", prove: Prove, ring: KeyRing) -> None:
    @found.route("/disputes/<dispute_id:dispute>/bundle")
    @downloads(bundle.MEDIA_TYPE)
    @found.response(200, _ZIP, content_type=bundle.MEDIA_TYPE, example="PK...")
    @found.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    @found.problems("not_before_end")
    def dispute_bundle(dispute: str) -> Response:
        """Download the evidence of a dispute as a zip file

        The file has both logs with their proofs, the verdict, the keys and a verifier: all that is needed to
        check the dispute offline. Of a damaged game it has what can be read.
        """
        shown, game, log, contradicted, damage = desk.evidence(GameId(dispute))
        of_game = prove(game) if game else Proof()
        # A checkpoint covers the whole log, of which this is the beginning.
        proofs = (of_game if damage is None else Proof(of_game.receipts), prove(log))
        keys = ring.document()
        data = in_thread_pool(lambda: bundle.write(game, log, shown, proofs, keys, contradicted, damage))
        response = Response(data, content_type=bundle.MEDIA_TYPE)
        response.headers["Content-Disposition"] = f'attachment; filename="{dispute}.zip"'
        response.headers["ETag"] = f'"{sha256(data).hexdigest()[:32]}"'
        return response


def _add_moves(found: Blueprint, desk: "_Desk") -> None:
    @found.route("/disputes/<dispute_id:dispute>/moves", methods=["POST"])
    @found.arguments(shapes.SaySchema)
    @found.response(200, schema_of(shapes.SignedView), example=dispute_examples.SIGNED)
    @found.bearer(SEAT, KEY, scopes=("play view|audit",))
    @found.problems(*_SAYING, "forbidden", "precondition_required")
    @found.header("Accept-Language")
    def say(body: Json, dispute: str) -> Response:
        """Send a command to a dispute

        A command is a statement, an answer to the verdict, evidence, or a ruling. It needs If-Match,
        `expected_ply` or an Idempotency-Key, like a command to a game. After evidence the machine judges
        anew.
        """
        return desk.say(GameId(dispute), body)


class _Desk:
    """Answers the requests; who may see the game may see its disputes."""

    def __init__(
        self, games: GameService, dispute_service: DisputeService, doors: Doors, ring: KeyRing
    ) -> None:
        self._games = games
        self._docket = dispute_service
        self._doors = doors
        self._ring = ring

    def open(self, game: GameId, body: Json) -> Response:
        if authorization(request.environ) is None:
            raise Problem("unauthenticated")  # whether there is such a game or not
        position = readable_position(self._games, game)
        seat = self._doors.party(position)
        complaint = Complaint(body["ply"], Claim(body["claim"]), body["text"], _evidence(body))
        return idempotency.idempotent(lambda: self._opened(position, seat, complaint, body))

    def _opened(self, position: Position, seat: Seat, complaint: Complaint, body: Json) -> Response:
        record = idempotency.record(f"seat:{seat}", idempotency_key(request.environ))
        try:
            done = self._docket.open(position, seat, complaint, record)
        except DisputeRefused as refusal:
            sent = Sent.opening(position.game, seat, body)
            raise problem(refusal, sent, self._ring, now_ms()) from None
        response = self._answer(done, 201)
        response.headers["Location"] = f"/v1/disputes/{done.position.log}"
        return response

    def about(self, game: GameId) -> Response:
        position = readable_position(self._games, game)
        self._doors.reader(position)
        found = self._docket.about(game, over=position.table.is_over)
        listed = [self._told(one) for one in found.disputes]
        body = {"game": game, "disputes": listed, **incomplete(found.missing)}
        return _spoken(Response(orjson.dumps(body), content_type=JSON))

    def unsettled(self, query: Json) -> Response:
        player = None if self._doors.arbiter() else self._doors.player(KeyScope.VIEW).id

        def wanted(dispute: Dispute) -> bool:
            return (
                (player is None or any(party.player == player for party in dispute.parties))
                and query.get("state") in (None, dispute.state)
                and query.get("for_arbiter") in (None, dispute.for_arbiter)
            )

        before = LiveGame(*query["cursor"]) if "cursor" in query else None
        page = self._docket.unsettled(wanted, query["limit"], before)
        more = page.next
        following = None if more is None else cursor(more.since_ms, more.game[:_CURSOR])
        listed = [self._told(one) for one in page.disputes]
        body = {"disputes": listed, "next": following, **incomplete(page.missing)}
        response = _spoken(Response(orjson.dumps(body), content_type=JSON))
        return response if following is None else next_page(response, cursor=following)

    def show(self, dispute: GameId) -> Response:
        standing, _ = self._seen(dispute)
        return _spoken(_tagged(self._signed(standing), standing.ply))

    def events(self, dispute: GameId, after: int) -> Response:
        standing, _ = self._seen(dispute)
        rows = [
            {"ply": one.ply, "digest": one.digest.hex(), "public": orjson.Fragment(one.public)}
            for one in self._docket.entries(dispute)
            if after < one.ply <= standing.ply
        ]
        page = {"dispute": dispute, "ply": standing.ply, "events": rows, "next": max(after, standing.ply)}
        return _tagged(page, standing.ply)

    def evidence(
        self, dispute: GameId
    ) -> tuple[Json, tuple[Entry, ...], tuple[Entry, ...], list[Json], DamageLine | None]:
        """The dispute as it is shown, the log of its game, its own, what receipts that log contradicts, and
        its damage, None without any: then the log has the entries before it.

        Problem while the game goes on.
        """
        standing, position = self._seen(dispute)
        left = readable(self._games, position.game)
        if left.damage is None and not position.table.is_over:
            raise Problem("not_before_end", ply=position.ply)
        log = self._docket.entries(dispute)[: standing.ply]
        (pairs,) = self._games.store.contradictions.of([position.game])
        contradicted = Marks(position.game, pairs).receipts
        if left.damage is None:
            return self._shown(standing), left.entries, log, contradicted, None
        damage = DamageLine(position.game, max(left.plies, len(left.entries) + 1), len(left.entries) + 1)
        return shown(standing, {}), left.entries, log, contradicted, damage

    def say(self, dispute: GameId, body: Json) -> Response:
        standing, position = self._seen(dispute)
        asked = read_precondition(request.environ, body.get("expected_ply"))
        actor = self._actor(position, body["type"])
        self._check_paragraph(standing, body.get("paragraph"))
        try:
            _check_ruling(standing, actor, body["type"])
            record = idempotency.record(actor, asked.key)
            if body["type"] == "evidence":
                seat = self._doors.party(position)
                done = self._docket.add(dispute, position, seat, _evidence(body), record, asked.ply)
            else:
                done = self._docket.act(dispute, actor, _command(body), record, asked.ply)
        except UnexpectedPly as moved:
            raise asked.stale(moved.ply, words.STALE) from None
        except DisputeRefused as refusal:
            sent = Sent.saying(dispute, actor, body)
            raise problem(refusal, sent, self._ring, now_ms()) from None
        return self._answer(done, 200)

    def _seen(self, dispute: GameId) -> tuple[AggregateState[Dispute], Position]:
        """The dispute and its game, if the caller may see them."""
        try:
            standing = self._docket.current(dispute)
        except NoSuchLog:
            raise Problem("not_found") from None
        position = readable_position(self._games, GameId(standing.state.game))
        self._doors.reader(position)
        return standing, position

    def _actor(self, position: Position, kind: str) -> str:
        """Who speaks: an arbiter rules, and may say something where it has no seat; seats do the rest."""
        arbiter = self._doors.arbiter() if kind in ("rule", "statement") else None
        seated = arbiter is not None and any(place.player == arbiter for place in position.table.places)
        if arbiter is not None and (kind == "rule" or not seated):
            return f"{ARBITER}{arbiter}"
        return f"seat:{self._doors.party(position)}"

    def _check_paragraph(self, standing: AggregateState[Dispute], named: str | None) -> None:
        """A ruling cites a paragraph of the rulebook that the game was played by, or none."""
        if named is not None and named not in self._book(standing):
            wrong = Message("The rulebook of the game has no such paragraph.")
            raise Problem("validation_failed", errors=(FieldError("validation_failed", wrong, "/paragraph"),))

    def _told(self, standing: AggregateState[Dispute]) -> Json:
        """The dispute as the caller reads it, with the paragraph of the verdict in their language."""
        body = self._shown(standing)
        verdict = body["verdict"]
        if verdict is None:
            return body
        verdict = explained(translated(verdict, _language()), _language(), ended(body))
        told = reasoned(verdict, self._book(standing), _language())
        return {**body, "verdict": told}

    def _signed(self, standing: AggregateState[Dispute]) -> Json:
        """The dispute as the caller reads it, with the receipt of its last entry, always the same bytes."""
        signed = receipt(self._ring, standing.log, standing.ply, standing.digest, standing.time)
        return {**self._told(standing), "signed": signed}

    def _shown(self, standing: AggregateState[Dispute]) -> Json:
        return shown(standing, self._book(standing))

    def _book(self, standing: AggregateState[Dispute]) -> Paragraphs:
        """The rulebook of the game; empty where the game is read no more, since what was said of it stays."""
        with suppress(*ILLEGIBLE, DamagedBlob, RecordRemoved):
            for first in self._games.entries(GameId(standing.state.game), 0, 1):
                return paragraphs(parse(first.public))
        return {}

    def _answer(self, done: Accepted[AggregateState[Dispute]], status: int) -> Response:
        response = _spoken(_tagged(self._signed(done.position), done.position.ply, status))
        return idempotency.replayed(response, done.replayed)


def _check_ruling(standing: AggregateState[Dispute], actor: str, kind: str) -> None:
    """Only an arbiter rules (RULES 13.6)."""
    if kind == "rule" and not actor.startswith(ARBITER):
        refusal = DisputeRefused("dispute_party", rule="13.6")
        refusal.ply = standing.ply
        raise refusal


def _language() -> Language:
    return Language(preferred_language(request, [str(Language.EN), *map(str, Language)]))


def _spoken(response: Response) -> Response:
    """A response that differs by the language that is asked for; English is in it besides."""
    response.content_language.update(map(str, {Language.EN, _language()}))
    response.vary.add("Accept-Language")
    return response


def _evidence(body: Json) -> Evidence:
    """The evidence in the body of a request."""
    return Evidence(body.get("receipt"), body.get("command"), body.get("refusal"), body.get("checkpoint"))


def _command(body: Json) -> dispute_commands.Command:
    fields = {name: value for name, value in body.items() if name not in ("type", "expected_ply")}
    if "correction" in fields:
        fields["correction"] = tuple(fields["correction"])
    made: dispute_commands.Command = dispute_commands.COMMANDS[body["type"]](**fields)
    return made


def _tagged(body: Json, ply: int, status: int = 200) -> Response:
    response = Response(orjson.dumps(body), status, content_type=JSON)
    response.headers["ETag"] = etag(ply)
    return response
