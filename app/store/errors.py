"""Everything that the store can refuse or fail with, in one tree.

StoreError
    StoreUnavailable    the store is away or refuses work; nothing was applied
        InstallationMismatch
                        a part belongs to another installation; nothing is read and written
    OutcomeUnknown      an append was sent and no answer came back; it may be applied or not
    Conflict            the expected place is no longer the head; carries what was missed
    KeyReused           the idempotency key was used before with another fingerprint
        KeyForgotten    the idempotency key was used before, and what for is not known any more
    TooEarly            the deadline had not passed by the server's clock, or there is none
    TooLate             the deadline had passed by the server's clock
    HistoryRolledBack   the log is behind, or differs from, what the caller holds
    Overtaken           (app.store.generations) somebody else has begun a generation of the signing key
    HeadMoved           (app.store.signed) somebody else has moved the head of the log of all games
    UnknownSchema       an event was written by a newer version of the program
    Damaged             what is stored is not what was written
        Tampered        the chain of digests breaks
        Unreadable      a hidden part cannot be opened or understood
    GameRemoved         the operator removed the game, and no archive knows it
    ForeignKey          no hidden part of the log opens, and the installation of the store was not compared

UnknownSchema, Damaged and ForeignKey are ILLEGIBLE: this program cannot read the log, and to try again at
once does not help.
"""

from enum import StrEnum
from typing import Final

from app.outages import Cause, Outage, Part
from app.store.entry import Entry, Head


class Reason(StrEnum):
    """Why the store is unavailable."""

    AWAY = "store_unavailable"
    FULL = "store_full"
    MISMATCH = "installation_mismatch"


class StoreError(Exception):
    """The base of every error of the store."""


class StoreUnavailable(StoreError):
    """The store did not do the work, and nothing was applied.

    `reason` says whether it is away (refused, silent, loading, a replica, a cluster without
    the slot, unable to write its file) or has reached its memory limit; `outage` has the cause.
    """

    def __init__(self, detail: str, reason: Reason = Reason.AWAY, outage: Outage | None = None) -> None:
        super().__init__(detail)
        self.reason = reason
        self.outage = outage or Outage(Part.STORE, Cause.FAILED)


class InstallationMismatch(StoreUnavailable):
    """The parts that this process has met are not those of its installation, so that it uses none of them."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail, Reason.MISMATCH)


class OutcomeUnknown(StoreError):
    """An append was sent, and whether it was applied is not known.

    It may even be applied later than a look that does not show it. To settle it, send the
    same append again: of two equal appends one at most is applied, and the other is answered
    as replayed (with an idempotency key) or as a conflict whose tail holds the entry.

    `outage` has the cause, which a process writes down once for all its work that waits.
    """

    def __init__(self, detail: str, outage: Outage | None = None) -> None:
        super().__init__(detail)
        self.outage = outage or Outage(Part.STORE, Cause.FAILED)


class Conflict(StoreError):
    """The expected place is not the head: `tail` holds every entry after it, up to `head`."""

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
    """The idempotency key made something whose records are gone: a game that was archived a day ago."""


class TooEarly(StoreError):
    """What may be appended only after the deadline came before it, or there is none."""


class HistoryRolledBack(StoreError):
    """The stored log lacks entry `ply` or holds another one there.

    `head` is the stored head, None when the store holds nothing of the game (which is also
    what a game looks like whose live keys were removed after it was archived).
    """

    def __init__(self, ply: int, head: Head | None) -> None:
        super().__init__(f"entry {ply} is not in the stored log")
        self.ply = ply
        self.head = head


class UnknownSchema(StoreError):
    """Event `name` is stored at `version`, newer than this program knows."""

    def __init__(self, name: str, version: int) -> None:
        super().__init__(f"event {name!r} is stored at unknown version {version}")
        self.name = name
        self.version = version


class Damaged(StoreError):
    """Entry `ply` of `game` is not what was written."""

    def __init__(self, game: str, ply: int) -> None:
        super().__init__(f"entry {ply} of game {game} is damaged")
        self.game = game
        self.ply = ply


class Tampered(Damaged):
    """The entry is missing, out of order, or does not continue the chain of digests."""


class Unreadable(Damaged):
    """The hidden part was altered, moved here from elsewhere, or its key is not at hand."""


class GameRemoved(StoreError):
    """The operator removed `game`, and no archive knows it."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} was removed")
        self.game = game


class ForeignKey(StoreError):
    """The chain of `game` is whole, and none of its hidden parts opens under the key of this process.

    The process has not compared the installation of the store with its own: the key may be the wrong one.
    Where it has, such a log is damaged.
    """

    def __init__(self, game: str) -> None:
        super().__init__(f"no hidden part of {game} opens under the secret of this service")
        self.game = game


ILLEGIBLE: Final = (Damaged, ForeignKey, UnknownSchema)
"""Why a log cannot be read although the store answers."""
