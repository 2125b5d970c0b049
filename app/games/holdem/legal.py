"""`legal`: every command that a seat may send now, in a fixed order."""

from app.games.cards import Seat
from app.games.holdem.betting import levels_open
from app.games.holdem.commands import Bet, Call, Check, GiveUp, HandCommand, Raise
from app.games.holdem.state import HoldemState


def legal(state: HoldemState, seat: Seat) -> tuple[HandCommand, ...]:
    """Return the commands open to `seat`, none when it is not asked (RULES 5).

    Check, or call, comes first, then bets or raises by their levels, then giving up.
    """
    if seat != state.turn:
        return ()
    levels = levels_open(state, seat)
    higher: list[HandCommand] = [Raise(to) if state.level else Bet(to) for to in levels]
    if state.owed(seat):
        return Call(), *higher, GiveUp()
    return Check(), *higher


def default(state: HoldemState, seat: Seat) -> HandCommand:
    """Return the command that answers for `seat` when its time is over: check, or give up (RULES 5.9)."""
    return GiveUp() if state.owed(seat) else Check()
