"""`evolve` copies an event into the state and concludes nothing; every rule has spoken before.

What an event changes is written into the fields of a fresh copy, so that many events need one copy only.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from app.games.cards import Card, Seat
from app.games.conquian import events as told
from app.games.conquian.holding import Holding
from app.games.conquian.state import Centre, Laid, Phase, Result, Source, State
from app.games.conquian.told import Fields, Told, blank, changed

T = TypeVar("T")
_new = object.__new__
_STOCK, _DISCARD = Source.STOCK, Source.DISCARD


def evolve(state: State, event: told.Event) -> State:
    """The state after `event`."""
    return fold(state, (event,))


def fold(state: State, events: Iterable[told.Event]) -> State:
    """The state after all of `events`, in order."""
    now = state.__dict__.copy()
    if type(events) is Told:
        for event in events.first:
            _COPY[type(event)](now, event)
        events.change.into(now)
        events = events.last
    for event in events:
        _COPY[type(event)](now, event)
    made = _new(State)
    made.__dict__ = now
    return made


def remembered(events: Sequence[told.Event]) -> Told:
    """`events`, which pass, ask and turn cards, with what they change together."""
    cards = tuple([event.card for event in events if isinstance(event, told.CardTurned)])
    now = blank(cards)
    for event in events:
        _COPY[type(event)](now, event)
    made = Told(events)
    made.change = changed(now, len(cards))
    return made


def prepared(events: tuple[told.Event, ...]) -> tuple[told.Event, ...]:
    """`events`, remembered if they are of a kind that is."""
    ends_in_question = bool(events) and type(events[-1]) is told.Asked
    return remembered(events) if ends_in_question and _REPEATED.issuperset(map(type, events)) else events


def _less(cards: tuple[Card, ...], *gone: Card) -> tuple[Card, ...]:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def _held(now: Fields, seat: Seat, hand: tuple[Card, ...], table: tuple[Laid, ...]) -> None:
    """`seat` has these cards now, and nothing is known about them yet."""
    after = seat + 1
    hands, tables, holdings = now["hands"], now["tables"], now["holdings"]
    now["hands"] = (*hands[:seat], hand, *hands[after:])
    now["tables"] = (*tables[:seat], table, *tables[after:])
    now["holdings"] = (*holdings[:seat], Holding(now["plan"].solver, hand, table), *holdings[after:])


def _all_held(now: Fields, hands: tuple[tuple[Card, ...], ...], tables: tuple[tuple[Laid, ...], ...]) -> None:
    """The same for every seat."""
    solver = now["plan"].solver
    now["hands"], now["tables"] = hands, tables
    now["holdings"] = tuple([Holding(solver, *cards) for cards in zip(hands, tables, strict=True)])


def _dealt(now: Fields, event: told.Dealt) -> None:
    _all_held(now, event.hands, ((),) * len(event.hands))
    now["stock"] = event.stock


def _restocked(now: Fields, event: told.Restocked) -> None:
    now["stock"] = event.stock


def _asked(now: Fields, event: told.Asked) -> None:
    now["phase"] = event.phase
    now["turn"] = event.turn
    now["awaited"] = event.awaited
    now["answered"] = now["answers"] = ()
    now["question"] += 1
    left_by = event.left_by
    if left_by is not None and now["centre"] is not None:
        now["centre"] = Centre(now["centre"].card, now["centre"].source, left_by)


def _answer_given(now: Fields, seat: Seat) -> None:
    awaited = now["awaited"]
    now["awaited"] = () if len(awaited) == 1 else tuple([one for one in awaited if one != seat])
    now["answered"] = (*now["answered"], seat)


def _answered(now: Fields, event: told.Answered) -> None:
    _answer_given(now, event.seat)
    now["answers"] = (*now["answers"], (event.seat, event.answer))


def _exchanged(now: Fields, event: told.Exchanged) -> None:
    swapped = zip(now["hands"], event.given, event.received, strict=True)
    hands = [
        (*_less(hand, given), received) if given is not None and received is not None else hand
        for hand, given, received in swapped
    ]
    _all_held(now, tuple(hands), now["tables"])


def _card_turned(now: Fields, event: told.CardTurned) -> None:
    if now["centre"] is not None:
        now["discards"] = (*now["discards"], now["centre"].card)
    now["centre"] = Centre(event.card, _STOCK)
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
    if centre is not None and centre.source is _STOCK and now["plan"].restricts:
        now["turned"] = (*now["turned"], centre.card)
    _held(now, seat, _less(now["hands"][seat], *gone), event.table)
    now["centre"] = None if discard is None else Centre(discard, _DISCARD, seat)
    now["keeping"] = None
    now["idle_turns"] = 0


def _forced(now: Fields, event: told.Forced) -> None:
    now["keeping"] = None


def _kept(now: Fields, event: told.Kept) -> None:
    turned_now = now["centre"] is not None and now["centre"].left_by is None
    hand = (*_less(now["hands"][event.seat], event.discard), event.card)
    _held(now, event.seat, hand, now["tables"][event.seat])
    now["centre"] = Centre(event.discard, _DISCARD, event.seat)
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

_REPEATED = frozenset((told.Passed, told.CardTurned, told.Asked))
"""The events of a pass, of which most games mostly consist."""
