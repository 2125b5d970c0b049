"""Outages of the parts of an installation: a code and a sentence for each cause, and the lines of the log.

The parts are the store of the games, the catalogue, the archive and the store of the queue. The client code
of each part converts errors into an `Outage`; this module has the codes, the sentences without secrets, and
the network errors that all of them share. A sentence names the setting to check, never its value.

Every client of a part reports each failure and each success, so that a line is written once for each cause of
an outage, and one when it is over, not for each request. Nothing is written before a role has begun: commands
report their own errors.
"""

import errno
import logging
import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock
from types import MappingProxyType
from typing import Final

from app.i18n import Message


class Part(StrEnum):
    """Part of an installation outside of the process."""

    STORE = "store"
    CATALOGUE = "catalogue"
    ARCHIVE = "archive"
    QUEUE = "queue"


class OutageCause(StrEnum):
    """Cause of an outage. Clients and alerts may rely on these names."""

    WRONG_PASSWORD = "wrong_password"  # noqa: S105 (a name, not a password)
    NO_RIGHTS = "no_rights"
    CERTIFICATE = "certificate"
    TLS = "tls"
    REFUSED = "refused"
    UNKNOWN_HOST = "unknown_host"
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed_out"
    CLOSED = "closed"
    STARTING = "starting"
    READ_ONLY = "read_only"
    FULL = "full"
    BUSY = "busy"
    NO_BUCKET = "no_bucket"
    NO_DATABASE = "no_database"
    NO_FILE = "no_file"
    NOT_A_DATABASE = "not_a_database"
    CLUSTER_NODE = "cluster_node"
    NO_COMMAND = "no_command"
    NO_MASTER = "no_master"
    NO_REPLICAS = "no_replicas"
    FAILED = "failed"


SETTINGS: Final[Mapping[Part, str]] = MappingProxyType(
    {
        Part.STORE: "REDIS_URL",
        Part.CATALOGUE: "CATALOGUE_URL",
        Part.ARCHIVE: "ARCHIVE_URL",
        Part.QUEUE: "QUEUE_REDIS_URL",
    }
)
"""Setting with the address of each part."""

NAMES: Final = {
    Part.STORE: Message("The store of the games"),
    Part.CATALOGUE: Message("The catalogue"),
    Part.ARCHIVE: Message("The archive"),
    Part.QUEUE: Message("The store of the queue"),
}
"""Names of the parts in sentences."""

_SENTENCES: Final = {
    OutageCause.WRONG_PASSWORD: Message("{part} refuses the user name or the password; correct {setting}."),
    OutageCause.NO_RIGHTS: Message("{part} does not allow this user what is needed; grant the rights."),
    OutageCause.CERTIFICATE: Message(
        "{part} has a certificate that has expired, or whose CA {setting} lacks."
    ),
    OutageCause.TLS: Message("{part} does not speak TLS as {setting} asks it to."),
    OutageCause.REFUSED: Message(
        "{part} refuses the connection: nothing listens at the address in {setting}."
    ),
    OutageCause.UNKNOWN_HOST: Message("{part} has an unknown host; correct {setting}."),
    OutageCause.UNREACHABLE: Message("{part} cannot be reached over the network."),
    OutageCause.TIMED_OUT: Message("{part} does not answer in time."),
    OutageCause.CLOSED: Message(
        "{part} closes the connection; a server that wants TLS does so to a client without."
    ),
    OutageCause.STARTING: Message("{part} is starting or stopping."),
    OutageCause.READ_ONLY: Message(
        "{part} can only be read: it is a replica, or on a disk that is read-only."
    ),
    OutageCause.FULL: Message("{part} has no space left, in its memory or on its disk."),
    OutageCause.BUSY: Message("{part} is busy: all its connections are in use, or another process holds it."),
    OutageCause.NO_BUCKET: Message("{part} has no such bucket; correct {setting}, or make the bucket."),
    OutageCause.NO_DATABASE: Message("{part} has no such database; correct {setting}, or make the database."),
    OutageCause.NO_FILE: Message("{part} has no such file or directory; correct {setting}."),
    OutageCause.NOT_A_DATABASE: Message("{part} is a file that is no database; correct {setting}."),
    OutageCause.CLUSTER_NODE: Message("{part} is a cluster, and {setting} names only one of its nodes."),
    OutageCause.NO_COMMAND: Message(
        "{part} lacks a command; a Sentinel does: name its service in {setting}."
    ),
    OutageCause.NO_MASTER: Message(
        "{part} has no master: no Sentinel of {setting} answers or knows the service."
    ),
    OutageCause.NO_REPLICAS: Message(
        "{part} accepts no entries: it lacks the replicas of its min-replicas-to-write."
    ),
    OutageCause.FAILED: Message("{part} failed."),
}

_FAILED_BY: Final = Message("{part} failed ({hint}).")

_OWN: Final = {
    (Part.ARCHIVE, OutageCause.WRONG_PASSWORD): Message(
        "The archive refuses the credentials; correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
    ),
}
"""Sentences of a part that differ from the common one."""


@dataclass(frozen=True, slots=True)
class Outage:
    """An unavailable part and the cause.

    `hint` identifies a failure without a known cause: the name of an exception or a code of the server, never
    its text.
    """

    part: Part
    cause: OutageCause
    hint: str = ""

    @property
    def message(self) -> Message:
        """Return the cause as one plain sentence, to be translated."""
        if self.hint:
            return _FAILED_BY.filled(part=NAMES[self.part], hint=self.hint)
        template = _OWN.get((self.part, self.cause), _SENTENCES[self.cause])
        return template.filled(part=NAMES[self.part], setting=SETTINGS[self.part])

    @property
    def sentence(self) -> str:
        """Return the cause as one plain sentence in English.

        >>> Outage(Part.QUEUE, OutageCause.REFUSED).sentence
        'The store of the queue refuses the connection: nothing listens at the address in QUEUE_REDIS_URL.'
        """
        return str(self.message)


def sentence_of(error: BaseException) -> str:
    """Return the cause of an error as one sentence; by default the text of the error.

    >>> sentence_of(ValueError("no such thing"))
    'no such thing'
    """
    outage = getattr(error, "outage", None)
    if isinstance(outage, Outage) and outage.cause is not OutageCause.FAILED:
        return outage.sentence
    return str(error)


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the error and its causes, the last error first."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


_BY_NUMBER: Final = {
    errno.ECONNREFUSED: OutageCause.REFUSED,
    errno.ECONNRESET: OutageCause.CLOSED,
    errno.EPIPE: OutageCause.CLOSED,
    errno.ENETUNREACH: OutageCause.UNREACHABLE,
    errno.EHOSTUNREACH: OutageCause.UNREACHABLE,
    errno.ETIMEDOUT: OutageCause.TIMED_OUT,
    errno.EACCES: OutageCause.NO_RIGHTS,
    errno.EPERM: OutageCause.NO_RIGHTS,
    errno.EROFS: OutageCause.READ_ONLY,
    errno.ENOSPC: OutageCause.FULL,
    errno.EDQUOT: OutageCause.FULL,
    errno.ENOENT: OutageCause.NO_FILE,
    errno.ENOTDIR: OutageCause.NO_FILE,
}


def of_system(error: BaseException) -> OutageCause | None:
    """Return the cause of a network or disk error; None for any other error."""
    for raised in chain(error):
        if isinstance(raised, ssl.SSLCertVerificationError):
            return OutageCause.CERTIFICATE
        if isinstance(raised, ssl.SSLError):
            return OutageCause.TLS
        if isinstance(raised, socket.gaierror):
            return OutageCause.UNKNOWN_HOST
        if isinstance(raised, TimeoutError):
            return OutageCause.TIMED_OUT
        if isinstance(raised, OSError) and raised.errno in _BY_NUMBER:
            return _BY_NUMBER[raised.errno]
    return None


_log: Final = logging.getLogger("app.outage_log")

STEADY_SECONDS: Final = 5.0
"""Time after its last failure until a part counts as available: a part with rare failures has one outage."""


class OutageLog:
    """Outages of one process; safe between threads and greenlets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._places: Mapping[Part, str] | None = None
        self._causes: dict[Part, set[OutageCause]] = {}
        self._last: dict[Part, float] = {}

    def begin(self, places: Mapping[Part, str] | None) -> None:
        """Write lines from now on, with the addresses of the parts; with None write no more lines."""
        with self._lock:
            self._places = places
            self._causes.clear()
            self._last.clear()

    def failed(self, outage: Outage) -> None:
        """Record a failure of the part; a cause that this outage had before gives no new line."""
        with self._lock:
            if self._places is None:
                return
            self._last[outage.part] = self._clock()
            causes = self._causes.setdefault(outage.part, set())
            if outage.cause in causes:
                return
            causes.add(outage.cause)
            place = self._places.get(outage.part, "")
        level = logging.ERROR if outage.part is Part.STORE else logging.WARNING
        fields = {"part": str(outage.part), "cause": str(outage.cause), "place": place}
        _log.log(level, "%s", outage.sentence, extra={"fields": fields})

    def works(self, part: Part) -> None:
        """Record a success of the part."""
        if part not in self._causes:
            return
        with self._lock:
            if part not in self._causes or self._clock() - self._last[part] < STEADY_SECONDS:
                return
            del self._causes[part]
        _log.warning("%s works again.", NAMES[part], extra={"fields": {"part": str(part)}})


def waiting(problem: Exception) -> int:
    """Return the log level for work that waits because of `problem`: an outage has a line of its own."""
    return logging.DEBUG if isinstance(getattr(problem, "outage", None), Outage) else logging.WARNING


OUTAGES: Final = OutageLog()
"""Outages of this process; like the loggers, one instance for all clients of a part."""
