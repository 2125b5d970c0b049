"""Memory of the games in a store: bytes of a live one, and many more live ones beside those played."""

import time
from collections.abc import Iterable
from itertools import islice
from secrets import token_bytes

from redis import Redis

from app.store.keys import GameId, append_keys, bucket, due_key, game_id_from, game_keys, live_key

_BATCH = 500
_DAY_MS = 86_400_000


def weight(redis: Redis, game: str) -> int:
    """The bytes of all keys of a game, as the server counts them."""
    own = {key for key in game_keys(game) if game in key} | {key for key in append_keys(game) if game in key}
    return sum(redis.memory_usage(key, samples=0) or 0 for key in own)


def multiply(redis: Redis, game: str, copies: int) -> None:
    """As many more live games as `copies`, each with the entries of `game` under an id of its own."""
    copy(redis, game, (game_id_from(token_bytes(32)) for _ in range(copies)))


def copy(redis: Redis, game: str, names: Iterable[GameId]) -> None:
    """Live games of these ids with the entries of `game`, each a millisecond older than the one before.

    No time limit of them ends within a day. The service lists them and cannot play on in them.
    """
    keys = [key for key in append_keys(game)[:3] if redis.exists(key)]
    dumps = [(key, redis.dump(key) or b"") for key in keys]
    now, rest = int(time.time() * 1000), enumerate(names)
    while some := list(islice(rest, _BATCH)):
        batch = redis.pipeline(transaction=False)
        for number, name in some:
            for key, dump in dumps:
                batch.restore(_renamed(key, game, name), 0, dump)
            batch.zadd(live_key(bucket(name)), {name: now - number})
            batch.zadd(due_key(bucket(name)), {name: now + _DAY_MS})
        batch.execute()


def _renamed(key: str, game: str, name: str) -> str:
    tags = [append_keys(one)[0].partition("}")[0] for one in (game, name)]
    return key.replace(tags[0], tags[1]).replace(game, name)
