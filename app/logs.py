"""What a process writes about itself: one line a record on standard error, never a seat token."""

import logging
import re
import sys
from typing import Final
from urllib.parse import unquote

from app.config import LogLevel

_TOKEN: Final = re.compile(r"cq_[a-z]+_[^\s\"'/?&#]*", re.IGNORECASE)
_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


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


class RedactingFormatter(logging.Formatter):
    """Formats a record, tracebacks included, without tokens."""

    def format(self, record: logging.LogRecord) -> str:
        """The finished line or lines of `record`."""
        return redact(super().format(record))


def configure(level: LogLevel) -> None:
    """From now on this process logs records of `level` and above to standard error, and nothing else."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(RedactingFormatter(_FORMAT))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
