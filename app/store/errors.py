"""Errors of the store, in one tree.

StoreError
    StoreUnavailable    the store does not answer or refuses work; nothing was applied
        InstallationMismatch
                        a part belongs to another installation; nothing is read or written
    OutcomeUnknown      an append was sent and no answer came back; it may be applied or not
    Conflict            the expected place is no longer the head; carries the entries after it
    KeyReused           the idempotency key was used before with another fingerprint
        KeyForgotten    the idempotency key was used before, and its record is gone
    TooEarly            the deadline had not passed by the server's clock, or there is none
    TooLate             the deadline had passed by the server's clock
    HistoryRolledBack   the log is shorter than the caller's copy, or differs from it
    GenerationConflict  (app.store.signing_state) another process has begun a generation of the signing key
    LogHeadConflict     (app.store.signing_state) another process has moved the head of the log of all games
    UnknownSchema       an event was written by a newer version of the program
    Damaged             the stored entry differs from the written one
        Tampered        the chain of digests breaks
        Unreadable      a hidden part cannot be decrypted or decoded
    GameRemoved         the operator removed the game, and it is in no archive
    ForeignKey          no hidden part of the log can be decrypted, and the installation is not verified

UnknownSchema, Damaged and ForeignKey are ILLEGIBLE: this program cannot read the log, and an immediate
retry does not help.
"""

from enum import StrEnum
from typing import Final

from app.parts.outages import Outage, OutageCause, Part
from app.store.entry import Entry, Head


class StoreFailure(StrEnum):
    """Reason why the store is unavailable."""

    AWAY = "store_unavailable"
    FULL = "store_full"
    MISMATCH = "installation_mismatch"


class StoreError(Exception):
    """Base of every error of the store."""


class StoreUnavailable(StoreError):
    """The store did not do the work, and nothing was applied.

    `reason` distinguishes an unavailable server (refused, silent, loading, a replica, a cluster without the
    slot, unable to write its file) from one that reached its memory limit; `outage` has the cause.
    """

    def __init__(
        self, detail: str, reason: StoreFailure = StoreFailure.AWAY, outage: Outage | None = None
    ) -> None:
        super().__init__(detail)
        self.reason = reason
        self.outage = outage or Outage(Part.STORE, OutageCause.FAILED)


class InstallationMismatch(StoreUnavailable):
    """The parts that this process uses belong to different installations, so it uses none of them."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail, StoreFailure.MISMATCH)


class OutcomeUnknown(StoreError):
    """An append was sent, and it is not known whether it was applied.

    It may be applied even after a read that does not show it. To settle it, send the same append again: of
    two equal appends at most one is applied, and the other is answered as replayed (with an idempotency key)
    or as a conflict whose tail contains the entry.

    `outage` has the cause, which a process logs once for all of its waiting work.
    """

    def __init__(self, detail: str, outage: Outage | None = None) -> None:
        super().__init__(detail)
        self.outage = outage or Outage(Part.STORE, OutageCause.FAILED)


class Conflict(StoreError):
    """The expected place is not the head. `tail` holds every entry after it, up to `head`."""

    def __init__(self, head: Head, tail: tuple[Entry, ...]) -> None:
        super().__init__(f"the log stands at ply {head.ply}")
        self.head = head
        self.tail = tail


class KeyReused(StoreError):
    """The idempotency key was used in this scope with another fingerprint."""


class TooLate(StoreError):
    """The deadline of the position, `head.deadline_ms`, had passed by the server's clock."""

    def __init__(self, head: Head) -> None:
        super().__init__("the deadline has passed")
        self.head = head


class KeyForgotten(KeyReused):
    """The idempotency key created something whose records are gone, for example a game archived a day ago."""


class TooEarly(StoreError):
    """An append that is allowed only after the deadline came before it, or there is no deadline."""


class HistoryRolledBack(StoreError):
    """The stored log lacks entry `ply` or holds another one there.

    `head` is the stored head, None if the store holds nothing of the game, which is also the case for a game
    that was archived and removed from the store.
    """

    def __init__(self, ply: int, head: Head | None) -> None:
        super().__init__(f"entry {ply} is not in the stored log")
        self.ply = ply
        self.head = head


class UnknownSchema(StoreError):
    """Event `name` is stored at `version`, which is newer than this program supports."""

    def __init__(self, name: str, version: int) -> None:
        super().__init__(f"event {name!r} is stored at unknown version {version}")
        self.name = name
        self.version = version


class Damaged(StoreError):
    """Entry `ply` of `game` is not the one that was written."""

    def __init__(self, game: str, ply: int) -> None:
        super().__init__(f"entry {ply} of game {game} is damaged")
        self.game = game
        self.ply = ply


class Tampered(Damaged):
    """The entry is missing, out of order, or does not continue the chain of digests."""


class Unreadable(Damaged):
    """The hidden part was altered, moved here from another entry, or its key is missing."""


class GameRemoved(StoreError):
    """The operator removed `game`, and no archive knows it."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} was removed")
        self.game = game


class ForeignKey(StoreError):
    """The chain of `game` is intact, and none of its hidden parts can be decrypted with this process's key.

    The process has not compared the installation of the store with its own, so its key may be the wrong one.
    If it has, such a log is damaged.
    """

    def __init__(self, game: str) -> None:
        super().__init__(f"no hidden part of {game} opens under the secret of this service")
        self.game = game


ILLEGIBLE: Final = (Damaged, ForeignKey, UnknownSchema)
"""Errors that mean that a log cannot be read although the store answers."""
