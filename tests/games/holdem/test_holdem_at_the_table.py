"""The use that a table makes of hold'em: winners, charges, the end of a sitting, and what is laid open."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.games.cards import Card, Seat, canonical_deck
from app.games.holdem.commands import Bet, Buy, Call, Check, GiveUp
from app.games.holdem.events import PotsWon
from app.games.holdem.evolve import fold
from app.games.holdem.game import HOLDEM
from app.games.holdem.rules import BetMode
from app.games.holdem.sitting import Bought
from app.games.holdem.state import HoldemState
from app.games.holdem.view import view
from tests.games.holdem.hands import CLUB, A, B, C, dealt, play, rules, stacked

BOARD = "Ah Kh Qc 7c 8s"


def showdown(**holes: str) -> HoldemState:
    """Return a hand of three seats that all check to its end, with these hole cards."""
    deck = stacked((B, C, A), {seat: holes[name] for name, seat in zip("bca", (B, C, A), strict=True)}, BOARD)
    return play(dealt(CLUB, (30, 30, 30), deck), Bet(3), Call(), Call(), *[Check()] * 9)


def won(hand: HoldemState) -> dict[str, object]:
    """Return the event that shared the pots of a finished hand."""
    return HOLDEM.events.to_json(PotsWon(hand.awards))


def test_a_hand_is_won_by_the_seat_that_has_the_main_pot_alone() -> None:
    hand = showdown(b="As Ad", c="Ks Kd", a="Qs Qd")
    assert (hand.over, HOLDEM.winner(hand), HOLDEM.is_over(hand)) == (True, B, True)
    end = HOLDEM.hand_end(won(hand))
    assert end is not None
    assert (end.termination, end.winner) == ("showdown", B)
    assert HOLDEM.outcome(end).filled().text == "seat {seat} won"
    assert HOLDEM.payments(hand, 0) == (-3, 6, -3)


def test_a_shared_pot_has_no_winner() -> None:
    hand = showdown(b="As 2d", c="Ad 2s", a="3s 4d")
    assert HOLDEM.winner(hand) is None
    end = HOLDEM.hand_end(won(hand))
    assert end is not None
    assert (end.termination, end.winner) == ("showdown", None)
    assert HOLDEM.outcome(end).text == "the pot was shared"


def test_a_hand_that_the_others_gave_up_is_won_without_showing() -> None:
    hand = dealt(CLUB, (30, 30, 30))
    assert HOLDEM.winner(hand) is None
    hand = play(hand, Bet(3), GiveUp(), GiveUp())
    end = HOLDEM.hand_end(won(hand))
    assert end is not None
    assert (end.termination, end.winner, HOLDEM.winner(hand)) == ("without_showing", B, B)
    assert HOLDEM.hand_end({"type": "checked", "seat": 0}) is None


def test_the_keys_of_a_game_open_every_hand_and_the_stock_in_its_order() -> None:
    hand = dealt(CLUB, (30, 30, 30))
    deck = canonical_deck("french52", 1)
    assert HOLDEM.revealed(hand) == {
        "hands": [[deck[at], deck[at + 3]] for at in (2, 0, 1)],
        "stock": list(deck[6:]),
    }


def test_a_position_without_its_stock_has_the_cards_of_the_stock_in_the_order_of_the_pack() -> None:
    hand = dealt(CLUB, (30, 30, 30), tuple(reversed(canonical_deck("french52", 1))))
    whole, hidden = (HOLDEM.position(hand, keep_stock=keep) for keep in (True, False))
    assert whole["stock"] == list(hand.stock)
    assert hidden == whole | {"stock": whole["stock"][::-1]}


def test_a_fresh_stock_has_the_same_cards_in_the_order_that_the_key_draws() -> None:
    hand = dealt(CLUB, (30, 30, 30))

    def drawn(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(reversed(cards))

    mixed = replace(hand, stock=hand.stock[1:] + hand.stock[:1])
    assert fold(mixed, HOLDEM.restock(mixed, drawn)).stock == hand.stock[::-1]


@pytest.mark.parametrize(("chips", "charges"), [((30, 30, 30), (0, 0, 2)), ((30, 30, 1), (0, 0, 1))])
def test_the_button_pays_the_collection_out_of_the_chips_that_it_has(
    chips: tuple[int, ...], charges: tuple[int, ...]
) -> None:
    order = (A, B, C)
    assert HOLDEM.charges(rules(collection=2), 1, order, chips, 3) == charges


def test_a_sitting_ends_after_its_hands_or_with_one_seat_that_has_all_chips_and_no_buys() -> None:
    sheet = rules(deals=4, players_min=2)
    assert [HOLDEM.has_ended(sheet, hand, (9, 9)) for hand in (3, 4)] == [False, True]
    endless = rules(deals=None, players_min=2)
    assert [HOLDEM.has_ended(endless, hand, (9, 9)) for hand in (999, 1_000)] == [False, True]
    assert [HOLDEM.has_ended(rules(rebuys=buys, players_min=2), 1, (18, 0)) for buys in (True, False)] == [
        False,
        True,
    ]
    assert not HOLDEM.has_ended(rules(rebuys=False, players_min=2), 1, (17, 1))


def test_only_a_seat_without_chips_is_unable_to_play_and_is_offered_the_usual_buy() -> None:
    assert HOLDEM.unable(CLUB, (1, 0, 5)) == (B,)
    assert [HOLDEM.offers(CLUB, (1, 0, 5), seat) for seat in (A, B)] == [(), (Buy(CLUB.buy_in),)]
    assert HOLDEM.offers(rules(rebuys=False), (1, 0, 5), B) == ()


def test_between_hands_a_seat_shows_its_chips_and_the_short_buys_that_it_has_left() -> None:
    bought, sheet = Bought((50, 50), (1, 0)), rules(short_buys=1)
    holdings = [HOLDEM.holding(sheet, bought, (40, 60), Seat(seat), playing=False) for seat in (0, 1)]
    assert holdings == [
        {"stack": 40, "brought": 40, "short_buys": 0},
        {"stack": 60, "brought": 60, "short_buys": 1},
    ]
    assert HOLDEM.holding(sheet, bought, (40, 60), A, playing=True) == {}


def test_a_sheet_is_recognised_by_its_variant_and_the_fewest_options() -> None:
    sheet = HOLDEM.sheet("caesars-holdem", {"bet_mode": "fixed"})
    assert HOLDEM.rules_from_json(HOLDEM.rules_to_json(sheet)) == sheet
    assert HOLDEM.recognised(sheet) == ("caesars-holdem", {"bet_mode": "fixed"})
    assert HOLDEM.custom({"variant": "caesars-holdem", "bet_mode": "fixed"}).bet_mode is BetMode.FIXED


def test_a_sheet_is_described_by_its_variant_and_a_free_one_as_such() -> None:
    named = HOLDEM.about(HOLDEM.sheet("caesars-holdem", {}))
    assert named is HOLDEM.variants["caesars-holdem"].about
    free = HOLDEM.about(HOLDEM.custom({"variant": "custom", "bet_mode": "fixed"}))
    assert free not in [row.about for row in HOLDEM.variants.values()]
    assert free.name


def test_each_command_has_the_paragraph_of_the_rulebook_about_it() -> None:
    about = {name: HOLDEM.paragraph({"type": name}) for name in ("check", "call", "fold", "buy", "leave")}
    assert about == {"check": "5.3", "call": "5.4", "fold": "5.5", "buy": "7.2", "leave": "10.1"}


def test_after_a_showdown_all_see_the_open_hands_with_their_kinds_and_who_won_each_pot() -> None:
    seen = view(showdown(b="As Ad", c="Ks Kd", a="Qs Qd"), None)
    hand = seen["seats"][B]["shown"]
    assert (hand["cards"], hand["category"]) == (["As", "Ad"], "three_of_a_kind")
    assert set(hand["best"]) == {"As", "Ad", "Ah", "Kh", "Qc"}
    assert (seen["pots"], seen["level"], seen["levels"], seen["turn"]) == ([], 0, [], None)
    (pot,) = seen["result"]["pots"]
    assert (seen["result"]["showdown"], pot) == (
        True,
        {"amount": 10, "seats": [B, C, A], "shares": [{"seat": B, "chips": 10}]},
    )


def test_during_a_hand_all_see_the_pots_and_the_levels_and_the_stock_is_counted() -> None:
    hand = play(dealt(CLUB, (30, 30, 3)), Bet(3))
    seen = view(hand, C)
    assert [(pot["amount"], pot["seats"]) for pot in seen["pots"]] == [(4, [B, C, A])]
    assert (seen["to_call"], seen["stock_count"], seen["hand"]) == (3, 46, list(hand.holes[C]))
    assert [seat["bet"] for seat in seen["seats"]] == [0, 3, 0]
    after = view(play(hand, Call()), None)
    assert [seat["all_in"] for seat in after["seats"]] == [False, False, True]
    assert after["hand"] is None


def test_the_winner_of_the_main_pot_wins_the_hand_whoever_has_the_side_pot() -> None:
    deck = stacked((B, C, A), {B: "As Ad", C: "Ks Kd", A: "Qs Qd"}, BOARD)
    hand = play(dealt(CLUB, (30, 4, 30), deck), Bet(3), Call(), Call(), Bet(3), Call(), *[Check()] * 4)
    assert [shares for award in hand.awards for shares, _ in award.shares] == [B, C]
    assert HOLDEM.winner(hand) == B


def test_an_exported_entry_has_its_level_its_new_cards_and_the_kinds_of_the_hands_shown() -> None:
    nothing = dict.fromkeys(HOLDEM.export_columns)
    created = {"type": "created", "seats": [{}] * 3}
    bought = {"type": "chips-bought", "seat": 1, "chips": 50}
    state, cells = HOLDEM.export_cells(None, [created, bought])
    assert cells == nothing | {"bought": [0, 50, 0]}
    state, cells = HOLDEM.export_cells(state, [{"type": "bet-placed", "seat": 1, "level": 3, "to": 6}])
    assert cells == nothing | {"level": 6}
    state, cells = HOLDEM.export_cells(state, [{"type": "called", "seat": 2, "amount": 5}])
    assert cells == nothing | {"called": 5}
    flop, rest = BOARD.split()[:3], BOARD.split()[3:]
    state, cells = HOLDEM.export_cells(state, [{"type": "board-dealt", "cards": flop}])
    assert cells == nothing | {"board": flop}
    dealt_rest = [{"type": "board-dealt", "cards": [card]} for card in rest]
    event = {"type": "hand-shown", "seat": 2, "cards": ["As", "Ad"]}
    state, cells = HOLDEM.export_cells(state, [*dealt_rest, event])
    assert cells == nothing | {"board": rest, "shown": [None, None, "three_of_a_kind"]}
    state, _ = HOLDEM.export_cells(state, [{"type": "holes-dealt"}])
    _, cells = HOLDEM.export_cells(state, [{"type": "board-dealt", "cards": flop}])
    assert cells["board"] == flop
