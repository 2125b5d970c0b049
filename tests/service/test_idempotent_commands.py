"""Idempotency of commands: keys, lost answers, crashes between two entries, stable answers."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from redis import Redis

from app.games.cards import Card, Seat
from app.games.conquian.commands import Fold, Keep, Pass
from app.games.table.commands import Sit
from app.games.table.state import Status
from app.service.entry_codec import Position
from app.service.games import GameService
from app.service.log_decider import Accepted
from app.store.client import connect
from app.store.entry import Entry
from app.store.errors import KeyReused, OutcomeUnknown, StoreUnavailable
from tests.service.helpers import GAME, KEYS, Clock, event_store, once, play_on, seated, service, table_for
from tests.service.races import Raced, away_at
from tests.store.helpers import Proxy
from workers.bots import player

Answer = tuple[int, object]


def ply_and_position(done: Accepted[Position]) -> Answer:
    """Return what the answer to a command is made of."""
    return done.ply, done.position


def test_an_equal_key_is_answered_with_the_position_of_then(games: GameService, others: GameService) -> None:
    turn = seated(games).table.hand.turn
    first = games.act(GAME, turn, Pass(), once=once("k"))
    play_on(games, GAME, seed=1, plies=6)
    again, elsewhere = (each.act(GAME, turn, Pass(), once=once("k")) for each in (games, others))
    assert (first.replayed, again.replayed, elsewhere.replayed) == (False, True, True)
    assert ply_and_position(first) == ply_and_position(again) == ply_and_position(elsewhere)
    assert games.current(GAME).ply == first.ply + 6


def test_a_repeated_key_is_answered_before_staleness_is_checked(games: GameService) -> None:
    position = seated(games)
    turn = position.table.hand.turn
    first = games.act(GAME, turn, Pass(), expected=position.ply, once=once("k"))
    play_on(games, GAME, seed=1, plies=3)
    assert games.act(GAME, turn, Pass(), expected=position.ply, once=once("k")).ply == first.ply


@pytest.mark.parametrize("command", [Pass(), Keep(Card("7d"))], ids=["accepted", "refused"])
def test_a_key_with_another_content_is_refused_before_the_rules_decide(
    games: GameService, command: Pass | Keep
) -> None:
    position = seated(games)
    games.act(GAME, position.table.hand.turn, Pass(), once=once("k", "pass"))
    turn = games.current(GAME).table.hand.turn
    with pytest.raises(KeyReused):
        games.act(GAME, turn, command, once=once("k", "something else"))
    assert games.current(GAME).ply == position.ply + 1


def test_a_key_belongs_to_its_seat(games: GameService) -> None:
    turn = seated(games).table.hand.turn
    games.act(GAME, turn, Pass(), once=once("k", scope=f"seat:{turn}"))
    turn = games.current(GAME).table.hand.turn
    done = games.act(GAME, turn, Fold(), once=once("k", "fold", scope="seat:other"))
    assert not done.replayed


def test_a_refused_command_leaves_its_key_free(games: GameService) -> None:
    turn = seated(games).table.hand.turn
    with pytest.raises(Exception, match="keep_forbidden"):
        games.act(GAME, turn, Keep(Card("7d")), once=once("k", "keep"))
    assert not games.act(GAME, turn, Pass(), once=once("k", "pass")).replayed


def test_a_lost_answer_empties_the_cache_and_the_same_key_finds_the_entry(
    redis: Redis, valkey_socket: Path, valkey_dir: Path
) -> None:
    with Proxy(valkey_socket, valkey_dir / "p") as proxy, connect(proxy.url) as client:
        games = GameService(event_store(client), 16, Clock())
        position = seated(games)
        turn = position.table.hand.turn
        proxy.lose = 1
        with pytest.raises(OutcomeUnknown):
            games.act(GAME, turn, Pass(), expected=position.ply, once=once("k"))
        assert games.log.cache.get(GAME) is None
        outcome = games.act(GAME, turn, Pass(), expected=position.ply, once=once("k"))
        client.close()
    assert (outcome.replayed, outcome.ply) == (True, position.ply + 1)
    assert ply_and_position(outcome) == ply_and_position(
        service(redis).act(GAME, turn, Pass(), once=once("k"))
    )


def test_a_repeated_creation_makes_one_game_and_gets_the_same_answer(
    games: GameService, others: GameService
) -> None:
    first = games.create(table_for("person greedy"), once("k", scope="create"))
    again = others.create(table_for("person greedy", game_key="00" * 32), once("k", scope="create"))
    assert (first.position.ply, again.replayed) == (2, True)
    assert ply_and_position(first) == ply_and_position(again)
    with pytest.raises(KeyReused):
        games.create(table_for("person open"), once("k", "other", scope="create"))


def test_an_id_that_exists_is_not_made_again(games: GameService) -> None:
    first = games.create(table_for("person greedy"), None)
    with pytest.raises(KeyReused):
        games.create(table_for("person open"), None)
    assert games.current(GAME).digest == first.position.digest


def test_ten_creations_at_once_make_one_game_with_ten_equal_answers(redis: Redis) -> None:
    answers: list[Answer] = []
    barrier = threading.Barrier(10)

    def create(at: int) -> None:
        games = service(redis)
        command = table_for("person greedy", game_key=f"{at:02d}" * 32)
        barrier.wait()
        answers.append(ply_and_position(games.create(command, once("k", scope="create"))))

    threads = [threading.Thread(target=create, args=(at,)) for at in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 10
    assert all(answer == answers[0] for answer in answers)
    assert service(redis).current(GAME).ply == 2


def test_a_creation_interrupted_before_its_deal_is_dealt_by_the_next_command(
    redis: Redis, others: GameService
) -> None:
    dying = GameService(Raced(redis, away_at(2)), 16, Clock())
    with pytest.raises(OutcomeUnknown):
        dying.create(table_for("person greedy"), once("k", scope="create"))
    half = others.current(GAME)
    assert (half.ply, half.table.status) == (1, Status.WAITING)
    dealt = others.settle(GAME)
    assert (dealt.ply, dealt.table.status) == (2, Status.PLAYING)
    assert service(redis).settle(GAME).ply == 2


def test_the_retry_of_a_creation_that_ended_before_its_deal_deals_and_answers(
    redis: Redis, others: GameService
) -> None:
    dying = GameService(Raced(redis, away_at(2)), 16, Clock())
    with pytest.raises(OutcomeUnknown):
        dying.create(table_for("person greedy"), once("k", scope="create"))
    done = others.create(table_for("person greedy"), once("k", scope="create"))
    assert (done.replayed, done.position.ply) == (True, 2)


def test_a_half_created_game_is_on_the_schedule(redis: Redis) -> None:
    store = Raced(redis, away_at(2))
    with pytest.raises(OutcomeUnknown):
        GameService(store, 16, Clock()).create(table_for("person greedy"), None)
    assert store.postpone(GAME, -1)
    assert [due.game for due in store.overdue(10)] == [GAME]


def test_a_seat_taken_before_a_failed_deal_is_answered_with_an_unknown_outcome(redis: Redis) -> None:
    games = service(redis)
    games.create(table_for("person open"), None)
    games.log.store = Raced(redis, away_at(3))
    with pytest.raises(OutcomeUnknown):
        games.act(GAME, Seat(1), Sit(Seat(1), None, "bb" * 32), once=once("k", scope="sit"))
    games.log.store = event_store(redis)
    done = games.act(GAME, Seat(1), Sit(Seat(1), None, "bb" * 32), once=once("k", scope="sit"))
    assert (done.replayed, done.ply, done.position.ply) == (True, 2, 3)


def test_an_outage_of_the_store_before_a_write_is_reported_as_unavailable(redis: Redis) -> None:
    games = GameService(Raced(redis, away_at(1)), 16, Clock())
    with pytest.raises(StoreUnavailable):
        games.create(table_for("person greedy"), None)


def _deal_and_play(redis: Redis, ply: int) -> Callable[[Entry], None]:
    """Before the deal at `ply` is written, a worker deals and plays its bots."""

    def overtake(entry: Entry) -> None:
        if entry.ply == ply:
            player(service(redis), KEYS.bot)(GAME)

    return overtake


def test_the_answer_to_a_creation_ends_with_the_deal_even_if_bots_have_played_on(
    redis: Redis, others: GameService
) -> None:
    for key in range(20):
        redis.flushall()
        command = table_for("person greedy greedy", "mexican-3", game_key=f"{key:02d}" * 32)
        raced = GameService(Raced(redis, _deal_and_play(redis, 2)), 16, Clock())
        first = raced.create(command, once("k", scope="create"))
        again = service(redis).create(command, once("k", scope="create"))
        assert service(redis).current(GAME).ply > 2
        assert (first.position.ply, ply_and_position(first)) == (2, ply_and_position(again))
