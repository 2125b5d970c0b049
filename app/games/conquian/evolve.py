"""`evolve` copies an event into the state and concludes nothing; every rule has spoken before.

What an event changes is written into one draft of the position, so that many events need one copy only.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian import events as told
from app.games.conquian.holding import Holding
from app.games.conquian.state import Draft, Laid, Phase, Result, Source, State, blank, draft
from app.games.conquian.told import Told, between, changed, shared_centre

_STOCK, _DISCARD = Source.STOCK, Source.DISCARD


def evolve(state: State, event: told.Event) -> State:
    """The state after `event`."""
    return fold(state, (event,))


def fold(state: State, events: Iterable[told.Event]) -> State:
    """The state after all of `events`, in order."""
    now = draft(state)
    if type(events) is Told:
        first, change, events = events.parts
        for event in first:
            _COPY[type(event)](now, event)
        change.into(now)
    for event in events:
        _COPY[type(event)](now, event)
    made: State = now
    return made


def remembered(events: Sequence[told.Event]) -> Told:
    """`events`, which pass, ask and turn cards, with what they change together."""
    now = blank()
    now.stock = tuple([event.card for event in events if isinstance(event, told.CardTurned)])
    turned = len(now.stock)
    for event in events:
        _COPY[type(event)](now, event)
    return between(events, (), changed(now, turned), ())


def prepared(events: tuple[told.Event, ...]) -> tuple[told.Event, ...]:
    """`events`, remembered if they are of a kind that is."""
    ends_in_question = bool(events) and type(events[-1]) is told.Asked
    return remembered(events) if ends_in_question and _REPEATED.issuperset(map(type, events)) else events


def _less(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def _held(now: Draft, seat: Seat, hand: tuple[Card, ...], table: tuple[Laid, ...], holding: Holding) -> None:
    """`seat` has these cards now."""
    after = seat + 1
    hands, tables, holdings = now.hands, now.tables, now.holdings
    now.hands = (*hands[:seat], hand, *hands[after:])
    now.tables = (*tables[:seat], table, *tables[after:])
    now.holdings = (*holdings[:seat], holding, *holdings[after:])


def _all_held(now: Draft, hands: tuple[tuple[Card, ...], ...], tables: tuple[tuple[Laid, ...], ...]) -> None:
    """Every seat has these cards now, and nothing is known about them yet."""
    solver = now.plan.solver
    now.hands, now.tables = hands, tables
    now.holdings = tuple([Holding(solver, *cards) for cards in zip(hands, tables, strict=True)])


def _dealt(now: Draft, event: told.Dealt) -> None:
    _all_held(now, event.hands, ((),) * len(event.hands))
    now.stock = event.stock


def _restocked(now: Draft, event: told.Restocked) -> None:
    now.stock = event.stock


def _asked(now: Draft, event: told.Asked) -> None:
    now.phase = event.phase
    now.turn = event.turn
    now.awaited = event.awaited
    now.answered = now.answers = ()
    now.question += 1
    left_by = event.left_by
    if left_by is not None and now.centre is not None:
        now.centre = shared_centre(now.centre.card, now.centre.source, left_by)


def _answer_given(now: Draft, seat: Seat) -> None:
    awaited = now.awaited
    now.awaited = () if len(awaited) == 1 else tuple([one for one in awaited if one != seat])
    now.answered = (*now.answered, seat)


def _answered(now: Draft, event: told.Answered) -> None:
    _answer_given(now, event.seat)
    now.answers = (*now.answers, (event.seat, event.answer))


def _exchanged(now: Draft, event: told.Exchanged) -> None:
    swapped = zip(now.hands, event.given, event.received, strict=True)
    hands = [
        (*_less(hand, (given,)), received) if given is not None and received is not None else hand
        for hand, given, received in swapped
    ]
    _all_held(now, tuple(hands), now.tables)


def _card_turned(now: Draft, event: told.CardTurned) -> None:
    if now.centre is not None:
        now.discards = (*now.discards, now.centre.card)
    now.centre = shared_centre(event.card, _STOCK)
    now.stock = now.stock[1:]
    now.idle_turns = 0


def _passed(now: Draft, event: told.Passed) -> None:
    _answer_given(now, event.seat)


def _declined(now: Draft, event: told.Declined) -> None:
    _answer_given(now, event.seat)
    now.keeping = event.keeping


def _melded(now: Draft, event: told.Melded) -> None:
    seat, discard, centre = event.seat, event.discard, now.centre
    gone = event.used if discard is None else (*event.used, discard)
    if centre is not None and centre.source is _STOCK and now.plan.restricts:
        now.turned = (*now.turned, centre.card)
    hand, table, before = _less(now.hands[seat], gone), event.table, now.holdings[seat]
    if centre is None:
        holding = Holding(now.plan.solver, hand, table)
    else:
        holding = before.after_meld(centre.card, event.used, discard, hand, table)
    _held(now, seat, hand, table, holding)
    now.centre = None if discard is None else shared_centre(discard, _DISCARD, seat)
    now.keeping = None
    now.idle_turns = 0


def _forced(now: Draft, event: told.Forced) -> None:
    now.keeping = None


def _kept(now: Draft, event: told.Kept) -> None:
    turned_now = now.centre is not None and now.centre.left_by is None
    seat, table = event.seat, now.tables[event.seat]
    hand = (*_less(now.hands[seat], (event.discard,)), event.card)
    _held(now, seat, hand, table, Holding(now.plan.solver, hand, table))
    now.centre = shared_centre(event.discard, _DISCARD, seat)
    now.keeping = None
    now.idle_turns = 0 if turned_now else now.idle_turns + 1


def _folded(now: Draft, event: told.Folded) -> None:
    _answer_given(now, event.seat)
    now.folded = (*now.folded, event.seat)


def _standing_changed(now: Draft, event: told.StandingChanged) -> None:
    now.claim_passes = _with(now.claim_passes, event.seat, event.claim)
    now.force_passes = _with(now.force_passes, event.seat, event.force)
    now.stood = (*now.stood, event.seat)


def _with(seats: tuple[Seat, ...], seat: Seat, wanted: bool) -> tuple[Seat, ...]:
    others = tuple(one for one in seats if one != seat)
    return (*others, seat) if wanted else others


def _claims_closed(now: Draft, event: told.ClaimsClosed) -> None:
    now.awaited = ()


def _hand_ended(now: Draft, event: told.HandEnded) -> None:
    # What was answered before the end is dropped, or the state would tell in which order it came.
    now.phase = Phase.OVER
    now.awaited = ()
    now.answered = ()
    now.answers = ()
    now.result = Result(event.termination, event.winner)


_COPY: dict[type[told.Event], Callable[[Draft, Any], None]] = {
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
