"""What the games of a store weigh: bytes of a live one, and many more live ones beside those played."""

from collections.abc import Iterator
from secrets import token_bytes

from redis import Redis

from app.store.keys import append_keys, bucket, game_id_from, game_keys, live_key

_BATCH = 500


def weight(redis: Redis, game: str) -> int:
    """The bytes of all keys of a game, as the server counts them."""
    own = {key for key in game_keys(game) if game in key} | {key for key in append_keys(game) if game in key}
    return sum(redis.memory_usage(key, samples=0) or 0 for key in own)


def multiply(redis: Redis, game: str, copies: int) -> None:
    """As many more live games as `copies`, each with the entries of `game` under an id of its own."""
    keys = [key for key in append_keys(game)[:3] if redis.exists(key)]
    dumps = [(key, redis.dump(key) or b"") for key in keys]
    for names in _batches(copies):
        batch = redis.pipeline(transaction=False)
        for name in names:
            for key, found in dumps:
                batch.restore(_renamed(key, game, name), 0, found)
            batch.zadd(live_key(bucket(name)), {name: 0})
        batch.execute()


def _renamed(key: str, game: str, name: str) -> str:
    tags = [append_keys(one)[0].partition("}")[0] for one in (game, name)]
    return key.replace(tags[0], tags[1]).replace(game, name)


def _batches(count: int) -> Iterator[list[str]]:
    while count > 0:
        yield [game_id_from(token_bytes(32)) for _ in range(min(count, _BATCH))]
        count -= _BATCH
