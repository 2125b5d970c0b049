"""The service under the load generator, with games that are made for it and known ahead."""

from pathlib import Path
from random import Random
from typing import Final

from redis import Redis

from tests.bench.moves.contenders import Turn, drive
from tests.bench.moves.games import reader, requests
from tests.soak.client import Client, Service

Games = list[list[bytes]]

PLIES: Final = 120
"""About the last ply of a game that a turn plays."""

SEED: Final = 2026
_FASTEST: Final = 2000


class Bench:
    """The service in a directory, its games in `redis`, and games of it that are yet to be played."""

    def __init__(
        self,
        service: Service,
        data: Path,
        redis: Redis,
        connections: int,
        seconds: float,
        seed: int = SEED,
    ) -> None:
        self.data, self.port, self.redis = data, service.port, redis
        self._client, self._games, self._rng = Client(service.port), reader(data, redis), Random(seed)
        self._connections, self._seconds = connections, seconds
        self.last = ""

    def fresh(self, once: bool) -> Games:
        """Games for one turn, so many that no connection runs out of moves."""
        made = Games()
        while len(made) % self._connections or sum(map(len, made)) < self.most:
            made += [self.game(once) for _ in range(self._connections)]
        return made

    def game(self, once: bool) -> list[bytes]:
        """The requests of a new game."""
        self.last, sent = requests(self._client, self._games, self._rng, PLIES, once)
        return sent

    def play(self, port: int, games: Games) -> Turn:
        """One turn of the load generator."""
        return drive(port, self._connections, self._seconds, games)

    def close(self) -> None:
        """Close the connection to the service."""
        self._client.close()

    @property
    def most(self) -> int:
        """More moves than any turn has."""
        return int(self._seconds * _FASTEST)
