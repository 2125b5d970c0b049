"""Outages of the parts of an installation: a stable code and one sentence without secrets for each cause.

The parts are the store of the games, the catalogue, the archive and the store of the queue. The client code
of each part converts errors into an `Outage`; this module has the codes, the sentences, and the network
errors that all of them share. A sentence names the setting to check, never its value.
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
    Part.STORE: "The store of the games",
    Part.CATALOGUE: "The catalogue",
    Part.ARCHIVE: "The archive",
    Part.QUEUE: "The store of the queue",
}

"""Names of the parts in sentences."""

_SENTENCES: Final = {
    OutageCause.WRONG_PASSWORD: "{part} refuses the user name or the password; correct {setting}.",
    OutageCause.NO_RIGHTS: "{part} does not allow this user what is needed; grant the rights.",
    OutageCause.CERTIFICATE: "{part} has a certificate that is not trusted; name its CA in {setting}.",
    OutageCause.TLS: "{part} does not speak TLS as {setting} asks it to.",
    OutageCause.REFUSED: "{part} refuses the connection: nothing listens at the address in {setting}.",
    OutageCause.UNKNOWN_HOST: "{part} has an unknown host; correct {setting}.",
    OutageCause.UNREACHABLE: "{part} cannot be reached over the network.",
    OutageCause.TIMED_OUT: "{part} does not answer in time.",
    OutageCause.CLOSED: "{part} closes the connection; a server that wants TLS does so to a client without.",
    OutageCause.STARTING: "{part} is starting or stopping.",
    OutageCause.READ_ONLY: "{part} can only be read: it is a replica, or on a disk that is read-only.",
    OutageCause.FULL: "{part} has no space left, in its memory or on its disk.",
    OutageCause.BUSY: "{part} is busy: all its connections are in use, or another process holds it.",
    OutageCause.NO_BUCKET: "{part} has no such bucket; correct {setting}, or make the bucket.",
    OutageCause.NO_DATABASE: "{part} has no such database; correct {setting}, or make the database.",
    OutageCause.NO_FILE: "{part} has no such file or directory; correct {setting}.",
    OutageCause.NOT_A_DATABASE: "{part} is a file that is no database; correct {setting}.",
    OutageCause.FAILED: "{part} failed.",
}

_OWN: Final = {
    (Part.ARCHIVE, OutageCause.WRONG_PASSWORD): (
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
    def sentence(self) -> str:
        """Return the cause as one plain sentence.

        >>> Outage(Part.QUEUE, OutageCause.REFUSED).sentence
        'The store of the queue refuses the connection: nothing listens at the address in QUEUE_REDIS_URL.'
        """
        template = _OWN.get((self.part, self.cause), _SENTENCES[self.cause])
        sentence = template.format(part=NAMES[self.part], setting=SETTINGS[self.part])
        return f"{sentence.removesuffix('.')} ({self.hint})." if self.hint else sentence


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
