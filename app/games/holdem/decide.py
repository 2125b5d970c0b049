"""`decide`: what a command does in a position, or why it is refused (RULES 3 to 6)."""

from collections.abc import Callable
from typing import Any

from app.games.cards import Card, Seat
from app.games.errors import Refused
from app.games.holdem.betting import levels_open, may_raise, next_to_act, opens_round
from app.games.holdem.commands import Bet, Call, Check, GiveUp, HandCommand, Raise
from app.games.holdem.events import (
    BetPlaced,
    BetReturned,
    BlindPosted,
    BoardDealt,
    Called,
    Checked,
    HandEvent,
    HandGivenUp,
    HandShown,
    HolesDealt,
    PotsWon,
    Raised,
    TurnGiven,
)
from app.games.holdem.evolve import evolve, fold
from app.games.holdem.pots import awards
from app.games.holdem.rules import BOARD_CARDS, HOLE_CARDS, STREETS
from app.games.holdem.state import HoldemState

Events = list[HandEvent]


def deal(state: HoldemState, deck: tuple[Card, ...]) -> tuple[HandEvent, ...]:
    """Return the blinds, the hole cards from the top of `deck` and the first turn (3.2, 4.2)."""
    playing = tuple([seat for seat in state.order if state.stacks[seat]])
    events = [*_blinds(state), _holes(state, playing, deck)]
    return *events, *_begin(fold(state, events))


def _begin(state: HoldemState) -> Events:
    """Begin the betting, or end the hand if the collection has left one seat alone (7.5)."""
    return _end_without_showing(state) if len(state.contenders) == 1 else _begin_round(state)


def _blinds(state: HoldemState) -> Events:
    """The first seats left of the button bet before the cards, at most what they have (3.2)."""
    live, events = state.rules.blinds_count, Events()
    for seat, amount in state.rules.posts(state.order):
        if state.stacks[seat]:
            events.append(BlindPosted(seat, min(amount, state.stacks[seat]), live, amount if live else 0))
    return events


def _holes(state: HoldemState, playing: tuple[Seat, ...], deck: tuple[Card, ...]) -> HolesDealt:
    """Deal one card after another, the first seat left of the button first (4.2)."""
    holes: list[tuple[Card, ...]] = [()] * len(state.stacks)
    for at, seat in enumerate(playing):
        holes[seat] = deck[at : HOLE_CARDS * len(playing) : len(playing)]
    return HolesDealt(tuple(holes), deck[HOLE_CARDS * len(playing) :])


def decide(state: HoldemState, seat: Seat, command: HandCommand) -> tuple[HandEvent, ...]:
    """Return the events of `command` by `seat`; `Refused` with the reason code if the rules forbid it."""
    if state.over:
        raise Refused("game_over")
    if seat not in state.contenders:
        raise Refused("hand_dead", "5.5")
    if seat != state.turn:
        raise Refused("not_your_turn", "5.1")
    done = _DECIDE[type(command)](state, seat, command)
    return done, *_follows(evolve(state, done), seat)


def leave(state: HoldemState, seat: Seat) -> tuple[HandEvent, ...]:
    """Return the events of a seat that leaves the table: its hand is dead at once (5.5)."""
    if state.over or seat not in state.contenders:
        return ()
    gone = HandGivenUp(seat)
    after = evolve(state, gone)
    goes_on = after.turn is not None and len(after.contenders) > 1
    return (gone,) if goes_on else (gone, *_follows(after, seat))


def _check(state: HoldemState, seat: Seat, command: Check) -> HandEvent:
    """Let the turn go by (5.3)."""
    if state.owed(seat):
        raise Refused("chips_owed", "5.3")
    return Checked(seat)


def _call(state: HoldemState, seat: Seat, command: Call) -> HandEvent:
    """Pay what the level asks for, at most all chips (5.4)."""
    if not state.owed(seat):
        raise Refused("nothing_owed", "5.4")
    return Called(seat, state.owed(seat))


def _give_up(state: HoldemState, seat: Seat, command: GiveUp) -> HandEvent:
    """Give up the hand, where something is to be paid (5.5)."""
    if not state.owed(seat):
        raise Refused("nothing_owed", "5.5")
    return HandGivenUp(seat)


def _bet(state: HoldemState, seat: Seat, command: Bet) -> HandEvent:
    """Bet first in a round (5.3)."""
    if state.level:
        raise Refused("bet_made", "5.3")
    _check_level(state, seat, command.to)
    return BetPlaced(seat, command.to)


def _raise(state: HoldemState, seat: Seat, command: Raise) -> HandEvent:
    """Raise the level of the round (5.3)."""
    if not state.level:
        raise Refused("no_bet", "5.3")
    _check_level(state, seat, command.to)
    return Raised(seat, command.to)


def _check_level(state: HoldemState, seat: Seat, to: int) -> None:
    """Refuse a level above the limit, beyond the chips of `seat`, or between two steps (5.2, 5.3, 5.7)."""
    possible = {"allowed": list(levels_open(state, seat))}
    if to > state.rules.limit:
        raise Refused("raise_over_limit", "5.2", at="/to", possible=possible)
    if not may_raise(state, seat):
        raise Refused("raise_closed", "5.7")
    if to > state.bets[seat] + state.stacks[seat]:
        raise Refused("chips_too_few", "5.6", at="/to", possible=possible)
    if to not in possible["allowed"]:
        raise Refused("bad_step", "5.3", at="/to", possible=possible)


def _follows(state: HoldemState, seat: Seat) -> Events:
    """Return what follows the action of `seat`: the next turn, the next round, or the end of the hand."""
    if len(state.contenders) == 1:
        return _end_without_showing(state)
    following = next_to_act(state, seat)
    return [TurnGiven(following)] if following is not None else _end_round(state)


def _begin_round(state: HoldemState) -> Events:
    """Ask the first seat of a round, or end the round if no seat can bet (5.1, 5.8)."""
    opener = opens_round(state)
    return [TurnGiven(opener)] if opener is not None else _end_round(state)


def _end_round(state: HoldemState) -> Events:
    """Deal the cards of the next round, or compare the hands after the last one (4.3, 6)."""
    events = _unmatched(state)
    if state.street is STREETS[-1]:
        return [*events, *_showdown(fold(state, events))]
    street = STREETS[STREETS.index(state.street) + 1]
    events.append(BoardDealt(street, state.stock[: BOARD_CARDS[street]]))
    return [*events, *_begin_round(fold(state, events))]


def _unmatched(state: HoldemState) -> Events:
    """Return to the contender with the highest bet of the round what no other seat has matched (6.2)."""
    matched, highest = sorted(state.bets)[-2:]
    seat = Seat(state.bets.index(highest))
    if highest == matched or seat not in state.contenders:
        return []
    return [BetReturned(seat, highest - matched)]


def _end_without_showing(state: HoldemState) -> Events:
    """The last contender takes all pots and shows nothing (6.6)."""
    events = _unmatched(state)
    return [*events, PotsWon(awards(fold(state, events)))]


def _showdown(state: HoldemState) -> Events:
    """All contenders lay their hands open, the last raiser first (6.3); the best win (6.5)."""
    seats = state.contenders
    at = seats.index(state.raiser) if state.raiser in seats else 0
    shown = [HandShown(seat, state.holes[seat]) for seat in seats[at:] + seats[:at]]
    return [*shown, PotsWon(awards(state))]


_DECIDE: dict[type[HandCommand], Callable[[HoldemState, Seat, Any], HandEvent]] = {
    Check: _check,
    Bet: _bet,
    Call: _call,
    Raise: _raise,
    GiveUp: _give_up,
}
