"""Log formats: one line per record on standard error, without tokens.

A line is text for people or one JSON object: `time`, `level`, `logger`, `message`, `request` if it was
written for one, `trace_id` if that belongs to a trace, then the record's own fields. No format contains a
token, a card or a name: of an error it has the type and the lines, because its text may quote hidden data.

The service makes no spans. It takes over the trace of a caller (the header `traceparent` of W3C Trace
Context) and passes it on, so that log lines and webhooks can be found under its id. `tracestate` is not
passed on. See https://www.w3.org/TR/trace-context/.
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
from typing import Any, Final, NamedTuple, Self
from urllib.parse import unquote

import orjson

from app.settings.parsers import LogFormat, LogLevel

TRACE_HEADER: Final = "traceparent"
_TRACEPARENT: Final = re.compile(
    r"(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?"
)
_TRACE: Final = re.compile(r"(?!0{32})([0-9a-f]{32})-(0[0-3])")
_VERSION: Final = "00"
_FLAGS: Final = 0x03
"""The flags `sampled` and `random-trace-id`; no other one is passed on, as the recommendation requires."""


class Trace(NamedTuple):
    """A trace: its id, 32 hexadecimal digits, and its flags, two."""

    id: str
    flags: str

    @classmethod
    def of_header(cls, traceparent: str | None) -> Self | None:
        """Return the trace in a header; None if it is missing or malformed.

        Of a later version the members of version 00 are read.

        >>> Trace.of_header("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
        Trace(id='0af7651916cd43dd8448eb211c80319c', flags='01')
        """
        match = _TRACEPARENT.fullmatch(traceparent) if traceparent else None
        if match is None:
            return None
        version, name, flags, more = match.groups()
        if version == _VERSION and more is not None:
            return None
        return cls(name, f"{int(flags, 16) & _FLAGS:02x}")

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the trace in `text`, see `text`; None if it is malformed."""
        match = _TRACE.fullmatch(text)
        return None if match is None else cls(*match.groups())

    @property
    def text(self) -> str:
        """Text of the trace, for what is kept or sent between processes."""
        return f"{self.id}-{self.flags}"

    def header(self, parent: str) -> str:
        """Return the header of a request that is sent in this trace with the parent id `parent`."""
        return f"{_VERSION}-{self.id}-{parent}-{self.flags}"


def parent_id() -> str:
    """Return a new parent id, 16 hexadecimal digits; it is never zero."""
    while (name := token_hex(8)) == "0" * 16:
        pass
    return name


_TOKEN: Final = re.compile(r"cq_[a-z]+_[^\s\"'/?&#]*|whsec_[a-z0-9+/=]*", re.IGNORECASE)
_TEXT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_REQUEST: Final = re.compile(r"[A-Za-z0-9.-]{8,64}")
_SEPARATOR: Final = " "
"""Separator of request and trace in the text of an origin."""


class _Origin(NamedTuple):
    """Cause of what a thread or greenlet does: the id of a request, empty for none, and its trace."""

    request: str = ""
    trace: Trace | None = None


_NONE: Final = _Origin()
_origin: ContextVar[_Origin] = ContextVar("origin", default=_NONE)


def redact(text: str) -> str:
    """Return the text with everything that resembles a token replaced by `[token]`.

    >>> redact("seat token cq_seat_g-1.0.1_abc123 refused")
    'seat token [token] refused'
    """
    return _TOKEN.sub("[token]", text)


def redact_path(path: str) -> str:
    """Return the path of a request line for the log: without query and tokens, however they are escaped.

    >>> redact_path("/v1/games/g-1?token=x"), redact_path("/v1/cq%5fseat_1/moves")
    ('/v1/games/g-1', '/v1/[token]/moves')
    """
    return "/".join(_redact_segment(part) for part in path.partition("?")[0].split("/"))


def _redact_segment(part: str) -> str:
    return "[token]" if _TOKEN.search(unquote(part)) else part


def request_id(requested: str | None = None) -> str:
    """Return the requested id if well-formed (8 to 64 letters, digits, dots and hyphens), else a new one.

    >>> request_id("7f3a-42.retry-1"), len(request_id("cq_seat_x")), len(request_id())
    ('7f3a-42.retry-1', 16, 16)
    """
    # Without `_`, nothing that resembles a token is an id.
    return requested if requested and _REQUEST.fullmatch(requested) else token_hex(8)


def current_trace() -> Trace | None:
    """Return the trace of the current request, None for none."""
    return _origin.get().trace


def current_origin() -> str:
    """Return the id and the trace of the current request as one text, empty for none.

    It goes with an entry's notice, a job and a message, whose work `on_behalf_of` then continues.
    """
    request, trace = _origin.get()
    return f"{request}{_SEPARATOR}{trace.text}" if trace is not None else request


def has_trace(origin: str) -> bool:
    """Return whether the text of an origin has a trace."""
    return _SEPARATOR in origin


def begin(request: str, trace: Trace | None = None) -> None:
    """Set the current request of this thread or greenlet."""
    _origin.set(_Origin(request, trace))


@contextmanager
def on_behalf_of(origin: object) -> Iterator[None]:
    """Set the current request and trace within the block, if `origin` is well-formed."""
    token = _origin.set(_parsed(origin))
    try:
        yield
    finally:
        _origin.reset(token)


def _parsed(origin: object) -> _Origin:
    if not isinstance(origin, str):
        return _Origin()
    request, separator, text = origin.partition(_SEPARATOR)
    trace = Trace.parse(text)
    is_well_formed = _REQUEST.fullmatch(request) and (trace is not None or not separator)
    return _Origin(request, trace) if is_well_formed else _Origin()


def log_fields(**fields: object) -> dict[str, Mapping[str, object]]:
    """Return `extra` of a log record with these fields."""
    return {"fields": fields}


def trace(error: BaseException | None) -> str:
    """Return the types of an error and of its causes, and the lines of code that raised them."""
    lines, seen = [], set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        lines.append(f"{type(error).__module__}.{type(error).__qualname__}")
        lines.append("".join(traceback.format_tb(error.__traceback__)))
        error = error.__cause__ or error.__context__
    return "\n".join(lines)


class _Formatter(logging.Formatter):
    """Formatter without the texts of errors."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 (logging's name)
        """See `trace`."""
        return trace(ei[1])


class TextFormatter(_Formatter):
    """Formatter for people, tracebacks included, without tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line or lines of `record`."""
        return redact(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        """Return the line, with the fields at its end."""
        about = "".join(f" {name}={value}" for name, value in _about(record).items())
        return super().formatMessage(record) + about


class JsonFormatter(_Formatter):
    """Formatter of one JSON object per line, without tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of `record`."""
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
    request, trace = _origin.get()
    about: dict[str, object] = {"request": request} if request else {}
    if trace is not None:
        about["trace_id"] = trace.id
    fields: Mapping[str, object] = getattr(record, "fields", {})
    return about | dict(fields)


def formatter(
    form: LogFormat | None, text: str | None = _TEXT, dates: str | None = None
) -> logging.Formatter:
    """Return the formatter of a format; by default text for a terminal, else JSON."""
    if form is None:
        form = LogFormat.TEXT if sys.stderr.isatty() else LogFormat.JSON
    return JsonFormatter() if form is LogFormat.JSON else TextFormatter(text, dates)


def configure(level: LogLevel, form: LogFormat | None = LogFormat.TEXT) -> None:
    """Log records of `level` and above to standard error, and nowhere else."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter(form))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


def access(
    environ: Mapping[str, Any], address: str, status: str, size: int, seconds: float
) -> dict[str, object]:
    """Return the fields of the access line of a request from `address`; `environ` is its WSGI environment.

    They contain its route if it has one, else its redacted path, and never its query.
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
"""Members of the WSGI environment with the route and the id of a request."""
