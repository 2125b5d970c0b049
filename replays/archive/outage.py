"""Causes of outages of the archive, from errors of the disk and of boto3, which may be missing."""

from typing import Any, Final

from app.outages.causes import Cause, Outage, Part, chain, of_system

_CODES: Final = {
    "NoSuchBucket": Cause.NO_BUCKET,
    "404": Cause.NO_BUCKET,  # a bucket; for a file it means that it does not exist
    "InvalidAccessKeyId": Cause.WRONG_PASSWORD,
    "SignatureDoesNotMatch": Cause.WRONG_PASSWORD,
    "InvalidToken": Cause.WRONG_PASSWORD,
    "ExpiredToken": Cause.WRONG_PASSWORD,
    "AuthorizationHeaderMalformed": Cause.WRONG_PASSWORD,
    "AccessDenied": Cause.NO_RIGHTS,
    "AllAccessDisabled": Cause.NO_RIGHTS,
    "403": Cause.NO_RIGHTS,
    "QuotaExceeded": Cause.FULL,
    "SlowDown": Cause.BUSY,
    "ServiceUnavailable": Cause.BUSY,
    "RequestTimeout": Cause.TIMED_OUT,
}
"""Causes by the error code of a bucket."""

_TYPES: Final = {
    "NoCredentialsError": Cause.WRONG_PASSWORD,
    "PartialCredentialsError": Cause.WRONG_PASSWORD,
    "SSLError": Cause.CERTIFICATE,
    "ConnectTimeoutError": Cause.TIMED_OUT,
    "ReadTimeoutError": Cause.TIMED_OUT,
    "ConnectionClosedError": Cause.CLOSED,
    "ResponseStreamingError": Cause.CLOSED,
    "NameResolutionError": Cause.UNKNOWN_HOST,
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
    return Outage(Part.ARCHIVE, Cause.FAILED, code or type(error).__name__)


def _of_chain(error: BaseException) -> Cause | None:
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
