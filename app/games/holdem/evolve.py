"""`evolve` copies an event into the position and concludes nothing: `decide` has applied every rule."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from app.games.cards import Seat
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
    StockShuffled,
    TurnGiven,
)
from app.games.holdem.state import HoldemState
from app.games.values import add, put, replace

Changes = dict[str, Any]
"""New values of fields of the position, by name."""


def evolve(state: HoldemState, event: HandEvent) -> HoldemState:
    """Return the position after `event`."""
    return replace(state, _CHANGES[type(event)](state, event))


def fold(state: HoldemState, events: Iterable[HandEvent]) -> HoldemState:
    """Return the position after all of `events`, in order."""
    return reduce(evolve, events, state)


def _blind_posted(state: HoldemState, event: BlindPosted) -> Changes:
    """Bet for a seat before the cards: the first bet of the round, or money that no seat matches (3.3)."""
    if event.live:
        return {**_pays(state, event.seat, event.amount), "level": event.level}
    stacks = add(state.stacks, event.seat, -event.amount)
    return {"stacks": stacks, "dead": state.dead + event.amount}


def _holes_dealt(state: HoldemState, event: HolesDealt) -> Changes:
    """The hole cards are dealt and the rest is the stock (4.2)."""
    return {"holes": event.holes, "stock": event.stock}


def _stock_shuffled(state: HoldemState, event: StockShuffled) -> Changes:
    """The stock of a fork is shuffled anew."""
    return {"stock": event.stock}


def _turn_given(state: HoldemState, event: TurnGiven) -> Changes:
    """A seat is asked (5.1)."""
    return {"turn": event.seat, "question": state.question + 1}


def _checked(state: HoldemState, event: Checked) -> Changes:
    """A seat has let its turn go by (5.3)."""
    return _acts(state, event.seat, state.complete_level)


def _bet_placed(state: HoldemState, event: BetPlaced) -> Changes:
    """A seat has bet (5.3)."""
    return _raises(state, event.seat, event.to)


def _called(state: HoldemState, event: Called) -> Changes:
    """A seat has paid (5.4)."""
    return {**_pays(state, event.seat, event.amount), **_acts(state, event.seat, state.complete_level)}


def _raised(state: HoldemState, event: Raised) -> Changes:
    """A seat has raised (5.3)."""
    return _raises(state, event.seat, event.to)


def _hand_given_up(state: HoldemState, event: HandGivenUp) -> Changes:
    """A seat is out of the hand (5.5); it may have been another than the one on turn."""
    turn = None if state.turn == event.seat else state.turn
    return {"folded": (*state.folded, event.seat), "turn": turn}


def _board_dealt(state: HoldemState, event: BoardDealt) -> Changes:
    """Cards come from the top of the stock to the board and a new round begins (4.3)."""
    nobody = (0,) * len(state.bets)
    return {
        "street": event.street,
        "board": (*state.board, *event.cards),
        "stock": state.stock[len(event.cards) :],
        "bets": nobody,
        "acted": (None,) * len(nobody),
        "level": 0,
        "raiser": None,
        "turn": None,
    }


def _bet_returned(state: HoldemState, event: BetReturned) -> Changes:
    """The part of a bet that no other seat has matched goes back (6.2)."""
    return {
        "stacks": add(state.stacks, event.seat, event.amount),
        "bets": add(state.bets, event.seat, -event.amount),
        "paid": add(state.paid, event.seat, -event.amount),
    }


def _hand_shown(state: HoldemState, event: HandShown) -> Changes:
    """A hand lies open (6.3)."""
    return {"shown": (*state.shown, event.seat)}


def _pots_won(state: HoldemState, event: PotsWon) -> Changes:
    """The winners take the pots and the hand is over (6.5)."""
    stacks = state.stacks
    for award in event.awards:
        for seat, chips in award.shares:
            stacks = add(stacks, seat, chips)
    return {"stacks": stacks, "awards": event.awards, "turn": None, "over": True}


def _raises(state: HoldemState, seat: Seat, to: int) -> Changes:
    """A seat goes to the level `to`, which is the level of the round from now on (5.3)."""
    after = replace(state, {**_pays(state, seat, to - state.bets[seat]), "level": to, "raiser": seat})
    return {**vars(after), **_acts(after, seat, after.complete_level)}


def _pays(state: HoldemState, seat: Seat, chips: int) -> Changes:
    """A seat puts chips into the pot, which count in this round."""
    return {
        "stacks": add(state.stacks, seat, -chips),
        "bets": add(state.bets, seat, chips),
        "paid": add(state.paid, seat, chips),
    }


def _acts(state: HoldemState, seat: Seat, complete: int) -> Changes:
    """A seat has acted where `complete` was the highest complete level (5.7)."""
    return {"acted": put(state.acted, seat, complete), "turn": None}


_CHANGES: dict[type[HandEvent], Callable[[HoldemState, Any], Changes]] = {
    BlindPosted: _blind_posted,
    HolesDealt: _holes_dealt,
    StockShuffled: _stock_shuffled,
    TurnGiven: _turn_given,
    Checked: _checked,
    BetPlaced: _bet_placed,
    Called: _called,
    Raised: _raised,
    HandGivenUp: _hand_given_up,
    BoardDealt: _board_dealt,
    BetReturned: _bet_returned,
    HandShown: _hand_shown,
    PotsWon: _pots_won,
}
