"""`evolve` copies an event into the state and concludes nothing; every rule has spoken before.

What an event changes is written into one draft of the position, so that many events need one copy only.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian import events as told
from app.games.conquian.commands import Command
from app.games.conquian.holding import Holding, less
from app.games.conquian.plan import Plan
from app.games.conquian.state import (
    Centre,
    Draft,
    Lasting,
    Phase,
    Question,
    Result,
    Source,
    State,
    draft,
    lasting_draft,
    shared_question,
)
from app.games.conquian.told import Around, Change, Over, Told, changed, over, shared_centre
from app.games.conquian.told import told as one_change

_STOCK, _DISCARD = Source.STOCK, Source.DISCARD
_NEW, _OVER = Phase.NEW, Phase.OVER
_new = object.__new__


def evolve(state: State, event: told.Event) -> State:
    """The state after `event`."""
    return fold(state, (event,))


def fold(state: State, events: Iterable[told.Event]) -> State:
    """The state after all of `events`, in order."""
    kind = type(events)
    if kind is Told:
        return _changed(state, events.change)  # type: ignore[attr-defined]
    if kind is Around:
        first, block, last = events.parts  # type: ignore[attr-defined]
        state = fold(_each(draft(state), first) if first else state, block)
        return _each(state, last) if last else state
    now = draft(state)
    if kind is Over:
        _end(now, events.result)  # type: ignore[attr-defined]
        events = ()
    return _each(now, events)


def _changed(state: State, change: Change) -> State:
    """The position after `change`; most of them are made here, so it is copied and changed in one go."""
    made: Draft = _new(State)
    lasting: Draft = state.lasting
    made.lasting = lasting
    made.holdings = state.holdings
    made.asked = change.asked
    made.awaited = change.awaited
    made.question = state.question + change.questions
    centre, turned = state.centre, change.turned
    if turned:
        made.centre = now = change.centre
        made.card = lasting.plan.unit[now.card]
        made.stock = state.stock[turned:]
        made.discards = state.discards + (change.dead if centre is None else (centre.card, *change.dead))
        if lasting.idle_turns:
            made.lasting = lasting = lasting_draft(lasting)
            lasting.idle_turns = 0
    else:
        if change.left_by is not None and centre is not None:
            centre = shared_centre(centre.card, centre.source, change.left_by)
        made.centre = centre
        made.card = state.card
        made.stock = state.stock
        made.discards = state.discards
    done: State = made
    return done


def _end(now: Draft, result: Result) -> None:
    """The hand is over with this `result`."""
    # What was answered before the end is dropped, or the state would tell in which order it came.
    now.asked = shared_question(_OVER, now.asked.turn)
    now.awaited = ()
    now.lasting = now.lasting.ended(result)


def _each(now: Draft, events: Iterable[told.Event]) -> State:
    """The state under way after `events`, copied into it one by one."""
    for event in events:
        _COPY[type(event)](now, event)
    centre = now.centre
    now.card = 0 if centre is None else now.lasting.plan.unit[centre.card]
    made: State = now
    return made


def _blank() -> Draft:
    """A position under way in which nothing was asked yet and nothing lies but a nameless centre card."""
    now: Draft = _new(State)
    now.centre, now.discards = Centre(Card(""), Source.STOCK), ()
    now.asked, now.awaited = shared_question(_NEW, Seat(0)), ()
    now.question = 0
    now.lasting = _new(Lasting)
    now.lasting.idle_turns = 0
    return now


def remembered(events: Sequence[told.Event]) -> Told:
    """`events`, which pass, ask and turn cards, or pass and end the hand, with what they change together."""
    last = events[-1]
    if type(last) is told.HandEnded:
        return over(events, Result(last.termination, last.winner))
    now = _blank()
    now.stock = tuple([event.card for event in events if isinstance(event, told.CardTurned)])
    turned = len(now.stock)
    for event in events:
        _COPY[type(event)](now, event)
    return one_change(events, changed(now, turned))


def prepared(events: tuple[told.Event, ...]) -> tuple[told.Event, ...]:
    """`events`, remembered if they are of a kind that is."""
    ends_in_question = bool(events) and type(events[-1]) is told.Asked
    return remembered(events) if ends_in_question and _REPEATED.issuperset(map(type, events)) else events


def _held(now: Draft, seat: Seat, holding: Holding) -> None:
    """`seat` has these cards now."""
    holdings = list(now.holdings)
    holdings[seat] = holding
    now.holdings = tuple(holdings)


def _dealt(now: Draft, event: told.Dealt) -> None:
    plan = now.lasting.plan
    now.holdings = tuple([Holding(plan, hand, ()) for hand in event.hands])
    now.stock = event.stock


def _restocked(now: Draft, event: told.Restocked) -> None:
    now.stock = event.stock


def _asked(now: Draft, event: told.Asked) -> None:
    now.asked = shared_question(event.phase, event.turn)
    now.awaited = event.awaited
    now.question += 1
    left_by = event.left_by
    if left_by is not None and now.centre is not None and left_by != now.centre.left_by:
        now.centre = shared_centre(now.centre.card, now.centre.source, left_by)


def _answer_given(now: Draft, seat: Seat, *kept: Command) -> None:
    awaited, asked = now.awaited, now.asked
    now.awaited = () if len(awaited) == 1 else tuple([one for one in awaited if one != seat])
    answers = (*asked.answers, *[(seat, command) for command in kept])
    now.asked = Question(asked.phase, asked.turn, (*asked.answered, seat), answers)


def _answered(now: Draft, event: told.Answered) -> None:
    _answer_given(now, event.seat, event.answer)


def _exchanged(now: Draft, event: told.Exchanged) -> None:
    swapped = zip(now.holdings, event.given, event.received, strict=True)
    now.holdings = tuple([_swapped(*one, now.lasting.plan) for one in swapped])


def _swapped(before: Holding, given: Card | None, received: Card | None, plan: Plan) -> Holding:
    if given is None or received is None:
        return before
    return Holding(plan, (*less(before.hand, (given,)), received), before.table)


def _card_turned(now: Draft, event: told.CardTurned) -> None:
    if now.centre is not None:
        now.discards = (*now.discards, now.centre.card)
    now.centre = shared_centre(event.card, _STOCK)
    now.stock = now.stock[1:]
    _idles(now, 0)


def _idles(now: Draft, turns: int) -> None:
    """So many turns in a row have brought neither a stock card nor a meld."""
    if now.lasting.idle_turns != turns:
        now.lasting = lasting_draft(now.lasting)
        now.lasting.idle_turns = turns


def _passed(now: Draft, event: told.Passed) -> None:
    _answer_given(now, event.seat)


def _declined(now: Draft, event: told.Declined) -> None:
    _answer_given(now, event.seat)
    _keeps(now, event.keeping)


def _keeps(now: Draft, discard: Card | None) -> None:
    """This discard waits for the force window now, or none does."""
    if now.lasting.keeping != discard:
        now.lasting = lasting_draft(now.lasting)
        now.lasting.keeping = discard


def _melded(now: Draft, event: told.Melded) -> None:
    seat, discard, centre = event.seat, event.discard, now.centre
    plan, before = now.lasting.plan, now.holdings[seat]
    if centre is not None and centre.source is _STOCK and plan.restricts:
        now.lasting = lasting_draft(now.lasting)
        now.lasting.turned += (centre.card,)
    if centre is None:
        gone = event.used if discard is None else (*event.used, discard)
        holding = Holding(plan, less(before.hand, gone), event.table)
    else:
        holding = before.after_meld(centre.card, event.used, discard, event.table)
    _held(now, seat, holding)
    now.centre = None if discard is None else shared_centre(discard, _DISCARD, seat)
    if now.lasting.keeping is not None or now.lasting.idle_turns:
        _keeps(now, None)
        _idles(now, 0)


def _forced(now: Draft, event: told.Forced) -> None:
    _keeps(now, None)


def _kept(now: Draft, event: told.Kept) -> None:
    turned_now = now.centre is not None and now.centre.left_by is None
    seat, before = event.seat, now.holdings[event.seat]
    hand = (*less(before.hand, (event.discard,)), event.card)
    _held(now, seat, Holding(now.lasting.plan, hand, before.table))
    now.centre = shared_centre(event.discard, _DISCARD, seat)
    _keeps(now, None)
    _idles(now, 0 if turned_now else now.lasting.idle_turns + 1)


def _folded(now: Draft, event: told.Folded) -> None:
    _answer_given(now, event.seat)
    now.lasting = now.lasting.without(event.seat)


def _standing_changed(now: Draft, event: told.StandingChanged) -> None:
    seat = event.seat
    now.lasting = after = lasting_draft(now.lasting)
    after.claim_passes = _with(after.claim_passes, seat, event.claim)
    after.force_passes = _with(after.force_passes, seat, event.force)
    after.stood += (seat,)
    after.recall()


def _with(seats: tuple[Seat, ...], seat: Seat, wanted: bool) -> tuple[Seat, ...]:
    others = tuple(one for one in seats if one != seat)
    return (*others, seat) if wanted else others


def _claims_closed(now: Draft, event: told.ClaimsClosed) -> None:
    now.awaited = ()


def _hand_ended(now: Draft, event: told.HandEnded) -> None:
    _end(now, Result(event.termination, event.winner))


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
