"""Random hands of hold'em, played on our rules and on PokerKit side by side.

Imported where hands are compared: PokerKit takes two seconds to import, in each process of pytest.
"""

from collections import Counter
from random import Random

from pokerkit import State

from app.games.cards import Seat, canonical_deck
from app.games.holdem.decide import deal, decide
from app.games.holdem.evolve import fold
from app.games.holdem.state import HoldemState
from tests.games.holdem.hands import start
from tests.games.holdem.pokerkit_oracle import SteppedState, act, begun
from tests.games.holdem.random_hands import Start, random_command, random_start

SHORT_ALL_IN = ("Short all-in", "No more completion", "is below the minimum", "already acted")
"""Refusals of PokerKit after an all-in below the next level, from which our rules go on to that level."""


def compare_hands(random: Random, hands: int) -> Counter[str]:
    """Compare random hands with PokerKit; return how many there were of each kind."""
    seen: Counter[str] = Counter()
    for _ in range(hands):
        compare(random, random_start(random), seen)
    return seen


def compare(random: Random, begin: Start, seen: Counter[str]) -> None:
    """Play a hand on both with the same cards and commands; AssertionError if turns or stacks differ."""
    deck = list(canonical_deck("french52", 1))
    random.shuffle(deck)
    hand = start(begin.sheet, begin.stacks, begin.button)
    hand = fold(hand, deal(hand, tuple(deck)))
    order = hand.order
    chips = [hand.brought[seat] for seat in order]
    judge = begun(begin.sheet, order, chips, made=SteppedState if begin.stepped else State)
    for seat in order:
        judge.deal_hole("".join(hand.holes[seat]))
    while not hand.over:
        assert hand.turn is not None
        assert judge.actor_index == order.index(hand.turn)
        command = random_command(random, hand)
        try:
            act(judge, command)
        except ValueError as error:
            if not any(known in str(error) for known in SHORT_ALL_IN):
                raise
            seen["not compared: PokerKit ends the betting after a short all-in"] += 1
            return
        before = len(hand.board)
        hand = fold(hand, decide(hand, hand.turn, command))
        if len(hand.board) > before and judge.actor_index is not None:
            # PokerKit asks the last blind, though it can only check because all others are all-in.
            assert judge.checking_or_calling_amount == 0
            judge.check_or_call()
        for cards in (hand.board[:3], hand.board[3:4], hand.board[4:]):
            if cards and hand.board.index(cards[0]) >= before:
                judge.deal_board("".join(cards))
    assert not judge.status
    assert tuple(judge.stacks) == tuple(whole_remainders(hand)[seat] for seat in order)
    seen["compared"] += 1
    seen["showdown" if hand.shown else "without showing"] += 1
    seen["side pots"] += len(hand.awards) > 1
    seen["split"] += any(len(award.shares) > 1 for award in hand.awards)


def whole_remainders(hand: HoldemState) -> list[int]:
    """Return the stacks of `hand` if odd chips went as in PokerKit.

    It gives all odd chips of a pot to the first winner. Hands that win nothing are killed there first, so
    that pots for which the same winning hands are left become one.
    """
    winning = {seat for award in hand.awards for seat, chips in award.shares if chips}
    merged: list[tuple[list[Seat], list[Seat], int]] = []
    stacks = list(hand.stacks)
    for award in hand.awards:
        left = [seat for seat in award.eligible if seat in winning]
        winners = [seat for seat, _ in award.shares]
        for seat, chips in award.shares:
            stacks[seat] -= chips
        if merged and merged[-1][0] == left:
            merged[-1] = (left, winners, merged[-1][2] + award.amount)
        else:
            merged.append((left, winners, award.amount))
    for _, winners, amount in merged:
        share, odd = divmod(amount, len(winners))
        for place, seat in enumerate(winners):
            stacks[seat] += share + (odd if place == 0 else 0)
    return stacks
