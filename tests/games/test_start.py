"""Tables at which each person gets ready before the first hand (RULES 11.16)."""

from dataclasses import replace
from typing import Any

import pytest

from app.games import shuffle
from app.games.cards import Seat
from app.games.table import clocks, wire
from app.games.table.commands import Begin, Deal, Expire, Leave, Ready, Reveal, Sit, Void
from app.games.table.decide import pending
from app.games.table.events import Readied, Seated, SeatsAsked
from app.games.table.seats import closed
from app.games.table.state import Kind, Status, Table, answered, awaited, bots_awaited
from app.games.table.view import legal, view
from tests.games.tables import BOT, OPEN, PERSON, act, after, begin, opening, refusal, served

LIMITS: dict[str, Any] = {"decision_seconds": 60, "window_seconds": 15, "deal_delay_seconds": 5}
ENTROPY = "c1" * 16


def table(*seats: dict[str, str], start: str | None = "ready", entropy: str = "none") -> Table:
    """A new table of the host and others."""
    made = opening("mexican-3", seats=(PERSON, *seats), entropy=entropy)
    return begin(replace(made, start=start, **LIMITS)).after


def promise(made: Table, seat: int) -> str:
    return shuffle.entropy_commitment(made.game, seat, bytes.fromhex(ENTROPY)).hex()


def test_11_16_no_hand_is_dealt_before_each_person_is_ready() -> None:
    made = after(table(OPEN, OPEN), (1, Sit(Seat(1), None, "a")), (2, Sit(Seat(2), None, "b")))
    assert (made.status, awaited(made), pending(made)) == (Status.WAITING, (0, 1, 2), None)
    made = after(made, (2, Ready()), (0, Ready()))
    assert (awaited(made), answered(made), pending(made)) == ((1,), (2, 0), None)
    made = after(made, (1, Ready()))
    assert pending(made) == Deal()
    (deal,) = served(made)
    assert deal.after.status is Status.PLAYING


def test_11_16_a_seated_player_may_be_ready_while_seats_are_open() -> None:
    made = after(table(OPEN, OPEN), (0, Ready()))
    assert (refusal(made, 0, Ready()), pending(made)) == ("already_ready", None)
    made = after(made, (2, Sit(Seat(2), None, "b")), (2, Ready()), (1, Sit(Seat(1), None, "a")))
    assert (awaited(made), pending(made)) == ((1,), None)
    assert pending(after(made, (1, Ready()))) == Deal()


def test_11_16_open_seats_and_bots_are_not_asked_to_be_ready() -> None:
    made = table(OPEN, BOT)
    assert (awaited(made), bots_awaited(made)) == ((0,), ())
    assert (legal(made, Seat(0)), legal(made, Seat(2))) == ((Ready(),), ())
    assert refusal(made, 1, Ready()) == "wrong_phase"
    assert refusal(made, 2, Ready()) == "wrong_phase"


def test_11_16_the_question_is_the_same_for_all_from_the_beginning() -> None:
    made = after(table(OPEN, OPEN), (1, Sit(Seat(1), None, "a")))
    assert (view(made, Seat(0))["decision"], view(made, Seat(1))["decision"]) == (1, 1)
    assert view(after(made, (0, Ready())), Seat(0))["decision"] is None


@pytest.mark.parametrize("start", [None, "full"])
def test_11_16_without_the_option_the_last_seat_begins_the_game(start: str | None) -> None:
    made = table(OPEN, BOT, start=start)
    assert awaited(made) == ()
    assert refusal(made, 0, Ready()) == "wrong_phase"
    assert refusal(made, 0, Begin("greedy")) == "wrong_phase"
    assert pending(after(made, (1, Sit(Seat(1), None, "a")))) == Deal()


def test_11_16_before_the_start_only_the_limit_for_abandoned_tables_runs() -> None:
    made = table(OPEN, OPEN)
    assert (clocks.seconds(made), clocks.expiry(made)) == (24 * 3600, Void("not_filled"))
    full = after(made, (1, Sit(Seat(1), None, "a")), (2, Sit(Seat(2), None, "b")))
    assert (clocks.seconds(full), clocks.expiry(full)) == (7 * 24 * 3600, Void("abandoned"))
    assert clocks.keeps(full, after(full, (0, Ready())))
    assert refusal(full, None, Expire((Seat(0),))) == "wrong_phase"
    assert clocks.absent(full) == ()
    (deal,) = served(after(full, (0, Ready()), (1, Ready()), (2, Ready())))
    assert clocks.seconds(deal.after) == LIMITS["decision_seconds"]


def test_11_16_the_host_gives_the_free_seats_to_a_bot_and_is_ready() -> None:
    invited = OPEN | {"invitation": closed("a" * 22, 2, "5a" * 32)}
    made = after(table(OPEN, invited), (1, Sit(Seat(1), None, "a")))
    entry = act(made, 0, Begin("greedy"))
    assert entry.events == (Seated(Seat(2), bot="greedy"), Readied(Seat(0)))
    place = entry.after.places[2]
    assert (place.kind, place.bot, place.invitation) == (Kind.BOT, "greedy", "")
    assert (awaited(entry.after), pending(entry.after)) == ((1,), None)
    assert refusal(entry.after, 2, Sit(Seat(2), None, "c")) == "seat_taken"
    assert pending(after(entry.after, (1, Ready()))) == Deal()


def test_11_16_a_host_that_was_ready_before_only_seats_the_bots() -> None:
    entry = act(after(table(OPEN, OPEN), (0, Ready())), 0, Begin("random"))
    assert entry.events == (Seated(Seat(1), bot="random"), Seated(Seat(2), bot="random"))
    assert pending(entry.after) == Deal()


def test_11_16_without_free_seats_begin_counts_as_ready_once() -> None:
    made = after(table(OPEN, BOT), (1, Sit(Seat(1), None, "a")))
    entry = act(made, 0, Begin("greedy"))
    assert entry.events == (Readied(Seat(0)),)
    assert refusal(entry.after, 0, Begin("greedy")) == "already_ready"


def test_11_16_only_the_host_begins() -> None:
    made = after(table(OPEN, OPEN), (1, Sit(Seat(1), None, "a")))
    assert refusal(made, 1, Begin("greedy")) == "not_host"
    assert refusal(made, 2, Begin("greedy")) == "not_host"
    assert refusal(made, None, Begin("greedy")) == "wrong_phase"
    hostless = begin(replace(opening("mexican-3", seats=(OPEN, OPEN, OPEN)), start="ready")).after
    assert refusal(hostless, 0, Begin("greedy")) == "not_host"


def test_11_16_a_seat_cannot_leave_before_the_first_hand() -> None:
    assert refusal(table(OPEN, OPEN), 0, Leave()) == "wrong_phase"


def test_11_16_begin_is_of_the_past_once_the_hand_is_dealt() -> None:
    (deal,) = served(after(table(BOT, BOT), (0, Ready())))
    assert refusal(deal.after, 0, Begin("greedy")) == "wrong_phase"


def test_12_2_with_chance_of_the_seats_ready_is_the_commitment() -> None:
    made = table(OPEN, BOT, entropy="seats")
    assert made.status is Status.WAITING
    assert refusal(made, 0, Ready("no hash")) == "seed_invalid"
    made = after(made, (0, Ready(promise(made, 0))))
    assert made.status is Status.WAITING, "a seat is open"
    made = after(made, (1, Sit(Seat(1), None, "a")))
    entry = act(made, 1, Ready())
    assert entry.events == (Readied(Seat(1)), SeatsAsked(Status.REVEALING, (Seat(0),)))
    opened = act(entry.after, 0, Reveal(ENTROPY)).after
    assert pending(opened) == Deal()


def test_12_2_bots_added_by_the_host_complete_the_commitments() -> None:
    made = table(OPEN, OPEN, entropy="seats")
    made = after(made, (1, Sit(Seat(1), None, "a")), (1, Ready(promise(made, 1))))
    entry = act(made, 0, Begin("greedy"))
    assert entry.events[-1] == SeatsAsked(Status.REVEALING, (Seat(1),))


def test_12_2_where_the_seats_add_no_chance_a_commitment_is_refused() -> None:
    assert refusal(table(OPEN, OPEN), 0, Ready("ab" * 32)) == "entropy_closed"


def test_the_first_entry_names_the_option_only_if_it_was_requested() -> None:
    usual, asked = (begin(replace(opening(), start=start)) for start in (None, "ready"))
    play = usual.after.play
    for entry, named in ((usual, False), (asked, True)):
        public = wire.split(play, None, entry.command, entry.events).public
        assert ["start" in part for part in (public["command"], public["events"][0])] == [named, named]


def test_the_view_shows_the_start_option_and_the_host() -> None:
    made = view(table(OPEN, BOT), None)
    assert (made["start"], made["host"], made["awaited"]) == ("ready", 0, [0])
    assert view(begin(opening()).after, None)["start"] == "full"
