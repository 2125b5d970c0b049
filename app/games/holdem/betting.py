"""The order of betting: the seat that acts next, and the levels that it may go to."""

from app.games.cards import Seat
from app.games.holdem.rules import BetMode
from app.games.holdem.state import HoldemState


def next_to_act(state: HoldemState, after: Seat) -> Seat | None:
    """Return the seat that acts after the seat `after`, or None if the round is over (5.1, 5.8)."""
    at = state.order.index(after) + 1
    return _first_asked(state, state.order[at:] + state.order[:at])


def opens_round(state: HoldemState) -> Seat | None:
    """Return the seat that acts first in a round, or None if there is nothing left to bet (5.1).

    It is the first one left of the button; before the flop the one after the blinds, where these count.
    """
    blinds = len(state.rules.posts(state.order)) if state.rules.blinds_count and not state.board else 0
    at = blinds % len(state.order)
    return _first_asked(state, state.order[at:] + state.order[:at])


def _first_asked(state: HoldemState, seats: tuple[Seat, ...]) -> Seat | None:
    """Return the first of `seats` that has to act: it owes chips, or has not acted and can be answered."""
    able = state.able
    for seat in seats:
        if seat in able and (state.owed(seat) or (state.acted[seat] is None and len(able) > 1)):
            return seat
    return None


def may_raise(state: HoldemState, seat: Seat) -> bool:
    """Return whether `seat` may bet or raise (5.7).

    Another seat must have chips for more than the level, and a seat that has acted waits for a full raise.
    """
    acted = state.acted[seat]
    if acted is not None and state.complete_level <= acted:
        return False
    return any(
        other != seat and state.bets[other] + state.stacks[other] > state.level for other in state.able
    )


def levels_open(state: HoldemState, seat: Seat) -> tuple[int, ...]:
    """Return the levels that `seat` may bet or raise to, ascending (5.2, 5.3).

    A seat whose chips do not reach the next level may go to all that it has (5.6).
    """
    if not may_raise(state, seat):
        return ()
    higher = [level for level in state.rules.levels(state.street) if level > state.level]
    if state.rules.bet_mode is BetMode.FIXED:
        higher = higher[:1]
    chips = state.bets[seat] + state.stacks[seat]
    if higher and state.level < chips < higher[0]:
        return (chips,)
    return tuple([level for level in higher if level <= chips])
