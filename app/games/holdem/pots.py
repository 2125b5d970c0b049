"""Main pot and side pots, and how winners share them."""

from collections.abc import Sequence

from app.games.cards import Seat
from app.games.holdem.ranking import rank
from app.games.holdem.state import Award, HoldemState

Pot = tuple[int, tuple[Seat, ...]]
"""An amount in chips and the seats that can win it."""


def pots(state: HoldemState) -> tuple[Pot, ...]:
    """Return the main pot and the side pots of a hand, the main pot first (RULES 6.1).

    A pot ends at what a contender without more chips has paid; the next one holds what the others pay above
    it. Dead money is in the main pot, for all contenders. What seats that gave up have paid beyond the
    highest contender is in the last pot.
    """
    made: list[Pot] = [(state.dead, state.contenders)]
    floor = 0
    highest = max(state.paid[seat] for seat in state.contenders)
    ceilings = {state.paid[seat] for seat in state.contenders if not state.stacks[seat]} | {highest}
    for ceiling in sorted(ceilings):
        amount = sum(min(paid, ceiling) - min(paid, floor) for paid in state.paid)
        made.append((amount, _eligible(state, ceiling)))
        floor = ceiling
    made.append((sum(max(paid - floor, 0) for paid in state.paid), made[-1][1]))
    return _merged(made)


def _eligible(state: HoldemState, ceiling: int) -> tuple[Seat, ...]:
    """Return the contenders that have paid `ceiling`, or still can."""
    return tuple([seat for seat in state.contenders if state.paid[seat] >= ceiling or state.stacks[seat]])


def _merged(made: Sequence[Pot]) -> tuple[Pot, ...]:
    """Return pots as one where the same seats can win them, and none without chips but the main pot."""
    merged = [made[0]]
    for amount, eligible in made[1:]:
        if eligible == merged[-1][1] or merged[-1][0] == 0:
            merged[-1] = (merged[-1][0] + amount, eligible)
        elif amount:
            merged.append((amount, eligible))
    return tuple(merged)


def awards(state: HoldemState) -> tuple[Award, ...]:
    """Return who gets how much of each pot, where all hands of the contenders are compared (6.4, 6.5)."""
    if len(state.contenders) == 1:
        ranks = dict.fromkeys(state.contenders, 0)
    else:
        ranks = {seat: rank(state.holes[seat], state.board) for seat in state.contenders}
    return tuple([_award(amount, eligible, ranks) for amount, eligible in pots(state)])


def _award(amount: int, eligible: tuple[Seat, ...], ranks: dict[Seat, int]) -> Award:
    """Share a pot among the best hands; odd chips go one each to the first winners left of the button."""
    best = min(ranks[seat] for seat in eligible)
    winners = [seat for seat in eligible if ranks[seat] == best]
    share, odd = divmod(amount, len(winners))
    shares = tuple([(seat, share + (place < odd)) for place, seat in enumerate(winners)])
    return Award(amount, eligible, shares)
