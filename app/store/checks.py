"""Whether the settings of the server are safe for a log that must not lose what it acknowledged."""

from typing import Final

from redis import Redis
from redis.exceptions import ResponseError

from app.store.client import replies

# The settings, the only safe value of each, and what happens otherwise.
_SAFE: Final = {
    "maxmemory-policy": ("noeviction", "games or idempotency records vanish when memory is short"),
    "appendonly": ("yes", "a restart loses games"),
    "appendfsync": ("always", "a power loss takes acknowledged entries with it"),
}


def checks(redis: Redis) -> list[str]:
    """A sentence for each unsafe setting of the server; empty when all is well.

    StoreUnavailable if the server does not answer.
    """
    (answer,) = replies(redis, [("CONFIG", "GET", *_SAFE)])
    if isinstance(answer, ResponseError):
        return [f"The settings of the store cannot be read: {answer}."]
    texts = [each.decode() for each in answer]
    found = dict(zip(texts[::2], texts[1::2], strict=True))
    return [_sentence(name, found.get(name)) for name in _SAFE if found.get(name) != _SAFE[name][0]]


def _sentence(name: str, value: str | None) -> str:
    safe, consequence = _SAFE[name]
    return f"The store has {name} {value or 'unset'}, not {safe}: {consequence}."
