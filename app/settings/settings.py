"""Settings of a process, checked once and frozen.

`Settings` is the table: one field per variable, with its default, its parser and its meaning. Only
`app.settings.environment` reads settings from the environment.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from app.parts.addresses import is_cluster
from app.settings import parsers
from app.settings.errors import BadSetting


def _row(name: str, default: Any, parse: Callable[[str], Any], meaning: str, *, hidden: bool = False) -> Any:
    row = {"name": name, "parse": parse, "meaning": meaning}
    return field(default=default, repr=not hidden, metadata=row)


_RATE: Final = parsers.whole_number(0, 10_000_000)
"""Number per minute; 0: any number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings of a process; `load` reads them, tests may build them directly."""

    data: Path = _row(
        "CONQUIAN_DATA", Path("data"), parsers.path, "data directory: embedded store, archive and service key"
    )
    host: str = _row("CONQUIAN_HOST", "127.0.0.1", parsers.host, "address the API listens on")
    hosts: tuple[str, ...] = _row(
        "CONQUIAN_HOSTS",
        (),
        parsers.hosts,
        "host names that the API answers to, comma-separated; unset: any, on loopback only its own",
    )
    port: int = _row("PORT", 8000, parsers.whole_number(1, 65535), "TCP port the API listens on")
    redis_url: str | None = _row(
        "REDIS_URL", None, parsers.store_url, "store of the games; unset: the embedded server", hidden=True
    )
    queue_redis_url: str | None = _row(
        "QUEUE_REDIS_URL",
        None,
        parsers.queue_url,
        "store of the job queue; unset: the next database at REDIS_URL, else an embedded server",
        hidden=True,
    )
    api_processes: int = _row("WEB_CONCURRENCY", 2, parsers.whole_number(1, 64), "API processes")
    workers: int = _row(
        "CONQUIAN_WORKERS", 1, parsers.whole_number(0, 64), "job workers that `conquian serve` starts"
    )
    people_workers: int = _row(
        "CONQUIAN_PEOPLE_WORKERS",
        1,
        parsers.whole_number(0, 64),
        "further job workers, which serve only bots that a person waits for",
    )
    log_level: parsers.LogLevel = _row(
        "LOG_LEVEL", parsers.LogLevel.WARNING, parsers.log_level, "debug, info, warning or error"
    )
    log_format: parsers.LogFormat | None = _row(
        "LOG_FORMAT",
        None,
        parsers.log_format,
        "text or json, one object a line; unset: text on a terminal, else json",
    )
    rate_moves: int = _row(
        "CONQUIAN_RATE_MOVES", 60_000, _RATE, "moves a minute by player, seat or address, in one API process"
    )
    rate_reads: int = _row(
        "CONQUIAN_RATE_READS", 120_000, _RATE, "reads a minute by player, seat or address, in one API process"
    )
    rate_games: int = _row(
        "CONQUIAN_RATE_GAMES", 30_000, _RATE, "games, forks and rematches a minute by player or address"
    )
    rate_players: int = _row(
        "CONQUIAN_RATE_PLAYERS",
        6_000,
        _RATE,
        "registrations and changes of keys a minute by player or address",
    )
    rate_codes: int = _row(
        "CONQUIAN_RATE_CODES",
        30,
        _RATE,
        "codes of other devices that an address may try a minute",
    )
    rate_imports: int = _row(
        "CONQUIAN_RATE_IMPORTS", 600, _RATE, "games from elsewhere a minute by player or address"
    )
    rate_disputes: int = _row(
        "CONQUIAN_RATE_DISPUTES",
        6_000,
        _RATE,
        "disputes and moves in them a minute by player, seat or address",
    )
    rate_webhooks: int = _row("CONQUIAN_RATE_WEBHOOKS", 600, _RATE, "changes of webhooks a minute by player")
    rate_writes: int = _row(
        "CONQUIAN_RATE_WRITES", 30_000, _RATE, "other writes a minute by player, seat or address"
    )
    rate_failures: int = _row(
        "CONQUIAN_RATE_FAILURES",
        12_000,
        _RATE,
        "wrong tokens and keys a minute by address, in one API process",
    )
    open_games: int = _row(
        "CONQUIAN_OPEN_GAMES",
        10_000,
        parsers.whole_number(0, 1_000_000),
        "open games that a player or an address has made; 0: any number",
    )
    player_keys: int = _row(
        "CONQUIAN_PLAYER_KEYS", 20, parsers.whole_number(1, 20), "API keys that a player has at once"
    )
    organisers: parsers.Organisers = _row(
        "CONQUIAN_ORGANISERS",
        parsers.Organisers.GRANTED,
        parsers.organisers,
        "players who create tournaments: granted, those with the scope organise, or all",
    )
    import_mb_day: int = _row(
        "CONQUIAN_IMPORT_MB_DAY",
        200,
        parsers.whole_number(0, 1_000),
        "megabytes of games from elsewhere a day by player or address; 0: any number",
    )
    players_day: int = _row(
        "CONQUIAN_PLAYERS_DAY",
        1_000,
        parsers.whole_number(0, 1_000_000),
        "players and bots that an address registers a day; 0: any number",
    )
    proxies: tuple[parsers.Network, ...] = _row(
        "CONQUIAN_PROXIES",
        (),
        parsers.networks,
        "networks of the proxies whose X-Forwarded-For counts, comma-separated; unset: none",
    )
    metrics_token: str | None = _row(
        "CONQUIAN_METRICS_TOKEN",
        None,
        parsers.bearer,
        "bearer token that /metrics requires; unset: it answers only this machine",
        hidden=True,
    )
    metrics_port: int | None = _row(
        "CONQUIAN_METRICS_PORT",
        None,
        parsers.whole_number(1, 65535),
        "TCP port of a worker, courier or clock for /livez, /readyz and /metrics; unset: none",
    )
    decision_seconds: int = _row(
        "CONQUIAN_DECISION_SECONDS",
        60,
        parsers.whole_number(1, 86_400),
        "time for a decision if the game sets none",
    )
    window_seconds: int = _row(
        "CONQUIAN_WINDOW_SECONDS",
        15,
        parsers.whole_number(1, 86_400),
        "time for a window if the game sets none",
    )
    deal_delay_seconds: int = _row(
        "CONQUIAN_DEAL_DELAY_SECONDS",
        30,
        parsers.whole_number(0, 86_400),
        "time after which the next hand is dealt although not all seats are ready",
    )
    origin: str | None = _row(
        "CONQUIAN_ORIGIN",
        None,
        parsers.origin,
        "name of this service in what it signs; unset: by its first key",
    )
    cache: int = _row(
        "CONQUIAN_CACHE", 2048, parsers.whole_number(0, 1_000_000), "folded states that a process keeps"
    )
    streams: int = _row(
        "CONQUIAN_STREAMS",
        1000,
        parsers.whole_number(0, 100_000),
        "streams and waiting readers that an API process holds",
    )
    catalogue_url: str | None = _row(
        "CATALOGUE_URL",
        None,
        parsers.catalogue_url,
        "database of finished games; unset: SQLite in the data directory",
        hidden=True,
    )
    archive_url: str | None = _row(
        "ARCHIVE_URL",
        None,
        parsers.archive_url,
        "directory or s3://bucket of the records; unset: the data directory's",
    )
    archive_seconds: int = _row(
        "CONQUIAN_ARCHIVE_SECONDS",
        2,
        parsers.whole_number(1, 20),
        "time that a request waits for the archive and its catalogue in all",
    )
    replicas: int | Literal["all"] = _row(
        "CONQUIAN_REPLICAS",
        0,
        parsers.replicas,
        "replicas that must have an entry before an answer calls it replicated, or all; 0: no answer does",
    )
    reserve_mb: int = _row(
        "CONQUIAN_RESERVE_MB",
        32,
        parsers.whole_number(0, 1_000_000),
        "megabytes of free disk below which the store of `conquian serve` takes no entries",
    )
    keep_hours: int = _row(
        "CONQUIAN_KEEP_HOURS",
        1,
        parsers.whole_number(1, 100_000),
        "hours a finished game stays in the store once archived",
    )
    checkpoint_seconds: int = _row(
        "CONQUIAN_CHECKPOINT_SECONDS",
        60,
        parsers.whole_number(1, 86_400),
        "time between checkpoints while games finish",
    )
    archive_days: int | None = _row(
        "CONQUIAN_ARCHIVE_DAYS",
        None,
        parsers.whole_number(1, 100_000),
        "days a record is kept; unset: for ever",
    )
    dispute_days: int = _row(
        "CONQUIAN_DISPUTE_DAYS",
        7,
        parsers.whole_number(1, 365),
        "time to open a dispute, then to answer, then to rule",
    )
    command_kib: int = _row(
        "CONQUIAN_COMMAND_KIB", 8, parsers.whole_number(1, 1024), "KiB that the body of a command may have"
    )
    statement_kib: int = _row(
        "CONQUIAN_STATEMENT_KIB",
        16,
        parsers.whole_number(1, 1024),
        "KiB that the body of a command to a dispute may have",
    )
    sheet_kib: int = _row(
        "CONQUIAN_SHEET_KIB", 64, parsers.whole_number(1, 1024), "KiB that a body with a rules sheet may have"
    )
    import_kib: int = _row(
        "CONQUIAN_IMPORT_KIB",
        8192,
        parsers.whole_number(1, 65_536),
        "KiB that a game from elsewhere may have",
    )
    import_mb: int = _row(
        "CONQUIAN_IMPORT_MB",
        1000,
        parsers.whole_number(0, 1_000_000),
        "megabytes of games from elsewhere that are kept",
    )
    url: str | None = _row(
        "CONQUIAN_URL",
        None,
        parsers.base_url,
        "public address of the service, for links; unset: links are paths",
    )
    webhooks: int = _row(
        "CONQUIAN_WEBHOOKS", 20, parsers.whole_number(0, 1000), "webhooks that a player may have"
    )
    couriers: int = _row(
        "CONQUIAN_COURIERS",
        1,
        parsers.whole_number(0, 64),
        "processes that `conquian serve` starts to deliver webhooks",
    )
    webhooks_at_once: int = _row(
        "CONQUIAN_WEBHOOKS_AT_ONCE",
        16,
        parsers.whole_number(1, 256),
        "receivers that such a process calls at the same time",
    )
    webhook_seconds: int = _row(
        "CONQUIAN_WEBHOOK_SECONDS",
        10,
        parsers.whole_number(1, 60),
        "time for a delivery, including its answer",
    )
    webhook_connect_seconds: int = _row(
        "CONQUIAN_WEBHOOK_CONNECT_SECONDS", 3, parsers.whole_number(1, 60), "time to connect to a receiver"
    )
    webhook_retries: tuple[int, ...] = _row(
        "CONQUIAN_WEBHOOK_RETRIES",
        (5, 30, 120, 600, 3600, 21_600, 43_200),
        parsers.pauses,
        "seconds before each further try of a delivery, comma-separated",
    )
    webhook_days: int = _row(
        "CONQUIAN_WEBHOOK_DAYS",
        3,
        parsers.whole_number(1, 365),
        "days of failure after which a webhook is disabled",
    )
    webhook_log: int = _row(
        "CONQUIAN_WEBHOOK_LOG",
        1000,
        parsers.whole_number(10, 100_000),
        "deliveries that a webhook's log keeps",
    )
    webhook_networks: tuple[parsers.Network, ...] = _row(
        "CONQUIAN_WEBHOOK_NETWORKS",
        (),
        parsers.networks,
        "private networks that webhooks may reach, like 127.0.0.0/8; unset: none",
    )
    secret: bytes | None = _row(
        "CONQUIAN_SECRET", None, parsers.secret, "service secret, 64 hex digits", hidden=True
    )
    secret_file: Path | None = _row(
        "CONQUIAN_SECRET_FILE", None, parsers.path, "file of mode 600 with the secret"
    )

    @property
    def run(self) -> Path:
        """Directory of files that are needed only while the processes run."""
        return self.data.absolute() / "run"

    @property
    def metrics(self) -> Path:
        """Directory of the metrics that running processes share; see app.processes.registry."""
        return self.run / "metrics"

    @property
    def trusted_hosts(self) -> list[str] | None:
        """Host names that a request may use; None: any.

        By default an API on a loopback address answers only to loopback names, so that no other name can be
        made to point at it (DNS rebinding); on any other address all names are allowed.
        """
        if self.hosts:
            return [f"[{name}]" if ":" in name else name for name in self.hosts]
        return ["127.0.0.1", "localhost", "[::1]"] if parsers.is_loopback(self.host) else None

    @property
    def queue_url(self) -> str | None:
        """Address of the queue's store: as set, else the database after the games' one, else None."""
        if self.queue_redis_url or not self.redis_url or is_cluster(self.redis_url):
            return self.queue_redis_url
        return parsers.with_database(self.redis_url, parsers.database(self.redis_url) + 1)

    @property
    def catalogue(self) -> str:
        """Address of the catalogue: as set, else SQLite in the data directory."""
        return self.catalogue_url or f"sqlite:///{self.data.absolute() / 'catalogue.sqlite'}"

    @property
    def archive(self) -> str:
        """Address of the archive: as set, else a directory in the data directory."""
        return self.archive_url or str(self.data.absolute() / "archive")

    def stores(self) -> tuple[str, str]:
        """Return the addresses of the games' and of the queue's store, for a process of its own.

        Raises BadSetting if there is none: only `conquian serve` starts embedded stores.
        """
        if not self.redis_url or not self.queue_url:
            raise BadSetting("REDIS_URL is not set; set it, or use `conquian serve`, which brings a store.")
        return self.redis_url, self.queue_url
