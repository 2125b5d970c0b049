"""Parsers of settings: each takes the text of a variable, and returns the value or raises ValueError.

The text of the error follows the name of the variable: "must be a whole number from 1 to 65535". Also here:
the packages of the optional extras of pyproject.toml, and the search for misspelt names of variables.
"""

import ipaddress
import re
from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from app.parts.addresses import SentinelAddress, is_cluster, is_sentinel, members

_STORE_SCHEMES: Final = ("redis", "rediss", "unix")
_CATALOGUES: Final = re.compile(r"sqlite:///.+|postgresql(\+psycopg)?://.*")
_BUCKET_URL: Final = re.compile(
    r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[^?#]*)?(\?(endpoint|region)=[^&#]+(&(endpoint|region)=[^&#]+)?)?"
)
_HOST_NAME: Final = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class LogLevel(StrEnum):
    """Verbosity of the log on standard error; access lines appear from `info` on."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Organisers(StrEnum):
    """Players who may create and organise tournaments: those granted the scope, or all."""

    GRANTED = "granted"
    ALL = "all"


class LogFormat(StrEnum):
    """Format of log lines: for people, or one JSON object."""

    TEXT = "text"
    JSON = "json"


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `low` to `high`."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return int(text)

    return parse


def replicas(text: str) -> int | Literal["all"]:
    """Parse the number of replicas that have an entry before its answer, or `all`."""
    if text.lower() == "all":
        return "all"
    if not re.fullmatch(r"[0-9]", text):
        raise ValueError("must be a whole number from 0 to 9, or all")
    return int(text)


def path(text: str) -> Path:
    """Parse a path and make it absolute; `~` is the home directory."""
    if "\0" in text:
        raise ValueError("must be a path")
    return Path(text).expanduser().absolute()


def host(text: str) -> str:
    """Parse a host name or an IP address, without a port."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        if _HOST_NAME.fullmatch(text):
            return text
    raise ValueError("must be a host name or an IP address, without a port")


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def store_url(text: str) -> str:
    """Parse the address of a Redis or Valkey server, of Sentinels, or of some nodes of a cluster."""
    if not is_cluster(text):
        return server_url(text)
    try:
        numbers = [database(server_url(node)) for node in members(text)]
    except ValueError:
        numbers = []
    if not numbers or any(numbers) or urlsplit(text).scheme.startswith("unix"):
        raise ValueError("must name nodes of a cluster, like redis+cluster://host:6379,host:6379/")
    return text


def queue_url(text: str) -> str:
    """Parse the address of the job queue's server, or of Sentinels: its library knows no cluster."""
    if is_cluster(text):
        raise ValueError("must be the address of one server or of Sentinels, not of a cluster")
    return server_url(text)


def server_url(text: str) -> str:
    """Parse the address of one Redis or Valkey server, or of Sentinels; the database is a number."""
    if is_sentinel(text):
        return _sentinel_url(text)
    parts = urlsplit(text)
    if parts.scheme not in _STORE_SCHEMES or not (parts.path if parts.scheme == "unix" else parts.hostname):
        raise ValueError("must be an address like redis://host:6379/0, rediss://host/0 or unix:///path?db=0")
    database(text)
    _ = parts.port
    return text


def _sentinel_url(text: str) -> str:
    try:
        SentinelAddress(text).check()
    except ValueError:
        form = "redis+sentinel://host:26379,host:26379/SERVICE?db=0"
        raise ValueError(f"must name Sentinels and their service, like {form}") from None
    database(text)
    return text


def catalogue_url(text: str) -> str:
    """Parse the address of a SQLite file or of a PostgreSQL database.

    Raises NotInstalled without its driver.
    """
    if not _CATALOGUES.fullmatch(text):
        raise ValueError("must be an address like sqlite:////path or postgresql://user@host/database")
    if text.startswith("postgresql"):
        require("postgres")
    file = text.removeprefix("sqlite:///")
    return text if file == text else f"sqlite:///{path(file)}"


def archive_url(text: str) -> str:
    """Parse a directory, or a path in a bucket. Raises NotInstalled without the client of buckets."""
    if "://" not in text:
        return str(path(text))
    if text.startswith("file:///"):
        return str(path(text.removeprefix("file://")))
    if not _BUCKET_URL.fullmatch(text):
        raise ValueError("must be a directory or an address like s3://bucket/path")
    require("s3")
    return text


def log_level(text: str) -> LogLevel:
    """Parse a level, in upper or lower case."""
    if text.lower() not in list(LogLevel):
        raise ValueError(f"must be one of {', '.join(LogLevel)}")
    return LogLevel(text.lower())


def organisers(text: str) -> Organisers:
    """Parse the players who may organise tournaments."""
    if text not in list(Organisers):
        raise ValueError(f"must be one of {', '.join(Organisers)}")
    return Organisers(text)


def log_format(text: str) -> LogFormat:
    """Parse a format, in upper or lower case."""
    if text.lower() not in list(LogFormat):
        raise ValueError(f"must be one of {', '.join(LogFormat)}")
    return LogFormat(text.lower())


def networks(text: str) -> tuple[Network, ...]:
    """Parse a list of networks or addresses, separated by commas."""
    try:
        return tuple(ipaddress.ip_network(network.strip()) for network in text.split(","))
    except ValueError:
        raise ValueError("must be addresses or networks like 10.0.0.0/8, with commas") from None


def bearer(text: str) -> str:
    """Parse the token of the operator's own programs."""
    if not re.fullmatch(r"[A-Za-z0-9._~+/=-]{16,200}", text):
        raise ValueError("must be 16 to 200 characters of a bearer token")
    return text


def hosts(text: str) -> tuple[str, ...]:
    """Parse a list of host names or addresses, separated by commas; IPv6 addresses may have brackets."""
    return tuple(host(name.strip().strip("[]")) for name in text.split(","))


def pauses(text: str) -> tuple[int, ...]:
    """Parse a list of whole numbers of seconds, separated by commas."""
    words = [word.strip() for word in text.split(",")]
    if len(words) > 20 or not all(re.fullmatch(r"[0-9]{1,6}", word) for word in words):
        raise ValueError("must be at most 20 whole numbers of seconds, with commas")
    return tuple(map(int, words))


def base_url(text: str) -> str:
    """Parse the URL prefix of the service; a slash at its end is removed."""
    if not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]_-]+(/[!-~]*)?", text):
        raise ValueError("must be an address like https://games.example")
    return text.rstrip("/")


def origin(text: str) -> str:
    """Parse the name of a signer."""
    # The name of a signer in a signed note (C2SP signed-note): one word, without a plus sign.
    if not re.fullmatch(r"[!-*,-~]{1,200}", text):
        raise ValueError("must be 1 to 200 visible ASCII characters without a plus sign")
    return text


def secret(text: str) -> bytes:
    """Parse 64 hexadecimal digits to 32 bytes. Raises ValueError for any other text."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise ValueError("must be 64 hexadecimal digits (32 bytes)")
    return bytes.fromhex(text)


def database(url: str) -> int:
    """Return the database number in a store address: `db=` in the query, the path of a TCP address, or 0.

    >>> database("redis://host/3"), database("unix:///tmp/s.sock?db=2"), database("redis://host")
    (3, 2, 0)
    """
    parts = urlsplit(url)
    named = dict(parse_qsl(parts.query)).get("db") or ("" if _has_path(url) else parts.path.strip("/"))
    if not re.fullmatch(r"[0-9]{0,4}", named):
        raise ValueError("must name its database by a number, like redis://host/0")
    return int(named or 0)


def with_database(url: str, number: int) -> str:
    """Return the store address with another database number.

    >>> with_database("redis://host:6379/0", 1), with_database("unix:///tmp/s.sock", 1)
    ('redis://host:6379/1', 'unix:///tmp/s.sock?db=1')
    >>> with_database("redis+sentinel://a:1,b:2/games?db=3", 4)
    'redis+sentinel://a:1,b:2/games?db=4'
    """
    parts = urlsplit(url)
    query = [pair for pair in parse_qsl(parts.query) if pair[0] != "db"]
    if _has_path(url):
        return f"{url.partition('?')[0]}?{urlencode([*query, ('db', number)])}"
    return urlunsplit(parts._replace(path=f"/{number}", query=urlencode(query)))


def _has_path(url: str) -> bool:
    """Return whether the path of a store address is not its database."""
    return url.startswith("unix:") or is_sentinel(url)


EXTRAS: Final = MappingProxyType({"parquet": "pyarrow", "postgres": "psycopg", "s3": "boto3"})
"""Name of the extra to name of the module that the project imports from it."""


class NotInstalled(Exception):
    """An optional package is missing; the text says what to install, without a full stop."""


def require(extra: str) -> None:
    """Do nothing if the packages of `extra` are installed. Raises NotInstalled otherwise."""
    if find_spec(EXTRAS[extra]) is None:
        raise NotInstalled(f"needs {EXTRAS[extra]}, which is not installed: pip install 'conquian[{extra}]'")


OURS: Final = "CONQUIAN_"
"""Prefix of the names of settings; another variable with it is a mistake."""

OTHERS: Final = frozenset(
    {"CONQUIAN_KEY", "CONQUIAN_WEBHOOK_SECRET", "CONQUIAN_CHROMIUM", "CONQUIAN_SOAK_TRACE"}
)
"""Variables of such names that the examples of bots and the tests read; they are no settings of a service."""

# Kubernetes gives every container the addresses of the services beside it, which may have our prefix.
_SERVICE: Final = re.compile(r"_SERVICE_HOST$|_SERVICE_PORT(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)")
_LINK: Final = re.compile(r"(tcp|udp|sctp)://")

_LIKE: Final = 0.86
"""Least similarity of a name without the prefix to that of a setting that it misspells."""
_SHORTEST: Final = 8
"""Letters of the shortest name for which a likeness says anything."""


def misspelt(environ: Mapping[str, str], known: Collection[str]) -> str | None:
    """Return a sentence about the first variable whose name is a misspelling of one of `known`, or None.

    A variable of another program may have a similar name. It is ignored if the setting itself is set.

    >>> misspelt({"CATALOG_URL": "sqlite:///x"}, ["CATALOGUE_URL", "PORT"])
    'CATALOG_URL is not a setting; CATALOGUE_URL was probably meant.'
    """
    given = {name for name, text in environ.items() if text.strip()}
    for name in sorted(given - set(known) - OTHERS):
        if name.startswith(OURS):
            if not _SERVICE.search(name) and not _LINK.match(environ[name]):
                return _told(name, _within_ours(name, known))
        elif near := [variable for variable in _near(name, known) if variable not in given]:
            return _told(name, near)
    return None


def _within_ours(name: str, known: Collection[str]) -> list[str]:
    """Return the setting that a misspelt name was meant for, compared without the common prefix."""
    rests = {variable.removeprefix(OURS): variable for variable in known}
    return [rests[rest] for rest in get_close_matches(name.removeprefix(OURS), rests, 1)]


def _near(name: str, known: Collection[str]) -> list[str]:
    others = [variable for variable in known if not variable.startswith(OURS) and len(variable) >= _SHORTEST]
    return get_close_matches(name.upper(), others, 1, _LIKE)


def _told(name: str, near: list[str]) -> str:
    if near:
        return f"{name} is not a setting; {near[0]} was probably meant."
    return f"{name} is not a setting; `conquian serve --help` lists all of them."
