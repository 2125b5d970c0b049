"""Access of callers to disputes, and problems for refused commands, with signed refusals."""

from dataclasses import dataclass
from typing import Any, Final, Protocol

from flask import request

from app.games.cards import Seat
from app.games.codec import Json
from app.http.credentials import authorization
from app.http.errors import FieldError, Problem
from app.i18n import Message
from app.players.state import KeyScope, Player
from app.service.entry_codec import Position
from app.service.signing import KeyRing, command_digest
from app.service.signing import refusal as signed_refusal
from replays.disputes import words
from replays.disputes.decide import DisputeRefused

ME: Final = "me"
"""Filter for the player of the API key."""


class DisputeAccess(Protocol):
    """Authorisation of the caller for a game."""

    def reader(self, position: Position) -> Seat | None:
        """Return the seat of the caller, None for a spectator. Raises Problem if it may not see the game."""

    def party(self, position: Position) -> Seat:
        """Return the seat for which the caller may act. Raises Problem for any other caller."""

    def arbiter(self) -> str | None:
        """Return the arbiter of the API key; None for a seat token, for other keys, and without either."""

    def oversees(self) -> bool:
        """Return whether the API key is that of an arbiter or an operator."""

    def player(self, scope: KeyScope) -> Player:
        """Return the player of an API key with `scope`. Raises Problem for any other caller."""


def reach(access: DisputeAccess, named: str | None) -> tuple[str | None, bool]:
    """Return the player whose disputes the caller may list, None for all, and whether only those about public
    games. `named` is the player that the request names. Raises Problem.
    """
    if named not in (None, ME) and authorization(request.environ) is None:
        return named, True
    if named != ME and access.oversees():
        return named, False
    own = access.player(KeyScope.VIEW).id
    return (own, False) if named in (None, ME, own) else (named, True)


_SEAT = "seat:"


@dataclass(frozen=True, slots=True)
class Sent:
    """A command as it was sent: to which log, by which seat, None for an arbiter, and its body."""

    log: str
    seat: Seat | None
    body: Json

    @classmethod
    def opening(cls, game: str, seat: Seat, body: Json) -> "Sent":
        """Return the opening of a dispute, decided on the log of the game."""
        return cls(game, seat, {**body, "type": "open"})

    @classmethod
    def saying(cls, dispute: str, actor: str, body: Json) -> "Sent":
        """Return the command of `actor` to a dispute, decided on its log."""
        seat = int(actor.removeprefix(_SEAT)) if actor.startswith(_SEAT) else None
        command = {name: value for name, value in body.items() if name != "expected_ply"}
        return cls(dispute, None if seat is None else Seat(seat), command)


def problem(refusal: DisputeRefused, sent: Sent, ring: KeyRing, at_ms: int) -> Problem:
    """Return the problem for a command that was refused at `at_ms`, with its signed refusal.

    A body without a canonical form, such as one with a fraction in its evidence, has no digest: then nothing
    is signed. Raises StoreUnavailable if the signing keys cannot be read; nothing has changed then.
    """
    answer = _problem(refusal)
    try:
        digest = command_digest(sent.body)
    except ValueError:
        return answer
    what: dict[str, Any] = {
        "game": sent.log,
        "ply": refusal.ply,
        "seat": sent.seat,
        "command": digest,
        "code": refusal.code,
        "rule": answer.rule,
    }
    answer.more["refusal"] = signed_refusal(ring, what, at_ms)
    return answer


def _problem(refusal: DisputeRefused) -> Problem:
    row, dispute, ply = words.ROWS[refusal.code], refusal.dispute, refusal.ply
    rule = refusal.rule or row.rule
    if dispute is not None:
        detail, headers = words.exists(dispute), {"Location": f"/v1/disputes/{dispute}"}
        return Problem(refusal.code, detail, rule=rule, ply=ply, headers=headers)
    if refusal.frozen:
        return Problem(refusal.code, words.FROZEN, rule=rule, ply=ply)
    pointer = words.POINTERS.get(refusal.code)
    wrong = () if pointer is None else (FieldError(refusal.code, Message(row.code.remedy), pointer),)
    return Problem(refusal.code, rule=rule, ply=ply, errors=wrong)
