"""The settings of a process: read from the environment, checked once, frozen.

`Settings` is the table: one field a variable, with its default, its check and its meaning. Nothing else
in the project reads the environment.

Errors of the house, which is everything around the service; each is one sentence for who starts it:

    StartError            the process cannot start; the sentence says what to change
      BadSetting          a variable has a value that cannot be used; the sentence names the variable
      BadSecret           (app.secret) the service secret is missing, malformed or readable by others
      StoreNotStarted     (app.embedded) the embedded store did not start
      DirectoryInUse      (app.embedded) another service runs in the data directory
      PortInUse           (app.serve) the port of the API cannot be taken
      NotReady            (app.serve) the API did not become ready
"""

import ipaddress
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

_STORE_SCHEMES: Final = ("redis", "rediss", "unix")
_CATALOGUES: Final = re.compile(r"sqlite:///.+|postgresql(\+psycopg)?://.*")
_BUCKET_URL: Final = re.compile(
    r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[^?#]*)?(\?(endpoint|region)=[^&#]+(&(endpoint|region)=[^&#]+)?)?"
)
_HOST_NAME: Final = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")


class StartError(Exception):
    """The process cannot start; the text is one sentence for the person who started it."""


class BadSetting(StartError):
    """A variable of the environment has a value that cannot be used."""


class LogLevel(StrEnum):
    """How much a process writes to standard error; access lines appear from `info` on."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return int(text)

    return parse


def _path(text: str) -> Path:
    if "\0" in text:
        raise ValueError("must be a path")
    return Path(text).expanduser().absolute()


def _host(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        if _HOST_NAME.fullmatch(text):
            return text
    raise ValueError("must be a host name or an IP address, without a port")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _store_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in _STORE_SCHEMES or not (parts.path if parts.scheme == "unix" else parts.hostname):
        raise ValueError("must be an address like redis://host:6379/0, rediss://host/0 or unix:///path?db=0")
    database(text)
    _ = parts.port
    return text


def _catalogue_url(text: str) -> str:
    if not _CATALOGUES.fullmatch(text):
        raise ValueError("must be an address like sqlite:////path or postgresql://user@host/database")
    file = text.removeprefix("sqlite:///")
    return text if file == text else f"sqlite:///{_path(file)}"


def _archive_url(text: str) -> str:
    if "://" not in text:
        return str(_path(text))
    if text.startswith("file:///"):
        return str(_path(text.removeprefix("file://")))
    if not _BUCKET_URL.fullmatch(text):
        raise ValueError("must be a directory or an address like s3://bucket/path")
    return text


def _level(text: str) -> LogLevel:
    if text.lower() not in list(LogLevel):
        raise ValueError(f"must be one of {', '.join(LogLevel)}")
    return LogLevel(text.lower())


def _hosts(text: str) -> tuple[str, ...]:
    return tuple(_host(name.strip().strip("[]")) for name in text.split(","))


def _origin(text: str) -> str:
    # The name of a signer in a signed note (C2SP signed-note): one word, without a plus sign.
    if not re.fullmatch(r"[!-*,-~]{1,200}", text):
        raise ValueError("must be 1 to 200 visible ASCII characters without a plus sign")
    return text


def secret(text: str) -> bytes:
    """The 32 bytes that 64 hexadecimal digits stand for; ValueError for any other text."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise ValueError("must be 64 hexadecimal digits (32 bytes)")
    return bytes.fromhex(text)


def _row(name: str, default: Any, parse: Callable[[str], Any], meaning: str, *, hidden: bool = False) -> Any:
    row = {"name": name, "parse": parse, "meaning": meaning}
    return field(default=default, repr=not hidden, metadata=row)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a process may be told from outside; `load` fills it, tests may build it directly."""

    data: Path = _row("CONQUIAN_DATA", Path("data"), _path, "directory of the embedded store and the key")
    host: str = _row("CONQUIAN_HOST", "127.0.0.1", _host, "address the API listens on")
    hosts: tuple[str, ...] = _row(
        "CONQUIAN_HOSTS", (), _hosts, "names the API answers to, with commas; unset: any, or loopback's own"
    )
    port: int = _row("PORT", 8000, _whole(1, 65535), "TCP port the API listens on")
    redis_url: str | None = _row(
        "REDIS_URL", None, _store_url, "store of the games; unset: the embedded server", hidden=True
    )
    queue_redis_url: str | None = _row(
        "QUEUE_REDIS_URL",
        None,
        _store_url,
        "store of the job queue; unset: the next database there",
        hidden=True,
    )
    api_processes: int = _row("WEB_CONCURRENCY", 2, _whole(1, 64), "API processes")
    workers: int = _row("CONQUIAN_WORKERS", 1, _whole(0, 64), "job workers that `conquian serve` starts")
    log_level: LogLevel = _row("LOG_LEVEL", LogLevel.WARNING, _level, "debug, info, warning or error")
    decision_seconds: int = _row(
        "CONQUIAN_DECISION_SECONDS", 60, _whole(1, 86_400), "time for a decision where a game names none"
    )
    window_seconds: int = _row(
        "CONQUIAN_WINDOW_SECONDS", 15, _whole(1, 86_400), "time for a window where a game names none"
    )
    deal_delay_seconds: int = _row(
        "CONQUIAN_DEAL_DELAY_SECONDS", 30, _whole(0, 86_400), "time before the next hand is dealt anyway"
    )
    origin: str | None = _row(
        "CONQUIAN_ORIGIN", None, _origin, "name of this service in what it signs; unset: by its first key"
    )
    cache: int = _row("CONQUIAN_CACHE", 2048, _whole(0, 1_000_000), "folded states that a process keeps")
    streams: int = _row(
        "CONQUIAN_STREAMS", 1000, _whole(0, 100_000), "streams and waiting readers that an API process holds"
    )
    catalogue_url: str | None = _row(
        "CATALOGUE_URL",
        None,
        _catalogue_url,
        "database of finished games; unset: SQLite in the data directory",
        hidden=True,
    )
    archive_url: str | None = _row(
        "ARCHIVE_URL",
        None,
        _archive_url,
        "directory or s3://bucket of the records; unset: the data directory's",
    )
    keep_hours: int = _row(
        "CONQUIAN_KEEP_HOURS",
        24,
        _whole(1, 100_000),
        "hours a finished game stays in the store once archived",
    )
    checkpoint_seconds: int = _row(
        "CONQUIAN_CHECKPOINT_SECONDS", 60, _whole(1, 86_400), "time between checkpoints while games finish"
    )
    archive_days: int | None = _row(
        "CONQUIAN_ARCHIVE_DAYS", None, _whole(1, 100_000), "days a record is kept; unset: for ever"
    )
    dispute_days: int = _row(
        "CONQUIAN_DISPUTE_DAYS", 7, _whole(1, 365), "time to open a dispute, then to answer, then to rule"
    )
    import_mb: int = _row(
        "CONQUIAN_IMPORT_MB", 1000, _whole(0, 1_000_000), "megabytes of games from elsewhere that are kept"
    )
    secret: bytes | None = _row("CONQUIAN_SECRET", None, secret, "service secret, 64 hex digits", hidden=True)
    secret_file: Path | None = _row("CONQUIAN_SECRET_FILE", None, _path, "file of mode 600 with the secret")

    @property
    def trusted_hosts(self) -> list[str] | None:
        """The names a request may give in Host; None: any.

        Unless they are set, an API on a loopback address answers to loopback names alone, so that no foreign
        name can be made to point at it; behind any other address everybody is let in.
        """
        if self.hosts:
            return [f"[{name}]" if ":" in name else name for name in self.hosts]
        return ["127.0.0.1", "localhost", "[::1]"] if _is_loopback(self.host) else None

    @property
    def queue_url(self) -> str | None:
        """The queue's store: as set, else the database after the games' one, else None (embedded)."""
        if self.queue_redis_url or not self.redis_url:
            return self.queue_redis_url
        return with_database(self.redis_url, database(self.redis_url) + 1)

    @property
    def catalogue(self) -> str:
        """The address of the catalogue: as set, else SQLite in the data directory."""
        return self.catalogue_url or f"sqlite:///{self.data.absolute() / 'catalogue.sqlite'}"

    @property
    def archive(self) -> str:
        """Where the records are: as set, else a directory in the data directory."""
        return self.archive_url or str(self.data.absolute() / "archive")

    def stores(self) -> tuple[str, str]:
        """The addresses of the games' and of the queue's store, for a process that runs by itself.

        Raises BadSetting if there is none: only `conquian serve` brings a store of its own.
        """
        if not self.redis_url or not self.queue_url:
            raise BadSetting("REDIS_URL is not set; set it, or use `conquian serve`, which brings a store.")
        return self.redis_url, self.queue_url


def table() -> Iterator[tuple[str, str, str]]:
    """(variable, default as text, meaning) for every setting, in the order of the table."""
    for row in fields(Settings):
        default = "" if row.default in (None, ()) else str(row.default)
        yield row.metadata["name"], default, row.metadata["meaning"]


def load(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings that `environ` asks for; a variable that is absent or empty keeps its default.

    Raises BadSetting, with one sentence that names the variable, for the first value that cannot be used.
    """
    chosen = {row.name: _read(row, text) for row in fields(Settings) if (text := _given(row, environ))}
    settings = Settings(**chosen)
    if settings.secret and settings.secret_file:
        raise BadSetting("CONQUIAN_SECRET and CONQUIAN_SECRET_FILE are both set; keep one of them.")
    return replace(settings, data=settings.data.absolute())


def _given(row: Field[Any], environ: Mapping[str, str]) -> str:
    return environ.get(row.metadata["name"], "").strip()


def _read(row: Field[Any], text: str) -> Any:
    try:
        return row.metadata["parse"](text)
    except (ValueError, RuntimeError) as problem:  # RuntimeError: `~user` of nobody
        shown = "" if not row.repr else f", not {text!r}"
        raise BadSetting(f"{row.metadata['name']} {problem}{shown}.") from None


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
