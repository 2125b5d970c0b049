"""PokerKit judges random hands of hold'em: equal cards and commands give equal turns and stacks."""

from random import Random

from app.games.holdem.commands import Bet, Call, GiveUp, Raise
from app.games.holdem.legal import legal
from tests.games.holdem.hands import CLUB, B, D, dealt, play


def test_random_hands_come_out_as_pokerkit_plays_them() -> None:
    from tests.games.holdem.comparing import compare_hands  # noqa: PLC0415

    seen = compare_hands(Random(20), 150)
    assert seen["compared"] > 130
    assert min(seen[kind] for kind in ("showdown", "without showing", "side pots", "split")) > 0


def test_a_short_all_in_after_a_complete_one_does_not_reopen_the_betting() -> None:
    """An older PokerKit let seats that had answered the complete raise raise again (its issue 45)."""
    hand = play(dealt(CLUB, (9, 30, 6, 30)), Bet(3), Raise(6), Call(), Raise(7))
    assert hand.turn == B
    assert legal(hand, B) == (Call(), Raise(9), Raise(12), GiveUp())
    hand = play(hand, Call())
    assert hand.turn == D
    assert legal(hand, D) == (Call(), GiveUp())
