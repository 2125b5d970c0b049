"""Phrases that seats say at a table: kept for two minutes beside the log, and announced in the outbox."""

from typing import Any, Final, NamedTuple

from redis import Redis

from app.store.client import Argument, ask_script, cluster_of
from app.store.keys import GameId, bucket, outbox_key, phrases_key
from app.store.outbox import BESIDE

KEPT_MS: Final = 120_000
"""Time for which a phrase is kept."""

MOST: Final = 6
"""Number of phrases that a seat may say in a window."""

WINDOW_MS: Final = 30_000


class SaidPhrase(NamedTuple):
    """Phrase that `seat` said at `time`, server ms; `id` names it."""

    id: str
    seat: int
    phrase: str
    time: int


class TooManyPhrases(Exception):
    """The seat has said its most in the window; it may go on after `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the seat may go on in {seconds:g} seconds")
        self.seconds = seconds


class Phrases:
    """The phrases in `redis`, at most `most` of a seat in a window. Methods may raise StoreUnavailable."""

    def __init__(
        self, redis: Redis, kept_ms: int = KEPT_MS, most: int = MOST, window_ms: int = WINDOW_MS
    ) -> None:
        self._redis = redis
        self._limits = (kept_ms, most, window_ms)
        self._is_cluster = cluster_of(redis) is not None

    def say(self, game: GameId, name: str, seat: int, phrase: str) -> SaidPhrase:
        """Say `phrase` as the one with the id `name`, unless that was said; return it.

        Raises TooManyPhrases.
        """
        wait_ms, phrases = self._ask(game, name, seat, phrase)
        if wait_ms:
            raise TooManyPhrases(wait_ms / 1000)
        return next(spoken for spoken in phrases if spoken.id == name)

    def of(self, game: GameId) -> tuple[SaidPhrase, ...]:
        """Return what was said lately, in order."""
        return self._ask(game, "", 0, "")[1]

    def _ask(self, game: GameId, name: str, seat: int, phrase: str) -> tuple[int, tuple[SaidPhrase, ...]]:
        keys = [phrases_key(game), outbox_key(bucket(game))]
        arguments: list[Argument] = [game, name, seat, phrase, *self._limits, BESIDE, int(self._is_cluster)]
        wait_ms, *rows = ask_script(self._redis, "say", keys, arguments)
        phrases = (_said(*pair) for pair in zip(rows[::2], rows[1::2], strict=True))
        return int(wait_ms), tuple(sorted(phrases, key=lambda spoken: (spoken.time, spoken.id)))


def _said(name: Any, text: Any) -> SaidPhrase:
    time, seat, phrase = text.decode().split()
    return SaidPhrase(name.decode(), int(seat), phrase, int(time))
