"""Phrases in the store: each stored once, limited for each seat, and deleted."""

import time

import pytest
from redis import Redis

from app.store.keys import game_id_from, phrases_key
from app.store.phrases import Phrases, TooManyPhrases

GAME = game_id_from(bytes(32))


def test_a_phrase_of_a_known_id_is_not_said_again(redis: Redis) -> None:
    phrases = Phrases(redis)
    first = phrases.say(GAME, "aa", 1, "hello")
    assert phrases.say(GAME, "aa", 1, "hello") == first
    assert phrases.of(GAME) == (first,)
    assert (first.seat, first.phrase) == (1, "hello")


def test_the_limit_is_that_of_one_seat_and_ends_with_its_window(redis: Redis) -> None:
    phrases = Phrases(redis, most=1, window_ms=200)
    phrases.say(GAME, "aa", 1, "hello")
    phrases.say(GAME, "bb", 10, "hello")
    with pytest.raises(TooManyPhrases) as refused:
        Phrases(redis, most=1).say(GAME, "cc", 1, "thanks")
    assert 0 < refused.value.seconds <= 30
    until = time.monotonic() + 60
    while True:
        try:
            assert phrases.say(GAME, "cc", 1, "thanks").phrase == "thanks"
            return
        except TooManyPhrases:
            assert time.monotonic() < until
            time.sleep(0.01)


def test_phrases_are_forgotten_one_by_one_and_then_with_their_key(redis: Redis) -> None:
    phrases = Phrases(redis, kept_ms=50)
    phrases.say(GAME, "aa", 1, "hello")
    until = time.monotonic() + 60
    while phrases.of(GAME):
        assert time.monotonic() < until
        time.sleep(0.01)
    assert not redis.exists(phrases_key(GAME))
