"""What happens by itself between two decisions: turning up, passing on, windows (RULES 4).

Each step adds to the `events` of one decision. It is given the position `state` in which it finds what it
asks for: who plays in which order, who has folded, the stock as it was before this decision turned a card.
A pass changes none of these, so most decisions are told without any position in between; and what follows
from the order of play, the seats that folded and the top card alone is told once and remembered (`Plan`).
Folded seats decline at once (RULES 8.5).
"""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import cycle

from app.games.cards import Card, Seat
from app.games.conquian import events as told
from app.games.conquian.commands import Exchange, Meld, Pass
from app.games.conquian.evolve import fold, remembered
from app.games.conquian.plan import Memory
from app.games.conquian.rules import FirstTurn
from app.games.conquian.state import Phase, State, Termination
from app.games.conquian.taking import fits, melded
from app.games.conquian.told import Events, Told, together

_NEW, _LEFT, _OFFER = Phase.NEW, Phase.LEFT, Phase.OFFER

# The same few thousand of these are told over and over; a value may be shared.
_passed = lru_cache(told.Passed)
_asked = lru_cache(4096)(told.Asked)
_turned = lru_cache(4096)(told.CardTurned)


Decided = Events | tuple[told.Event, ...]
"""What a decision tells; a tuple may be shared and is remembered as it is."""


def ask(events: Events, phase: Phase, turn: Seat, awaited: tuple[Seat, ...]) -> None:
    """Puts a question to `awaited`."""
    events.append(_asked(phase, turn, awaited))


def opening(state: State, stock: tuple[Card, ...]) -> Told:
    """What follows the deal: it depends on the top card alone."""
    found: Told | None = state.plan.opened.get(stock[0])
    if found is None:
        events = Events()
        _open_hand(events, state, stock)
        found = remembered(events)
        state.plan.opened.keep(stock[0], found)
    return found


def _open_hand(events: Events, state: State, stock: tuple[Card, ...]) -> None:
    """The first question after the deal: the exchange, or the first card (RULES 3.3, 5)."""
    if state.rules.exchange:
        ask(events, Phase.EXCHANGE, state.order[0], state.order)
    else:
        first_card(events, state, stock)


def first_card(events: Events, state: State, stock: tuple[Card, ...]) -> None:
    """The first seat turns the first card; it goes round or starts play at once (RULES 5.1, 5.2)."""
    first = state.order[0]
    if state.rules.first_turn is FirstTurn.PLAIN:
        turn_up(events, state, first, stock)
    else:
        events.append(_turned(first, stock[0]))
        ask(events, _OFFER, first, (first,))


def turn_up(events: Events, state: State, seat: Seat, stock: tuple[Card, ...]) -> None:
    """The top card of the stock is put to `seat`; without one the hand is tablas (RULES 4.1, 4.5, 9.2).

    Where seats have folded, the next card and the next may follow at once.
    """
    turns, going_round = _turns(state, seat)
    turned = zip(cycle(turns) if going_round else turns, stock, strict=False)
    spun = [known.get(card) or _turned_to(state, known, turning, card) for (turning, known), card in turned]
    if spun:
        events.add(together(spun, stock))
    if going_round or len(spun) < len(turns):
        events.append(told.HandEnded(Termination.TABLAS, None))


_Turn = tuple[Seat, dict[Card, Told]]
"""Who turns a card, and what is told then, as far as it is known, by the card."""


def _turns(state: State, seat: Seat) -> tuple[tuple[_Turn, ...], bool]:
    """The turns that follow at once when `seat` turns a card, with the seats that have folded now, and
    whether they begin again after the last of them, because nobody is left to be asked."""
    cause = state.folded, seat
    found: tuple[tuple[_Turn, ...], bool] | None = state.plan.turned.get(cause)
    if found is None:
        turning: Seat | None = seat
        turns: dict[Seat, dict[Card, Told]] = {}
        while turning is not None and turning not in turns:
            turns[turning] = {}
            turning = _pass_over(Events(), state, _turning(state, turning))
        found = tuple(turns.items()), turning is not None
        state.plan.turned.keep(cause, found)
    return found


def _turned_to(state: State, known: dict[Card, Told], turning: Seat, card: Card) -> Told:
    """What is told when `card` is turned."""
    player = _turning(state, turning)
    events = Events((_turned(player, card), _asked(_NEW, player, (player,))))
    _pass_over(events, state, player)
    known[card] = found = remembered(events)
    return found


def _pass_over(events: Events, state: State, player: Seat) -> Seat | None:
    """A seat that has folded passes, as may those after it; who turns the next card then, if anybody does."""
    if player not in state.folded:
        return None
    events.append(_passed(player))
    return _put_on(events, state, player)


def _turning(state: State, seat: Seat) -> Seat:
    """Who turns the next card: `seat`, or where folded seats are skipped the first that still plays."""
    if not state.rules.fold_skips_turn:
        return seat
    return next((one for one in (seat, *state.others(seat)) if one not in state.folded), seat)


def leave(events: Events, state: State, seat: Seat) -> None:
    """The centre card, left by `seat`, is put to the next seat (RULES 4.2)."""
    begun = len(events)
    turning = _put_on(events, state, seat)
    if turning is not None:
        turn_up(events, state, turning, state.stock)
    _remember(state.plan.left, _cause(state, seat, None), events[begun:])


def _cause(state: State, seat: Seat, left_by: Seat | None) -> Hashable:
    """All from which it follows what is told when `seat` does not use a card that `left_by` has left (None:
    that it has turned or laid itself), if at most one more is turned."""
    folded = state.lasting.folded
    if left_by is None and not folded:
        return seat  # the next seat is asked, and none turns a card
    return seat, left_by, state.stock[0] if state.stock else None, folded


def _left_by(state: State) -> Seat | None:
    return None if state.centre is None else state.centre.left_by


def _remember(memory: Memory, cause: Hashable, events: Sequence[told.Event]) -> None:
    """Keeps `events`, if at most one card was turned and, where the hand ends, nothing was asked before."""
    if type(events[-1]) is told.HandEnded:
        plain = _ENDING.issuperset(map(type, events))
    else:
        plain = sum([type(event) is told.CardTurned for event in events]) < 2
    if plain:
        memory.keep(cause, remembered(events))


_ENDING = frozenset((told.Passed, told.HandEnded))


def _put_on(events: Events, state: State, seat: Seat) -> Seat | None:
    """Puts the card that `seat` left to the next; who must turn another if that one has folded, else None."""
    player = state.next(seat)
    if player not in state.folded:
        events.append(_asked(_LEFT, player, (player,), seat))
        return None
    if state.rules.fold_skips_turn:
        return state.next(player)
    events.append(_asked(_LEFT, player, (player,), seat))
    events.append(_passed(player))
    return None if _claims_asked(events, state, player, seat) else player


def decline(state: State, seat: Seat) -> tuple[told.Event, ...]:
    """The seat on turn passes; the others may force the card on it if it fits (RULES 4.4, 7.2)."""
    forcers = forcing_seats(state, seat)
    if forcers:
        return _passed(seat), _asked(Phase.FORCE_WINDOW, seat, forcers)
    lasting, left_by, memory = state.lasting, _left_by(state), state.plan.declined
    cause = _cause(state, seat, left_by)
    found: Told | None = memory.get(cause)
    if found is None:
        events = Events((_passed(seat),))
        _unwanted(events, state, seat)
        _remember(memory, cause, events)
        return events.told()
    if not lasting.stands:
        lasting.passes[seat][left_by][state.stock[0] if state.stock else None] = found
    return found


def give_up(state: State, seat: Seat) -> Decided:
    """The seat on turn gives up the hand, and declines the card with it (RULES 8.5)."""
    cause = _cause(state, seat, _left_by(state))
    found: Told | None = state.plan.given_up.get(cause)
    if found is not None:
        return found.after(told.Folded(seat))
    events = Events((told.Folded(seat),))
    _unwanted(events, fold(state, events), seat)
    _remember(state.plan.given_up, cause, events[1:])
    return events


def forcing_seats(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who may force the centre card on the seat on turn now that it has not melded it."""
    rules = state.lasting.plan.rules
    if not rules.force_by_opponents or not fits(state, seat):
        return ()
    barred = () if rules.folded_may_force else state.folded
    return tuple(other for other in state.others(seat) if other not in barred)


def not_forced(events: Events, state: State, seat: Seat) -> None:
    """Nobody forces: a keep is carried out, or claims, the next card or the next seat follow (RULES 4.4)."""
    if state.keeping is not None:
        keep(events, state, seat, state.keeping)
    else:
        _unwanted(events, state, seat)


def _unwanted(events: Events, state: State, seat: Seat) -> None:
    """The seat on turn takes nothing: claims, the next card or the next seat follow."""
    left_by = state.centre.left_by if state.centre else None
    if left_by is None:
        leave(events, state, seat)
    elif not state.rules.claims or not _claims_asked(events, state, seat, left_by):
        turn_up(events, state, seat, state.stock)


def keep(events: Events, state: State, seat: Seat, discard: Card) -> None:
    """The seat on turn takes the centre card into its hand and discards another (RULES 8.3)."""
    centre = state.centre
    if centre is not None:
        events.append(told.Kept(seat, centre.card, discard))
        leave(events, state, seat)


def _claims_asked(events: Events, state: State, seat: Seat, left_by: Seat) -> bool:
    """All but the seat on turn and the leaver may claim before the next card is turned (RULES 8.1)."""
    claimants = _claimants(state, seat, left_by)
    if claimants:
        ask(events, Phase.CLAIM_WINDOW, seat, claimants)
    return bool(claimants)


def claiming_seats(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who may claim the centre card that the seat on turn does not use, in order."""
    return () if state.centre is None else _claimants(state, seat, state.centre.left_by)


def _claimants(state: State, seat: Seat, left_by: Seat | None) -> tuple[Seat, ...]:
    if not state.rules.claims:
        return ()
    barred = (left_by, *state.folded)
    return tuple(other for other in state.others(seat) if other not in barred)


def settle_claims(events: Events, state: State) -> None:
    """Closes the claim window as soon as its result no longer depends on anybody (RULES 8.2)."""
    standing = Events()
    for seat in claiming_seats(state, state.turn):
        answer = state.answer(seat)
        if isinstance(answer, Meld):
            events += [*standing, told.ClaimsClosed(seat), *lay(state, melded(state, seat, answer))]
            return
        if answer is None:
            if seat not in state.claim_passes:
                return
            standing.append(told.Answered(seat, Pass()))
    events += [*standing, told.ClaimsClosed(None)]
    turn_up(events, state, state.turn, state.stock)


def settled(events: Sequence[told.Event], state: State) -> tuple[told.Event, ...]:
    """`events` and what closes the windows, one after another, that wait for standing passes (RULES 8.6).

    These are given only when nobody else is waited for, so that their seats may still answer otherwise.
    """
    state, found = fold(state, events), [*events]
    while more := _closing(state):
        found += more
        state = fold(state, more)
    return tuple(found)


def _closing(state: State) -> Events:
    more = Events()
    waiting = [seat for seat in state.awaited if seat not in state.force_passes]
    if state.phase is Phase.FORCE_WINDOW and not waiting:
        more += [_passed(seat) for seat in state.awaited]
        not_forced(more, state, state.turn)
    elif state.phase is Phase.CLAIM_WINDOW:
        settle_claims(more, state)
    return more


def lay(state: State, meld: told.Melded) -> Decided:
    """A seat melds; it goes out, or its discard is put to the seat after it (RULES 6, 9.1)."""
    if meld.discard is None:
        return meld, told.HandEnded(Termination.WENT_OUT, meld.seat)
    found: Told | None = state.lasting.plan.left.get(_cause(state, meld.seat, None))
    if found is not None:
        return found.after(meld)
    events = Events((meld,))
    leave(events, state, meld.seat)
    return events


def settle_exchange(events: Events, state: State) -> None:
    """Once every seat has chosen, each card goes to the next seat and play begins (RULES 3.3)."""
    if state.awaited:
        return
    given = {seat: command.card for seat, command in state.answers if isinstance(command, Exchange)}
    received = {state.next(seat): card for seat, card in given.items()}
    seats = [Seat(seat) for seat in range(len(state.holdings))]
    events.append(told.Exchanged(tuple(map(given.get, seats)), tuple(map(received.get, seats))))
    first_card(events, state, state.stock)
