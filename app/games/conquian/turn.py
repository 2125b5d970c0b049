"""The course of play between two decisions: cards turned up and passed on, windows (RULES 4, 5, 8).

Each function returns the events that follow in the position `state`, in which the event before them may not
be copied yet: a pass and a meld change neither the order of play, nor the seats that have folded, nor the
stock, which is all that these functions look at.
"""

from app.games.cards import Card, Seat
from app.games.conquian.commands import Exchange
from app.games.conquian.events import Asked, CardTurned, Event, Exchanged, HandEnded, Kept, Melded, Passed
from app.games.conquian.laying import fits
from app.games.conquian.rules import FirstTurn
from app.games.conquian.state import Phase, State, Termination


def opening(state: State) -> list[Event]:
    """Return what follows the deal: the exchange (3.3), or else the first card (5)."""
    if state.rules.exchange:
        return [Asked(Phase.EXCHANGE, state.order[0], state.order)]
    return first_card(state)


def first_card(state: State) -> list[Event]:
    """Return how the first seat turns up the first card, which goes round or starts play (5.1, 5.2)."""
    first = state.order[0]
    if state.rules.first_turn is FirstTurn.PLAIN:
        return turn_up(state, first)
    return [CardTurned(first, state.stock[0]), Asked(Phase.OFFER, first, (first,))]


def exchanged(state: State) -> list[Event]:
    """Return how each card chosen goes to the next seat, once all have chosen, and play begins (3.3)."""
    if state.awaited:
        return []
    given = {seat: command.card for seat, command in state.answers if isinstance(command, Exchange)}
    received = {state.next(seat): card for seat, card in given.items()}
    seats = [Seat(number) for number in range(len(state.hands))]
    exchange = Exchanged(tuple(map(given.get, seats)), tuple(map(received.get, seats)))
    return [exchange, *first_card(state)]


def turn_up(state: State, seat: Seat) -> list[Event]:
    """Return how `seat` turns up the top card of the stock and is asked about it (4.1, 4.3).

    A seat that has folded passes at once (8.5), so further cards may follow. Without a card the hand is
    drawn (4.5, 9.2).
    """
    events: list[Event] = []
    turning = seat
    for card in state.stock:
        player = _turns_up(state, turning)
        events += [CardTurned(player, card), Asked(Phase.NEW, player, (player,))]
        if player not in state.folded:
            return events
        events.append(Passed(player))
        passed_on, next_turning = _pass_on(state, player)
        events += passed_on
        if next_turning is None:
            return events
        turning = next_turning
    return [*events, HandEnded(Termination.TABLAS, None)]


def _turns_up(state: State, seat: Seat) -> Seat:
    """Return which seat turns up the card due from `seat`: where folded seats are skipped another (8.5)."""
    if not state.rules.fold_skips_turn:
        return seat
    return next((other for other in (seat, *state.others(seat)) if other not in state.folded), seat)


def leave(state: State, seat: Seat) -> list[Event]:
    """Return how the centre card, which `seat` has left, is put to the next seat (4.2)."""
    events, turning = _pass_on(state, seat)
    return events if turning is None else [*events, *turn_up(state, turning)]


def _pass_on(state: State, seat: Seat) -> tuple[list[Event], Seat | None]:
    """Return how the card that `seat` left is put to the next, and which seat turns up another card then.

    That is None unless the next seat has folded (8.5) and no seat may claim the card (8.1).
    """
    player = state.next(seat)
    asked = Asked(Phase.LEFT, player, (player,), seat)
    if player not in state.folded:
        return [asked], None
    if state.rules.fold_skips_turn:
        return [], state.next(player)
    claimants = claiming_seats(state, player, seat)
    if claimants:
        return [asked, Passed(player), Asked(Phase.CLAIM_WINDOW, player, claimants)], None
    return [asked, Passed(player)], player


def unwanted(state: State, seat: Seat) -> list[Event]:
    """Return what follows when `seat`, on turn, does not use the centre card and is not forced (4.4).

    A new card goes to the next seat. A left card may be claimed (8.1), or else the seat turns up the next.
    """
    left_by = state.centre.left_by if state.centre else None
    if left_by is None:
        return leave(state, seat)
    claimants = claiming_seats(state, seat, left_by)
    if claimants:
        return [Asked(Phase.CLAIM_WINDOW, seat, claimants)]
    return turn_up(state, seat)


def not_forced(state: State, keeping: Card | None) -> list[Event]:
    """Return what follows when no seat forces the seat on turn, which may be keeping a card (7.2, 8.3)."""
    seat, centre = state.turn, state.centre
    if keeping is None or centre is None:
        return unwanted(state, seat)
    return [Kept(seat, centre.card, keeping), *leave(state, seat)]


def laid(state: State, meld: Melded) -> list[Event]:
    """Return `meld` and what follows: the seat goes out, or its discard is put to the next (6.4, 9.1)."""
    if meld.discard is None:
        return [meld, HandEnded(Termination.WENT_OUT, meld.seat)]
    return [meld, *leave(state, meld.seat)]


def forcing_seats(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return which seats may force the centre card on `seat`, which has not melded it (7.2)."""
    rules = state.rules
    if not rules.force_by_opponents or not fits(state, seat):
        return ()
    barred = () if rules.folded_may_force else state.folded
    return tuple([other for other in state.others(seat) if other not in barred])


def claiming_seats(state: State, seat: Seat, left_by: Seat | None) -> tuple[Seat, ...]:
    """Return which seats may claim the card that `left_by` left and `seat`, on turn, does not use (8.1)."""
    if not state.rules.claims:
        return ()
    barred = (left_by, *state.folded)
    return tuple([other for other in state.others(seat) if other not in barred])
