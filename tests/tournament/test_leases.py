"""Leases of fixtures and pauses: the games that a worker plays, and those that it leaves to others."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import pytest
from redis import Redis

from app.store.errors import StoreUnavailable
from app.store.keys import GameId
from app.store.leases import Lease, Leases
from app.tournament import commands as tournament_commands
from app.tournament.schedule import Fixture
from app.tournament.state import Tournament, TournamentPhase
from replays.tournaments.playing import Playout
from tests.tournament.venue import Venue, cup
from workers import tournaments
from workers.tournaments import BLOCK, BLOCKS, TournamentPlayer, _Slice


def free(
    player: TournamentPlayer, state: Tournament, waiting: Sequence[Fixture]
) -> Iterator[Sequence[Fixture]]:
    """Return the fixtures of `waiting` that one job takes from a tournament without end."""
    return _Slice(player, state, ())._free(waiting)


def test_a_paused_tournament_plays_nothing_until_it_is_resumed(here: Venue) -> None:
    name = here.begin(cup(2))
    here.tournament_service.act(name, "p", tournament_commands.Pause())
    here.player(name)
    assert not here.state(name).results
    here.tournament_service.act(name, "p", tournament_commands.Resume())
    assert here.run(name).state is TournamentPhase.FINISHED


def test_fixtures_leased_by_another_worker_are_left_to_it(here: Venue) -> None:
    name = here.begin(cup(2))
    held = here.player.leases.take(name, [0])
    assert len(held) == 1
    here.player(name)
    assert not here.state(name).results
    here.player.leases.release(held)
    here.player(name)
    assert len(here.state(name).results) == 2


@pytest.mark.parametrize(("problem", "again"), [(ZeroDivisionError(), 1), (StoreUnavailable("away"), 2)])
def test_an_unexpected_error_is_not_tried_again_before_its_lease_ends(
    here: Venue, monkeypatch: pytest.MonkeyPatch, problem: Exception, again: int
) -> None:
    tried = list[Fixture]()

    def fails(state: Tournament, fixture: Fixture, factories: object, **more: object) -> Playout:
        tried.append(fixture)
        raise problem

    name = here.begin(cup(2))
    monkeypatch.setattr(tournaments, "play", fails)
    for _ in range(2):
        with suppress(ZeroDivisionError):
            here.player(name)
    assert len(tried) == again
    monkeypatch.undo()
    for key in here.redis.scan_iter("cq:*:lease:*"):
        here.redis.delete(key)  # they go by themselves after some seconds
    assert here.run(name).state is TournamentPhase.FINISHED


class Counted(Leases):
    """Leases that remember how many parts were asked for each time."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.asked: list[int] = []

    def take(self, log: str, parts: Sequence[int]) -> list[Lease]:
        self.asked.append(len(parts))
        return super().take(log, parts)


def test_blocks_are_leased_several_at_a_time_but_singly_at_first_and_at_last(here: Venue) -> None:
    name = here.begin(cup(2, decks_per_pairing=400))
    leases = Counted(here.redis)
    player, waiting = replace(here.player, leases=leases, seconds=0.0), list(here.state(name).waiting)
    player(name)
    assert leases.asked == [1]
    given = [fixture for some in free(player, here.state(name), waiting) for fixture in some]
    assert given == waiting
    assert (leases.asked[1], max(leases.asked), leases.asked[-1]) == (1, BLOCKS, 1)
    assert sum(leases.asked[1:]) == 800 // BLOCK


def test_a_job_for_an_unknown_tournament_does_nothing(here: Venue) -> None:
    here.player(GameId("t-000000000000000000000000"))
    assert not here.rung
