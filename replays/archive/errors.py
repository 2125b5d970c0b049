"""Errors of the archive, and their causes, from errors of the disk and of boto3, which may be missing.

ArchiveError
    ArchiveUnavailable  the directory or the bucket failed
    DamagedBlob         a file of the archive differs from what was written
    RecordRemoved       the record was removed, by age or by the operator, at `removed_ms`
"""

from typing import Any, Final

from app.i18n import Message
from app.parts.outages import Outage, OutageCause, Part, chain, of_system


class ArchiveError(Exception):
    """Base of the errors of the archive; the text is one sentence without a full stop."""


class ArchiveUnavailable(ArchiveError):
    """The directory or the bucket is unreachable, full, or refuses access; `outage` has the cause."""

    def __init__(self, detail: str, outage: Outage | None = None) -> None:
        super().__init__(detail)
        self.outage = outage or Outage(Part.ARCHIVE, OutageCause.FAILED)


class DamagedBlob(ArchiveError):
    """A file of the archive is missing or differs from what was written.

    `reason` is what differs: a message to be translated where a client may be told, else an English text.
    """

    def __init__(self, reason: Message | str) -> None:
        super().__init__(reason)
        self.reason = reason


MISSING: Final = Message("the file {name} is missing")
UNREADABLE: Final = Message("the file {name} cannot be read: {error}")
SHORTER: Final = Message("the file {name} is shorter than it was")
CHANGED: Final = Message("the file {name} is not what was written")
"""Reasons of damage, with the name of the file."""


class RecordRemoved(ArchiveError):
    """The record of the game was removed at `removed_ms` (ms since 1970); its leaf and its row remain."""

    def __init__(self, game: str, removed_ms: int) -> None:
        super().__init__(f"the record of {game} was removed")
        self.game = game
        self.removed_ms = removed_ms


_CODES: Final = {
    "NoSuchBucket": OutageCause.NO_BUCKET,
    "404": OutageCause.NO_BUCKET,  # a bucket; for a file it means that it does not exist
    "InvalidAccessKeyId": OutageCause.WRONG_PASSWORD,
    "SignatureDoesNotMatch": OutageCause.WRONG_PASSWORD,
    "InvalidToken": OutageCause.WRONG_PASSWORD,
    "ExpiredToken": OutageCause.WRONG_PASSWORD,
    "AuthorizationHeaderMalformed": OutageCause.WRONG_PASSWORD,
    "AccessDenied": OutageCause.NO_RIGHTS,
    "AllAccessDisabled": OutageCause.NO_RIGHTS,
    "403": OutageCause.NO_RIGHTS,
    "QuotaExceeded": OutageCause.FULL,
    "SlowDown": OutageCause.BUSY,
    "ServiceUnavailable": OutageCause.BUSY,
    "RequestTimeout": OutageCause.TIMED_OUT,
}
"""Causes by the error code of a bucket."""

_TYPES: Final = {
    "NoCredentialsError": OutageCause.WRONG_PASSWORD,
    "PartialCredentialsError": OutageCause.WRONG_PASSWORD,
    "SSLError": OutageCause.CERTIFICATE,
    "ConnectTimeoutError": OutageCause.TIMED_OUT,
    "ReadTimeoutError": OutageCause.TIMED_OUT,
    "ConnectionClosedError": OutageCause.CLOSED,
    "ResponseStreamingError": OutageCause.CLOSED,
    "NameResolutionError": OutageCause.UNKNOWN_HOST,
}
"""Causes by the name of an exception of botocore or its HTTP client."""


def of_files(error: BaseException) -> Outage:
    """Return the outage for an exception of the directory or the bucket."""
    code = _code(error)
    if code in _CODES:
        return Outage(Part.ARCHIVE, _CODES[code])
    cause = _of_chain(error)
    if cause is not None:
        return Outage(Part.ARCHIVE, cause)
    return Outage(Part.ARCHIVE, OutageCause.FAILED, code or type(error).__name__)


def _of_chain(error: BaseException) -> OutageCause | None:
    """Return the cause of the innermost exception that has one."""
    causes = [of_system(exception) or _TYPES.get(type(exception).__name__) for exception in _all(error)]
    known = [cause for cause in causes if cause is not None]
    return known[-1] if known else None


def _all(error: BaseException) -> list[BaseException]:
    """Return the exception, its causes, and the exceptions that botocore and urllib3 attach."""
    exceptions: list[BaseException] = []
    for exception in chain(error):
        exceptions.append(exception)
        attached: Any = getattr(exception, "kwargs", None)
        inner = attached.get("error") if isinstance(attached, dict) else None
        for further in (inner, getattr(exception, "reason", None), getattr(inner, "reason", None)):
            if isinstance(further, BaseException):
                exceptions.extend(chain(further))
    return exceptions


def _code(error: BaseException) -> str:
    """Return the error code of a bucket; empty if there is none."""
    answered: Any = getattr(error, "response", None)
    return str(answered.get("Error", {}).get("Code", "")) if isinstance(answered, dict) else ""
