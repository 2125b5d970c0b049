"""What the disk and boto3 raise, as the outage of the archive; boto3 itself need not be installed."""

from typing import Any, Final

from app.outages import Cause, Outage, Part, chain, of_system

_CODES: Final = {
    "NoSuchBucket": Cause.NO_BUCKET,
    "404": Cause.NO_BUCKET,  # of a bucket; of a file it says that there is none
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
"""By the code with which a bucket refuses."""

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
"""By the name of what botocore or its HTTP client raises."""


def of_files(error: BaseException) -> Outage:
    """Why the directory or the bucket did not do the work, by what was raised."""
    code = _code(error)
    if code in _CODES:
        return Outage(Part.ARCHIVE, _CODES[code])
    cause = _of_chain(error)
    if cause is not None:
        return Outage(Part.ARCHIVE, cause)
    return Outage(Part.ARCHIVE, Cause.FAILED, code or type(error).__name__)


def _of_chain(error: BaseException) -> Cause | None:
    """The cause that the innermost error which has one gives."""
    found = [of_system(one) or _TYPES.get(type(one).__name__) for one in _all(error)]
    known = [cause for cause in found if cause is not None]
    return known[-1] if known else None


def _all(error: BaseException) -> list[BaseException]:
    """The error, what it came from, and what botocore and urllib3 keep beside it."""
    found: list[BaseException] = []
    for one in chain(error):
        found.append(one)
        kept: Any = getattr(one, "kwargs", None)
        inner = kept.get("error") if isinstance(kept, dict) else None
        for more in (inner, getattr(one, "reason", None), getattr(inner, "reason", None)):
            if isinstance(more, BaseException):
                found.extend(chain(more))
    return found


def _code(error: BaseException) -> str:
    """The code with which a bucket has refused; empty where it has not."""
    answered: Any = getattr(error, "response", None)
    return str(answered.get("Error", {}).get("Code", "")) if isinstance(answered, dict) else ""
