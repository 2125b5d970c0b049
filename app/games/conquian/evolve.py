"""`evolve` copies an event into the state and concludes nothing; every rule has spoken before."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar

from app.games.cards import Card, Seat
from app.games.conquian import events as told
from app.games.conquian.state import Centre, Phase, Result, Source, State

T = TypeVar("T")


def evolve(state: State, event: told.Event) -> State:
    """The state after `event`."""
    return _COPY[type(event)](state, event)


def fold(state: State, events: Iterable[told.Event]) -> State:
    """The state after all of `events`, in order."""
    return reduce(evolve, events, state)


def _put(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    return (*items[:seat], item, *items[seat + 1 :])


def _less(cards: tuple[Card, ...], *gone: Card) -> tuple[Card, ...]:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def _dealt(state: State, event: told.Dealt) -> State:
    return state.but(hands=event.hands, tables=((),) * len(event.hands), stock=event.stock)


def _asked(state: State, event: told.Asked) -> State:
    centre = state.centre
    if centre is not None and event.left_by is not None:
        centre = replace(centre, left_by=event.left_by)
    return state.but(
        phase=event.phase,
        turn=event.turn,
        awaited=event.awaited,
        answered=(),
        answers=(),
        centre=centre,
        question=state.question + 1,
    )


def _answer_given(state: State, seat: Seat) -> State:
    awaited = tuple(one for one in state.awaited if one != seat)
    return state.but(awaited=awaited, answered=(*state.answered, seat))


def _answered(state: State, event: told.Answered) -> State:
    return _answer_given(state, event.seat).but(answers=(*state.answers, (event.seat, event.answer)))


def _exchanged(state: State, event: told.Exchanged) -> State:
    swapped = zip(state.hands, event.given, event.received, strict=True)
    hands = tuple(
        (*_less(hand, given), received) if given is not None and received is not None else hand
        for hand, given, received in swapped
    )
    return state.but(hands=hands)


def _card_turned(state: State, event: told.CardTurned) -> State:
    covered = () if state.centre is None else (state.centre.card,)
    return state.but(
        centre=Centre(event.card, Source.STOCK),
        stock=state.stock[1:],
        discards=state.discards + covered,
        idle_turns=0,
    )


def _passed(state: State, event: told.Passed) -> State:
    return _answer_given(state, event.seat)


def _declined(state: State, event: told.Declined) -> State:
    return _answer_given(state, event.seat).but(keeping=event.keeping)


def _melded(state: State, event: told.Melded) -> State:
    centre = state.centre
    hand = _less(state.hands[event.seat], *event.used)
    from_stock = centre is not None and centre.source is Source.STOCK and state.rules.restricts_melds
    if event.discard is not None:
        hand = _less(hand, event.discard)
    return state.but(
        hands=_put(state.hands, event.seat, hand),
        tables=_put(state.tables, event.seat, event.table),
        centre=None if event.discard is None else Centre(event.discard, Source.DISCARD, event.seat),
        turned=(*state.turned, centre.card) if centre is not None and from_stock else state.turned,
        keeping=None,
        idle_turns=0,
    )


def _forced(state: State, event: told.Forced) -> State:
    return state.but(keeping=None)


def _kept(state: State, event: told.Kept) -> State:
    turned_now = state.centre is not None and state.centre.left_by is None
    return state.but(
        hands=_put(state.hands, event.seat, (*_less(state.hands[event.seat], event.discard), event.card)),
        centre=Centre(event.discard, Source.DISCARD, event.seat),
        keeping=None,
        idle_turns=0 if turned_now else state.idle_turns + 1,
    )


def _folded(state: State, event: told.Folded) -> State:
    return _answer_given(state, event.seat).but(folded=(*state.folded, event.seat))


def _claims_closed(state: State, event: told.ClaimsClosed) -> State:
    return state.but(awaited=())


def _hand_ended(state: State, event: told.HandEnded) -> State:
    # What was answered before the end is dropped, or the state would tell in which order it came.
    result = Result(event.termination, event.winner)
    return state.but(phase=Phase.OVER, awaited=(), answered=(), answers=(), result=result)


_COPY: dict[type[told.Event], Callable[[State, Any], State]] = {
    told.Dealt: _dealt,
    told.Asked: _asked,
    told.Answered: _answered,
    told.Exchanged: _exchanged,
    told.CardTurned: _card_turned,
    told.Passed: _passed,
    told.Declined: _declined,
    told.Melded: _melded,
    told.Forced: _forced,
    told.Kept: _kept,
    told.Folded: _folded,
    told.ClaimsClosed: _claims_closed,
    told.HandEnded: _hand_ended,
}
