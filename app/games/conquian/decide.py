"""`decide`: what a command does in a position, or why it is refused (RULES 4 to 8, order of checks 10)."""

from collections.abc import Callable
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian import events as told
from app.games.conquian import flow
from app.games.conquian.commands import Command, Exchange, Fold, Force, Keep, Meld, Pass, Standing
from app.games.conquian.evolve import fold
from app.games.conquian.flow import Decided
from app.games.conquian.rules import ForceSource
from app.games.conquian.state import Phase, Source, State
from app.games.conquian.taking import fits, forceable, melded
from app.games.conquian.told import Events
from app.games.errors import Refused

_WINDOWS = (Phase.FORCE_WINDOW, Phase.CLAIM_WINDOW)
_FORCE_WINDOW, _CLAIM_WINDOW = _WINDOWS
_TURNS = (Phase.LEFT, Phase.NEW)
_OVER, _EXCHANGE, _FORCED = Phase.OVER, Phase.EXCHANGE, Phase.FORCED
_LEFT, _NEW = _TURNS


def decide(state: State, seat: Seat, command: Command) -> tuple[told.Event, ...]:
    """The events of `command` by `seat`; `Refused` with the reason code if the rules forbid it."""
    kind, in_turn = type(command), state.asked.in_turn
    if in_turn and kind is Pass and seat in state.awaited:
        holding, centre, stock = state.holdings[seat], state.centre, state.stock
        if centre is not None and not (
            holding.table and state.card & holding.joining and flow.forcing_seats(state, seat)
        ):
            # Most decisions have been taken before in all that they follow from.
            known = state.lasting.passes[seat][centre.left_by].get(stock[0] if stock else None)
            if known is not None:
                return known
    if not in_turn or kind is Exchange:
        _check_phase(state, seat, command)
    events: Decided = _DECIDE[kind](state, seat, command)
    if state.lasting.stands or kind is Standing:
        return flow.settled(events, state)
    return events if isinstance(events, tuple) else events.told()


def _check_phase(state: State, seat: Seat, command: Command) -> None:
    """Refuses what no seat, or none but another, may say in this phase."""
    phase, kind = state.phase, type(command)
    if phase is _OVER:
        raise Refused("game_over")
    if kind is Standing:
        return
    if (kind is Exchange) != (phase is _EXCHANGE):
        raise Refused("wrong_phase")
    if phase is _FORCED:
        _check_forced(state, seat, command)


def _check_forced(state: State, seat: Seat, command: Command) -> None:
    """Only the forced seat acts, and it melds (RULES 7.4)."""
    if seat == state.turn and not isinstance(command, Meld):
        raise Refused("forced_must_meld")
    if seat != state.turn:
        raise Refused("force_closed" if isinstance(command, Force) else "wrong_phase", "10.2")


def _exchange(state: State, seat: Seat, command: Exchange) -> Decided:
    if seat in state.answered:
        raise Refused("already_passed")
    if command.card not in state.holdings[seat].hand:
        raise Refused("card_not_in_hand")
    events = Events((told.Answered(seat, command),))
    flow.settle_exchange(events, fold(state, events))
    return events


def _meld(state: State, seat: Seat, command: Meld) -> Decided:
    phase = state.asked.phase
    if seat not in state.awaited or phase is _FORCE_WINDOW:
        raise Refused(_meld_not_asked(state, seat), "10.3")
    meld = melded(state, seat, command)
    if phase is _CLAIM_WINDOW:
        return _claim_answered(state, seat, command)
    return flow.lay(state, meld)


def _claim_answered(state: State, seat: Seat, command: Meld | Pass) -> Decided:
    events = Events((told.Answered(seat, command),))
    flow.settle_claims(events, fold(state, events))
    return events


def _meld_not_asked(state: State, seat: Seat) -> str:
    """Why a seat that is not asked for a meld may not send one."""
    if seat == state.turn:
        return "wrong_phase"
    if state.phase is _CLAIM_WINDOW:
        if seat in state.answered:
            return "already_answered"
        if state.centre is not None and seat == state.centre.left_by:
            return "claim_own_card"
    return "claim_closed" if state.rules.claims else "not_your_turn"


def _pass(state: State, seat: Seat, command: Pass) -> Decided:
    if seat not in state.awaited:
        raise Refused(_pass_not_asked(state, seat), "10.4")
    if state.phase in _TURNS:
        return _turn_down(state, seat, None)
    if state.phase is _CLAIM_WINDOW:
        return _claim_answered(state, seat, command)
    return _pass_force(state, seat) if state.phase is _FORCE_WINDOW else _pass_offer(state, seat)


def _pass_not_asked(state: State, seat: Seat) -> str:
    """Why a seat that is not asked may not pass."""
    if state.phase not in _WINDOWS:
        return "not_your_turn"
    return "already_answered" if seat in state.answered else "wrong_phase"


def _pass_force(state: State, seat: Seat) -> Decided:
    """Once the last seat does not force, play goes on (RULES 7.2)."""
    events = Events((told.Passed(seat),))
    if state.awaited == (seat,):
        flow.not_forced(events, state, state.turn)
    return events


def _pass_offer(state: State, seat: Seat) -> Decided:
    """The first card goes on to the next seat, and after the dealer a second one is turned (RULES 5.1)."""
    events = Events((told.Passed(seat),))
    if seat == state.order[-1]:
        flow.turn_up(events, state, seat, state.stock)
    else:
        following = state.next(seat)
        flow.ask(events, Phase.OFFER, following, (following,))
    return events


def _turn_down(state: State, seat: Seat, keeping: Card | None) -> Decided:
    """The seat on turn does not meld; where keeping is possible nobody learns yet which of the two it is."""
    forcers = flow.forcing_seats(state, seat) if state.plan.keeps else ()
    if forcers:
        return told.Declined(seat, keeping), told.Asked(_FORCE_WINDOW, seat, forcers)
    if keeping is None:
        return flow.decline(state, seat)
    events = Events()
    flow.keep(events, state, seat, keeping)
    return events


def _force(state: State, seat: Seat, command: Force) -> Decided:
    if seat == state.turn:
        _check_force_by_turn(state, seat, command.seat)
    else:
        _check_force_on_turn(state, seat, command.seat)
    forced = command.seat
    return told.Forced(seat, forced), told.Asked(_FORCED, forced, (forced,))


def _check_force_by_turn(state: State, seat: Seat, target: Seat) -> None:
    rules, centre = state.rules, state.centre
    if not rules.force_by_turn_player:
        raise Refused("force_target", why="force_not_by_turn")
    if target == seat or target not in state.order:
        raise Refused("force_target", why="force_another", at="/seat")
    if rules.force_source is ForceSource.STOCK and centre is not None and centre.source is not Source.STOCK:
        raise Refused("force_source")
    if not forceable(state) or not fits(state, target):
        raise Refused("force_no_fit")
    if state.phase not in _TURNS:
        raise Refused("wrong_phase", "10.5")


def _check_force_on_turn(state: State, seat: Seat, target: Seat) -> None:
    in_window = state.phase is _FORCE_WINDOW
    if in_window and seat in state.answered:
        raise Refused("already_answered", "10.5")
    if not in_window or seat not in state.awaited:
        raise Refused("force_closed")
    if target != state.turn:
        raise Refused("force_target", why="force_on_turn", at="/seat")


def _keep(state: State, seat: Seat, command: Keep) -> Decided:
    if not state.rules.keep_centre:
        raise Refused("keep_forbidden")
    if seat != state.turn:
        raise Refused("not_your_turn", "10.6")
    if state.phase not in _TURNS:
        raise Refused("wrong_phase", "10.6")
    if not keep_open(state):
        raise Refused("keep_forbidden", "8.4")
    if state.centre is not None and command.discard == state.centre.card:
        raise Refused("keep_discard_same")
    if command.discard not in state.holdings[seat].hand:
        raise Refused("discard_not_in_hand")
    return _turn_down(state, seat, command.discard)


def keep_open(state: State) -> bool:
    """Whether the seat on turn may keep: not a left card after too many idle turns (RULES 8.3, 8.4)."""
    rules = state.rules
    limit = rules.keep_turn_limit or 2 * len(state.order)
    tired = state.phase is Phase.LEFT and state.idle_turns >= limit
    return rules.keep_centre and state.phase in _TURNS and not tired


def _fold(state: State, seat: Seat, command: Fold) -> Decided:
    if not state.rules.fold:
        raise Refused("fold_not_allowed")
    if seat in state.folded:
        raise Refused("already_folded")
    if seat != state.turn:
        raise Refused("not_your_turn", "10.7")
    if state.phase not in _TURNS:
        raise Refused("wrong_phase", "10.7")
    if state.holdings[seat].table:
        raise Refused("fold_not_allowed")
    return flow.give_up(state, seat)


STANDING_MAX = 20
"""How often a seat may change what it stands by in one hand (RULES 8.6)."""


def _stand_by(state: State, seat: Seat, command: Standing) -> Decided:
    """A seat stands by a pass or no longer, which may close the window that is open (RULES 8.6)."""
    if seat not in state.order:
        raise Refused("wrong_phase", "8.6")
    if command.claim is not None and not state.rules.claims:
        raise Refused("claim_closed", "8.6")
    if command.force is not None and not state.rules.force_by_opponents:
        raise Refused("force_closed", "8.6")
    claim = seat in state.claim_passes if command.claim is None else command.claim
    force = seat in state.force_passes if command.force is None else command.force
    unchanged = (claim, force) == (seat in state.claim_passes, seat in state.force_passes)
    if unchanged or state.stood.count(seat) >= STANDING_MAX:
        raise Refused("already_standing")
    return (told.StandingChanged(seat, claim, force),)


_DECIDE: dict[type[Command], Callable[[State, Seat, Any], Decided]] = {
    Exchange: _exchange,
    Meld: _meld,
    Pass: _pass,
    Force: _force,
    Keep: _keep,
    Fold: _fold,
    Standing: _stand_by,
}
