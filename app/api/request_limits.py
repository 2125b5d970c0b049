"""Limits of requests: rates, counted in the store for all processes, and sizes of bodies."""

import hmac
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from redis import Redis

from app.http.body import BodySize
from app.http.credentials import is_genuine
from app.http.errors import Problem
from app.http.rate_limits import FAILURES, READS, WINDOW_SECONDS, Rates, RateState
from app.observability.metrics import Metrics
from app.settings.settings import Settings
from app.store.errors import StoreError, StoreFailure, StoreUnavailable
from app.store.indexes import take

MOVES, GAMES, WRITES = "moves", "games", "writes"

_KINDS: Final[Mapping[str, str]] = {
    "": WRITES,
    "moves": MOVES,
    "rules": READS,  # checking a sheet changes nothing
    "pages": READS,  # nor does drawing a QR code
    "games": GAMES,
    "forks": GAMES,
    "rematch": GAMES,
    "players": "players",
    "players.redeem": "codes",
    "imports": "imports",
    "disputes": "disputes",
    "webhooks": "webhooks",
}
"""Kind of a write request by endpoint or blueprint; `writes` by default."""

_LOCAL: Final = frozenset({MOVES, READS, FAILURES})


def rates(settings: Settings, redis: Redis, name_key: bytes, token_key: bytes, metrics: Metrics) -> Rates:
    """Return the limits of `settings`, counted in `redis` under pseudonyms of the clients."""
    return Rates(
        most={
            MOVES: settings.rate_moves,
            READS: settings.rate_reads,
            GAMES: settings.rate_games,
            "players": settings.rate_players,
            "codes": settings.rate_codes,
            "imports": settings.rate_imports,
            "disputes": settings.rate_disputes,
            "webhooks": settings.rate_webhooks,
            WRITES: settings.rate_writes,
            FAILURES: settings.rate_failures,
        },
        kinds=_KINDS,
        local=_LOCAL,
        shared=_shared(redis, partial(owner_name, name_key), metrics),
        genuine=partial(is_genuine, token_key),
        proxies=settings.proxies,
        refused=lambda kind: metrics.rate_limited.labels(kind).inc(),
    )


def body_sizes(settings: Settings) -> dict[BodySize, int]:
    """Return the size limits of request bodies."""
    kib = {
        BodySize.COMMAND: settings.command_kib,
        BodySize.STATEMENT: settings.statement_kib,
        BodySize.SHEET: settings.sheet_kib,
        BodySize.IMPORT: settings.import_kib,
    }
    return {size: number << 10 for size, number in kib.items()}


def owner_name(key: bytes, client: str) -> str:
    """Return the pseudonym of a client in the store; it reveals neither address nor player."""
    return hmac.digest(key, b"owner\n" + client.encode(), "sha256")[:16].hex()


def _shared(
    redis: Redis, name: Callable[[str], str], metrics: Metrics
) -> Callable[[str, str, int], RateState]:
    def count(kind: str, client: str, most: int) -> RateState:
        try:
            taken = take(redis, f"{kind}:{name(client)}", 1, most, WINDOW_SECONDS * 1000)
        except StoreError as error:
            # The request would write to the same store, and only wait for it a second time.
            metrics.uncounted.labels(kind).inc()
            reason = error.reason if isinstance(error, StoreUnavailable) else StoreFailure.AWAY
            raise Problem(str(reason)) from None
        return RateState(taken.granted, max(0, most - taken.used), taken.ends_in_ms / 1000)

    return count
