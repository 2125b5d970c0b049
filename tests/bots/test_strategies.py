"""The built-in bots: legal moves, independent of hidden cards, greedy where documented."""

from collections import Counter
from typing import Any

import pytest

from app.bots import careful, simple
from app.bots.roster import decision
from app.bots.strategy import Chance, Seen
from app.games.conquian.variants import VARIANTS
from app.games.registry import GAMES
from app.games.table import wire
from app.games.table.commands import Deal
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, bots_awaited
from app.games.table.view import view
from app.store.keys import game_id_from
from tests.service.helpers import GAME, moves, table_for

KEY = b"k" * 32
SEEN = Seen(VARIANTS["north-american"].rules)
Move = dict[str, Any]


def view_with(**more: Any) -> dict[str, Any]:
    """A view with what the strategies look at."""
    seats = [{"hand_count": 3, "table": [["2d", "3d", "4d"]]}, {"hand_count": 8, "table": []}]
    base = {"game": GAME, "decision": 7, "you": 0, "pack": "french40", "hand": ["5d", "Kc", "Kh"]}
    return {**base, "seats": seats, **more}


def chance(at: int = 0) -> Chance:
    return Chance(bytes([at]) * 32)


def meld(use: list[str], discard: str | None = None) -> Move:
    return {"type": "meld", "use": use} | ({} if discard is None else {"discard": discard})


def played(seats: str, variant: str, number: int, **options: Any) -> Table:
    """A game of bots alone, played without a store; every choice is checked against what is listed."""
    game = game_id_from(bytes([number]) * 32)
    command = table_for(seats, variant, game=game, game_key=f"{number:02x}" * 32, **options)
    table = fold(None, 1, create(command))
    for ply in range(2, 5_000):
        if pending(table):
            table = fold(table, ply, decide(table, None, Deal()))
            continue
        if not (waiting := bots_awaited(table)):
            return table
        seat = waiting[0]
        options_now = moves(table, seat)
        chosen = decision(str(table.places[seat].bot), view(table, seat), options_now, KEY, Seen(table.rules))
        assert chosen in options_now
        table = fold(table, ply, decide(table, seat, wire.command_from_json(table.play, chosen)))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    "variant", ["north-american", "mexican-2", "french-page", "four-deal", "navajo-tens"]
)
@pytest.mark.parametrize("seats", ["random random", "greedy greedy", "random greedy"])
def test_every_choice_is_listed_and_every_game_ends(seats: str, variant: str) -> None:
    for number in range(3):
        assert played(seats, variant, number).is_over


def test_all_options_that_ask_more_of_a_bot_are_played_through() -> None:
    table = played("greedy careful random", "mexican-3", 5, keep_centre=True, me_sirve=True, deals=2)
    assert (table.is_over, table.hand_number) == (True, 2)


def test_greedy_wins_more_games_than_random() -> None:
    won: Counter[int | None] = Counter()
    for number in range(60):
        seats = "greedy random" if number % 2 else "random greedy"
        winner = GAMES["conquian"].winner(played(seats, "mexican-2", number).hand)
        won[None if winner is None else int(seats.split()[winner] == "greedy")] += 1
    assert won[1] > 2 * won[0]
    assert won[1] + won[0] > 30


def test_a_choice_depends_only_on_key_game_question_and_seat() -> None:
    options = [
        {"type": "exchange", "card": card} for card in ("5d", "Kc", "Kh", "2s", "3s", "7c", "Jd", "Ah")
    ]
    base = decision("random", view_with(), options, KEY, SEEN)
    assert all(decision("random", view_with(ply=ply), options, KEY, SEEN) == base for ply in range(8))
    changes: list[tuple[dict[str, Any], bytes]] = []
    for at in range(12):
        changes += [
            (view_with(decision=100 + at), KEY),
            (view_with(game=game_id_from(bytes([at]) * 32)), KEY),
            (view_with(you=at), KEY),
            (view_with(), bytes([at]) * 32),
        ]
    for kind in range(4):
        chosen = {decision("random", seen, options, key, SEEN)["card"] for seen, key in changes[kind::4]}
        assert len(chosen) > 2


def test_chance_is_even() -> None:
    stream = chance()
    drawn = Counter(stream.below(7) for _ in range(7_000))
    assert set(drawn) == set(range(7))
    assert sum((count - 1000) ** 2 / 1000 for count in drawn.values()) < 22.5


def test_random_draws_the_kind_before_the_card_and_folds_only_as_the_last_move() -> None:
    melds = [meld(["5d"], card) for card in ("Kc", "Kh", "2s", "3s")]
    options: list[Move] = [*melds, {"type": "pass"}, {"type": "fold"}]
    kinds = Counter(
        simple.choose_randomly(view_with(), options, chance(at), SEEN)["type"] for at in range(256)
    )
    assert set(kinds) == {"meld", "pass"}
    assert 90 < kinds["pass"] < 166
    assert simple.choose_randomly(view_with(), [{"type": "fold"}], chance(), SEEN) == {"type": "fold"}


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ([{"type": "pass"}, {"type": "fold"}], {"type": "pass"}),
        ([{"type": "pass"}, {"type": "keep", "discard": "Kc"}], {"type": "pass"}),
        ([{"type": "pass"}, meld([], "Kc")], meld([], "Kc")),
        ([meld(["5d"], "Kc"), meld(["Kc", "Kh"], "5d"), {"type": "pass"}], meld(["Kc", "Kh"], "5d")),
        ([meld(["Kc", "Kh"], "5d"), meld(["5d", "Kc", "Kh"])], meld(["5d", "Kc", "Kh"])),
        ([{"type": "force", "seat": 1}, {"type": "pass"}], {"type": "force", "seat": 1}),
    ],
)
def test_greedy_takes_the_card_that_completes_most(options: list[Move], wanted: Move) -> None:
    for at in range(8):
        assert simple.choose_greedily(view_with(), options, chance(at), SEEN) == wanted


def test_greedy_discards_the_card_that_fits_no_other() -> None:
    hand = ["5d", "Kc", "Kh", "7s"]
    options = [{"type": "exchange", "card": card} for card in hand]
    assert all(
        simple.choose_greedily(view_with(hand=hand), options, chance(at), SEEN)["card"] == "7s"
        for at in range(8)
    )


def test_greedy_does_not_force_a_seat_without_a_hand() -> None:
    seats = [{"hand_count": 3, "table": []}, {"hand_count": 0, "table": [["2d", "3d", "4d"]]}]
    options: list[Move] = [{"type": "force", "seat": 1}, {"type": "pass"}]
    assert simple.choose_greedily(view_with(seats=seats), options, chance(), SEEN) == {"type": "pass"}


def at_hand(hand: list[str], centre: str, phase: str = "left", **more: Any) -> dict[str, Any]:
    """A view in which seat 0 is asked about `centre`; the other seat has ten cards and no table."""
    seats = [
        {"hand_count": len(hand), "table": more.pop("table", []), "folded": False},
        {"hand_count": more.pop("count", 10), "table": more.pop("theirs", []), "folded": False},
    ]
    shown_centre = {"card": centre, "source": "stock", "left_by": None}
    whole = {"centre": shown_centre, "phase": phase, "stock_count": 12, "hand": hand, "seats": seats}
    return view_with(**whole, **more)


def careful_choice(view: dict[str, Any], options: list[Move]) -> set[str]:
    return {str(careful.choose(view, options, chance(at), SEEN)) for at in range(6)}


def test_careful_goes_out_if_it_can() -> None:
    hand = ["5d", "6d"]
    view = at_hand(hand, "7d", table=[["Ah", "2h", "3h", "4h"], ["Kd", "Kh", "Ks", "Kc"]])
    out = meld(hand)
    assert careful_choice(view, [{"type": "pass"}, out]) == {str(out)}


def test_careful_does_not_discard_a_card_that_lets_the_next_seat_go_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(careful, "_TRIES", 96)
    theirs = [["3d", "4d", "5d", "6d"], ["Kd", "Kh", "Ks"], ["Qh", "Qc", "Qs"]]
    view = at_hand(["7d", "Jc", "2h", "3h", "5s"], "4h", theirs=theirs, count=0)
    options = [meld(["2h", "3h"], card) for card in ("7d", "Jc", "5s")]
    assert str(options[0]) not in careful_choice(view, options)


def test_careful_keeps_off_a_corner_that_no_live_card_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every neighbour dead, four cards and a table of six can go out only by what is still live."""
    monkeypatch.setattr(careful, "_TRIES", 96)
    hand = ["2h", "3h", "6s", "7s", "Kd", "Qd", "Jc", "5d", "6d", "Ac"]
    view = at_hand(hand, "4h", discards=["Kh", "Ks", "Kc", "Jd"])
    options = [meld(["2h", "3h"], card) for card in ("Kd", "6s", "7s", "5d", "6d")]
    assert careful_choice(view, options) == {str(options[0])}


def test_careful_never_folds_where_there_is_another_way() -> None:
    view = at_hand(["2h", "3h", "6s", "7s", "Kd"], "Jc")
    assert careful_choice(view, [{"type": "fold"}, {"type": "pass"}]) == {str({"type": "pass"})}


def test_careful_wins_more_games_than_greedy() -> None:
    won: Counter[int | None] = Counter()
    for number in range(20, 30):
        for seats in ("careful greedy", "greedy careful"):
            winner = GAMES["conquian"].winner(played(seats, "north-american", number).hand)
            won[None if winner is None else int(seats.split()[winner] == "careful")] += 1
    assert won[1] > won[0] > 0
