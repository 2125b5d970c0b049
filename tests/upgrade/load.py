"""Games, streams, webhooks and a tournament during an upgrade, and what must hold of them afterwards."""

import threading
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Final

from tests.server.helpers import eventually
from tests.soak.client import Client, Lost, Reply, insist, make
from tests.soak.kills import Sitting
from tests.soak.streams import Reader, check
from tests.soak.tournaments import Contest, begin
from tests.webhooks.receiver import Receiver

_GAME: Final = {"variant": "north-american", "seats": ["me", {"bot": "greedy"}], "options": {"deals": 2}}
_PLAYERS: Final = 2
_DECKS: Final = 4


class _Watched(Client):
    """A client that counts its answers and looks at each refusal."""

    def __init__(self, port: int, answers: Counter[str]) -> None:
        super().__init__(port)
        self._answers = answers

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        """Return the answer. AssertionError if it is an error that an upgrade must not show."""
        try:
            reply = super().send(method, path, body, **headers)
        except Lost:
            self._answers["connection closed"] += 1
            raise
        self._answers[str(reply.status)] += 1
        assert reply.status < 500 or "retry-after" in reply.headers, (path, reply.status, reply.data)
        assert reply.status < 500 or reply.status == 503, (path, reply.status, reply.data)
        return reply


class Load:
    """People who play game after game, each followed by a spectator, beside a tournament of bots."""

    def __init__(
        self, port: int, receiver: Receiver, operate: Callable[..., None], seed: int, decks: int = _DECKS
    ) -> None:
        self.answers: Counter[str] = Counter()
        """The answers by their status, and how often a connection was closed instead of an answer."""
        self._port, self._receiver, self._rng = port, receiver, Random(seed)
        self._over = threading.Event()
        self._played: list[tuple[Sitting, Reader]] = []
        self._failures: list[BaseException] = []
        self._clients: list[Client] = []
        client = self._client()
        player = insist(lambda: client.send("POST", "/v1/players", {"name": "Lupe"})).json
        self._key = {"Authorization": f"Bearer {player['key']}"}
        hook = {"url": receiver.url, "events": ["hand_over", "game_over"]}
        insist(lambda: client.send("POST", "/v1/webhooks", hook, **self._key))
        self._contest: Contest = begin(self._rng, client, operate, decks)
        self._threads = [
            threading.Thread(target=self._people, args=(Random(self._rng.random()),), daemon=True)
            for _ in range(_PLAYERS)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def games(self) -> int:
        """Number of games begun."""
        return len(self._played)

    @property
    def moves(self) -> int:
        """Number of moves accepted."""
        return sum(len(sitting.promised.commands) for sitting, _ in list(self._played))

    def goes_on(self, moves: int) -> None:
        """Wait until so many more moves were accepted. AssertionError if a game has failed."""
        target = self.moves + moves
        eventually(lambda: self.moves >= target or self._failed, seconds=120)
        assert not self._failed, self._failed

    def end(self) -> None:
        """Play the games under way and the tournament to their ends. AssertionError if anything was lost."""
        self._over.set()
        for thread in self._threads:
            thread.join(240)
            assert not thread.is_alive(), "a game does not go on"
        assert not self._failed, self._failed
        for sitting, reader in self._played:
            sitting.check()
            check(sitting.player, reader)
        self._contest.end()
        self._contest.check(self._rng)
        eventually(lambda: self._over_told().keys() >= self._ids, seconds=120)
        # Webhooks arrive at least once; each repeat has the id of the first.
        assert set(self._over_told().values()) == {1}
        for client in self._clients:
            client.close()

    @property
    def _ids(self) -> set[str]:
        return {sitting.player.id for sitting, _ in self._played}

    @property
    def _failed(self) -> list[BaseException]:
        return self._failures + [game.failure for game, _ in list(self._played) if game.failure is not None]

    def _over_told(self) -> Counter[str]:
        """Return the number of different messages of the end of each game."""
        messages = {message.id: message.json for message in list(self._receiver.messages)}
        return Counter(
            message["data"]["game"] for message in messages.values() if message["type"] == "game_over"
        )

    def _client(self) -> Client:
        self._clients.append(client := _Watched(self._port, self.answers))
        return client

    def _people(self, rng: Random) -> None:
        try:
            while not self._over.is_set():
                self._game(rng)
        except BaseException as failure:
            self._failures.append(failure)

    def _game(self, rng: Random) -> None:
        client = self._client()
        sitting = Sitting(make(client, rng, _GAME, **self._key))
        reader = Reader(sitting.player, None, Random(rng.random()))
        self._played.append((sitting, reader))
        following = threading.Thread(target=self._follow, args=(reader,), daemon=True)
        following.start()
        sitting.run(rng)
        following.join(120)
        assert sitting.failure is not None or not following.is_alive(), "a stream does not end"

    def _follow(self, reader: Reader) -> None:
        try:
            reader.follow()
        except BaseException as failure:
            self._failures.append(failure)
