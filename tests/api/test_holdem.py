"""Hold'em over HTTP: seats, bets and their refusals, chips between hands."""

import pytest

from tests.api.helpers import Api, Table, expect, refused
from tests.api.holdem import VARIANT, act, check_down, holdem_table, nothing_changes, ready


@pytest.fixture
def hand(api: Api) -> Table:
    """A table of four with twenty chips each, whose first hand is dealt."""
    return holdem_table(api)


@pytest.mark.parametrize(("seats", "code"), [(2, "not_enough_players"), (12, "too_many_players")])
def test_a_table_has_three_to_eleven_seats(api: Api, seats: int, code: str) -> None:
    body = {"variant": VARIANT, "seats": ["me", *["open"] * (seats - 1)]}
    problem = refused(api.post(body), 422, code)
    assert problem["rule"] == "1.3"
    (error,) = problem["errors"]
    assert (error["pointer"], error["minimum"], error["maximum"]) == ("/seats", 3, 11)


def test_a_custom_sheet_is_of_the_game_that_has_its_members(api: Api) -> None:
    whole = expect(api.client.post("/v1/rules", json={"rules": {"variant": VARIANT, "limit": 24}}), 200)
    assert (whole["rules"]["limit"], whole["custom"], whole["rules"]["variant"]) == (24, True, "custom")
    again = expect(api.client.post("/v1/rules", json={"rules": whole["rules"]}), 200)
    part = expect(api.client.post("/v1/rules", json={"rules": {"limit": 24}}), 200)
    assert whole["rules_hash"] == again["rules_hash"] == part["rules_hash"]
    made = expect(api.post({"rules": whole["rules"], "seats": ["me", "open", "open"]}), 201)
    assert {"street", "board"} <= set(made["view"])
    wrong = {**whole["rules"], "limit": 13}
    problem = refused(api.client.post("/v1/rules", json={"rules": wrong}), 422, "config_option")
    assert (problem["rule"], problem["errors"][0]["pointer"]) == ("1.4", "/rules/limit")
    usual = expect(api.client.post("/v1/rules", json={"rules": {"players_max": 2}}), 200)
    assert "set_kind" in usual["rules"]


def test_who_sits_down_buys_for_the_buy_in_or_more(api: Api) -> None:
    made = expect(api.post({"variant": VARIANT, "seats": ["me", "open", "open"]}), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    before = table.view()
    problem = refused(api.client.post(f"{table.path}/seats", json={"buy_in": 19}), 422, "buyin_too_small")
    (error,) = problem["errors"]
    assert (problem["rule"], error["pointer"], error["minimum"]) == ("7.1", "/buy_in", 20)
    assert table.view() == before
    table.sit({"buy_in": 20})
    view = table.sit({"buy_in": 50})["view"]
    assert [seat["balance"] + 20 for seat in view["seats"]][view["button"]] == 18
    assert sum(seat["stack"] for seat in view["seats"]) == 20 + 20 + 50 - 2 - 1


def test_the_first_to_act_sees_what_it_may_do(hand: Table) -> None:
    view = hand.view()
    turn, button = view["turn"], view["button"]
    assert turn == (button + 1) % 4
    assert (view["to_call"], view["level"], view["limit"], view["levels"]) == (0, 0, 12, [3, 6, 9, 12])
    assert view["pots"] == [{"amount": 1, "seats": [(turn + at) % 4 for at in range(4)]}]
    assert [view["seats"][seat]["stack"] for seat in (button, turn)] == [18, 19]
    moves = hand.moves(turn)
    assert [(move["type"], move.get("to")) for move in moves] == [
        ("check", None),
        *(("bet", level) for level in view["levels"]),
    ]
    assert hand.moves(button) == []


def test_what_the_rules_refuse_changes_nothing(hand: Table) -> None:
    turn = hand.view()["turn"]
    other = (turn + 1) % 4
    nothing_changes(hand, other, {"type": "check"}, 409, "not_your_turn", "5.1")
    nothing_changes(hand, turn, {"type": "call"}, 422, "nothing_owed", "5.4")
    nothing_changes(hand, turn, {"type": "fold"}, 422, "nothing_owed", "5.5")
    nothing_changes(hand, turn, {"type": "raise", "to": 6}, 422, "no_bet", "5.3")
    nothing_changes(hand, turn, {"type": "buy", "chips": 20}, 409, "wrong_phase", "11.1")
    problem = nothing_changes(hand, turn, {"type": "bet", "to": 4}, 422, "bad_step", "5.3")
    assert (problem["errors"][0]["pointer"], problem["errors"][0]["allowed"]) == ("/to", [3, 6, 9, 12])
    act(hand, "bet:3 raise:6 raise:9 raise:12")
    assert [move["type"] for move in hand.moves(turn)] == ["call", "fold"]
    problem = nothing_changes(hand, turn, {"type": "raise", "to": 15}, 422, "raise_over_limit", "5.2")
    assert problem["errors"][0]["allowed"] == []
    nothing_changes(hand, turn, {"type": "check"}, 422, "chips_owed", "5.3")
    nothing_changes(hand, turn, {"type": "bet", "to": 12}, 422, "bet_made", "5.3")
    act(hand, "fold")
    nothing_changes(hand, turn, {"type": "call"}, 409, "hand_dead", "5.5")


def test_fixed_steps_and_two_blinds_are_options(api: Api) -> None:
    fixed = holdem_table(api, bet_mode="fixed")
    turn = fixed.view()["turn"]
    assert fixed.view()["levels"] == [3]
    nothing_changes(fixed, turn, {"type": "bet", "to": 6}, 422, "bad_step", "5.3")
    two = holdem_table(api, blinds="1_3")
    view = two.view()
    assert (view["turn"], view["to_call"]) == ((view["button"] + 3) % 4, 3)
    view = act(two, "call call call")
    assert (view["turn"], view["to_call"], view["levels"]) == ((view["button"] + 2) % 4, 0, [6, 9, 12])


def test_the_winners_have_the_pots_after_the_showdown(hand: Table) -> None:
    act(hand, "bet:3 raise:6 call fold call")
    view = check_down(hand)
    assert (view["status"], view["pots"], view["levels"]) == ("between_hands", [], [])
    (pot,) = view["result"]["pots"]
    assert view["result"]["showdown"]
    assert pot["amount"] == 1 + 3 * 6
    assert sum(share["chips"] for share in pot["shares"]) == pot["amount"]
    assert sum(seat["stack"] for seat in view["seats"]) == 4 * 20 - 2
    hands = [seat["shown"] for seat in view["seats"] if seat["shown"]]
    assert len(hands) == 3
    for hand_shown in hands:
        assert len(hand_shown["best"]) == 5
        assert set(hand_shown["best"]) <= {*hand_shown["cards"], *view["board"]}
        assert len(hand_shown["cards"]) == 2


def test_the_last_seat_wins_without_showing(hand: Table) -> None:
    turn = hand.view()["turn"]
    view = act(hand, "bet:3 fold fold fold")
    assert (view["board"], view["result"]["showdown"]) == ([], False)
    assert [seat["shown"] for seat in view["seats"]] == [None] * 4
    assert view["result"]["pots"] == [{"amount": 1, "seats": [turn], "shares": [{"seat": turn, "chips": 1}]}]
    assert ready(hand)["button"] == turn


def test_chips_are_bought_between_hands_and_once_for_less(hand: Table) -> None:
    act(hand, "bet:3 fold fold fold")
    stack = hand.view()["seats"][2]["stack"]
    assert hand.view()["seats"][2]["short_buys"] == 1
    bought = expect(hand.post(2, {"type": "buy", "chips": 10}), 200)["view"]
    assert (bought["seats"][2]["stack"], bought["seats"][2]["short_buys"]) == (stack + 10, 0)
    assert 2 in bought["awaited"]
    problem = nothing_changes(hand, 2, {"type": "buy", "chips": 10}, 422, "short_buy_used", "7.2")
    assert (problem["errors"][0]["pointer"], problem["errors"][0]["minimum"]) == ("/chips", 20)
    expect(hand.post(2, {"type": "buy", "chips": 20}), 200)
    nothing_changes(hand, 2, {"type": "bet", "to": 3}, 409, "wrong_phase", "11.1")
    view = ready(hand)
    paid = (view["turn"] == 2) + 2 * (view["button"] == 2)
    assert view["seats"][2]["stack"] == stack + 30 - paid


def test_a_seat_that_leaves_is_dealt_no_further_hand(hand: Table) -> None:
    view = hand.view()
    turn, other = view["turn"], (view["turn"] + 2) % 4
    left = expect(hand.post(other, {"type": "leave"}), 200)["view"]
    assert (left["seats"][other]["folded"], left["turn"]) == (True, turn)
    refused(hand.post(other, {"type": "call"}), 409, "already_left")
    act(hand, "bet:3 fold fold")
    view = ready(hand)
    assert view["status"] == "playing"
    assert view["seats"][other]["sits_out"]
    assert view["seats"][other]["hand_count"] == 0
    last = view["turn"]
    for seat in (one for one in range(4) if one not in (other, last)):
        expect(hand.post(seat, {"type": "leave"}), 200)
    assert hand.view()["result"]["pots"][0]["shares"] == [{"seat": last, "chips": 1}]
    expect(hand.post(last, {"type": "leave"}), 200)
    view = hand.view()
    assert view["status"] == "finished"
    assert sum(seat["balance"] for seat in view["seats"]) + view["house"] == 0
