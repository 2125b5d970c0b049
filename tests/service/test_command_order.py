"""The order of commands: staleness, conflicts, windows, and the guard against a history that changed."""

import threading
from itertools import permutations

import pytest
from redis import Redis

from app.games.cards import Seat
from app.games.conquian.commands import Exchange, Pass
from app.games.errors import Refused
from app.games.table.state import answered, awaited
from app.service.game_decider import NoSuchGame, Stale
from app.service.games import GameService
from app.store.entry import Entry
from tests.service.helpers import GAME, play_on, plies, seated, service
from tests.service.races import Raced


def gift(games: GameService, seat: int) -> Exchange:
    """The first card that a seat may give away in the exchange."""
    return Exchange(games.current(GAME).table.hand.hands[seat][0])


def test_a_stale_cache_is_caught_up_and_the_command_decided_again(
    games: GameService, others: GameService
) -> None:
    position = seated(games)
    moved = others.act(GAME, position.table.hand.turn, Pass()).position
    done = games.act(GAME, moved.table.hand.turn, Pass(), expected=moved.ply)
    assert done.ply == moved.ply + 1
    assert done.position.table == others.current(GAME).table


def test_a_command_that_is_legal_only_in_a_stale_cache_is_refused(
    games: GameService, others: GameService
) -> None:
    turn = seated(games).table.hand.turn
    others.act(GAME, turn, Pass())
    with pytest.raises(Refused, match="not_your_turn"):
        games.act(GAME, turn, Pass())
    assert games.current(GAME).ply == others.current(GAME).ply


def test_answers_to_one_question_are_all_accepted_with_the_same_expected_ply(
    games: GameService, others: GameService
) -> None:
    asked = seated(games, "person open open", "mexican-3").ply
    others.current(GAME)
    games.act(GAME, Seat(0), gift(games, 0), expected=asked)
    others.act(GAME, Seat(1), gift(others, 1), expected=asked)
    assert answered(games.current(GAME).table) == (Seat(0), Seat(1))
    assert games.act(GAME, Seat(2), gift(games, 2), expected=asked + 1).ply == asked + 3


def test_the_outcome_of_a_window_does_not_depend_on_the_order_of_answers(
    redis: Redis, games: GameService
) -> None:
    hands = []
    for order in permutations(range(3)):
        redis.flushall()
        games = service(redis)
        seated(games, "person open open", "mexican-3")
        for seat in order:
            games.act(GAME, Seat(seat), gift(games, seat))
        table = games.current(GAME).table
        hands.append((table.hand.hands, table.hand.stock, table.hand.centre, awaited(table)))
    assert all(hand == hands[0] for hand in hands)


def test_an_expected_ply_holds_from_the_question_to_now_and_not_outside(games: GameService) -> None:
    asked = seated(games, "person open open", "mexican-3").ply
    now = games.act(GAME, Seat(0), gift(games, 0)).ply
    for wrong in (asked - 1, now + 1, 0):
        with pytest.raises(Stale) as stale:
            games.act(GAME, Seat(1), gift(games, 1), expected=wrong)
        assert stale.value.ply == now
    assert games.act(GAME, Seat(1), gift(games, 1), expected=asked).ply == now + 1
    with pytest.raises(Stale):
        games.act(GAME, Seat(1), gift(games, 1), expected=asked)


def test_a_command_overtaken_by_other_answers_is_decided_again_until_it_fits(
    redis: Redis, others: GameService
) -> None:
    left = [1, 2, 3, 4]

    def overtake(entry: Entry) -> None:
        if entry.ply > asked and left:
            seat = left.pop()
            others.act(GAME, Seat(seat), gift(others, seat))

    games = service(redis)
    asked = seated(games, " ".join(["person", *["open"] * 6]), "paco").ply
    games.log.store = Raced(redis, overtake)
    assert games.act(GAME, Seat(0), gift(games, 0), expected=asked).ply == asked + 5


def test_a_command_that_loses_five_races_is_stale_and_writes_nothing(
    redis: Redis, others: GameService
) -> None:
    left = [1, 2, 3, 4, 5, 6]

    def overtake(entry: Entry) -> None:
        seat = left.pop()
        others.act(GAME, Seat(seat), gift(others, seat))

    games = service(redis)
    asked = seated(games, " ".join(["person", *["open"] * 7]), "paco").ply
    games.log.store = Raced(redis, overtake)
    with pytest.raises(Stale) as stale:
        games.act(GAME, Seat(0), gift(games, 0), expected=asked)
    assert stale.value.ply == others.current(GAME).ply == asked + 5
    assert Seat(0) in awaited(others.current(GAME).table)


def test_of_eight_commands_at_one_ply_exactly_one_is_accepted(redis: Redis, games: GameService) -> None:
    position = seated(games)
    seat, outcomes, barrier = position.table.hand.turn, [], threading.Barrier(8)

    def act() -> None:
        mine = service(redis)
        mine.current(GAME)
        barrier.wait()
        try:
            outcomes.append(mine.act(GAME, seat, Pass(), expected=position.ply).ply)
        except Stale as stale:
            outcomes.append(-stale.ply)

    threads = [threading.Thread(target=act) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [-(position.ply + 1)] * 7 + [position.ply + 1]
    assert games.current(GAME).ply == position.ply + 1


def test_a_game_that_does_not_exist_is_named_so(games: GameService) -> None:
    for ask in (games.current, games.settle, lambda game: games.act(game, Seat(0), Pass())):
        with pytest.raises(NoSuchGame):
            ask(GAME)
    seated(games)
    with pytest.raises(NoSuchGame):
        games.at(GAME, 99)


def test_entries_are_paged_without_gaps_and_any_position_can_be_read_again(games: GameService) -> None:
    seated(games)
    seen = {}
    for seed in range(12):
        position = play_on(games, GAME, seed, plies=1)
        seen[position.ply] = position
    last = max(seen)
    assert plies(games.entries(GAME, 0)) == list(range(1, last + 1))
    assert plies(games.entries(GAME, 3, 6)) == [4, 5, 6]
    assert games.entries(GAME, last) == ()
    assert games.entries(GAME, last + 5) == ()
    fresh = service(games.store._redis)
    for ply, position in seen.items():
        assert fresh.at(GAME, ply) == position
