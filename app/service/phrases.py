"""Phrases at a table: the fixed codes that a seat may say, and those that a stream has not sent yet."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from app.service.shared_reader import SharedValues
from app.service.subscriptions import Subscription
from app.store.errors import StoreError
from app.store.keys import GameId
from app.store.phrases import Phrases, SaidPhrase

_SHARED_SECONDS: Final = 60.0
"""Time after which phrases are read again without a notification; one may be lost with its connection."""


class Phrase(StrEnum):
    """A phrase that a seat may say; there is no free text."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    GOOD_GAME = "good_game"
    THANKS = "thanks"
    SORRY = "sorry"
    ONE_MOMENT = "one_moment"
    STILL_THERE = "still_there"
    MUST_GO = "must_go"
    ANOTHER_GAME = "another_game"


class SharedPhrases:
    """The phrases at tables, read once for all streams of a process."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self._shared: SharedValues[tuple[SaidPhrase, ...]] = SharedValues(phrases.of, _SHARED_SECONDS)

    def now(self, game: GameId, sequence: int) -> tuple[SaidPhrase, ...]:
        """Return what was said as of the notification `sequence` or later. Raises StoreUnavailable."""
        return self._shared.of(game, sequence)


@dataclass(slots=True)
class StreamPhrases:
    """Phrases of `game` for one stream. Without the store it waits: the entries of the log go on."""

    shared: SharedPhrases
    game: GameId
    watcher: Subscription
    _sent: set[str] = field(default_factory=set)

    def new(self) -> Iterator[SaidPhrase]:
        """Yield the phrases that this has not yielded yet, those of the last minutes at first."""
        phrases: tuple[SaidPhrase, ...] = ()
        with suppress(StoreError):
            phrases = self.shared.now(self.game, self.watcher.beside)
        for phrase in phrases:
            if phrase.id not in self._sent:
                yield phrase
        self._sent = {phrase.id for phrase in phrases} or self._sent
