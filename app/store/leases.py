"""Leases: who works on a part of a log just now, so that others take another part.

A lease is no fact: whoever loses one only does what another does too. It goes by itself some seconds after
whoever holds it has died.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Final

from redis import Redis

from app.store.client import Command, ask_all
from app.store.keys import lease_key

LEASE_MS: Final = 10_000
"""How long a lease lasts unless it is renewed."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A part of a log that is held, under a token that nobody else has."""

    log: str
    part: int
    token: str


class Leases:
    """The leases in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def take(self, log: str, parts: Sequence[int]) -> list[Lease]:
        """The leases of those `parts` of `log` that nobody else holds, in their order."""
        leases = [Lease(log, part, token_hex(8)) for part in parts]
        taken = self._ask([("SET", _key(one), one.token, "NX", "PX", LEASE_MS) for one in leases])
        return [one for one, reply in zip(leases, taken, strict=True) if reply]

    def renew(self, leases: Sequence[Lease]) -> None:
        """Those of `leases` that are still held last their whole time again."""
        self._ask([("PEXPIRE", _key(one), LEASE_MS) for one in self._held(leases)])

    def release(self, leases: Sequence[Lease]) -> None:
        """The parts of those of `leases` that are still held are free."""
        self._ask([("DEL", _key(one)) for one in self._held(leases)])

    def _held(self, leases: Sequence[Lease]) -> list[Lease]:
        tokens = self._ask([("GET", _key(one)) for one in leases])
        return [one for one, token in zip(leases, tokens, strict=True) if token == one.token.encode()]

    def _ask(self, commands: Sequence[Command]) -> list[Any]:
        return ask_all(self._redis, commands) if commands else []


def _key(lease: Lease) -> str:
    return lease_key(lease.log, lease.part)
