"""What happens by itself between two decisions: turning up, passing on, windows (RULES 4).

Each step adds to the `events` of one decision. It is given the position `state` in which it finds what it
asks for: who plays in which order, who has folded, the stock as it was before this decision turned a card.
A pass changes none of these, so most decisions are told without any position in between.
Folded seats decline at once (RULES 8.5).
"""

from functools import lru_cache

from app.games.cards import Card, Seat
from app.games.conquian import events as told
from app.games.conquian.commands import Exchange, Meld, Pass
from app.games.conquian.evolve import fold
from app.games.conquian.rules import FirstTurn
from app.games.conquian.state import Phase, State, Termination
from app.games.conquian.taking import fits, melded

_NEW, _LEFT, _OFFER = Phase.NEW, Phase.LEFT, Phase.OFFER

# The same few thousand of these are told over and over; a value may be shared.
_passed = lru_cache(told.Passed)
_asked = lru_cache(4096)(told.Asked)
_turned = lru_cache(4096)(told.CardTurned)


Events = list[told.Event]
"""The events of one decision so far."""


def ask(events: Events, phase: Phase, turn: Seat, awaited: tuple[Seat, ...]) -> None:
    """Puts a question to `awaited`."""
    events.append(_asked(phase, turn, awaited))


def passes(events: Events, seat: Seat) -> None:
    """Says that `seat` passes."""
    events.append(_passed(seat))


def open_hand(events: Events, state: State) -> None:
    """The first question after the deal: the exchange, or the first card (RULES 3.3, 5)."""
    if state.rules.exchange:
        ask(events, Phase.EXCHANGE, state.order[0], state.order)
    else:
        first_card(events, state)


def first_card(events: Events, state: State) -> None:
    """The first seat turns the first card; it goes round or starts play at once (RULES 5.1, 5.2)."""
    first = state.order[0]
    if state.rules.first_turn is FirstTurn.PLAIN:
        turn_up(events, state, first)
    else:
        events.append(_turned(first, state.stock[0]))
        ask(events, _OFFER, first, (first,))


def turn_up(events: Events, state: State, seat: Seat) -> None:
    """The top card of the stock is put to `seat`; without one the hand is tablas (RULES 4.1, 4.5, 9.2).

    Where seats have folded, the next card and the next may follow at once.
    """
    turning: Seat | None = seat
    folded = state.folded
    for card in state.stock:
        if turning is None:
            return
        player = _turning(state, turning) if folded else turning
        events.append(_turned(player, card))
        events.append(_asked(_NEW, player, (player,)))
        if player not in folded:
            return
        events.append(_passed(player))
        turning = _put_on(events, state, player)
    if turning is not None:
        events.append(told.HandEnded(Termination.TABLAS, None))


def _turning(state: State, seat: Seat) -> Seat:
    """Who turns the next card: `seat`, or where folded seats are skipped the first that still plays."""
    if not state.rules.fold_skips_turn:
        return seat
    return next((one for one in (seat, *state.others(seat)) if one not in state.folded), seat)


def leave(events: Events, state: State, seat: Seat) -> None:
    """The centre card, left by `seat`, is put to the next seat (RULES 4.2)."""
    turning = _put_on(events, state, seat)
    if turning is not None:
        turn_up(events, state, turning)


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


def decline(events: Events, state: State, seat: Seat) -> None:
    """The seat on turn passes; the others may force the card on it if it fits (RULES 4.4, 7.2)."""
    forcers = forcing_seats(state, seat) if state.tables[seat] else ()
    events.append(_passed(seat))
    if forcers:
        ask(events, Phase.FORCE_WINDOW, seat, forcers)
    else:
        not_forced(events, state, seat)


def forcing_seats(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who may force the centre card on the seat on turn now that it has not melded it."""
    rules = state.rules
    if not rules.force_by_opponents or not fits(state, seat):
        return ()
    barred = () if rules.folded_may_force else state.folded
    return tuple(other for other in state.others(seat) if other not in barred)


def not_forced(events: Events, state: State, seat: Seat) -> None:
    """Nobody forces: a keep is carried out, or claims, the next card or the next seat follow (RULES 4.4)."""
    left_by = state.centre.left_by if state.centre else None
    if state.keeping is not None:
        keep(events, state, seat, state.keeping)
    elif left_by is None:
        leave(events, state, seat)
    elif not state.rules.claims or not _claims_asked(events, state, seat, left_by):
        turn_up(events, state, seat)


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
    standing: Events = []
    for seat in claiming_seats(state, state.turn):
        answer = state.answer(seat)
        if isinstance(answer, Meld):
            events += [*standing, told.ClaimsClosed(seat)]
            lay(events, state, melded(state, seat, answer))
            return
        if answer is None:
            if seat not in state.claim_passes:
                return
            standing.append(told.Answered(seat, Pass()))
    events += [*standing, told.ClaimsClosed(None)]
    turn_up(events, state, state.turn)


def settle_standing(events: Events, state: State) -> None:
    """Closes the windows, one after another, that wait only for seats that stand by a pass (RULES 8.6).

    Their passes are given only when nobody else is waited for, so that they may still answer otherwise.
    """
    state = fold(state, events)
    while more := _closing(state):
        events += more
        state = fold(state, more)


def _closing(state: State) -> Events:
    more: Events = []
    waiting = [seat for seat in state.awaited if seat not in state.force_passes]
    if state.phase is Phase.FORCE_WINDOW and not waiting:
        for seat in state.awaited:
            passes(more, seat)
        not_forced(more, state, state.turn)
    elif state.phase is Phase.CLAIM_WINDOW:
        settle_claims(more, state)
    return more


def lay(events: Events, state: State, meld: told.Melded) -> None:
    """A seat melds; it goes out, or its discard is put to the seat after it (RULES 6, 9.1)."""
    events.append(meld)
    if meld.discard is None:
        events.append(told.HandEnded(Termination.WENT_OUT, meld.seat))
    else:
        leave(events, state, meld.seat)


def settle_exchange(events: Events, state: State) -> None:
    """Once every seat has chosen, each card goes to the next seat and play begins (RULES 3.3)."""
    if state.awaited:
        return
    given = {seat: command.card for seat, command in state.answers if isinstance(command, Exchange)}
    received = {state.next(seat): card for seat, card in given.items()}
    seats = [Seat(seat) for seat in range(len(state.hands))]
    events.append(told.Exchanged(tuple(map(given.get, seats)), tuple(map(received.get, seats))))
    first_card(events, state)
