"""`evolve` copies an event into the position and concludes nothing: `decide` has applied every rule."""

from collections.abc import Callable, Iterable
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.events import (
    Answered,
    Asked,
    CardTurned,
    ClaimsClosed,
    Dealt,
    Declined,
    Event,
    Exchanged,
    Folded,
    Forced,
    HandEnded,
    Kept,
    Melded,
    Passed,
    Restocked,
    StandingChanged,
)
from app.games.conquian.state import Centre, HandResult, Phase, Source, State
from app.games.values import put, replace

Changes = dict[str, Any]
"""New values of fields of the position, by name."""


def evolve(state: State, event: Event) -> State:
    """Return the position after `event`."""
    return replace(state, _CHANGES[type(event)](state, event))


def fold(state: State, events: Iterable[Event]) -> State:
    """Return the position after all of `events`, in order: `evolve` again and again, with one copy."""
    after = replace(state, {})
    fields = vars(after)
    for event in events:
        fields.update(_CHANGES[type(event)](after, event))
    return after


def _dealt(state: State, event: Dealt) -> Changes:
    """Deal the hands; the rest of the deck is the stock (3.1)."""
    return {"hands": event.hands, "tables": ((),) * len(event.hands), "stock": event.stock}


def _restocked(state: State, event: Restocked) -> Changes:
    """Put a stock shuffled anew in place of that of a fork (11.14)."""
    return {"stock": event.stock}


def _asked(state: State, event: Asked) -> Changes:
    """Put a question; mark a centre card that a seat has left (4.2)."""
    centre = state.centre
    if event.left_by is not None and centre is not None:
        centre = Centre(centre.card, centre.source, event.left_by)
    return {
        "phase": event.phase,
        "turn": event.turn,
        "awaited": event.awaited,
        "answered": (),
        "answers": (),
        "centre": centre,
        "question": state.question + 1,
    }


def _answered(state: State, event: Answered) -> Changes:
    """Keep the card that a seat gives in the exchange, or its answer in a claim window (3.3, 8.2)."""
    return {**_has_answered(state, event.seat), "answers": (*state.answers, (event.seat, event.answer))}


def _has_answered(state: State, seat: Seat) -> Changes:
    """Move `seat` from the seats awaited to those that have answered."""
    awaited = tuple([other for other in state.awaited if other != seat])
    return {"awaited": awaited, "answered": (*state.answered, seat)}


def _exchanged(state: State, event: Exchanged) -> Changes:
    """Give each seat the card that another has given (3.3)."""
    hands = [
        hand if given is None or received is None else (*_without(hand, given), received)
        for hand, given, received in zip(state.hands, event.given, event.received, strict=True)
    ]
    return {"hands": tuple(hands)}


def _without(cards: tuple[Card, ...], *gone: Card) -> tuple[Card, ...]:
    """Return `cards` without one copy of each card `gone`; ValueError if one of these is not there."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def _card_turned(state: State, event: CardTurned) -> Changes:
    """Make the top card of the stock the centre card; the card that it covers is dead (4.1)."""
    return {
        "centre": Centre(event.card, Source.STOCK),
        "stock": state.stock[1:],
        "discards": state.discards if state.centre is None else (*state.discards, state.centre.card),
        "idle_turns": 0,
    }


def _passed(state: State, event: Passed) -> Changes:
    """Note that a seat has declined the centre card, or the right to force it (4.4, 7.2)."""
    return _has_answered(state, event.seat)


def _declined(state: State, event: Declined) -> Changes:
    """Note that the seat on turn has not melded; its keep waits until the force window closes (8.3)."""
    return {**_has_answered(state, event.seat), "keeping": event.keeping}


def _melded(state: State, event: Melded) -> Changes:
    """Lay the centre card for a seat; its discard becomes the centre card, left by that seat (6.1, 6.4)."""
    seat, discard, centre = event.seat, event.discard, state.centre
    gone = event.used if discard is None else (*event.used, discard)
    turned = state.turned
    if state.rules.restricts_melds and centre is not None and centre.source is Source.STOCK:
        turned = (*turned, centre.card)
    return {
        "hands": put(state.hands, seat, _without(state.hands[seat], *gone)),
        "tables": put(state.tables, seat, event.table),
        "centre": None if discard is None else Centre(discard, Source.DISCARD, seat),
        "turned": turned,
        "keeping": None,
        "idle_turns": 0,
    }


def _forced(state: State, event: Forced) -> Changes:
    """Drop the keep that waited: a seat must meld the centre card (7.2, 8.3)."""
    return {"keeping": None}


def _kept(state: State, event: Kept) -> Changes:
    """Take the centre card into a hand; unless its seat turned it up, the turn is idle (8.3, 8.4)."""
    seat, centre = event.seat, state.centre
    turned_up = centre is not None and centre.left_by is None
    hand = (*_without(state.hands[seat], event.discard), event.card)
    return {
        "hands": put(state.hands, seat, hand),
        "centre": Centre(event.discard, Source.DISCARD, seat),
        "keeping": None,
        "idle_turns": 0 if turned_up else state.idle_turns + 1,
    }


def _folded(state: State, event: Folded) -> Changes:
    """Note that a seat has given up the hand (8.5)."""
    return {**_has_answered(state, event.seat), "folded": (*state.folded, event.seat)}


def _standing_changed(state: State, event: StandingChanged) -> Changes:
    """Change the windows in which a seat passes (8.6)."""
    return {
        "claim_passes": _with_member(state.claim_passes, event.seat, member=event.claim),
        "force_passes": _with_member(state.force_passes, event.seat, member=event.force),
        "stood": (*state.stood, event.seat),
    }


def _with_member(seats: tuple[Seat, ...], seat: Seat, *, member: bool) -> tuple[Seat, ...]:
    """Return `seats` with `seat` last, or without it."""
    others = tuple([other for other in seats if other != seat])
    return (*others, seat) if member else others


def _claims_closed(state: State, event: ClaimsClosed) -> Changes:
    """Await no further claim (8.2)."""
    return {"awaited": ()}


def _hand_ended(state: State, event: HandEnded) -> Changes:
    """End the hand (9). Its last answers are dropped, so that no view shows their order."""
    result = HandResult(event.termination, event.winner)
    return {"phase": Phase.OVER, "awaited": (), "answered": (), "answers": (), "result": result}


_CHANGES: dict[type[Event], Callable[[State, Any], Changes]] = {
    Dealt: _dealt,
    Restocked: _restocked,
    Asked: _asked,
    Answered: _answered,
    Exchanged: _exchanged,
    CardTurned: _card_turned,
    Passed: _passed,
    Declined: _declined,
    Melded: _melded,
    Forced: _forced,
    Kept: _kept,
    Folded: _folded,
    StandingChanged: _standing_changed,
    ClaimsClosed: _claims_closed,
    HandEnded: _hand_ended,
}
