"""Payments at the end of a hand (RULES 9.3)."""

from app.games.cards import Card, Seat
from app.games.conquian.rules import Payment
from app.games.conquian.state import State

_PAY_RANKS = ("1", "3", "5", "7", "10", "12")
_SUIT_WORTH = {"O": 1, "C": 2, "E": 3, "B": 4}


def worth(cards: tuple[Card, ...]) -> int:
    """Return the worth of the pay cards among `cards`, each by its suit.

    >>> worth(("3E", "3E", "3E", "4B", "5B", "6B", "7B", "10B", "6O", "7O", "10O"))
    23
    """
    return sum(_SUIT_WORTH.get(card[-1], 0) for card in cards if card[:-1] in _PAY_RANKS)


def payments(state: State, stake: int) -> tuple[int, ...]:
    """Return what each seat wins or, below zero, pays (9.3); the sum is zero, tablas pay nothing (9.2)."""
    result = state.result
    if result is None or result.winner is None:
        return (0,) * len(state.hands)
    winner = result.winner
    by_cards = state.rules.payment is Payment.PAY_CARDS
    due = worth(state.table_cards(winner)) if by_cards else stake
    if state.rules.teams:
        return tuple(due if seat % 2 == winner % 2 else -due for seat in range(len(state.hands)))
    losers = [seat for seat in state.order if seat != winner]
    return tuple(_share(Seat(seat), winner, losers, due) for seat in range(len(state.hands)))


def _share(seat: Seat, winner: Seat, losers: list[Seat], due: int) -> int:
    """Return what `seat` wins or pays where each loser owes the amount `due` (9.3)."""
    if seat == winner:
        return due * len(losers)
    return -due if seat in losers else 0
