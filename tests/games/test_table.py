"""Tables: seats, sittings, dealers, stakes, ledger, frozen games, and views that hide cards."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from app.games.cards import Ply, Seat
from app.games.conquian.commands import Pass
from app.games.errors import ConfigRefused
from app.games.table import events as told
from app.games.table import wire
from app.games.table.clocks import seconds
from app.games.table.commands import Deal, Freeze, Leave, Ready, Reveal, Sit, Void
from app.games.table.decide import MOST_PLIES, pending
from app.games.table.evolve import fold
from app.games.table.seats import next_order
from app.games.table.state import Status, Table, answered, awaited
from app.games.table.summary import summary
from app.games.table.view import legal, view
from tests.games.checks import twin
from tests.games.tables import (
    BOT,
    ENTROPY,
    OPEN,
    PERSON,
    Entry,
    act,
    begin,
    committed,
    of,
    opening,
    refusal,
    served,
    sitting,
)


def last(entries: list[Entry]) -> Table:
    return entries[-1].after


def test_11_1_a_table_waits_for_its_seats_and_deals_when_the_last_is_taken() -> None:
    table = begin(opening(seats=(PERSON, OPEN))).after
    assert (table.status, pending(table)) == (Status.WAITING, None)
    assert refusal(table, 0, Pass()) == "wrong_phase"
    assert refusal(table, None, Deal()) == "wrong_phase"
    table = act(table, None, Sit(Seat(1), "p2", "hash")).after
    assert (table.places[1].player, table.persons, pending(table)) == ("p2", (0, 1), Deal())
    (deal,) = served(table)
    assert (deal.after.status, deal.after.hand_number, deal.after.in_hand) == (Status.PLAYING, 1, True)
    assert refusal(table, 0, Deal()) == "wrong_phase"


def test_11_2_a_seat_is_taken_once() -> None:
    table = begin(opening(seats=(PERSON, OPEN))).after
    assert refusal(table, None, Sit(Seat(0))) == "seat_taken"
    assert [refusal(table, None, Sit(Seat(seat))) for seat in (-1, 2)] == ["seat_unknown"] * 2
    assert refusal(table, 0, Sit(Seat(1))) == "wrong_phase"
    assert refusal(table, 1, Sit(Seat(1))) is None


@pytest.mark.parametrize(
    ("variant", "seats", "code"),
    [
        ("mexican-3", 4, "config_players"),
        ("mexican-2", 3, "config_players"),
        ("paco", 1, "config_players"),
        ("paco", 13, "config_players"),
        ("paco", 12, None),
        ("paco", 2, None),
        ("paco-teams", 5, "config_teams"),
        ("paco-teams", 2, "config_teams"),
        ("paco-teams", 4, None),
        ("paco-teams", 8, None),
        ("north-american", 3, "config_players"),
        ("french-page", 3, "config_players"),
        ("encyclopedia-es", 3, "config_players"),
        ("navajo-tens", 8, "config_players"),
        ("navajo-tens", 7, None),
        ("caesars-conquian", 5, "config_players"),
        ("caesars-conquian", 3, "config_players"),
    ],
)
def test_11_3_and_11_6_a_table_needs_a_fitting_number_of_seats(
    variant: str, seats: int, code: str | None
) -> None:
    command = opening(variant, seats=(PERSON,) * seats)
    if code is None:
        assert begin(command).after.status is Status.WAITING
    else:
        with pytest.raises(ConfigRefused, match=code):
            begin(command)


def test_11_4_a_sitting_has_its_number_of_hands_with_the_deal_going_round() -> None:
    options = {"deals": 3, "stake": 5}
    entries = list(sitting(opening("mexican-3", options, seats=(PERSON,) * 3), Random(1)))
    begun = of(told.HandBegun, entries)
    assert [event.hand_number for event in begun] == [1, 2, 3]
    dealers = [event.dealer for event in begun]
    assert [(dealer - dealers[0]) % 3 for dealer in dealers] == [0, 1, 2]
    assert all(event.order[-1] == event.dealer for event in begun)
    assert (last(entries).status, refusal(last(entries), 0, Pass())) == (Status.FINISHED, "game_over")
    assert sum(last(entries).balances) == 0


def test_11_4_between_hands_every_person_gets_ready_once() -> None:
    entries = sitting(opening(options={"deals": 2}), Random(2))
    table = next(entry.after for entry in entries if entry.after.status is Status.BETWEEN_HANDS)
    assert (awaited(table), legal(table, Seat(0))) == ((0, 1), (Ready(),))
    assert refusal(table, 0, Ready("00" * 32)) == "entropy_closed"
    table = act(table, 0, Ready()).after
    assert (answered(table), refusal(table, 0, Ready())) == ((0,), "already_ready")
    assert refusal(table, 0, Pass()) == "wrong_phase"
    table = act(table, 1, Ready()).after
    assert pending(table) == Deal()


def test_11_11_a_seat_that_was_left_is_dealt_the_next_hand_as_before() -> None:
    entries = sitting(opening("mexican-3", {"deals": 3}, seats=(PERSON,) * 3), Random(1))
    table = next(entry.after for entry in entries if entry.after.status is Status.BETWEEN_HANDS)
    order = next_order(table)
    assert next_order(act(table, 0, Leave()).after) == order
    assert set(order) == {0, 1, 2}


@pytest.mark.parametrize("seed", range(6))
def test_11_4_where_the_winner_leads_the_winner_plays_first(seed: int) -> None:
    options = {"deals": 4, "next_dealer": "winner_leads"}
    before = None
    for entry in sitting(opening("mexican-3", options, seats=(PERSON,) * 3, key=seed), Random(seed)):
        for event in entry.events:
            if isinstance(event, told.HandBegun) and before is not None:
                dealer, winner = before
                assert event.order[0] == (winner if winner is not None else (dealer + 2) % 3)
        table = entry.after
        if table.hand is not None and table.play.is_over(table.hand) and table.dealer is not None:
            before = table.dealer, table.play.winner(table.hand)


@pytest.mark.parametrize(
    ("variant", "draw", "stakes"),
    [
        ("mexican-2", "same", [5, 5, 5]),
        ("mexican-2", "double", [5, 10, 10]),
        ("mexican-2", "double_compound", [5, 10, 20]),
        ("french-page", None, [5, 10, 15]),
    ],
)
def test_11_5_drawn_hands_move_no_money_and_raise_the_stake(
    variant: str, draw: str | None, stakes: list[int]
) -> None:
    options = {"deals": 3, "stake": 5, **({"draw_stake": draw} if draw else {})}
    entries = list(sitting(opening(variant, options), Random(3), passing=True))
    assert [event.stake for event in of(told.HandBegun, entries)] == stakes
    assert [event.drawn for event in of(told.HandSettled, entries)] == [
        1,
        2,
        3,
    ]
    assert last(entries).balances == (0, 0)


def test_11_5_a_win_after_a_draw_pays_double_and_ends_the_doubling() -> None:
    seen = set()
    for seed in range(40):
        options = {"deals": 3, "stake": 5, "draw_stake": "double"}
        rng, drawn = Random(seed), 0
        for entry in sitting(opening(options=options, key=seed), rng):
            for event in entry.events:
                if isinstance(event, told.HandBegun):
                    assert event.stake == (10 if drawn else 5)
                if isinstance(event, told.HandSettled):
                    won = max(event.amounts)
                    assert won in (0, 10 if drawn else 5)
                    seen.add((bool(drawn), bool(won)))
                    drawn = 0 if won else drawn + 1
                    assert event.drawn == drawn
    assert len(seen) == 4, "draws and wins, each after both"


def test_11_5_four_deals_add_up_in_the_ledger() -> None:
    entries = list(sitting(opening("four-deal", {"stake": 1}), Random(5)))
    settled = of(told.HandSettled, entries)
    assert len(settled) == 4
    assert last(entries).balances == tuple(sum(event.amounts[seat] for event in settled) for seat in range(2))
    sizes = [entry.after.hand.hand_size for entry in entries if of(told.HandBegun, [entry])]
    assert sizes == [8, 9, 10, 11]


RECEIPT = {"v": 1, "key": "ab" * 8, "game": "a" * 22, "ply": 9, "digest": "cd" * 32, "time": 5}


def test_12_8_a_frozen_game_shows_its_reason_and_accepts_only_its_end() -> None:
    table = list(sitting(opening(seats=(PERSON, BOT)), Random(1)))[2].after
    freeze = Freeze("history_rolled_back", RECEIPT)
    assert refusal(table, 0, freeze) == "wrong_phase"
    frozen = act(table, None, freeze).after
    assert (frozen.status, frozen.hand, frozen.balances) == (Status.FROZEN, table.hand, table.balances)
    assert (awaited(frozen), pending(frozen), seconds(frozen)) == ((), None, None)
    for seat in (None, *frozen.seats):
        seen = view(frozen, seat)
        assert seen["frozen"] == {"reason": "history_rolled_back", "receipt": RECEIPT}
        assert (seen["status"], seen["awaited"], seen["decision"]) == ("frozen", [], None)
        assert seat is None or legal(frozen, seat) == ()
    for sayer, command in ((0, Pass()), (0, Ready()), (0, Leave()), (None, Deal()), (None, freeze)):
        assert refusal(frozen, sayer, command) == "history_rolled_back"
    assert refusal(frozen, 0, Void("mine")) == "wrong_phase"
    ended = act(frozen, None, Void("history_rolled_back")).after
    assert (ended.status, ended.frozen, sum(ended.balances)) == (Status.VOID, frozen.frozen, 0)


def test_12_8_a_frozen_game_is_not_void_for_its_length() -> None:
    table = list(sitting(opening(), Random(1)))[2].after
    frozen = act(table, None, Freeze("history_rolled_back", RECEIPT)).after
    assert pending(frozen.changed(ply=Ply(MOST_PLIES))) is None


@pytest.mark.parametrize("variant", ["mexican-3", "navajo-tens", "paco"])
def test_the_view_of_a_table_does_not_depend_on_cards_hidden_from_its_reader(variant: str) -> None:
    seats = (PERSON, PERSON, BOT)
    rng = Random(variant)
    for entry in sitting(opening(variant, {"deals": 2}, seats=seats), rng):
        table = entry.after
        for seat in (None, *table.seats):
            hand = None if table.hand is None else twin(table.hand, seat, rng)
            secret = [replace(place, token_hash=rng.random().hex()) for place in table.places]
            other = table.changed(hand=hand, places=tuple(secret), game_key="ff" * 32)
            assert json.dumps(view(other, seat)) == json.dumps(view(table, seat))


def test_the_members_of_a_view_keep_their_order() -> None:
    """A repeated request is answered with the bytes of the first answer, by later versions too."""
    first = (
        "game variant rematch_of fork_of visibility start host ply decision status frozen void pack target"
    )
    hand = "phase hand_number dealer turn awaited answered centre stock_count hand answer standing result"
    table = "you stake money house banks chosen_dealer"
    waiting = begin(opening(seats=(PERSON, OPEN))).after
    assert list(view(waiting, None)) == f"{first} {hand} {table} seats".split()
    (deal,) = served(act(waiting, None, Sit(Seat(1), "p2", "hash")).after)
    members = list(view(deal.after, None))
    dead = "discards" if "discards" in members else "discard_count"
    assert members == f"{first} {hand} {dead} seats {table}".split()


def test_a_view_names_the_seat_that_sits_out() -> None:
    made = opening("north-american", {"sits_out": "rotate"}, seats=(PERSON, PERSON, PERSON))
    (*_, dealt) = served(begin(made).after)
    (idle,) = dealt.after.idle
    for reader in (None, *dealt.after.seats):
        assert [seat["sits_out"] for seat in view(dealt.after, reader)["seats"]] == [
            seat == idle for seat in dealt.after.seats
        ]


def test_only_the_summary_of_a_finished_game_has_an_outcome_an_end_and_results() -> None:
    entries = list(sitting(opening(options={"deals": 2, "stake": 5}), Random(2)))
    running, over = entries[-2].after, last(entries)
    summaries = [summary(table, began=1_000, time=2_000) for table in (running, over)]
    assert [row["v"] for row in summaries] == [1, 1]
    assert [(row["outcome"], row["began"], row["ended"]) for row in summaries] == [
        (None, 1_000, None),
        ("won", 1_000, 2_000),
    ]
    assert [(row["hands"], row["tablas"]) for row in summaries] == [(2, 0), (2, over.tablas)]
    assert [[won for *_, won, _ in row["seats"]] for row in summaries] == [[0, 0], list(over.won)]
    assert [balance for *_, balance in summaries[1]["seats"]] == list(over.balances)


def test_a_view_of_a_seat_hides_the_entropy_it_promised_to_others() -> None:
    table = act(committed(0, 1), 0, Reveal(ENTROPY[0])).after
    for seat in (None, Seat(1)):
        assert ENTROPY[0] not in json.dumps(view(table, seat))


@pytest.mark.parametrize("seed", range(4))
def test_entries_survive_being_split_stored_and_merged(seed: int) -> None:
    variant, count = (("mexican-3", 3), ("navajo-tens", 4), ("paco-teams", 4), ("french-page", 2))[seed]
    table: Table | None = None
    for entry in sitting(opening(variant, {"deals": 2}, seats=(PERSON,) * count), Random(seed)):
        play = entry.after.play
        split = wire.split(play, entry.seat, entry.command, entry.events)
        public = json.loads(json.dumps(split.public))
        hidden = {audience: json.loads(json.dumps(part)) for audience, part in split.hidden.items()}
        command, happened = wire.merge(play, public, hidden)
        assert wire.command_from_json(play, command) == entry.command
        assert wire.events_from_json(play, happened) == entry.events
        table = fold(table, entry.after.ply, wire.events_from_json(play, happened))
        assert table == entry.after


def test_the_decision_is_the_ply_of_the_pending_question_for_all_asked_seats() -> None:
    table = last([*served(begin(opening("mexican-3", seats=(PERSON,) * 3)).after)])
    asked = table.decision
    assert asked == table.ply
    for seat in (2, 0):
        table = act(table, seat, legal(table, Seat(seat))[0]).after
        assert table.decision == asked
        assert view(table, Seat(1))["decision"] == asked
        assert view(table, Seat(seat))["decision"] is None
    table = act(table, 1, legal(table, Seat(1))[0]).after
    assert table.decision == table.ply


def test_first_dealers_are_drawn_evenly() -> None:
    dealers = Counter(
        next(served(begin(opening("mexican-3", seats=(PERSON,) * 3, key=key)).after)).after.dealer
        for key in range(1, 301)
    )
    assert all(70 < dealers[seat] < 130 for seat in (Seat(0), Seat(1), Seat(2)))
