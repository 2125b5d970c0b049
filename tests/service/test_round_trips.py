"""Round trips of a command: one when it is accepted, at most two when it is refused."""

from collections.abc import Iterator

import pytest

from app.games.cards import Seat
from app.games.conquian.commands import Keep, Pass
from app.games.errors import Refused
from app.service.game_decider import Stale
from app.service.games import GameService
from tests.service.helpers import CountingPool, counted_games, once, play_on, seated

Counted = tuple[GameService, CountingPool]


@pytest.fixture
def counted(redis_url: str) -> Iterator[Counted]:
    """A process whose scripts the store knows already, and its count."""
    with counted_games(redis_url) as (games, pool):
        position = seated(games)
        play_on(games, position.game, seed=1, plies=1)
        games.current(position.game)
        yield games, pool


def test_an_accepted_command_costs_one_round_trip(counted: Counted) -> None:
    games, pool = counted
    position = seated(games, game_key="01" * 32, game="g-00abcdefghijklmnopqrstuv")
    before = pool.trips
    games.act(position.game, position.table.hand.turn, Pass(), expected=position.ply, once=once("one"))
    assert pool.trips - before == 1


def test_a_refused_command_on_a_cached_state_costs_one_more_read(counted: Counted) -> None:
    games, pool = counted
    position = seated(games, game="g-00abcdefghijklmnopqrstuv")
    turn = position.table.hand.turn
    before = pool.trips
    with pytest.raises(Refused):
        games.act(position.game, Seat(1 - turn), Pass())
    with pytest.raises(Stale):
        games.act(position.game, turn, Pass(), expected=1)
    assert pool.trips - before == 2


def test_a_refusal_without_a_cached_state_costs_two_round_trips(counted: Counted, redis_url: str) -> None:
    games, _ = counted
    position = seated(games, game="g-00abcdefghijklmnopqrstuv")
    with counted_games(redis_url) as (fresh, pool), pytest.raises(Refused, match="keep_forbidden"):
        fresh.act(position.game, position.table.hand.turn, Keep(position.table.hand.hands[0][0]))
    assert pool.trips == 2


def test_a_command_on_a_stale_cache_costs_two_round_trips(counted: Counted, redis_url: str) -> None:
    games, pool = counted
    position = seated(games, game="g-00abcdefghijklmnopqrstuv")
    with counted_games(redis_url) as (others, _):
        moved = others.act(position.game, position.table.hand.turn, Pass()).position
    before = pool.trips
    games.act(position.game, moved.table.hand.turn, Pass(), expected=moved.ply)
    assert pool.trips - before == 2
