"""Receipts over HTTP: the signed head of a game, and comparison of receipts with its log."""

from collections.abc import Sequence
from typing import Any

import orjson
from flask import Response, request

from app.api.schemas import receipts as receipt_schemas
from app.api.schemas import requests as shapes
from app.api.schemas.receipts import ConfrontedView, HeadView
from app.api.services import Service, answer
from app.http import idempotency
from app.http.answers import JsonAnswer, schema_of
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint
from app.http.errors import Problem
from app.http.headers import JSON, in_languages, language_asked
from app.i18n import Language, Message, translate
from app.service.entry_codec import Position
from app.service.game_decider import NoSuchGame
from app.service.games import head_receipt
from app.service.readable_log import readable, readable_position
from app.service.signing import FRESH_MS, KeyRing, now_ms
from app.store.entry import Entry
from app.store.errors import Damaged
from app.store.keys import GameId
from replays.disputes.marks import Marks
from replays.record.receipts import (
    KEYS_PATH,
    ReceiptFault,
    disagreement,
    is_meant_as_refusal,
    key_list,
    verify,
    verify_refusal,
)

_REFUSALS = {
    ReceiptFault.MALFORMED: "validation_failed",
    ReceiptFault.KEY_UNKNOWN: "receipt_key_unknown",
    ReceiptFault.SIGNATURE: "receipt_forged",
    ReceiptFault.RETIRED: "receipt_key_retired",
}


def blueprint(service: Service) -> Blueprint:
    """Return the resource of receipts."""
    resource = Blueprint(
        "receipts",
        __name__,
        url_prefix="/v1/games",
        description="Receipts: signed heads, held against the log",
    )

    @resource.route("/<game_id:game>/head", methods=["GET"])
    @resource.answers(200, HeadView)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def signed_head(game: GameId) -> JsonAnswer[HeadView]:
        """Get a signed receipt for the last entry of the log

        It is for everyone who may see the game. Keep it: if the log ever differs, the receipt proves it
        (RULES 12.7).
        """
        position = service.games.current(game)
        service.access.reader(position)
        body: HeadView = {
            "game": game,
            "ply": position.ply,
            "status": str(position.table.status),
            "receipt": head_receipt(service.ring, position, now_ms()),
        }
        return answer(body, position.ply)

    @resource.route("/<game_id:game>/receipts", methods=["POST"])
    @resource.arguments(shapes.ReceiptSchema)
    @resource.answers(200, ConfrontedView)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    @resource.problems(
        "receipt_of_another_game", "receipt_key_unknown", "receipt_forged", "receipt_key_retired"
    )
    @resource.header("Accept-Language")
    def confront(body: dict[str, Any], game: GameId) -> JsonAnswer[ConfrontedView]:
        """Compare a receipt or a signed refusal with the log

        `consistent` means that the log has the entry of the receipt. If it does not and the receipt is valid,
        the game is frozen, or marked with `contradictions` if it is over (RULES 12.8). A refusal is
        consistent if the log has its ply and the table its seat. A damaged log is compared as far as it can
        be read.
        """
        _check(service, body, game)
        try:
            service.access.reader(readable_position(service.games, game))
            language = language_asked(request)
            return idempotency.idempotent(
                lambda: in_languages(_confronted(service, game, body, language), (language,))
            )
        except NoSuchGame:
            raise Problem("history_rolled_back") from None

    @resource.route("/<game_id:game>/receipts", methods=["GET"])
    @resource.response(200, receipt_schemas.ReceiptView(many=True), example=receipt_schemas.RECEIPT_LIST)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def contradicted(game: GameId) -> Response:
        """List the receipts that the log contradicts

        Each one stands before the receipt for what the log holds at its ply, or for its last entry. Two
        receipts for one ply prove that the service has signed two different entries. `conquian audit
        --receipts` and `verifier.js` take the list as a file.
        """
        position = readable_position(service.games, game)
        service.access.reader(position)
        (pairs,) = service.games.store.contradictions.of([game])
        # Later receipts change the list but not the ply, so the entity tag is computed from the bytes.
        return Response(orjson.dumps(Marks(game, pairs).receipts), content_type=JSON)

    return resource


def blueprint_of_keys(ring: KeyRing) -> Blueprint:
    """Return the resource of the keys with which receipts are checked."""
    resource = Blueprint("keys", __name__, description="The keys of the service")

    @resource.route(KEYS_PATH)
    @resource.response(200, schema_of(receipt_schemas.KeyListView), example=receipt_schemas.KEY_LIST)
    def keys() -> Response:
        """List the keys for receipts, records and checkpoints

        Each public key comes with the time in which it is in force. The answer may be cached as long as its
        headers say; a new key is published before it signs anything.
        """
        response = Response(orjson.dumps(ring.document()), content_type=JSON)
        response.headers["Cache-Control"] = f"public, max-age={FRESH_MS // 1000}"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    return resource


def _confronted(
    service: Service, game: GameId, statement: dict[str, Any], language: Language
) -> JsonAnswer[ConfrontedView]:
    try:
        if is_meant_as_refusal(statement):
            position = service.games.reread(game)
            return answer(_compared(position, _agrees(statement, position)), position.ply)
        position, agrees = service.games.confront(game, statement)
        body = _compared(position, agrees)
        if not agrees:
            _remake(service, position)
            _add_signatures(service, body, statement["ply"], language)
        return answer(body, position.ply)
    except Damaged:
        return _confronted_with_damage(service, game, statement, language)


def _confronted_with_damage(
    service: Service, game: GameId, statement: dict[str, Any], language: Language
) -> JsonAnswer[ConfrontedView]:
    """Return the response for a damaged log, as far as it can be read; nothing is frozen.

    The status comes from the head of the log, because the readable entries end before it.
    """
    position, intact = readable_position(service.games, game), readable(service.games, game)
    agrees = None
    if statement["ply"] <= len(intact.entries):
        agrees = (
            _agrees(statement, position)
            if is_meant_as_refusal(statement)
            else _bears_out(service, statement, position, intact.entries)
        )
    body = _compared(position, agrees)
    if intact.status:
        body["status"] = intact.status
    if agrees is False and not is_meant_as_refusal(statement):
        _add_signatures(service, body, statement["ply"], language)
    body["damaged_at"] = len(intact.entries) + 1
    return answer(body, position.ply)


def _agrees(refusal: dict[str, Any], position: Position) -> bool:
    return disagreement(refusal, position.game, position.ply, len(position.table.places)) is None


def _bears_out(
    service: Service, receipt: dict[str, Any], position: Position, entries: Sequence[Entry]
) -> bool:
    logged = entries[receipt["ply"] - 1]
    agrees: bool = logged.digest.hex() == receipt["digest"]
    if not agrees:
        service.games.mark(position, receipt, head_receipt(service.ring, logged, now_ms()))
        _remake(service, position)
    return agrees


def _remake(service: Service, position: Position) -> None:
    """Enqueue new reports of the tournament that the game belongs to, if any."""
    if position.table.tournament:
        service.remake(position.table.tournament)


def _add_signatures(service: Service, body: ConfrontedView, ply: int, language: Language) -> None:
    """Add the service's two receipts for one ply, if it has signed two different entries."""
    both = _both_signed(service, GameId(body["game"]), ply)
    if both:
        message = Message("The service has signed two different entries for ply {ply}.").filled(ply=ply)
        body["two_signatures"] = {
            "ply": ply,
            "detail": translate(language, message),
            "receipts": both,
        }


def _both_signed(service: Service, game: GameId, ply: int) -> list[dict[str, Any]]:
    """Return the service's two receipts for different entries of `ply`; empty if there are none."""
    (pairs,) = service.games.store.contradictions.of([game])
    receipts = Marks(game, pairs).receipts
    for pair in zip(receipts[::2], receipts[1::2], strict=True):
        if pair[0]["ply"] == pair[1]["ply"] == ply and pair[0]["digest"] != pair[1]["digest"]:
            return list(pair)
    return []


def _compared(position: Position, agrees: bool | None) -> ConfrontedView:
    return {
        "game": position.game,
        "ply": position.ply,
        "status": str(position.table.status),
        "consistent": agrees,
    }


def _check(service: Service, statement: dict[str, Any], game: str) -> None:
    """Raise Problem for a receipt or a refusal that is not of this service and of `game`.

    A store that was reset has lost rotations of keys, too. A signature that only this service can have made
    is accepted even if the key list does not have the key, or has a later start for it.
    """
    if statement["game"] != game:
        raise Problem("receipt_of_another_game")
    document = service.ring.document()
    fault_of = verify_refusal if is_meant_as_refusal(statement) else verify
    fault = fault_of(statement, key_list(document))
    if fault is ReceiptFault.KEY_UNKNOWN:
        fault = fault_of(statement, key_list({**document, "keys": service.ring.forgotten()}))
    if fault is not None and fault is not ReceiptFault.EARLY:
        raise Problem(_REFUSALS[fault])
