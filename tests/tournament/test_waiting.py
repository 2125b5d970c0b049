"""A tournament with a full archive reports it until it continues, and only for a time."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from app.service.event_log import EventLogError
from app.service.tournaments import WAITS_MS
from app.store.client import time_trips
from app.store.errors import StoreFailure, StoreUnavailable
from app.store.keys import GameId, waits_key
from app.tournament import commands as tournament_commands
from app.tournament.state import Wait
from replays.archive.errors import ArchiveUnavailable
from replays.archive.files import ArchivingStep
from replays.catalogue.errors import CatalogueUnavailable
from replays.transparency.errors import TreeForked
from tests.tournament.venue import cup, venue
from workers.tournaments import KNOWN, WAITS


def full(disk: list[int]) -> Callable[[ArchivingStep], None]:
    """Hears each step; a draft is not synced while `disk` holds anything."""

    def reached(step: ArchivingStep) -> None:
        if disk and step is ArchivingStep.DRAFT_WRITTEN:
            raise OSError(errno.ENOSPC, "No space left on device")

    return reached


def test_a_tournament_waits_for_a_full_archive_and_then_continues(redis_url: str, tmp_path: Path) -> None:
    disk = [0]
    here = venue(redis_url, tmp_path, full(disk), seconds=0.0)
    name = here.begin(cup(2))
    assert here.tournament_service.waits_for(here.state(name)) is None
    here.player(name)
    assert here.tournament_service.waits_for(here.state(name)) is Wait.ARCHIVE
    assert 0 < here.redis.pttl(waits_key(name)) <= WAITS_MS, "nobody has to be there to take it back"
    disk.clear()
    here.player(name)
    assert (len(here.state(name).results), here.tournament_service.waits_for(here.state(name))) == (2, None)


def test_a_tournament_that_waits_is_left_to_the_clock(redis_url: str, tmp_path: Path) -> None:
    disk = [0]
    here = venue(redis_url, tmp_path, full(disk), seconds=0.0)
    name = here.begin(cup(2, decks_per_pairing=20))
    here.player(name)
    assert here.rung == [name], "another worker was to help, before anybody knew"
    here.player(name)
    assert here.rung == [name], "else it would be tried again and again at once"
    disk.clear()
    here.player(name)
    assert here.rung == [name, name], "there is more to play"


def test_a_paused_tournament_waits_for_its_organiser_only(redis_url: str, tmp_path: Path) -> None:
    here = venue(redis_url, tmp_path, full([0]), seconds=0.0)
    name = here.begin(cup(2))
    here.player(name)
    here.tournament_service.act(name, "system", tournament_commands.Pause())
    assert here.tournament_service.waits_for(here.state(name)) is None


@pytest.mark.parametrize(
    ("problem", "wait"),
    [
        (ArchiveUnavailable("away"), Wait.ARCHIVE),
        (CatalogueUnavailable("locked"), Wait.CATALOGUE),
        (TreeForked("forked"), Wait.TREE),
        (StoreUnavailable("full", StoreFailure.FULL), Wait.STORE),
    ],
)
def test_a_failure_names_the_part_that_is_waited_for(
    redis_url: str, tmp_path: Path, problem: Exception, wait: Wait
) -> None:
    here = venue(redis_url, tmp_path)
    name = here.begin(cup(2))
    here.player._wait(name, problem)
    assert here.tournament_service.waits_for(here.state(name)) is wait


def test_a_store_that_takes_no_note_is_none_the_worse(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = venue(redis_url, tmp_path, full([0]), seconds=0.0)
    name = here.begin(cup(2))

    def refuse(*_: object) -> None:
        raise StoreUnavailable("full", StoreFailure.FULL)

    monkeypatch.setattr(here.tournament_service.store.tournament_lists, "wait", refuse)
    here.player(name)
    assert here.tournament_service.waits_for(here.state(name)) is None


def test_an_unknown_reason_of_a_later_version_is_not_shown(redis_url: str, tmp_path: Path) -> None:
    here = venue(redis_url, tmp_path)
    name = here.begin(cup(2))
    here.redis.set(waits_key(name), "the moon")
    assert here.tournament_service.waits_for(here.state(name)) is None


def test_every_delay_of_a_tournament_has_a_reason() -> None:
    assert {*KNOWN} - {*WAITS} == {EventLogError}


def test_a_tournament_waits_for_a_full_store_which_takes_no_note_of_it(
    redis_url: str, tmp_path: Path
) -> None:
    here = venue(redis_url, tmp_path, seconds=0.0)
    name = here.begin(cup(2))
    here.redis.config_set("maxmemory", "1")
    try:
        here.player(name)
        assert here.tournament_service.waits_for(here.state(name)) is Wait.STORE
    finally:
        here.redis.config_set("maxmemory", "0")
    here.player(name)
    assert (len(here.state(name).results), here.tournament_service.waits_for(here.state(name))) == (2, None)


def test_the_reasons_of_a_page_of_tournaments_are_read_at_once(redis_url: str, tmp_path: Path) -> None:
    here = venue(redis_url, tmp_path)
    names = [here.begin(cup(2, name=f"Copa {at}")) for at in range(5)]
    here.tournament_service.wait(names[1], Wait.TREE)
    here.tournament_service.wait(names[2], Wait.CATALOGUE)
    here.tournament_service.wait(names[3], Wait.CATALOGUE)
    here.tournament_service.act(names[3], "system", tournament_commands.Pause())
    states = [here.state(name) for name in names]
    asked = [(GameId(state.id), str(state.state)) for state in states]
    assert here.tournament_service.waits_for(states[1]) is Wait.TREE
    trips: list[float] = []
    time_trips(here.redis, trips.append)
    assert here.tournament_service.all_wait_for(asked) == [None, Wait.TREE, Wait.CATALOGUE, None, None]
    assert len(trips) == 2, "whether the store is full, and all notes at once"
    trips.clear()
    assert here.tournament_service.all_wait_for([asked[3]]) == [None]
    assert here.tournament_service.all_wait_for([]) == []
    assert not trips, "nobody else waits, so nobody is asked"
