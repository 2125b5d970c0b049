"""The installation of a running process: each part is compared again after an outage.

The store and the catalogue are compared on each new connection, the catalogue also at the next use after ten
seconds, the archive after each failure and before each write. If one of them belongs to another installation,
or has lost its identity, the process uses no part, to protect foreign games. It logs this once, checks again
once a second, and continues when the parts fit.
"""

import logging
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from threading import Lock
from typing import Final

from redis import Redis
from sqlalchemy import Connection

from app.i18n import Message
from app.observability.startup import places
from app.parts.outages import Part
from app.service.secret_keys import Keys
from app.settings.errors import StartError
from app.settings.settings import Settings
from app.store.client import connect
from app.store.errors import InstallationMismatch
from replays.archive import installation as in_archive
from replays.archive.archive import Archive
from replays.archive.files import ComparedFiles, Files
from replays.archive.opening import open_archive
from replays.catalogue import installation as in_catalogue
from replays.catalogue.connecting import compared
from replays.installation.parts import BadIdentity, Identity, PartState, fault_of, parse
from replays.installation.starting import join, parts_of

_log: Final = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
"""Interval of the checks of a process that uses no part."""


_UNNAMED: Final = Message("The parts are not one installation; the log of this process says which.")


@dataclass(frozen=True, slots=True)
class Wrong:
    """Part for which a process uses none, and the reason: with addresses, and without them for clients."""

    part: Part
    sentence: str
    anonymous: Message


class Installation:
    """The identity of a process, and connections to the parts that are compared with it.

    Without an `identity` no part with one has answered yet; the first one is compared with the service secret
    alone, or as at a start. Safe between threads and greenlets.
    """

    def __init__(self, settings: Settings, secrets: Keys, identity: Identity | None) -> None:
        self.settings = settings
        self.secrets = secrets
        self._identity = identity
        self._where = places(settings)
        self._wrong: Wrong | None = None
        self._lock = Lock()
        self._due = 0.0

    def store(self) -> Redis:
        """Return a client of the event store; it connects on first use."""
        return connect(self.settings.redis_url or "", self)

    def archive(self) -> Archive:
        """Return the archive with its catalogue, whose owners are compared from the first use on."""
        archive = open_archive(self.settings)
        return Archive(
            ComparedFiles(archive.files, self.admit_archive), compared(archive.engine, self.admit_catalogue)
        )

    def wrong(self) -> Wrong | None:
        """Return why this process uses no part, or None. Checks again once a second."""
        if self._wrong is not None:
            self._look()
        return self._wrong

    def is_wrong(self) -> bool:
        """Return True if this process uses no part. Checks again once a second."""
        return self.wrong() is not None

    def require(self) -> None:
        """Raise InstallationMismatch while this process uses no part."""
        if self._wrong is not None:
            self._look()
            self._refuse()

    def admit_store(self, identity: bytes | None) -> None:
        """Compare the identity of the store. Raises InstallationMismatch."""
        self._admit(Part.STORE, identity)

    def admit_catalogue(self, connection: Connection | None, again: bool) -> None:
        """Raise InstallationMismatch if no part may be used; `again` reads the identity."""
        self.require()
        if again:
            self._admit(Part.CATALOGUE, None if connection is None else in_catalogue.read_in(connection))

    def admit_archive(self, files: Files, again: bool) -> None:
        """Raise InstallationMismatch if no part may be used; `again` reads the identity."""
        self.require()
        if again:
            self._admit(Part.ARCHIVE, in_archive.read(files))

    def _admit(self, part: Part, text: str | bytes | None) -> None:
        state = self._found(part, text)
        if self._identity is None:
            if state.identity is not None and state.identity.fits(self.secrets.installation):
                self._identity = state.identity
            else:
                self._begin(part)
        self._compare([state])
        self._refuse()

    def _found(self, part: Part, text: str | bytes | None) -> PartState:
        try:
            return PartState(part, self._where[part], None if text is None else parse(text))
        except BadIdentity as problem:
            return PartState(part, self._where[part], bad=problem.reason)

    def _begin(self, part: Part) -> None:
        """Do the work of the start that was skipped because no part with an identity answered."""
        with self._lock:
            self._join(part)
        self._refuse()

    def _join(self, part: Part) -> None:
        if self._identity is None:
            try:
                self._identity = join(self.settings)[1]
            except StartError as problem:
                self._stop(Wrong(part, str(problem), _UNNAMED))
            else:
                self._go_on()

    def _look(self) -> None:
        """Compare every answering part, unless another thread does or has just done so."""
        if time.monotonic() < self._due or not self._lock.acquire(blocking=False):
            return
        try:
            self._join(self._wrong.part if self._wrong else Part.STORE)
            with closing(parts_of(self.settings)) as parts:
                self._compare(parts.all())
        finally:
            self._due = time.monotonic() + LOOK_SECONDS
            self._lock.release()

    def _compare(self, states: Sequence[PartState]) -> None:
        """Stop or resume the use of the parts."""
        if self._identity is None:
            return
        for state in states:
            problem = fault_of(state, self._identity)
            if problem is not None:
                anonymous = fault_of(state.anonymous(), self._identity) or _UNNAMED
                self._stop(Wrong(state.part, str(problem), anonymous))
                return
        if len(states) > 1:
            self._go_on()

    def _stop(self, wrong: Wrong) -> None:
        if self._wrong is None:
            self._due = time.monotonic() + LOOK_SECONDS
            _log.error("This process reads and writes no games: %s", wrong.sentence)
        self._wrong = wrong

    def _go_on(self) -> None:
        if self._wrong is not None:
            _log.warning("This process reads and writes games again: every part is of its installation.")
        self._wrong = None

    def _refuse(self) -> None:
        wrong = self._wrong
        if wrong is not None:
            raise InstallationMismatch(wrong.sentence.rstrip("."))


def enter(settings: Settings) -> Installation:
    """Return the installation of a starting process. Raises InstallationFault and BadSecret as `join`."""
    return Installation(settings, *join(settings))
