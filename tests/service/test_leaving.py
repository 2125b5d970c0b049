"""Seats that leave, are answered for and taken again; games that end because of it (RULES 11.4, 11.11)."""

import pytest
from redis import Redis

from app.games.cards import Seat
from app.games.errors import ConfigRefused, Refused
from app.games.table.commands import Leave, Ready, Sit
from app.games.table.state import Status, awaited
from app.games.table.view import default, legal, view
from app.service.entry_codec import Position
from app.service.games import GameService
from replays.audit.audit import audit
from replays.record.write import write_record
from tests.games.memory import after_command, dealt_on, drawn, table_of, won
from tests.service.helpers import GAME, KEYS, once, play_on, seated, service, table_for
from tests.service.test_clocks import LIMITS
from workers.bots import player


def worked(redis: Redis) -> Position:
    """The game after a worker has done everything that is due."""
    player(service(redis), KEYS.bot)(GAME)
    return service(redis).current(GAME)


def clean(games: GameService) -> bool:
    return audit(b"".join(write_record(games.entries(GAME, 0)))).findings == ()


def test_11_11_a_seat_that_was_left_is_answered_for_to_the_end_and_pays(redis: Redis) -> None:
    games = service(redis)
    seated(games, "person open greedy", "mexican-3", stake=5, **LIMITS)
    games.act(GAME, Seat(1), Leave())
    position = worked(redis)
    while not position.table.is_over:
        (seat,) = awaited(position.table)
        assert seat == 0
        games.act(GAME, seat, default(position.table, seat), expected=position.ply)
        position = worked(redis)
    assert view(position.table, None)["seats"][1]["left"]
    assert sum(position.table.balances) == 0
    assert clean(games)


def test_11_11_a_seat_that_left_cannot_act_and_a_repeated_leave_gets_the_same_answer(
    redis: Redis,
) -> None:
    games = service(redis)
    position = seated(games, "person open open", "mexican-3")
    first = games.act(GAME, Seat(0), Leave(), once=once("leave"))
    again = service(redis).act(GAME, Seat(0), Leave(), once=once("leave"))
    assert (again.replayed, again.position) == (True, first.position)
    for command in (Leave(), Ready(), legal(position.table, Seat(0))[0]):
        with pytest.raises(Refused, match="already_left"):
            games.act(GAME, Seat(0), command)


def test_11_11_a_seat_that_was_left_is_taken_once_with_the_next_generation() -> None:
    table = after_command(table_of("mexican-3", 3), 1, Leave())
    for generation in (None, 2):
        with pytest.raises(Refused, match="seat_taken"):
            after_command(table, 1, Sit(Seat(1), None, "cc" * 32, generation))
    taken = after_command(table, 1, Sit(Seat(1), None, "cc" * 32, 1))
    place = taken.places[1]
    assert (place.left, place.generation, place.token_hash) == (False, 1, "cc" * 32)
    assert view(taken, Seat(1))["hand"] == view(table, Seat(1))["hand"]
    with pytest.raises(Refused, match="seat_taken"):
        after_command(taken, 1, Sit(Seat(1), None, "dd" * 32, 2))
    assert (
        after_command(after_command(taken, 1, Leave()), 1, Sit(Seat(1), None, "ee" * 32, 2))
        .places[1]
        .generation
        == 2
    )


def test_11_11_leaving_is_refused_before_the_game_begins_and_for_bots(redis: Redis) -> None:
    games = service(redis)
    games.create(table_for("person open", "north-american"), None)
    with pytest.raises(Refused, match="wrong_phase"):
        games.act(GAME, Seat(0), Leave())
    with pytest.raises(Refused, match="wrong_phase"):
        after_command(table_of("mexican-2", kind="random"), 0, Leave())


def test_11_4_a_sitting_without_a_number_ends_after_the_hand_in_which_a_seat_leaves() -> None:
    table = table_of("north-american", 2, deals=None)
    for _ in range(5):
        table = dealt_on(drawn(table))
    left = after_command(table, 1, Leave())
    assert left.status is Status.PLAYING
    end = won(left, 0)
    assert (end.status, end.hand_number, end.balances) == (Status.FINISHED, 6, (1, -1))


def test_11_4_between_hands_leaving_ends_a_sitting_without_a_number_at_once() -> None:
    between = drawn(table_of("mexican-3", 3, deals=None))
    assert after_command(between, 2, Leave()).status is Status.FINISHED
    agreed = drawn(table_of("mexican-3", 3, deals=3))
    assert after_command(agreed, 2, Leave()).status is Status.BETWEEN_HANDS


def test_11_4_a_sitting_ends_when_the_last_person_has_left(redis: Redis) -> None:
    games = service(redis)
    seated(games, "person greedy", "mexican-2", deals=9, **LIMITS)
    games.act(GAME, Seat(0), Leave())
    end = worked(redis)
    assert (end.table.status, end.table.hand_number) == (Status.FINISHED, 1)
    assert clean(games)


def test_11_4_bots_alone_play_an_agreed_number_of_hands(redis: Redis) -> None:
    with pytest.raises(ConfigRefused) as refused:
        service(redis).create(table_for("random greedy", deals=None), None)
    assert (refused.value.code, refused.value.field) == ("config_option", "deals")


def test_a_seat_taken_again_plays_on_and_the_sitting_audits_clean(redis: Redis) -> None:
    games = service(redis)
    seated(games, "person greedy", "mexican-2", deals=3, **LIMITS)
    for round_ in (1, 2):
        play_on(games, GAME, seed=round_, plies=6)
        games.act(GAME, Seat(0), Leave())
        games.act(GAME, Seat(0), Sit(Seat(0), None, "ab" * 32, round_))
    end = play_on(games, GAME, seed=5)
    assert end.table.status is Status.FINISHED
    assert clean(games)
