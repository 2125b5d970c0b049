"""Evidence of a seat: the refused command, and documents that the service has signed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from app.games.cards import Seat
from app.games.codec import Json, freeze
from app.games.game import Game
from app.service.signing import KeyRing, command_digest
from replays.disputes.hands import HandSpan
from replays.disputes.state import Claim
from replays.record.receipts import KeyList, ReceiptFault, key_list, verify, verify_refusal
from replays.record.untrusted_values import wrong_field
from replays.transparency.checkpoints import key_hash, key_hashes, read
from replays.transparency.merkle import leaf_from
from replays.transparency.proofs import MEMBERS, problem


def included(document: Any, keys: KeyList) -> ReceiptFault | None:
    """Return why these keys did not sign a proof of inclusion with its leaf, or None if they did."""
    if not isinstance(document, dict) or (leaf := leaf_from(document.get("leaf"))) is None:
        return ReceiptFault.MALFORMED
    proof = {name: document.get(name) for name in MEMBERS}
    if problem(proof, leaf) is not None:
        return ReceiptFault.MALFORMED
    note: Any = proof["note"]
    known = {key_hash(keys.origin, key.public) for key in keys.keys.values()}
    if read(note).origin == keys.origin and known.isdisjoint(key_hashes(note)):
        return ReceiptFault.KEY_UNKNOWN
    return ReceiptFault.SIGNATURE if problem(proof, leaf, keys) else None


SIGNED: Final[Mapping[str, Callable[[Any, KeyList], ReceiptFault | None]]] = MappingProxyType(
    {"receipt": verify, "refusal": verify_refusal, "checkpoint": included}
)
"""Verification by kind of evidence: the fault, None if the service has signed it."""


def genuine(ring: KeyRing, kind: str, signed: Json) -> bool:
    """Return whether the service with these keys made `signed`, also with a key that the store has lost."""
    document = ring.document()
    fault = SIGNED[kind](signed, key_list(document))
    if fault is ReceiptFault.KEY_UNKNOWN:
        fault = SIGNED[kind](signed, key_list({**document, "keys": ring.forgotten()}))
    return fault in (None, ReceiptFault.EARLY)


def is_command(play: Game, document: Json) -> bool:
    """Return whether `document` is a command of the game that the rules can decide."""
    try:
        command: Any = play.command_from_json({name: freeze(value) for name, value in document.items()})
    except (ValueError, TypeError):
        return False
    return wrong_field(command) is None


@dataclass(frozen=True, slots=True)
class Subject:
    """Subject that evidence must belong to: a claim of a seat about a hand, and the refused command."""

    claim: Claim
    seat: Seat
    hand: HandSpan
    command: Json | None

    @property
    def is_refusal(self) -> bool:
        return self.claim is Claim.WRONG_REFUSAL

    def bears_out(self, game: str, refusal: Json) -> bool:
        """Return whether a signed refusal is of this command, by this seat, in this hand."""
        if not self.is_refusal or self.command is None:
            return False
        placed = self.hand.first <= refusal["ply"] <= (self.hand.last or refusal["ply"])
        named = (refusal["game"], refusal["seat"]) == (game, self.seat)
        return placed and named and refusal["command"] == command_digest(self.command)
