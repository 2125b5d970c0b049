"""Why a part of an installation does not work: the cause by a stable code, and one sentence without secrets.

The parts are the store of the games, the catalogue, the archive and the store of the queue. Whoever speaks to
one of them turns what its client raises into an `Outage`; this page has the codes and the sentences, and the
causes that all of them share because they are the network's. A sentence names the setting to look at, never
its value.
"""

import errno
import socket
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Part(StrEnum):
    """A part of an installation that is somewhere else than the process."""

    STORE = "store"
    CATALOGUE = "catalogue"
    ARCHIVE = "archive"
    QUEUE = "queue"


class Cause(StrEnum):
    """Why a part does not work. Clients and alerts may rely on these names."""

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
    FAILED = "failed"


SETTINGS: Final[Mapping[Part, str]] = MappingProxyType(
    {
        Part.STORE: "REDIS_URL",
        Part.CATALOGUE: "CATALOGUE_URL",
        Part.ARCHIVE: "ARCHIVE_URL",
        Part.QUEUE: "QUEUE_REDIS_URL",
    }
)
"""The setting that names the place of each part."""

NAMES: Final = {
    Part.STORE: "The store of the games",
    Part.CATALOGUE: "The catalogue",
    Part.ARCHIVE: "The archive",
    Part.QUEUE: "The store of the queue",
}

"""What the parts are called in sentences."""

_SENTENCES: Final = {
    Cause.WRONG_PASSWORD: "{part} refuses the user name or the password; correct {setting}.",
    Cause.NO_RIGHTS: "{part} does not allow this user what is needed; grant the rights.",
    Cause.CERTIFICATE: "{part} has a certificate that is not trusted; name its CA in {setting}.",
    Cause.TLS: "{part} does not speak TLS as {setting} asks it to.",
    Cause.REFUSED: "{part} refuses the connection: nothing listens at the address in {setting}.",
    Cause.UNKNOWN_HOST: "{part} has an unknown host; correct {setting}.",
    Cause.UNREACHABLE: "{part} cannot be reached over the network.",
    Cause.TIMED_OUT: "{part} does not answer in time.",
    Cause.CLOSED: "{part} closes the connection; a server that wants TLS does so to a client without.",
    Cause.STARTING: "{part} is starting or stopping.",
    Cause.READ_ONLY: "{part} can only be read: it is a replica, or on a disk that is read-only.",
    Cause.FULL: "{part} has no space left, in its memory or on its disk.",
    Cause.BUSY: "{part} is busy: all its connections are in use, or another process holds it.",
    Cause.NO_BUCKET: "{part} has no such bucket; correct {setting}, or make the bucket.",
    Cause.NO_DATABASE: "{part} has no such database; correct {setting}, or make the database.",
    Cause.NO_FILE: "{part} has no such file or directory; correct {setting}.",
    Cause.NOT_A_DATABASE: "{part} is a file that is no database; correct {setting}.",
    Cause.FAILED: "{part} failed.",
}

_OWN: Final = {
    (Part.ARCHIVE, Cause.WRONG_PASSWORD): (
        "The archive refuses the credentials; correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
    ),
}
"""Where a part has a sentence of its own for a cause."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A part that does not work, and why. `hint` is a word of the client for a failure without another cause:
    the name of an exception or a code of the server, never its text."""

    part: Part
    cause: Cause
    hint: str = ""

    @property
    def sentence(self) -> str:
        """The cause as one plain sentence.

        >>> Outage(Part.QUEUE, Cause.REFUSED).sentence
        'The store of the queue refuses the connection: nothing listens at the address in QUEUE_REDIS_URL.'
        """
        own = _OWN.get((self.part, self.cause), _SENTENCES[self.cause])
        told = own.format(part=NAMES[self.part], setting=SETTINGS[self.part])
        return f"{told.removesuffix('.')} ({self.hint})." if self.hint else told


def sentence_of(error: BaseException) -> str:
    """The cause of a failure as one sentence; where an error has none, its own text.

    >>> sentence_of(ValueError("no such thing"))
    'no such thing'
    """
    outage = getattr(error, "outage", None)
    if isinstance(outage, Outage) and outage.cause is not Cause.FAILED:
        return outage.sentence
    return str(error)


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what it came from, the last first."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


_BY_NUMBER: Final = {
    errno.ECONNREFUSED: Cause.REFUSED,
    errno.ECONNRESET: Cause.CLOSED,
    errno.EPIPE: Cause.CLOSED,
    errno.ENETUNREACH: Cause.UNREACHABLE,
    errno.EHOSTUNREACH: Cause.UNREACHABLE,
    errno.ETIMEDOUT: Cause.TIMED_OUT,
    errno.EACCES: Cause.NO_RIGHTS,
    errno.EPERM: Cause.NO_RIGHTS,
    errno.EROFS: Cause.READ_ONLY,
    errno.ENOSPC: Cause.FULL,
    errno.EDQUOT: Cause.FULL,
    errno.ENOENT: Cause.NO_FILE,
    errno.ENOTDIR: Cause.NO_FILE,
}


def of_system(error: BaseException) -> Cause | None:
    """The cause that the network or the disk gives for `error`; None where it does not say."""
    for one in chain(error):
        if isinstance(one, ssl.SSLCertVerificationError):
            return Cause.CERTIFICATE
        if isinstance(one, ssl.SSLError):
            return Cause.TLS
        if isinstance(one, socket.gaierror):
            return Cause.UNKNOWN_HOST
        if isinstance(one, TimeoutError):
            return Cause.TIMED_OUT
        if isinstance(one, OSError) and one.errno in _BY_NUMBER:
            return _BY_NUMBER[one.errno]
    return None
