"""Bots between two hands of hold'em: one without chips is asked, and buys where that is allowed."""

from typing import Any

import pytest

from app.bots.roster import bots_of, decision
from app.bots.strategy import Seen
from app.games.cards import Seat
from app.games.errors import Refused
from app.games.holdem.commands import Bet, Buy, Call, Raise
from app.games.holdem.game import HOLDEM
from app.games.table import wire
from app.games.table.commands import Create, Ready
from app.games.table.decide import create, decide
from app.games.table.evolve import fold
from app.games.table.state import Status, Table, awaited
from app.games.table.view import legal, view
from tests.games.memory import GAME, after_command, settled

PERSON, PASSIVE = Seat(0), Seat(3)


def table_of(bots: str, **options: Any) -> Table:
    """A table of a person and `bots`, with the first hand dealt."""
    seats = ({"kind": "person"}, *({"kind": "bot", "bot": bot} for bot in bots.split()))
    command = Create(
        game=GAME,
        play=HOLDEM.name,
        rules=HOLDEM.rules_to_json(HOLDEM.sheet("caesars-holdem", options)),
        seats=seats,
        entropy="none",
        reveal="game",
        token_hashes=("",) * len(seats),
        game_key="5a" * 32,
    )
    return settled(fold(None, 1, create(command)))


def with_broke_bot(**options: Any) -> Table:
    """The table after hands in which all but one bet as much as possible, until a bot has no chips."""
    table = table_of("random greedy careful", **options)
    while table.status is not Status.BETWEEN_HANDS or min(table.chips[1:]) > 0:
        seat = awaited(table)[0]
        moves = legal(table, seat)
        bets = [move for move in moves if isinstance(move, Bet | Raise)]
        calls = [move for move in moves if isinstance(move, Call | Ready)]
        chosen = table.play.default(table.hand, seat) if table.in_hand else moves[-1]
        table = after_command(table, seat, chosen if seat == PASSIVE else (*bets[-1:], *calls, *moves)[0])
    return table


def test_a_bot_without_chips_is_asked_and_buys() -> None:
    table = with_broke_bot()
    broke = [seat for seat in table.bots if not table.chips[seat]]
    assert broke
    assert table.awaited == (PERSON, *broke)
    assert list(legal(table, broke[0])) == [Buy(20), Ready()]
    for seat in broke:
        while seat in table.awaited:
            moves = [wire.command_to_json(table.play, command) for command in legal(table, seat)]
            bot = str(table.places[seat].bot) if seat != 1 else "greedy"
            chosen = decision(bot, view(table, seat), moves, bytes(32), Seen(table.rules), play=HOLDEM.name)
            table = after_command(table, seat, wire.command_from_json(table.play, chosen))
        assert table.chips[seat] == view(table, None)["seats"][seat]["stack"] == 20
    assert table.awaited == (PERSON,)
    if not table.chips[PERSON]:
        table = after_command(table, PERSON, Buy(20))
    table = after_command(table, PERSON, Ready())
    assert set(broke) <= set(table.order), "they play the next hand"


def test_a_bot_with_chips_is_not_asked_and_buys_nothing() -> None:
    table = with_broke_bot()
    assert table.chips[PASSIVE]
    assert list(legal(table, PASSIVE)) == []
    with pytest.raises(Refused) as refusal:
        decide(table, PASSIVE, Buy(20))
    assert refusal.value.code == "wrong_phase"


def test_a_buy_is_offered_only_to_a_seat_without_chips_where_buys_are_allowed() -> None:
    sheets = [HOLDEM.sheet("caesars-holdem", {"rebuys": rebuys}) for rebuys in (True, False)]
    offered = [HOLDEM.offers(sheet, (0, 1), seat) for sheet in sheets for seat in (Seat(0), Seat(1))]
    assert offered == [(Buy(20),), (), (), ()]


def test_every_game_has_the_same_names_for_bots_of_the_same_strength() -> None:
    names = list(bots_of(HOLDEM.name))
    assert names == [name for name in bots_of("conquian") if name in names]


def test_a_buy_of_nothing_is_no_short_buy() -> None:
    table = with_broke_bot()
    with pytest.raises(Refused) as refused:
        decide(table, PERSON, Buy(0))
    assert (refused.value.code, refused.value.rule) == ("buyin_too_small", "7.2")
    assert decide(table, PERSON, Buy(1))
