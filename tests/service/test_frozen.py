"""A log that was set back: the game freezes by a cached position or by a receipt."""

import threading
from typing import Any

import pytest
from redis import Redis

from app.games.cards import Seat
from app.games.conquian.commands import Exchange, Pass
from app.games.errors import Refused
from app.games.table.commands import Leave, Sit
from app.games.table.state import Status
from app.service.game_decider import NoSuchGame, NotFrozen
from app.service.games import ROLLED_BACK, GameService, acknowledgement
from app.store.errors import HistoryRolledBack
from app.store.keys import due_key, live_key, state_key
from replays.record.receipts import key_list, verify
from tests.service.helpers import (
    GAME,
    Clock,
    event_store,
    key_ring,
    once,
    play_on,
    seated,
    service,
    time_is_over,
)
from tests.service.races import Backup
from workers.bots import player

Json = dict[str, Any]


def receipt_of(games: GameService, redis: Redis) -> Json:
    """The receipt of the game as it stands."""
    made = acknowledgement(key_ring(redis, Clock()), games.current(GAME))
    assert made is not None
    return made


def set_back(redis: Redis, games: GameService, plies: int = 1) -> Json:
    """The receipt of the last entry of a game whose log has then lost its last `plies`."""
    seated(games)
    backup = Backup(redis)
    for _ in range(plies):
        games.act(GAME, games.current(GAME).table.hand.turn, Pass())
    kept = receipt_of(games, redis)
    backup.restore()
    return kept


def test_a_process_that_knows_a_later_entry_freezes_the_game_and_refuses(
    redis: Redis, games: GameService
) -> None:
    set_back(redis, games)
    seat = games.known(GAME).table.hand.turn
    for mover in (seat, Seat(1 - seat)):
        with pytest.raises(Refused, match=ROLLED_BACK):
            games.act(GAME, mover, Pass())
    stored = service(redis).current(GAME)
    assert (stored.table.status, stored.table.awaited) == (Status.FROZEN, ())
    assert games.current(GAME) == stored


def test_the_evidence_is_a_valid_receipt_for_the_entry_that_is_lost(redis: Redis, games: GameService) -> None:
    kept = set_back(redis, games)
    frozen = games.current(GAME).table.frozen
    assert frozen == {"reason": ROLLED_BACK, "receipt": kept}
    assert verify(kept, key_list(key_ring(redis).document())) is None


def test_an_equal_ply_with_another_digest_freezes_the_game(
    redis: Redis, games: GameService, others: GameService
) -> None:
    hand = seated(games, variant="mexican-2").table.hand.hands[0]
    backup = Backup(redis)
    mine = games.act(GAME, Seat(0), Exchange(hand[0])).position
    backup.restore()
    theirs = others.act(GAME, Seat(0), Exchange(hand[1])).position
    assert (mine.ply, mine.digest != theirs.digest) == (theirs.ply, True)
    frozen = games.current(GAME)
    assert (frozen.ply, frozen.table.status) == (theirs.ply + 1, Status.FROZEN)
    with pytest.raises(Refused, match=ROLLED_BACK):
        others.act(GAME, Seat(1), Pass())


def test_a_process_with_a_lost_position_freezes_a_log_that_was_set_back(
    redis: Redis, games: GameService, others: GameService
) -> None:
    hand = seated(games, variant="mexican-2").table.hand.hands[0]
    backup = Backup(redis)
    games.act(GAME, Seat(0), Exchange(hand[0]))
    backup.restore()
    others.act(GAME, Seat(0), Exchange(hand[1]))
    later = play_on(others, GAME, seed=2, plies=4)
    frozen = games.current(GAME)
    assert (frozen.ply, frozen.table.status) == (later.ply + 1, Status.FROZEN)


def test_a_read_of_a_cached_position_that_the_log_lost_freezes_the_game(redis: Redis) -> None:
    games = service(redis)
    seated(games, "person open", "mexican-2", deals=None)
    backup = Backup(redis)
    for seed in range(200):
        if play_on(games, GAME, seed, plies=8).ply > 130:
            break
    assert games.current(GAME).ply > 130
    games.at(GAME, 130)
    games.log.cache.drop(GAME)
    backup.restore()
    with pytest.raises(NoSuchGame):
        games.at(GAME, 131)
    assert games.current(GAME).table.status is Status.FROZEN


def test_a_receipt_for_an_entry_that_the_log_lost_freezes_the_game(redis: Redis, games: GameService) -> None:
    kept = set_back(redis, games, plies=3)
    fresh = service(redis)
    position, agrees = fresh.confront(GAME, kept)
    assert (agrees, position.table.status) == (False, Status.FROZEN)
    assert position.table.frozen == {"reason": ROLLED_BACK, "receipt": kept}
    again, agrees = fresh.confront(GAME, kept)
    assert (agrees, again) == (False, position)


def test_receipts_that_agree_with_the_log_change_nothing(redis: Redis, games: GameService) -> None:
    seated(games)
    kept = [receipt_of(games, redis)]
    for _ in range(4):
        games.act(GAME, games.current(GAME).table.hand.turn, Pass())
        kept.append(receipt_of(games, redis))
    before = games.current(GAME)
    assert [service(redis).confront(GAME, receipt) for receipt in kept] == [(before, True)] * 5


def test_simultaneous_freezes_write_one_entry(redis: Redis, games: GameService) -> None:
    kept = set_back(redis, games, plies=2)
    behind = service(redis).current(GAME).ply
    crowd = [service(redis) for _ in range(4)] + [games]
    start = threading.Barrier(len(crowd))
    answers: list[tuple[bool, int]] = []

    def freeze(each: GameService) -> None:
        start.wait(300)
        position, agrees = each.confront(GAME, kept)
        answers.append((agrees, position.ply))

    threads = [threading.Thread(target=freeze, args=(each,)) for each in crowd]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert answers == [(False, behind + 1)] * len(crowd)
    assert service(redis).current(GAME).ply == behind + 1


def test_a_frozen_game_refuses_commands_and_no_clock_runs(redis: Redis, games: GameService) -> None:
    seated(games, decision_seconds=5, window_seconds=5, deal_delay_seconds=5)
    backup = Backup(redis)
    games.act(GAME, games.current(GAME).table.hand.turn, Pass())
    backup.restore()
    time_is_over(redis)
    frozen = games.current(GAME)
    assert frozen.deadline_ms is None
    assert not redis.hexists(state_key(GAME), "t")
    assert redis.zscore(due_key(int(GAME[2:4], 16)), GAME) is None
    assert redis.zscore(live_key(int(GAME[2:4], 16)), GAME) is not None
    for command in (Pass(), Leave(), Sit(Seat(1), None, "cc" * 32, 1)):
        with pytest.raises(Refused, match=ROLLED_BACK):
            games.act(GAME, Seat(1), command)
    assert games.settle(GAME) == frozen
    player(games, b"b" * 32)(GAME)
    assert service(redis).current(GAME).ply == frozen.ply


def test_bots_leave_a_frozen_game_alone(redis: Redis, games: GameService) -> None:
    seated(games, "person greedy")
    backup = Backup(redis)
    play_on(games, GAME, seed=3, plies=2)
    backup.restore()
    player(games, b"b" * 32)(GAME)
    assert games.current(GAME).table.status is Status.FROZEN


def test_a_repeated_key_gets_its_first_answer_after_the_freeze(redis: Redis, games: GameService) -> None:
    turn = seated(games).table.hand.turn
    first = games.act(GAME, turn, Pass(), once=once("k", scope=f"seat:{turn}"))
    backup = Backup(redis)
    games.act(GAME, first.position.table.hand.turn, Pass())
    backup.restore()
    assert games.current(GAME).table.status is Status.FROZEN
    again = games.act(GAME, turn, Pass(), once=once("k", scope=f"seat:{turn}"))
    assert (again.position, again.replayed) == (first.position, True)


def test_only_the_service_ends_a_frozen_game_and_only_a_frozen_one(redis: Redis, games: GameService) -> None:
    kept = set_back(redis, games)
    fresh = service(redis)
    with pytest.raises(NotFrozen):
        fresh.void_frozen(GAME)
    fresh.confront(GAME, kept)
    ended = fresh.void_frozen(GAME).table
    assert (ended.status, ended.void_reason, ended.frozen) == (
        Status.VOID,
        ROLLED_BACK,
        {"reason": ROLLED_BACK, "receipt": kept},
    )
    with pytest.raises(NotFrozen):
        fresh.void_frozen(GAME)
    with pytest.raises(Refused, match="game_over"):
        fresh.act(GAME, Seat(0), Pass())


def test_a_game_that_is_over_is_not_frozen(redis: Redis, games: GameService) -> None:
    seated(games)
    over = play_on(games, GAME, seed=4)
    lie = receipt_of(games, redis) | {"digest": "00" * 32}
    assert games.confront(GAME, lie) == (over, False)


def test_a_missing_game_cannot_be_frozen(redis: Redis, games: GameService) -> None:
    seated(games)
    redis.flushall()
    for _ in range(2):
        with pytest.raises(HistoryRolledBack):
            games.act(GAME, Seat(0), Pass())


def test_a_process_without_keys_refuses_and_freezes_nothing(redis: Redis) -> None:
    games = GameService(event_store(redis), 16, Clock())
    seated(games)
    backup = Backup(redis)
    later = games.act(GAME, games.current(GAME).table.hand.turn, Pass()).position
    backup.restore()
    with pytest.raises(HistoryRolledBack):
        games.current(GAME)
    assert service(redis).current(GAME).ply == later.ply - 1
