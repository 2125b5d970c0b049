"""Warm stop of a tournament job: what was played is kept once, the rest is given back."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from app.tournament.schedule import Fixture
from app.tournament.state import Tournament
from replays.archive.archive import Archive
from replays.archive.blobs import BlobMember
from replays.archive.checking import FOLDER
from replays.tournaments.playing import Playout, play
from tests.tournament.venue import cup, outcome, venue
from workers import tournaments
from workers.tournaments import FINISH_SECONDS

SEEDS = {"deck_seed": "aa" * 32, "bot_seed": "bb" * 32, "pairing_seed": "cc" * 32}
MANIFEST = cup(3, decks_per_pairing=4, **SEEDS)
"""A tournament of 24 games, two on each deck, that is the same in every store."""


@dataclass
class Games:
    """Plays games as a job does, and counts them; `before` is called with the index of each."""

    before: Callable[[int], object]
    begun: int = 0
    ended: int = 0

    def __call__(self, state: Tournament, fixture: Fixture, factories: Any, **more: Any) -> Playout:
        self.before(self.begun)
        self.begun += 1
        done = play(state, fixture, factories, **more)
        self.ended += 1
        return done


def archived_games(archive: Archive) -> list[str]:
    """The games in all files of the archive, as often as they are there."""
    names = list(archive.files.names(FOLDER))
    return [member.game for name in names for member in members(archive, name)]


def members(archive: Archive, name: str) -> tuple[BlobMember, ...]:
    return archive.members(name, archive.files.size(name) or 0)


def leases(redis: Redis) -> list[bytes]:
    """Return the keys of the games that a worker plays."""
    return list(redis.scan_iter("cq:*:lease:*"))


def uninterrupted(
    redis: Redis, redis_url: str, folder: Path, manifest: dict[str, Any] = MANIFEST
) -> dict[int, tuple[Any, ...]]:
    """The outcome of the same tournament without a stop; the store is empty afterwards."""
    folder.mkdir()
    there = venue(redis_url, folder)
    result = outcome(there.run(there.begin(manifest)))
    redis.flushall()
    return result


@pytest.mark.parametrize("stop_at", [0, 4, 5])
def test_a_stop_keeps_each_game_that_was_played_and_plays_none_again(
    redis: Redis, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop_at: int
) -> None:
    expected = uninterrupted(redis, redis_url, tmp_path / "other")
    here = venue(redis_url, tmp_path)
    name = here.begin(MANIFEST)
    stopping = here.player
    games = Games(lambda index: stopping.stop.set() if index == stop_at else None)
    monkeypatch.setattr(tournaments, "play", games)
    here.rung.clear()
    stopping(name)
    assert len(here.state(name).results) == games.ended == stop_at + 1  # also in the middle of a deck
    assert here.rung[-1:] == [name]
    assert not leases(redis)
    here.rung.clear()
    stopping(name)
    assert (games.begun, set(here.rung)) == (
        stop_at + 1,
        {name},
    )  # a job that begins afterwards gives all back
    assert not leases(redis)
    here.player = replace(stopping, stop=threading.Event())
    assert outcome(here.run(name)) == expected
    assert games.begun == games.ended == len(expected)
    assert sorted(archived_games(here.archive)) == sorted(run[4] for run in expected.values())


def test_a_game_that_takes_too_long_after_a_stop_is_given_up_and_played_by_another(
    redis: Redis, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = uninterrupted(redis, redis_url, tmp_path / "other")
    here = venue(redis_url, tmp_path)
    name = here.begin(MANIFEST)
    asked = 0

    def clock() -> float:
        """Two looks into the running game are more than its time apart, once the worker is to stop."""
        nonlocal asked
        asked += stopping.stop.is_set()
        return asked * (FINISH_SECONDS + 1)

    stopping = replace(here.player, clock=clock)
    games = Games(lambda index: stopping.stop.set() if index == 3 else None)
    monkeypatch.setattr(tournaments, "play", games)
    stopping(name)
    assert (games.begun, games.ended, len(here.state(name).results)) == (4, 3, 3)
    assert not leases(redis)
    here.player = replace(stopping, stop=threading.Event())
    assert outcome(here.run(name)) == expected
    assert sorted(archived_games(here.archive)) == sorted(run[4] for run in expected.values())
