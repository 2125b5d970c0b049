"""Which disputes there are about a game: a set beside its log. A name in it may be of one never opened."""

from redis import Redis

from app.store.client import ask
from app.store.keys import GameId, disputes_key


class Links:
    """The disputes about the games in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, game: GameId, dispute: GameId) -> None:
        """From now on `dispute` is listed; doing it again changes nothing."""
        ask(self._redis, ("SADD", disputes_key(game), dispute))

    def of(self, game: GameId) -> tuple[GameId, ...]:
        """The disputes about `game`, in the order of their ids."""
        found = ask(self._redis, ("SMEMBERS", disputes_key(game)))
        return tuple(sorted(GameId(name.decode()) for name in found))
