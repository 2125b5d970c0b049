"""What settings mean as text: each function takes what a variable says, and gives the value or a ValueError.

The text of the error follows the name of the variable: "must be a whole number from 1 to 65535".
"""

import ipaddress
import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from app.extras import require

_STORE_SCHEMES: Final = ("redis", "rediss", "unix")
_CATALOGUES: Final = re.compile(r"sqlite:///.+|postgresql(\+psycopg)?://.*")
_BUCKET_URL: Final = re.compile(
    r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[^?#]*)?(\?(endpoint|region)=[^&#]+(&(endpoint|region)=[^&#]+)?)?"
)
_HOST_NAME: Final = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class LogLevel(StrEnum):
    """How much a process writes to standard error; access lines appear from `info` on."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """How a process writes a line: for people, or one JSON object."""

    TEXT = "text"
    JSON = "json"


def whole(low: int, high: int) -> Callable[[str], int]:
    """What reads a whole number from `low` to `high`."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return int(text)

    return parse


def path(text: str) -> Path:
    """A path, absolute; `~` is the home directory."""
    if "\0" in text:
        raise ValueError("must be a path")
    return Path(text).expanduser().absolute()


def host(text: str) -> str:
    """The name or the IP address of a host, without a port."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        if _HOST_NAME.fullmatch(text):
            return text
    raise ValueError("must be a host name or an IP address, without a port")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine and nobody else can reach it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def store_url(text: str) -> str:
    """The address of a Redis or Valkey server, which names its database by a number."""
    parts = urlsplit(text)
    if parts.scheme not in _STORE_SCHEMES or not (parts.path if parts.scheme == "unix" else parts.hostname):
        raise ValueError("must be an address like redis://host:6379/0, rediss://host/0 or unix:///path?db=0")
    database(text)
    _ = parts.port
    return text


def catalogue_url(text: str) -> str:
    """The address of a SQLite file or of a PostgreSQL database. Raises NotInstalled without its driver."""
    if not _CATALOGUES.fullmatch(text):
        raise ValueError("must be an address like sqlite:////path or postgresql://user@host/database")
    if text.startswith("postgresql"):
        require("postgres")
    file = text.removeprefix("sqlite:///")
    return text if file == text else f"sqlite:///{path(file)}"


def archive_url(text: str) -> str:
    """A directory, or a place in a bucket. Raises NotInstalled without the client of buckets."""
    if "://" not in text:
        return str(path(text))
    if text.startswith("file:///"):
        return str(path(text.removeprefix("file://")))
    if not _BUCKET_URL.fullmatch(text):
        raise ValueError("must be a directory or an address like s3://bucket/path")
    require("s3")
    return text


def log_level(text: str) -> LogLevel:
    """A level, in upper or lower case."""
    if text.lower() not in list(LogLevel):
        raise ValueError(f"must be one of {', '.join(LogLevel)}")
    return LogLevel(text.lower())


def log_format(text: str) -> LogFormat:
    """A format, in upper or lower case."""
    if text.lower() not in list(LogFormat):
        raise ValueError(f"must be one of {', '.join(LogFormat)}")
    return LogFormat(text.lower())


def networks(text: str) -> tuple[Network, ...]:
    """Networks or single addresses, with commas."""
    try:
        return tuple(ipaddress.ip_network(one.strip()) for one in text.split(","))
    except ValueError:
        raise ValueError("must be addresses or networks like 10.0.0.0/8, with commas") from None


def bearer(text: str) -> str:
    """The token of an operator's own programs."""
    if not re.fullmatch(r"[A-Za-z0-9._~+/=-]{16,200}", text):
        raise ValueError("must be 16 to 200 characters of a bearer token")
    return text


def hosts(text: str) -> tuple[str, ...]:
    """Names or addresses of hosts, with commas; an IPv6 address with or without brackets."""
    return tuple(host(name.strip().strip("[]")) for name in text.split(","))


def pauses(text: str) -> tuple[int, ...]:
    """Whole numbers of seconds, with commas."""
    words = [word.strip() for word in text.split(",")]
    if len(words) > 20 or not all(re.fullmatch(r"[0-9]{1,6}", word) for word in words):
        raise ValueError("must be at most 20 whole numbers of seconds, with commas")
    return tuple(map(int, words))


def base_url(text: str) -> str:
    """Where an address of the service begins, without the last slash."""
    if not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]_-]+(/[!-~]*)?", text):
        raise ValueError("must be an address like https://games.example")
    return text.rstrip("/")


def origin(text: str) -> str:
    """The name of a signer."""
    # The name of a signer in a signed note (C2SP signed-note): one word, without a plus sign.
    if not re.fullmatch(r"[!-*,-~]{1,200}", text):
        raise ValueError("must be 1 to 200 visible ASCII characters without a plus sign")
    return text


def secret(text: str) -> bytes:
    """The 32 bytes that 64 hexadecimal digits stand for; ValueError for any other text."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise ValueError("must be 64 hexadecimal digits (32 bytes)")
    return bytes.fromhex(text)


def database(url: str) -> int:
    """The database number in a store address: `db=` in the query, else the path of a TCP address, else 0.

    >>> database("redis://host/3"), database("unix:///tmp/s.sock?db=2"), database("redis://host")
    (3, 2, 0)
    """
    parts = urlsplit(url)
    named = dict(parse_qsl(parts.query)).get("db") or (
        "" if parts.scheme == "unix" else parts.path.strip("/")
    )
    if not re.fullmatch(r"[0-9]{0,4}", named):
        raise ValueError("must name its database by a number, like redis://host/0")
    return int(named or 0)


def with_database(url: str, number: int) -> str:
    """The same store address with another database number.

    >>> with_database("redis://host:6379/0", 1), with_database("unix:///tmp/s.sock", 1)
    ('redis://host:6379/1', 'unix:///tmp/s.sock?db=1')
    """
    parts = urlsplit(url)
    query = [pair for pair in parse_qsl(parts.query) if pair[0] != "db"]
    if parts.scheme == "unix":
        return f"{url.partition('?')[0]}?{urlencode([*query, ('db', number)])}"
    return urlunsplit(parts._replace(path=f"/{number}", query=urlencode(query)))
