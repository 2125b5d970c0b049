"""What happens by itself between two decisions: turning up, passing on, windows (RULES 4).

A `Telling` collects events and keeps the state they lead to, so that each step sees what the one before
it did. Folded seats decline at once (RULES 8.5).
"""

from app.games.cards import Card, Seat
from app.games.conquian import events as told
from app.games.conquian.commands import Exchange, Meld
from app.games.conquian.evolve import evolve
from app.games.conquian.rules import FirstTurn
from app.games.conquian.state import Phase, State, Termination
from app.games.conquian.taking import fits, melded


class Telling:
    """The events of one decision so far, and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[told.Event] = []

    def tell(self, event: told.Event) -> None:
        """Adds `event` and moves the state on."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def ask(
        self, phase: Phase, turn: Seat, awaited: tuple[Seat, ...] = (), left_by: Seat | None = None
    ) -> None:
        """Puts a question to `awaited`, by default to the seat on turn alone."""
        self.tell(told.Asked(phase, turn, awaited or (turn,), left_by))


def open_hand(telling: Telling) -> None:
    """The first question after the deal: the exchange, or the first card (RULES 3.3, 5)."""
    state = telling.state
    if state.rules.exchange:
        telling.ask(Phase.EXCHANGE, state.order[0], state.order)
    else:
        first_card(telling)


def first_card(telling: Telling) -> None:
    """The first seat turns the first card; it goes round or starts play at once (RULES 5.1, 5.2)."""
    first = telling.state.order[0]
    if telling.state.rules.first_turn is FirstTurn.PLAIN:
        turn_up(telling, first)
    else:
        telling.tell(told.CardTurned(first, telling.state.stock[0]))
        telling.ask(Phase.OFFER, first)


def turn_up(telling: Telling, seat: Seat) -> None:
    """The top card of the stock is put to `seat`; without one the hand is tablas (RULES 4.1, 4.5, 9.2)."""
    state = telling.state
    if not state.stock:
        telling.tell(told.HandEnded(Termination.TABLAS, None))
        return
    player = _turning(state, seat)
    telling.tell(told.CardTurned(player, state.stock[0]))
    telling.ask(Phase.NEW, player)
    if player in state.folded:
        decline(telling, player)


def _turning(state: State, seat: Seat) -> Seat:
    """Who turns the next card: `seat`, or where folded seats are skipped the first that still plays."""
    if not state.rules.fold_skips_turn:
        return seat
    return next((one for one in (seat, *state.others(seat)) if one not in state.folded), seat)


def leave(telling: Telling, seat: Seat) -> None:
    """The centre card, left by `seat`, is put to the next seat (RULES 4.2)."""
    state = telling.state
    player = state.next(seat)
    if player not in state.folded:
        telling.ask(Phase.LEFT, player, left_by=seat)
    elif state.rules.fold_skips_turn:
        turn_up(telling, state.next(player))
    else:
        telling.ask(Phase.LEFT, player, left_by=seat)
        decline(telling, player)


def decline(telling: Telling, seat: Seat) -> None:
    """The seat on turn passes and what follows from it happens (RULES 4.4)."""
    telling.tell(told.Passed(seat))
    not_melded(telling, seat)


def not_melded(telling: Telling, seat: Seat) -> None:
    """The others may force the card on `seat` if it fits; else the turn goes on (RULES 7.2)."""
    forcers = forcing_seats(telling.state, seat)
    if forcers:
        telling.ask(Phase.FORCE_WINDOW, seat, forcers)
    else:
        not_forced(telling, seat)


def forcing_seats(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who may force the centre card on the seat on turn now that it has not melded it."""
    rules = state.rules
    if not rules.force_by_opponents or not fits(state, seat):
        return ()
    barred = () if rules.folded_may_force else state.folded
    return tuple(other for other in state.others(seat) if other not in barred)


def not_forced(telling: Telling, seat: Seat) -> None:
    """Nobody forces: a keep is carried out, or claims, the next card or the next seat follow (RULES 4.4)."""
    state = telling.state
    if state.keeping is not None:
        keep(telling, seat, state.keeping)
    elif state.centre is not None and state.centre.left_by is None:
        leave(telling, seat)
    else:
        offer_claims(telling, seat)


def keep(telling: Telling, seat: Seat, discard: Card) -> None:
    """The seat on turn takes the centre card into its hand and discards another (RULES 8.3)."""
    centre = telling.state.centre
    if centre is not None:
        telling.tell(told.Kept(seat, centre.card, discard))
        leave(telling, seat)


def offer_claims(telling: Telling, seat: Seat) -> None:
    """All but the seat on turn and the leaver may claim before the next card is turned (RULES 8.1)."""
    claimants = claiming_seats(telling.state, seat)
    if claimants:
        telling.ask(Phase.CLAIM_WINDOW, seat, claimants)
    else:
        turn_up(telling, seat)


def claiming_seats(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who may claim the centre card that the seat on turn does not use, in order."""
    if not state.rules.claims or state.centre is None:
        return ()
    barred = (state.centre.left_by, *state.folded)
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
            lay(telling, melded(telling.state, seat, answer))
            return
    telling.tell(told.ClaimsClosed(None))
    turn_up(telling, state.turn)


def lay(telling: Telling, meld: told.Melded) -> None:
    """A seat melds; it goes out, or its discard is put to the seat after it (RULES 6, 9.1)."""
    telling.tell(meld)
    if meld.discard is None:
        telling.tell(told.HandEnded(Termination.WENT_OUT, meld.seat))
    else:
        leave(telling, meld.seat)


def settle_exchange(telling: Telling) -> None:
    """Once every seat has chosen, each card goes to the next seat and play begins (RULES 3.3)."""
    state = telling.state
    if state.awaited:
        return
    given = {seat: command.card for seat, command in state.answers if isinstance(command, Exchange)}
    received = {state.next(seat): card for seat, card in given.items()}
    seats = [Seat(seat) for seat in range(len(state.hands))]
    telling.tell(told.Exchanged(tuple(map(given.get, seats)), tuple(map(received.get, seats))))
    first_card(telling)
