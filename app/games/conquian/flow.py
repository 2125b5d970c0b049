"""What happens by itself between two decisions: turning up, passing on, windows (RULES 4).

A `Telling` collects the events of one decision. The steps are given the position `state` in which they find
what they ask for: who plays in which order, who has folded, the stock as it was before this decision turned
a card. A pass changes none of these, so most decisions are told without any position in between.
Folded seats decline at once (RULES 8.5).
"""

from functools import lru_cache

from app.games.cards import Card, Seat
from app.games.conquian import events as told
from app.games.conquian.commands import Exchange, Meld
from app.games.conquian.evolve import fold
from app.games.conquian.rules import FirstTurn
from app.games.conquian.state import Phase, State, Termination
from app.games.conquian.taking import fits, melded

# The same few thousand of these are told over and over; a value may be shared.
_passed = lru_cache(told.Passed)
_asked = lru_cache(4096)(told.Asked)
_turned = lru_cache(4096)(told.CardTurned)


class Telling:
    """The events of one decision so far, and the position after them, which is made only when asked for."""

    __slots__ = ("_seen", "_state", "events")

    def __init__(self, state: State) -> None:
        self.events: list[told.Event] = []
        self._state = state
        self._seen = 0

    @property
    def state(self) -> State:
        """The position after the events so far."""
        if self._seen < len(self.events):
            self._state = fold(self._state, self.events[self._seen :])
            self._seen = len(self.events)
        return self._state

    def tell(self, event: told.Event) -> None:
        """Adds `event`."""
        self.events.append(event)

    def ask(
        self, phase: Phase, turn: Seat, awaited: tuple[Seat, ...] = (), left_by: Seat | None = None
    ) -> None:
        """Puts a question to `awaited`, by default to the seat on turn alone."""
        self.events.append(_asked(phase, turn, awaited or (turn,), left_by))

    def decline(self, seat: Seat) -> None:
        """Says that `seat` passes."""
        self.events.append(_passed(seat))


def open_hand(telling: Telling) -> None:
    """The first question after the deal: the exchange, or the first card (RULES 3.3, 5)."""
    state = telling.state
    if state.rules.exchange:
        telling.ask(Phase.EXCHANGE, state.order[0], state.order)
    else:
        first_card(telling, state)


def first_card(telling: Telling, state: State) -> None:
    """The first seat turns the first card; it goes round or starts play at once (RULES 5.1, 5.2)."""
    first = state.order[0]
    if state.rules.first_turn is FirstTurn.PLAIN:
        turn_up(telling, state, first)
    else:
        telling.tell(_turned(first, state.stock[0]))
        telling.ask(Phase.OFFER, first)


def turn_up(telling: Telling, state: State, seat: Seat) -> None:
    """The top card of the stock is put to `seat`; without one the hand is tablas (RULES 4.1, 4.5, 9.2).

    Where seats have folded, the next card and the next may follow at once.
    """
    turning: Seat | None = seat
    for card in state.stock:
        if turning is None:
            return
        player = _turning(state, turning)
        telling.tell(_turned(player, card))
        telling.ask(Phase.NEW, player)
        if player not in state.folded:
            return
        telling.decline(player)
        turning = _put_on(telling, state, player)
    if turning is not None:
        telling.tell(told.HandEnded(Termination.TABLAS, None))


def _turning(state: State, seat: Seat) -> Seat:
    """Who turns the next card: `seat`, or where folded seats are skipped the first that still plays."""
    if not state.folded or not state.rules.fold_skips_turn:
        return seat
    return next((one for one in (seat, *state.others(seat)) if one not in state.folded), seat)


def leave(telling: Telling, state: State, seat: Seat) -> None:
    """The centre card, left by `seat`, is put to the next seat (RULES 4.2)."""
    turning = _put_on(telling, state, seat)
    if turning is not None:
        turn_up(telling, state, turning)


def _put_on(telling: Telling, state: State, seat: Seat) -> Seat | None:
    """Puts the card that `seat` left to the next; who must turn another if that one has folded, else None."""
    player = state.next(seat)
    if player in state.folded and state.rules.fold_skips_turn:
        return state.next(player)
    telling.ask(Phase.LEFT, player, left_by=seat)
    if player not in state.folded:
        return None
    telling.decline(player)
    return None if _claims_asked(telling, state, player, seat) else player


def decline(telling: Telling, state: State, seat: Seat) -> None:
    """The seat on turn passes; the others may force the card on it if it fits (RULES 4.4, 7.2)."""
    forcers = forcing_seats(state, seat)
    telling.decline(seat)
    if forcers:
        telling.ask(Phase.FORCE_WINDOW, seat, forcers)
    else:
        not_forced(telling, state, seat)


def forcing_seats(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who may force the centre card on the seat on turn now that it has not melded it."""
    rules = state.rules
    if not rules.force_by_opponents or not fits(state, seat):
        return ()
    barred = () if rules.folded_may_force else state.folded
    return tuple(other for other in state.others(seat) if other not in barred)


def not_forced(telling: Telling, state: State, seat: Seat) -> None:
    """Nobody forces: a keep is carried out, or claims, the next card or the next seat follow (RULES 4.4)."""
    left_by = state.centre.left_by if state.centre else None
    if state.keeping is not None:
        keep(telling, state, seat, state.keeping)
    elif left_by is None:
        leave(telling, state, seat)
    elif not _claims_asked(telling, state, seat, left_by):
        turn_up(telling, state, seat)


def keep(telling: Telling, state: State, seat: Seat, discard: Card) -> None:
    """The seat on turn takes the centre card into its hand and discards another (RULES 8.3)."""
    centre = state.centre
    if centre is not None:
        telling.tell(told.Kept(seat, centre.card, discard))
        leave(telling, state, seat)


def _claims_asked(telling: Telling, state: State, seat: Seat, left_by: Seat) -> bool:
    """All but the seat on turn and the leaver may claim before the next card is turned (RULES 8.1)."""
    claimants = _claimants(state, seat, left_by)
    if claimants:
        telling.ask(Phase.CLAIM_WINDOW, seat, claimants)
    return bool(claimants)


def claiming_seats(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who may claim the centre card that the seat on turn does not use, in order."""
    return () if state.centre is None else _claimants(state, seat, state.centre.left_by)


def _claimants(state: State, seat: Seat, left_by: Seat | None) -> tuple[Seat, ...]:
    if not state.rules.claims:
        return ()
    barred = (left_by, *state.folded)
    return tuple(other for other in state.others(seat) if other not in barred)


def settle_claims(telling: Telling) -> None:
    """Closes the claim window as soon as its result no longer depends on anybody (RULES 8.2)."""
    state = telling.state
    for seat in claiming_seats(state, state.turn):
        answer = state.answer(seat)
        if answer is None:
            return
        if isinstance(answer, Meld):
            telling.tell(told.ClaimsClosed(seat))
            lay(telling, state, melded(state, seat, answer))
            return
    telling.tell(told.ClaimsClosed(None))
    turn_up(telling, state, state.turn)


def lay(telling: Telling, state: State, meld: told.Melded) -> None:
    """A seat melds; it goes out, or its discard is put to the seat after it (RULES 6, 9.1)."""
    telling.tell(meld)
    if meld.discard is None:
        telling.tell(told.HandEnded(Termination.WENT_OUT, meld.seat))
    else:
        leave(telling, state, meld.seat)


def settle_exchange(telling: Telling) -> None:
    """Once every seat has chosen, each card goes to the next seat and play begins (RULES 3.3)."""
    state = telling.state
    if state.awaited:
        return
    given = {seat: command.card for seat, command in state.answers if isinstance(command, Exchange)}
    received = {state.next(seat): card for seat, card in given.items()}
    seats = [Seat(seat) for seat in range(len(state.hands))]
    telling.tell(told.Exchanged(tuple(map(given.get, seats)), tuple(map(received.get, seats))))
    first_card(telling, state)
