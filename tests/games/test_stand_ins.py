"""Seats of others: removed before the first hand, and played by bots for persons (RULES 11.18)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.games.cards import Seat
from app.games.table import clocks
from app.games.table.commands import (
    Begin,
    Expire,
    Leave,
    Ready,
    Remove,
    Replace,
    Return,
    Rotate,
    SeatBot,
    Sit,
)
from app.games.table.decide import pending
from app.games.table.events import (
    Readied,
    Removed,
    Replaced,
    ReplacementAsked,
    Returned,
    Seated,
    SeatsAsked,
)
from app.games.table.seats import seat_of
from app.games.table.state import Kind, Place, Status, Table, awaited, bots_awaited, person_waits
from app.games.table.view import choices, legal, view
from tests.games.play import choose
from tests.games.tables import BOT, OPEN, PERSON, act, after, begin, opening, refusal, served

LIMITS: dict[str, Any] = {"decision_seconds": 60, "window_seconds": 15, "deal_delay_seconds": 5}
ANA: dict[str, str] = {"kind": "person", "player": "p-ana"}


def table(*seats: dict[str, str], variant: str = "mexican-3", **changes: Any) -> Table:
    """A new table of the host on seat 0 and others, begun by readiness unless `changes` say otherwise."""
    made = opening(variant, {"deals": 20}, seats=(PERSON, *seats))
    return begin(replace(made, **{"start": "ready", **LIMITS, **changes})).after


def dealt(*seats: dict[str, str], **changes: Any) -> Table:
    """A table whose first hand is played."""
    made = table(*seats, **{"start": None, **changes})
    for entry in served(made):
        made = entry.after
    assert made.in_hand
    return made


def away(made: Table, *gone: int) -> Table:
    """The table once these seats have missed three decisions, wherever they come; others answer at random."""
    rng = Random(4)
    while not all(made.places[seat].away for seat in gone):
        due = pending(made)
        seat = rng.choice(awaited(made)) if due is None else None
        if seat is None:
            made = act(made, None, due).after
        elif seat in gone:
            made = act(made, None, Expire((seat,))).after
        else:
            made = act(made, seat, choose(made.hand, seat, rng) if made.in_hand else Ready()).after
    return made


# Before the first hand


def test_11_18_the_host_opens_a_seat_whose_token_is_no_longer_valid() -> None:
    made = after(table(OPEN, OPEN), (1, Sit(Seat(1), None, "a")), (1, Ready()))
    entry = act(made, 0, Remove(Seat(1)))
    assert entry.events == (Removed(Seat(1)),)
    assert entry.after.places[1] == Place(Kind.OPEN, generation=1)
    assert (entry.after.awaited, entry.after.answered) == ((0,), ())
    assert refusal(entry.after, 1, Sit(Seat(1), None, "b")) == "seat_taken"
    again = act(entry.after, 1, Sit(Seat(1), None, "b", 1)).after
    assert (again.places[1].token_hash, again.places[1].generation) == ("b", 1)
    assert again.awaited == (0, 1)


def test_11_18_no_token_is_given_out_twice_when_a_bot_sat_in_between() -> None:
    made = after(table(OPEN, OPEN), (1, Sit(Seat(1), None, "a")), (0, Remove(Seat(1))))
    made = after(made, (0, SeatBot(Seat(1), "greedy")), (0, Remove(Seat(1))))
    assert made.places[1] == Place(Kind.OPEN, generation=2)
    begun = after(made, (0, Begin("greedy")))
    assert [(place.bot, place.generation) for place in begun.places[1:]] == [("greedy", 2), ("greedy", 0)]


def test_11_18_a_kept_seat_is_open_to_all_once_it_is_removed() -> None:
    made = table({"kind": "person", "player": "p-ana"}, OPEN)
    made = after(made, (0, Remove(Seat(1))))
    assert seat_of(made, "p-ana") is None
    assert after(made, (2, Sit(Seat(2), "p-ana", "b"))).places[2].player == "p-ana"


def test_11_18_the_host_gives_an_open_seat_to_a_bot() -> None:
    entry = act(table(OPEN, OPEN), 0, SeatBot(Seat(2), "greedy"))
    assert entry.events == (Seated(Seat(2), bot="greedy"),)
    assert entry.after.lacks_seats
    made = after(entry.after, (1, Sit(Seat(1), None, "a")), (1, Ready()), (0, Ready()))
    assert [one.after.status for one in served(made)] == [Status.PLAYING]


def test_11_18_a_bot_on_the_last_seat_asks_for_entropy_as_a_person_does() -> None:
    made = begin(replace(opening("mexican-2", seats=(PERSON, OPEN), entropy="seats"), **LIMITS)).after
    entry = act(made, 0, SeatBot(Seat(1), "greedy"))
    assert entry.events[-1] == SeatsAsked(Status.COMMITTING, (Seat(0),))


@pytest.mark.parametrize("command", [Remove(Seat(1)), SeatBot(Seat(1), "greedy")])
def test_11_18_the_host_alone_changes_seats_and_only_before_the_first_hand(command: Any) -> None:
    made = after(table(OPEN, OPEN), (2, Sit(Seat(2), None, "b")))
    assert refusal(made, 2, command) == "not_host"
    assert refusal(made, None, command) == "wrong_phase"
    assert refusal(made, 0, replace(command, seat=Seat(3))) == "seat_unknown"
    assert refusal(dealt(PERSON, PERSON), 0, command) == "wrong_phase"


def test_11_18_the_hosts_own_seat_and_open_ones_are_not_removed_nor_taken_ones_given() -> None:
    made = table(OPEN, BOT)
    assert refusal(made, 0, Remove(Seat(0))) == "seat_kept"
    assert refusal(made, 0, Remove(Seat(1))) == "seat_kept"
    assert refusal(made, 0, SeatBot(Seat(2), "greedy")) == "seat_taken"
    assert after(made, (0, Remove(Seat(2)))).places[2].kind is Kind.OPEN


# During play


def test_11_18_the_host_lets_a_bot_play_at_once_for_a_seat_that_missed_three_decisions() -> None:
    made = away(dealt(PERSON, ANA), 2)
    entry = act(made, 0, Replace(Seat(2), "greedy"))
    assert entry.events[0] == Replaced(Seat(2), "greedy")
    place = entry.after.places[2]
    assert (place.kind, place.player, place.strategy) == (Kind.PERSON, "p-ana", "greedy")
    assert (entry.after.persons, entry.after.taken, entry.after.bots) == ((0, 1), (0, 1, 2), (2,))
    assert (seat_of(entry.after, "p-ana"), entry.after.sits("p-ana")) == (2, True)


def test_11_18_others_than_the_host_need_more_than_half() -> None:
    made = away(dealt(PERSON, PERSON, PERSON, variant="paco"), 0)
    asked = act(made, 1, Replace(Seat(0), "greedy"))
    assert asked.events == (ReplacementAsked(Seat(1), Seat(0)),)
    assert view(asked.after, None)["seats"][0]["replacement"] == {"bot": None, "asked_by": [1], "needed": 2}
    assert refusal(asked.after, 1, Replace(Seat(0), "greedy")) == "already_asked"
    assert act(asked.after, 3, Replace(Seat(0), "careful")).events[0] == Replaced(Seat(0), "careful")


def test_11_18_persons_who_are_away_or_gone_do_not_count() -> None:
    made = away(dealt(PERSON, PERSON, PERSON, variant="paco"), 0, 2)
    assert view(made, None)["seats"][0]["replacement"]["needed"] == 2
    made = after(made, (3, Leave()))
    assert act(made, 1, Replace(Seat(0), "greedy")).events[0] == Replaced(Seat(0), "greedy")


def test_11_18_who_has_asked_decides_by_asking_again_once_the_others_are_fewer() -> None:
    made = away(dealt(PERSON, PERSON, PERSON, variant="paco"), 0)
    made = after(made, (1, Replace(Seat(0), "greedy")), (2, Leave()), (3, Leave()))
    assert act(made, 1, Replace(Seat(0), "greedy")).events[0] == Replaced(Seat(0), "greedy")


def test_11_18_a_seat_that_returns_forgets_what_was_asked() -> None:
    made = away(dealt(PERSON, PERSON, PERSON, variant="paco"), 0)
    made = after(made, (1, Replace(Seat(0), "greedy")))
    assert act(made, 0, Return()).events == (Returned(Seat(0)),)
    made = away(after(made, (0, Return())), 0)
    assert made.places[0].asked_by == ()


def test_11_18_a_seat_that_missed_fewer_decisions_left_or_is_a_bots_keeps_its_player() -> None:
    made = dealt(PERSON, BOT)
    late = act(made, None, Expire((awaited(made)[0],))).after if awaited(made)[0] in made.persons else made
    for seat in (0, 1, 2):
        assert refusal(late, 0, Replace(Seat(seat), "greedy")) == "seat_kept"
    gone = after(away(dealt(PERSON, PERSON), 1), (1, Return()), (1, Leave()))
    assert refusal(gone, 0, Replace(Seat(1), "greedy")) == "seat_kept"
    assert refusal(gone, 0, Replace(Seat(7), "greedy")) == "seat_unknown"
    assert refusal(gone, None, Replace(Seat(1), "greedy")) == "wrong_phase"
    assert refusal(table(PERSON, OPEN), 0, Replace(Seat(1), "greedy")) == "wrong_phase"


def test_11_18_no_bot_plays_for_a_person_in_a_tournament() -> None:
    named = {"tournament": "t-0a0123456789abcdefghijkl", "fixture": 2, "deck": 1}
    made = away(dealt(PERSON, PERSON, tournament=named), 1)
    assert "replacement" not in view(made, None)["seats"][1]
    assert refusal(made, 0, Replace(Seat(1), "greedy")) == "seat_kept"


def replaced(**changes: Any) -> Table:
    """A table at which a bot plays for seat 2, which is asked."""
    made = after(away(dealt(PERSON, PERSON, **changes), 2), (0, Replace(Seat(2), "greedy")))
    rng = Random(5)
    while 2 not in awaited(made) or not made.in_hand:
        due = pending(made)
        seat = awaited(made)[0] if due is None else None
        command = due if seat is None else choose(made.hand, seat, rng) if made.in_hand else Ready()
        made = act(made, seat, command).after
    return made


def test_11_18_the_bot_is_asked_and_not_timed_while_its_person_has_nothing_to_decide() -> None:
    made = replaced()
    assert bots_awaited(made) == (2,)
    assert clocks.absent(made) == ()
    assert 2 not in clocks.late(made)
    assert (view(made, Seat(2))["decision"], legal(made, Seat(2))) == (None, ())
    assert view(made, Seat(2))["seats"][2]["replacement"] == {"bot": "greedy", "asked_by": [], "needed": 0}
    assert choices(made, Seat(2))
    entry = act(made, 2, choices(made, Seat(2))[0])
    assert Returned(Seat(2)) not in entry.events, "the bot's command does not bring the person back"
    assert entry.after.places[2].stand_in == "greedy"


def test_11_18_the_person_plays_again_with_return() -> None:
    made = replaced()
    entry = act(made, 2, Return())
    assert entry.events == (Returned(Seat(2)),)
    place = entry.after.places[2]
    assert (place.stand_in, place.missed, place.away) == (None, 0, False)
    assert (clocks.late(entry.after), bots_awaited(entry.after)) == ((2,), ())
    assert not clocks.keeps(made, entry.after), "the person has the whole time of the question"
    assert view(entry.after, Seat(2))["decision"] == made.decision
    assert refusal(entry.after, 2, Return()) == "wrong_phase"


def test_11_18_a_bot_neither_asks_nor_leaves_for_its_person() -> None:
    made = away(replaced(), 1)
    assert refusal(made, 2, Replace(Seat(1), "greedy")) == "wrong_phase"
    assert refusal(made, 2, Leave()) == "wrong_phase"


def test_11_18_a_seat_with_a_bot_gets_a_new_token_from_the_host() -> None:
    made = replaced()
    assert after(made, (0, Rotate(Seat(2), 1, "new"))).places[2].token_hash == "new"
    own = act(made, 2, Rotate(Seat(2), 1, "new"))
    assert own.after.places[2].stand_in == "greedy", "a new token is no return"


def test_11_18_between_hands_the_bot_is_not_waited_for() -> None:
    rng, made = Random(1), replaced()
    while made.status is not Status.BETWEEN_HANDS:
        made = act(made, awaited(made)[0], choose(made.hand, awaited(made)[0], rng)).after
    assert made.awaited == (0, 1)
    assert pending(after(made, (0, Ready()), (1, Ready()))) is not None


def test_11_18_a_bot_that_comes_between_hands_is_ready_at_once() -> None:
    rng, made = Random(1), away(dealt(PERSON, PERSON), 2)
    while made.status is not Status.BETWEEN_HANDS:
        seat = awaited(made)[0]
        late = seat == 2
        made = act(
            made, None if late else seat, Expire((seat,)) if late else choose(made.hand, seat, rng)
        ).after
    entry = act(made, 0, Replace(Seat(2), "greedy"))
    assert entry.events == (Replaced(Seat(2), "greedy"), Readied(Seat(2)))


def test_11_18_bots_wait_for_nobody_where_every_person_is_replaced_or_gone() -> None:
    made = after(replaced(), (0, Leave()), (1, Leave()))
    assert not person_waits(made)
    assert not made.only_bots
