"""What a process writes about itself: one line a record on standard error, never a seat token.

A line is text for people or one JSON object: `time`, `level`, `logger`, `message`, `request` where it was
written on behalf of one, then the record's own fields. Neither form ever holds a token, a card or a name: of
an error it tells the type and the lines, because its text may quote what is hidden.
"""

import logging
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Final
from urllib.parse import unquote

import orjson

from app.settings.parsers import LogFormat, LogLevel

_TOKEN: Final = re.compile(r"cq_[a-z]+_[^\s\"'/?&#]*|whsec_[a-z0-9+/=]*", re.IGNORECASE)
_TEXT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_REQUEST: Final = re.compile(r"[A-Za-z0-9.-]{8,64}")
_request: ContextVar[str] = ContextVar("request", default="")


def redact(text: str) -> str:
    """The text with everything that looks like a token replaced by `[token]`.

    >>> redact("seat token cq_seat_g-1.0.1_abc123 refused")
    'seat token [token] refused'
    """
    return _TOKEN.sub("[token]", text)


def redact_path(path: str) -> str:
    """The path of a request line as it may be logged: no query, no token, however it was escaped.

    >>> redact_path("/v1/games/g-1?token=x"), redact_path("/v1/cq%5fseat_1/moves")
    ('/v1/games/g-1', '/v1/[token]/moves')
    """
    return "/".join(_redact_segment(part) for part in path.partition("?")[0].split("/"))


def _redact_segment(part: str) -> str:
    return "[token]" if _TOKEN.search(unquote(part)) else part


def request_id(asked: str | None = None) -> str:
    """The id `asked` for if it is well-formed (8 to 64 letters, digits, dots and hyphens), else a new one.

    >>> request_id("7f3a-42.retry-1"), len(request_id("cq_seat_x")), len(request_id())
    ('7f3a-42.retry-1', 16, 16)
    """
    # Without `_` nothing that looks like a token is ever an id.
    return asked if asked and _REQUEST.fullmatch(asked) else token_hex(8)


def current_request() -> str:
    """The id of the request on whose behalf this is done, empty for none."""
    return _request.get()


def begin(request: str) -> None:
    """What this thread or greenlet does from now on is done for `request`."""
    _request.set(request)


@contextmanager
def on_behalf_of(request: object) -> Iterator[None]:
    """What is done meanwhile is done for `request`, if that is a well-formed id."""
    known = isinstance(request, str) and _REQUEST.fullmatch(request)
    token = _request.set(str(request) if known else "")
    try:
        yield
    finally:
        _request.reset(token)


def log_fields(**fields: object) -> dict[str, Mapping[str, object]]:
    """`extra` of a log record: what it is about, by name."""
    return {"fields": fields}


def trace(error: BaseException | None) -> str:
    """The types of an error and of its causes, and the lines of code that raised them."""
    found, seen = [], set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        found.append(f"{type(error).__module__}.{type(error).__qualname__}")
        found.append("".join(traceback.format_tb(error.__traceback__)))
        error = error.__cause__ or error.__context__
    return "\n".join(found)


class _Formatter(logging.Formatter):
    """Formats of an error what may be told."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 (logging's name)
        """See `trace`."""
        return trace(ei[1])


class TextFormatter(_Formatter):
    """Formats a record for people, tracebacks included, without tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """The finished line or lines of `record`."""
        return redact(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        """The line, with what it is about at its end."""
        about = "".join(f" {name}={value}" for name, value in _about(record).items())
        return super().formatMessage(record) + about


class JsonFormatter(_Formatter):
    """Formats a record as one JSON object on one line, without tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """The finished line of `record`."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
            **{name: _clean(value) for name, value in _about(record).items()},
        }
        if record.exc_info:
            line["trace"] = redact(self.formatException(record.exc_info))
        return orjson.dumps(line, default=_clean).decode()


def _clean(value: object) -> object:
    return value if isinstance(value, int | float) else redact(str(value))


def _about(record: logging.LogRecord) -> dict[str, object]:
    request = current_request()
    fields: Mapping[str, object] = getattr(record, "fields", {})
    return ({"request": request} if request else {}) | dict(fields)


def formatter(
    form: LogFormat | None, text: str | None = _TEXT, dates: str | None = None
) -> logging.Formatter:
    """What formats records in this form; unset, as text for a terminal and as JSON for all else."""
    if form is None:
        form = LogFormat.TEXT if sys.stderr.isatty() else LogFormat.JSON
    return JsonFormatter() if form is LogFormat.JSON else TextFormatter(text, dates)


def configure(level: LogLevel, form: LogFormat | None = LogFormat.TEXT) -> None:
    """From now on this process logs records of `level` and above to standard error, and nothing else."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(form))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


def access(
    environ: Mapping[str, Any], address: str, status: str, size: int, seconds: float
) -> dict[str, object]:
    """Return the fields of the access line of a request from `address`; `environ` is its WSGI environment.

    Its route where it has one, never its query; the request line's own path is redacted.
    """
    return {
        "address": address or "-",
        "method": environ.get("REQUEST_METHOD", "-"),
        "route": environ.get(ROUTE) or redact_path(str(environ.get("RAW_URI", "-"))),
        "status": status.partition(" ")[0],
        "ms": round(seconds * 1000, 1),
        "bytes": size,
        "request": environ.get(REQUEST, "-"),
    }


ROUTE: Final = "conquian.route"
REQUEST: Final = "conquian.request"
"""Where the application leaves the route and the id of a request in its WSGI environment."""
