"""`decide`: the events of a command in a position, or its refusal (RULES 3 to 8, order of checks 10)."""

from collections.abc import Callable
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian import turn
from app.games.conquian.commands import Command, Exchange, Fold, Force, Keep, Meld, Pass, Standing
from app.games.conquian.events import (
    Answered,
    Asked,
    ClaimsClosed,
    Declined,
    Event,
    Folded,
    Forced,
    Passed,
    StandingChanged,
)
from app.games.conquian.evolve import evolve, fold
from app.games.conquian.laying import fits, forceable
from app.games.conquian.meld_checks import melded
from app.games.conquian.rules import ForceSource
from app.games.conquian.state import Phase, Source, State
from app.games.errors import Refused

_TURNS = (Phase.NEW, Phase.LEFT)
_WINDOWS = (Phase.FORCE_WINDOW, Phase.CLAIM_WINDOW)

STANDING_MAX = 20
"""The most changes of its standing answers that a seat may make in one hand (RULES 8.6)."""


def decide(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    """Return the events of `command` by `seat`; `Refused` with the reason code if the rules forbid it."""
    _check_phase(state, seat, command)
    events = _DECIDE[type(command)](state, seat, command)
    if state.claim_passes or state.force_passes or isinstance(command, Standing):
        events = _with_standing_passes(state, events)
    return tuple(events)


def _check_phase(state: State, seat: Seat, command: Command) -> None:
    """Refuse a command that no seat may send in this phase (10.1), or only another seat (10.2)."""
    if state.phase in _TURNS and not isinstance(command, Exchange):
        return
    if state.phase is Phase.OVER:
        raise Refused("game_over")
    if isinstance(command, Standing):
        return
    if isinstance(command, Exchange) != (state.phase is Phase.EXCHANGE):
        raise Refused("wrong_phase")
    if state.phase is Phase.FORCED:
        _check_forced(state, seat, command)


def _check_forced(state: State, seat: Seat, command: Command) -> None:
    """Refuse every command but a meld by the forced seat (7.4, 10.2)."""
    if seat == state.turn and not isinstance(command, Meld):
        raise Refused("forced_must_meld")
    if seat != state.turn:
        raise Refused("force_closed" if isinstance(command, Force) else "wrong_phase", "10.2")


def _exchange(state: State, seat: Seat, command: Exchange) -> list[Event]:
    """Give a card to the next seat (3.3, 10.1)."""
    if seat in state.answered:
        raise Refused("already_passed")
    if command.card not in state.hands[seat]:
        raise Refused("card_not_in_hand")
    answered = Answered(seat, command)
    return [answered, *turn.exchanged(evolve(state, answered))]


def _meld(state: State, seat: Seat, command: Meld) -> list[Event]:
    """Lay the centre card (6), in a claim window as a claim (8.1)."""
    if seat not in state.awaited or state.phase is Phase.FORCE_WINDOW:
        raise Refused(_meld_not_asked(state, seat), "10.3")
    meld = melded(state, seat, command)
    if state.phase is Phase.CLAIM_WINDOW:
        return _answer_claim(state, seat, command)
    return turn.laid(state, meld)


def _meld_not_asked(state: State, seat: Seat) -> str:
    """Return why a seat that is not asked for a meld may not send one (10.3)."""
    if seat == state.turn:
        return "wrong_phase"
    if state.phase is Phase.CLAIM_WINDOW:
        if seat in state.answered:
            return "already_answered"
        if state.centre is not None and seat == state.centre.left_by:
            return "claim_own_card"
    return "claim_closed" if state.rules.claims else "not_your_turn"


def _pass(state: State, seat: Seat, command: Pass) -> list[Event]:
    """Decline the centre card (4.4), or answer no in a window (7.2, 8.2)."""
    if seat not in state.awaited:
        raise Refused(_pass_not_asked(state, seat), "10.4")
    if state.phase in _TURNS:
        return _turn_down(state, seat, None)
    if state.phase is Phase.CLAIM_WINDOW:
        return _answer_claim(state, seat, command)
    return _pass_force(state, seat) if state.phase is Phase.FORCE_WINDOW else _pass_offer(state, seat)


def _pass_not_asked(state: State, seat: Seat) -> str:
    """Return why a seat that is not asked may not pass (10.4)."""
    if state.phase not in _WINDOWS:
        return "not_your_turn"
    return "already_answered" if seat in state.answered else "wrong_phase"


def _turn_down(state: State, seat: Seat, keeping: Card | None) -> list[Event]:
    """Decline the centre card for the seat on turn, which the others may force first (4.4, 7.2).

    `keeping` is the discard of a keep. Where keeping is possible the others do not see yet if it is a keep
    or a pass (8.3).
    """
    forcers = turn.forcing_seats(state, seat)
    if forcers:
        declined = Declined(seat, keeping) if state.rules.keep_centre else Passed(seat)
        return [declined, Asked(Phase.FORCE_WINDOW, seat, forcers)]
    follows = turn.not_forced(state, keeping)
    return follows if keeping is not None else [Passed(seat), *follows]


def _pass_force(state: State, seat: Seat) -> list[Event]:
    """Do not force; once no seat is left that may, play goes on (7.2)."""
    follows = turn.not_forced(state, state.keeping) if state.awaited == (seat,) else []
    return [Passed(seat), *follows]


def _pass_offer(state: State, seat: Seat) -> list[Event]:
    """Pass the first card to the next seat; after the dealer a second one is turned up (5.1)."""
    if seat == state.order[-1]:
        return [Passed(seat), *turn.turn_up(state, seat)]
    player = state.next(seat)
    return [Passed(seat), Asked(Phase.OFFER, player, (player,))]


def _answer_claim(state: State, seat: Seat, command: Meld | Pass) -> list[Event]:
    """Answer in a claim window, which may close with it (8.2)."""
    answered = Answered(seat, command)
    return [answered, *_close_claims(evolve(state, answered))]


def _close_claims(state: State) -> list[Event]:
    """Close the claim window if later answers can change nothing: the first claim in order wins (8.2).

    Seats that stand by a pass are answered for (8.6).
    """
    standing: list[Event] = []
    for seat in turn.claiming_seats(state, state.turn, state.centre.left_by if state.centre else None):
        answer = state.answer(seat)
        if isinstance(answer, Meld):
            return [*standing, ClaimsClosed(seat), *turn.laid(state, melded(state, seat, answer))]
        if answer is None:
            if seat not in state.claim_passes:
                return []
            standing.append(Answered(seat, Pass()))
    return [*standing, ClaimsClosed(None), *turn.turn_up(state, state.turn)]


def _force(state: State, seat: Seat, command: Force) -> list[Event]:
    """Force the centre card on a seat (7.1, 7.2), which must meld it (7.4)."""
    if seat == state.turn:
        _check_force_by_turn(state, seat, command.seat)
    else:
        _check_force_on_turn(state, seat, command.seat)
    return [Forced(seat, command.seat), Asked(Phase.FORCED, command.seat, (command.seat,))]


def _check_force_by_turn(state: State, seat: Seat, target: Seat) -> None:
    """Refuse a force by the seat on turn (7.1, 7.3, 7.5, 10.5)."""
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
    """Refuse a force on the seat on turn (7.2, 10.5)."""
    in_window = state.phase is Phase.FORCE_WINDOW
    if in_window and seat in state.answered:
        raise Refused("already_answered", "10.5")
    if not in_window or seat not in state.awaited:
        raise Refused("force_closed")
    if target != state.turn:
        raise Refused("force_target", why="force_on_turn", at="/seat")


def _keep(state: State, seat: Seat, command: Keep) -> list[Event]:
    """Take the centre card into the hand and discard another face (8.3, 10.6)."""
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
    if command.discard not in state.hands[seat]:
        raise Refused("discard_not_in_hand")
    return _turn_down(state, seat, command.discard)


def keep_open(state: State) -> bool:
    """Return whether the seat on turn may keep: not a left card after too many idle turns (8.3, 8.4)."""
    rules = state.rules
    limit = rules.keep_turn_limit or 2 * len(state.order)
    too_idle = state.phase is Phase.LEFT and state.idle_turns >= limit
    return rules.keep_centre and state.phase in _TURNS and not too_idle


def _fold(state: State, seat: Seat, command: Fold) -> list[Event]:
    """Give up the hand and with it the centre card (8.5, 10.7)."""
    if not state.rules.fold:
        raise Refused("fold_not_allowed")
    if seat in state.folded:
        raise Refused("already_folded")
    if seat != state.turn:
        raise Refused("not_your_turn", "10.7")
    if state.phase not in _TURNS:
        raise Refused("wrong_phase", "10.7")
    if state.tables[seat]:
        raise Refused("fold_not_allowed")
    folded = Folded(seat)
    return [folded, *turn.unwanted(evolve(state, folded), seat)]


def _stand_by(state: State, seat: Seat, command: Standing) -> list[Event]:
    """Stand by a pass in claim or force windows, or no longer (8.6)."""
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
    return [StandingChanged(seat, claim, force)]


def _with_standing_passes(state: State, events: list[Event]) -> list[Event]:
    """Return `events` and what closes the windows, one after another, that wait for standing passes only.

    Such a pass is given when no other seat is waited for; until then its seat may answer otherwise (8.6).
    """
    state = fold(state, events)
    while more := _closing(state):
        events = [*events, *more]
        state = fold(state, more)
    return events


def _closing(state: State) -> list[Event]:
    """Return the standing passes that close the window that is open, and what follows (8.6)."""
    if state.phase is Phase.CLAIM_WINDOW:
        return _close_claims(state)
    if state.phase is not Phase.FORCE_WINDOW or not set(state.force_passes).issuperset(state.awaited):
        return []
    return [*map(Passed, state.awaited), *turn.not_forced(state, state.keeping)]


_DECIDE: dict[type[Command], Callable[[State, Seat, Any], list[Event]]] = {
    Exchange: _exchange,
    Meld: _meld,
    Pass: _pass,
    Force: _force,
    Keep: _keep,
    Fold: _fold,
    Standing: _stand_by,
}
