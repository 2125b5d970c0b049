"""Leases: exclusive, expiring claims of a worker on a part of a log.

A lease only avoids duplicate work: work done twice after the loss of a lease is harmless. A lease expires
seconds after its worker has died.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Final

from redis import Redis

from app.store.client import ask_all
from app.store.connections import Command
from app.store.keys import lease_key

LEASE_MS: Final = 10_000
"""Duration of a lease that is not renewed."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A held part of a log, with a token unique to the holder."""

    log: str
    part: int
    token: str


class Leases:
    """The leases in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def take(self, log: str, parts: Sequence[int]) -> list[Lease]:
        """Claim those `parts` of `log` that are free; return their leases in order."""
        leases = [Lease(log, part, token_hex(8)) for part in parts]
        replies = self._ask([("SET", _key(lease), lease.token, "NX", "PX", LEASE_MS) for lease in leases])
        return [lease for lease, reply in zip(leases, replies, strict=True) if reply]

    def renew(self, leases: Sequence[Lease]) -> None:
        """Extend those of `leases` that are still held to the whole duration."""
        self._ask([("PEXPIRE", _key(lease), LEASE_MS) for lease in self._held(leases)])

    def release(self, leases: Sequence[Lease]) -> None:
        """Free those of `leases` that are still held."""
        self._ask([("DEL", _key(lease)) for lease in self._held(leases)])

    def _held(self, leases: Sequence[Lease]) -> list[Lease]:
        tokens = self._ask([("GET", _key(lease)) for lease in leases])
        return [lease for lease, token in zip(leases, tokens, strict=True) if token == lease.token.encode()]

    def _ask(self, commands: Sequence[Command]) -> list[Any]:
        return ask_all(self._redis, commands) if commands else []


def _key(lease: Lease) -> str:
    return lease_key(lease.log, lease.part)
