"""Mapping from errors of rules, command handler and store to problems."""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from flask import Flask, Response

from app.api import codes
from app.api.services import Service
from app.games.cards import Seat
from app.games.descriptions import RefusalKind
from app.games.errors import ConfigRefused, Refused
from app.games.game import Game
from app.games.registry import GAMES, game_in, paragraph, reasons, sentence
from app.games.table.clocks import BOUNDS
from app.games.table.state import Entropy, KeyReveal
from app.http.errors import Code, FieldError, Problem, register
from app.http.parser import raw_body
from app.http.problems import respond
from app.i18n import Message
from app.players.decide import IsClosed
from app.service.event_log import TooManyConflicts
from app.service.game_decider import BotPlays, NoSuchGame, NotSeated, Stale
from app.service.signing import KeyRing, command_digest
from app.service.signing import refusal as signed_refusal
from app.service.subscriptions import TooManySubscriptions
from app.store.errors import (
    Damaged,
    ForeignKey,
    GameRemoved,
    HistoryRolledBack,
    KeyForgotten,
    KeyReused,
    OutcomeUnknown,
    StoreUnavailable,
    TooLate,
    UnknownSchema,
)
from replays.archive.errors import ArchiveUnavailable, DamagedBlob, RecordRemoved
from replays.catalogue.errors import CatalogueUnavailable
from replays.record.errors import UnknownEdition

CONFIGURATION = tuple(code for code, reason in reasons().items() if reason.kind is RefusalKind.CONFIGURATION)
"""Codes of invalid rules."""

COMMANDS = tuple(code for code in reasons() if code not in CONFIGURATION)
"""Codes of refused commands of a seat."""

SEATING = tuple(code for game in GAMES.values() for code in game.reasons_of_seating)
"""Codes with which games refuse to let a seat be taken."""

_OF_HTTP = ("game_over", "history_rolled_back")
"""Codes of the HTTP layer that the rules use, too."""

_OF_SEATS = ("config_teams", *(code for game in GAMES.values() for code in game.reasons_of_seats))
_OF_TABLES: Mapping[str, dict[str, Any]] = {
    **{name: {"minimum": least, "maximum": most} for name, (least, most) in BOUNDS.items()},
    "entropy": {"allowed": [*map(str, Entropy)]},
    "reveal": {"allowed": [*map(str, KeyReveal)]},
}
_OPTION = re.compile("[a-z_]{1,40}")
_STATUS = {RefusalKind.NOT_NOW: 409, RefusalKind.NEVER: 422, RefusalKind.CONFIGURATION: 422}


def install(app: Flask) -> None:
    """Register the codes of the rules and the handlers of all errors below the HTTP layer."""
    register(
        {
            code: Code(_STATUS[reason.kind], reason.title, reason.sentence)
            for code, reason in reasons().items()
            if code not in _OF_HTTP
        }
    )
    codes.install()
    for error, make in _PROBLEMS.items():
        app.register_error_handler(error, _handler(make))


def of(error: Exception) -> Problem | None:
    """Return the problem for an error of rules, command handler or store; None for any other error."""
    if isinstance(error, Problem):
        return error
    make = next((_PROBLEMS[kind] for kind in type(error).__mro__ if kind in _PROBLEMS), None)
    return None if make is None else make(error)


def _handler(make: Callable[..., Problem]) -> Callable[[Exception], Response]:
    return lambda error: respond(make(error))


def of_rules(refusal: Refused) -> Problem:
    """Return the problem for a refusal by the rules, with its paragraph and the member at fault."""
    detail, pointer = sentence(refusal), refusal.at
    errors = (
        () if pointer is None else (FieldError(refusal.code, detail, pointer, possible=refusal.possible),)
    )
    return Problem(refusal.code, detail, rule=paragraph(refusal), ply=refusal.ply, errors=errors)


def refused(
    service: Service, refusal: Refused, game: str, seat: Seat | None, command: Mapping[str, Any]
) -> Problem:
    """Return the problem for a `command` that the rules refuse, with a signed refusal for the client.

    `command` is the body of the request without `expected_ply`; `seat` is None for a command without a seat.
    Raises StoreUnavailable if the signing keys cannot be read: nothing has changed, the request may be
    repeated.
    """
    problem = of_rules(refusal)
    problem.more["refusal"] = statement(service.ring, refusal, game, seat, command, service.clock())
    return problem


def statement(
    ring: KeyRing, refusal: Refused, game: str, seat: Seat | None, command: Mapping[str, Any], at_ms: int
) -> dict[str, Any]:
    """Return the signed refusal of a `command` at `at_ms`; see `refused`."""
    claims = {
        "game": game,
        "ply": refusal.ply,
        "seat": seat,
        "command": command_digest(command),
        "code": refusal.code,
        "rule": paragraph(refusal),
    }
    return signed_refusal(ring, claims, at_ms)


def _of_config(error: ConfigRefused) -> Problem:
    body = raw_body()
    game = game_in(body)
    error.play = game.name
    options = body.get("options")
    of_option = "rules" not in body or (isinstance(options, dict) and error.field in options)
    place = "/options" if of_option else "/rules"
    # A name of another form is not echoed.
    named = f"{place}/{error.field}" if _OPTION.fullmatch(error.field) else place
    pointer = "/seats" if error.field == "seats" and error.code in _OF_SEATS else named
    bounds = _possible(game, error, pointer)
    detail = _detail(game, error, pointer, bounds)
    fault = FieldError(error.code, detail, pointer, possible=bounds)
    return Problem(error.code, detail, rule=paragraph(error), errors=(fault,))


def _detail(game: Game, error: ConfigRefused, pointer: str, bounds: Mapping[str, Any]) -> Message:
    """Return the detail: the possible numbers of seats, the unknown option, or the sentence of the code."""
    if error.code in game.reasons_of_seats and pointer == "/seats" and "minimum" in bounds:
        least, most = bounds["minimum"], bounds["maximum"]
        if least == most:
            return Message("There are {most} seats by these rules.").filled(most=most)
        return Message("There are {least} to {most} seats by these rules.").filled(least=least, most=most)
    if error.code == "config_option" and pointer.endswith(f"/{error.field}"):
        known = game.fields if pointer.startswith("/rules/") else _options(game)
        if error.field not in known:
            return _unknown(error.field, get_close_matches(error.field, known, 1))
    return sentence(error)


def _unknown(name: str, near: Sequence[str]) -> Message:
    """Return the detail for an unknown option, with the similar name in `near`, if any."""
    unknown = Message("There is no option called {name}.").filled(name=name)
    if not near:
        return unknown
    return Message("{unknown} Perhaps {near} is meant.").filled(unknown=unknown, near=near[0])


def _options(game: Game) -> frozenset[str]:
    """Return all names of options of the variants of `game` and of members of its sheets."""
    options = {name for row in game.variants.values() for name in row.options}
    return frozenset({*game.fields, *options, *_OF_TABLES, "options", "rules", "seats", "tournament"})


def _possible(game: Game, error: ConfigRefused, pointer: str) -> Mapping[str, Any]:
    """Return the valid values at `pointer` in the body."""
    if error.possible:
        return error.possible
    if pointer.startswith("/options/"):
        named = str(raw_body().get("variant"))
        in_variant = game.possible(error.field, named) if named in game.variants else {}
        return _OF_TABLES.get(error.field) or in_variant
    return game.possible(error.field) if pointer.startswith("/rules/") and error.field in game.fields else {}


_PROBLEMS: dict[type[Exception], Callable[..., Problem]] = {
    ConfigRefused: _of_config,
    Refused: of_rules,
    NoSuchGame: lambda error: Problem("not_found"),
    IsClosed: lambda error: Problem("unauthenticated"),
    NotSeated: lambda error: Problem("unauthenticated"),
    BotPlays: lambda error: Problem("bot_plays"),
    TooManyConflicts: lambda error: Problem("conflict"),
    Stale: lambda error: Problem("stale_ply", ply=error.ply),
    KeyForgotten: lambda error: Problem("idempotency_key_expired"),
    KeyReused: lambda error: Problem("idempotency_key_reused"),
    TooLate: lambda error: Problem("too_late", ply=error.head.ply),
    HistoryRolledBack: lambda error: Problem("history_rolled_back", ply=error.ply),
    OutcomeUnknown: lambda error: Problem("outcome_unknown"),
    StoreUnavailable: lambda error: Problem(str(error.reason)),
    Damaged: lambda error: Problem("quarantined", ply=error.ply),
    GameRemoved: lambda error: Problem("record_removed"),
    ForeignKey: lambda error: Problem("foreign_key"),
    UnknownSchema: lambda error: Problem("newer_version"),
    UnknownEdition: lambda error: Problem("newer_version"),
    TooManySubscriptions: lambda error: Problem("stream_limit"),
    CatalogueUnavailable: lambda error: Problem("catalogue_unavailable"),
    ArchiveUnavailable: lambda error: Problem("archive_unavailable"),
    DamagedBlob: lambda error: Problem("quarantined"),
    RecordRemoved: lambda error: Problem("record_removed"),
}
