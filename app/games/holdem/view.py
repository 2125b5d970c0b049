"""`view`: what one seat, or a spectator, may know of a hand. Nothing hidden leaves by another way."""

from collections.abc import Sequence
from typing import Any

from app.games.cards import HIDDEN, Card, OpenCards, Seat
from app.games.holdem.betting import levels_open
from app.games.holdem.pots import pots
from app.games.holdem.ranking import best_five, category, rank
from app.games.holdem.state import HoldemState


def view(state: HoldemState, seat: Seat | None) -> dict[str, Any]:
    """Return the hand as `seat` sees it (None: a spectator), as JSON.

    `hand` are the own hole cards; `to_call` is what the seat on turn has to pay, `levels` are those that it
    may bet or raise to; `seats` lists by seat what all may know, hands included that were shown (RULES 6.3,
    6.6). After the end `result` has the pots, which are in the stacks again.
    """
    return {
        "street": str(state.street),
        "board": list(state.board),
        "button": state.button,
        "turn": state.turn,
        "limit": state.rules.limit,
        "level": 0 if state.over else state.level,
        "levels": [] if state.turn is None else list(levels_open(state, state.turn)),
        "to_call": None if state.turn is None else state.owed(state.turn),
        "stock_count": len(state.stock),
        "pots": [] if state.over else _pots(state),
        "seats": [_open(state, Seat(number)) for number in range(len(state.stacks))],
        "hand": None if seat is None else list(state.holes[seat]),
        "result": _result(state),
    }


def _pots(state: HoldemState) -> list[dict[str, Any]]:
    """Return the pots with the bets of the round (RULES 6.1)."""
    return [{"amount": amount, "seats": list(eligible)} for amount, eligible in pots(state)]


def _open(state: HoldemState, seat: Seat) -> dict[str, Any]:
    """Return what all may know of `seat`."""
    return {
        "stack": state.stacks[seat],
        "bet": state.bets[seat],
        "paid": state.paid[seat],
        "brought": state.brought[seat],
        "short_buys": None,
        "hand_count": len(state.holes[seat]),
        "folded": seat in state.folded,
        "all_in": seat in state.contenders and not state.stacks[seat],
        "shown": _shown(state, seat) if seat in state.shown else None,
    }


def _shown(state: HoldemState, seat: Seat) -> dict[str, Any]:
    """Return a hand that lies open, with its kind and the five cards that count (RULES 6.4)."""
    hole = state.holes[seat]
    return {
        "cards": list(hole),
        "category": str(category(rank(hole, state.board))),
        "best": list(best_five(hole, state.board)),
    }


def _result(state: HoldemState) -> dict[str, Any] | None:
    """Return how the pots were shared (RULES 6.5)."""
    if not state.over:
        return None
    return {
        "showdown": bool(state.shown),
        "pots": [
            {
                "amount": award.amount,
                "seats": list(award.eligible),
                "shares": [{"seat": seat, "chips": chips} for seat, chips in award.shares],
            }
            for award in state.awards
        ],
    }


def open_cards(seen: dict[str, Any], hands: Sequence[Sequence[Card]] | None) -> OpenCards:
    """Return the board, and the hole cards of each seat; of one that has folded if they are revealed."""
    held = hands or [_hole_cards(seat) for seat in seen["seats"]]
    return OpenCards((tuple(seen["board"]),), tuple((tuple(hand),) for hand in held))


def _hole_cards(seat: dict[str, Any]) -> tuple[Any, ...]:
    """Return the hole cards that were shown, or their backs."""
    if seat["shown"]:
        return tuple(seat["shown"]["cards"])
    return () if seat["folded"] else (HIDDEN,) * seat["hand_count"]


def unbegun(seats: int) -> dict[str, Any]:
    """Return the view of a table of `seats` seats before its first hand."""
    nothing = {
        "stack": 0,
        "bet": 0,
        "paid": 0,
        "brought": 0,
        "short_buys": None,
        "hand_count": 0,
        "folded": False,
        "all_in": False,
        "shown": None,
    }
    nowhere = dict.fromkeys(("street", "button", "turn", "limit", "to_call", "stock_count", "hand", "result"))
    return {
        **nowhere,
        "board": [],
        "level": 0,
        "levels": [],
        "pots": [],
        "seats": [dict(nothing) for _ in range(seats)],
    }
