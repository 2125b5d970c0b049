"""The installation of a running process: each part is compared again whenever it answers again.

The store and the catalogue are compared on each new connection, the catalogue also at the next use after ten
seconds, the archive after each failure and before each write. As soon as one of them is another's, or has
lost its identity, the process uses no part: it would harm games that are not its own. It says so once, looks
once a second, and goes on by itself.
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

from app.config import Settings, StartError
from app.outages import Part
from app.secret import Keys
from app.starting import places
from app.store.client import connect
from app.store.errors import InstallationMismatch
from replays.archive import installation as in_archive
from replays.archive.archive import Archive
from replays.archive.files import Files
from replays.archive.opening import open_archive
from replays.catalogue import installation as in_catalogue
from replays.installation.comparing import fault_of
from replays.installation.identity import BadIdentity, Identity, parse
from replays.installation.parts import PartState
from replays.installation.starting import join, parts_of

_log: Final = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
"""How often a process that uses no part looks whether it may."""


_UNNAMED: Final = "The parts are not one installation; the log of this process says which."


@dataclass(frozen=True, slots=True)
class Wrong:
    """The part for which a process uses none, and why: with addresses, and without for those who ask."""

    part: Part
    sentence: str
    anonymous: str


class Installation:
    """The identity that a process has found, and connections to the parts that are compared with it.

    Without an `identity` no part that has one has answered yet; the first one that does is compared with the
    service secret alone, or as at a start. Safe between threads and greenlets.
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
        """A client of the games' store; opens nothing yet."""
        return connect(self.settings.redis_url or "", self)

    def archive(self) -> Archive:
        """The archive with its catalogue; nothing is touched before it is first used."""
        return open_archive(self.settings, self)

    def wrong(self) -> Wrong | None:
        """Why this process uses no part; None if it may. Looks again once a second."""
        if self._wrong is not None:
            self._look()
        return self._wrong

    def is_wrong(self) -> bool:
        """Whether this process uses no part. Looks again once a second."""
        return self.wrong() is not None

    def require(self) -> None:
        """Raise InstallationMismatch while this process uses no part."""
        if self._wrong is not None:
            self._look()
            self._refuse()

    def admit_store(self, identity: bytes | None) -> None:
        """Compare the identity that the store has; InstallationMismatch if it is another one."""
        self._admit(Part.STORE, identity)

    def admit_catalogue(self, connection: Connection | None, again: bool) -> None:
        """InstallationMismatch if no part may be used; `again` asks the catalogue whose it is."""
        self.require()
        if again:
            self._admit(Part.CATALOGUE, None if connection is None else in_catalogue.read_in(connection))

    def admit_archive(self, files: Files, again: bool) -> None:
        """InstallationMismatch if no part may be used; `again` asks the archive whose it is."""
        self.require()
        if again:
            self._admit(Part.ARCHIVE, in_archive.read(files))

    def _admit(self, part: Part, text: str | bytes | None) -> None:
        found = self._found(part, text)
        if self._identity is None:
            if found.identity is not None and found.identity.fits(self.secrets.installation):
                self._identity = found.identity
            else:
                self._begin(part)
        self._compare([found])
        self._refuse()

    def _found(self, part: Part, text: str | bytes | None) -> PartState:
        try:
            return PartState(part, self._where[part], None if text is None else parse(text))
        except BadIdentity as problem:
            return PartState(part, self._where[part], bad=str(problem))

    def _begin(self, part: Part) -> None:
        """What could not be done at the start, because no part that has an identity did answer."""
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
        """Compare every part that answers, unless another thread does or has just done so."""
        if time.monotonic() < self._due or not self._lock.acquire(blocking=False):
            return
        try:
            self._join(self._wrong.part if self._wrong else Part.STORE)
            with closing(parts_of(self.settings)) as parts:
                self._compare(parts.all())
        finally:
            self._due = time.monotonic() + LOOK_SECONDS
            self._lock.release()

    def _compare(self, found: Sequence[PartState]) -> None:
        """The process uses no part from now on, or every part again."""
        if self._identity is None:
            return
        for one in found:
            problem = fault_of(one, self._identity)
            if problem is not None:
                anonymous = fault_of(one.anonymous(), self._identity) or _UNNAMED
                self._stop(Wrong(one.part, problem, anonymous))
                return
        if len(found) > 1:
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
    """The installation of a process that starts; raises InstallationFault and BadSecret as `join`."""
    return Installation(settings, *join(settings))
