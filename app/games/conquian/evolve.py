"""`evolve` copies an event into the state and concludes nothing; every rule has spoken before.

What an event changes is written into the fields of a fresh copy, so that many events need one copy only.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from app.games.cards import Card, Seat
from app.games.conquian import events as told
from app.games.conquian.state import Centre, Phase, Result, Source, State

T = TypeVar("T")
Fields = dict[str, Any]
"""The fields of a `State` under way, by name."""


def evolve(state: State, event: told.Event) -> State:
    """The state after `event`."""
    fields = state.fields()
    _COPY[type(event)](fields, event)
    return State.of(fields)


def fold(state: State, events: Iterable[told.Event]) -> State:
    """The state after all of `events`, in order."""
    fields = state.fields()
    for event in events:
        _COPY[type(event)](fields, event)
    return State.of(fields)


def _put(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    return (*items[:seat], item, *items[seat + 1 :])


def _less(cards: tuple[Card, ...], *gone: Card) -> tuple[Card, ...]:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def _dealt(now: Fields, event: told.Dealt) -> None:
    now["hands"] = event.hands
    now["tables"] = ((),) * len(event.hands)
    now["stock"] = event.stock


def _restocked(now: Fields, event: told.Restocked) -> None:
    now["stock"] = event.stock


def _asked(now: Fields, event: told.Asked) -> None:
    now["phase"] = event.phase
    now["turn"] = event.turn
    now["awaited"] = event.awaited
    now["answered"] = ()
    now["answers"] = ()
    now["question"] += 1
    if event.left_by is not None and now["centre"] is not None:
        centre: Centre = now["centre"]
        now["centre"] = Centre(centre.card, centre.source, event.left_by)


def _answer_given(now: Fields, seat: Seat) -> None:
    awaited = now["awaited"]
    now["awaited"] = () if len(awaited) == 1 else tuple([one for one in awaited if one != seat])
    now["answered"] = (*now["answered"], seat)


def _answered(now: Fields, event: told.Answered) -> None:
    _answer_given(now, event.seat)
    now["answers"] = (*now["answers"], (event.seat, event.answer))


def _exchanged(now: Fields, event: told.Exchanged) -> None:
    swapped = zip(now["hands"], event.given, event.received, strict=True)
    now["hands"] = tuple(
        (*_less(hand, given), received) if given is not None and received is not None else hand
        for hand, given, received in swapped
    )


def _card_turned(now: Fields, event: told.CardTurned) -> None:
    if now["centre"] is not None:
        now["discards"] = (*now["discards"], now["centre"].card)
    now["centre"] = Centre(event.card, Source.STOCK)
    now["stock"] = now["stock"][1:]
    now["idle_turns"] = 0


def _passed(now: Fields, event: told.Passed) -> None:
    _answer_given(now, event.seat)


def _declined(now: Fields, event: told.Declined) -> None:
    _answer_given(now, event.seat)
    now["keeping"] = event.keeping


def _melded(now: Fields, event: told.Melded) -> None:
    seat, discard, centre = event.seat, event.discard, now["centre"]
    gone = event.used if discard is None else (*event.used, discard)
    if centre is not None and centre.source is Source.STOCK and now["rules"].restricts_melds:
        now["turned"] = (*now["turned"], centre.card)
    now["hands"] = _put(now["hands"], seat, _less(now["hands"][seat], *gone))
    now["tables"] = _put(now["tables"], seat, event.table)
    now["centre"] = None if discard is None else Centre(discard, Source.DISCARD, seat)
    now["keeping"] = None
    now["idle_turns"] = 0


def _forced(now: Fields, event: told.Forced) -> None:
    now["keeping"] = None


def _kept(now: Fields, event: told.Kept) -> None:
    turned_now = now["centre"] is not None and now["centre"].left_by is None
    hand = (*_less(now["hands"][event.seat], event.discard), event.card)
    now["hands"] = _put(now["hands"], event.seat, hand)
    now["centre"] = Centre(event.discard, Source.DISCARD, event.seat)
    now["keeping"] = None
    now["idle_turns"] = 0 if turned_now else now["idle_turns"] + 1


def _folded(now: Fields, event: told.Folded) -> None:
    _answer_given(now, event.seat)
    now["folded"] = (*now["folded"], event.seat)


def _standing_changed(state: Fields, event: told.StandingChanged) -> None:
    state["claim_passes"] = _with(state["claim_passes"], event.seat, event.claim)
    state["force_passes"] = _with(state["force_passes"], event.seat, event.force)
    state["stood"] = (*state["stood"], event.seat)


def _with(seats: tuple[Seat, ...], seat: Seat, wanted: bool) -> tuple[Seat, ...]:
    others = tuple(one for one in seats if one != seat)
    return (*others, seat) if wanted else others


def _claims_closed(now: Fields, event: told.ClaimsClosed) -> None:
    now["awaited"] = ()


def _hand_ended(now: Fields, event: told.HandEnded) -> None:
    # What was answered before the end is dropped, or the state would tell in which order it came.
    now["phase"] = Phase.OVER
    now["awaited"] = ()
    now["answered"] = ()
    now["answers"] = ()
    now["result"] = Result(event.termination, event.winner)


_COPY: dict[type[told.Event], Callable[[Fields, Any], None]] = {
    told.Dealt: _dealt,
    told.Restocked: _restocked,
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
    told.StandingChanged: _standing_changed,
    told.ClaimsClosed: _claims_closed,
    told.HandEnded: _hand_ended,
}
