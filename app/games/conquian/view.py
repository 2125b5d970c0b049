"""`view`: what one seat, or a spectator, may know of a hand. Nothing hidden leaves by another way."""

from collections.abc import Sequence
from typing import Any

from app.games.cards import HIDDEN, Card, OpenCards, Seat
from app.games.conquian.rules import Waste
from app.games.conquian.state import State
from app.games.conquian.wire import command_to_json

_ORDER = (
    "target",
    "phase",
    "hand_number",
    "dealer",
    "turn",
    "awaited",
    "answered",
    "centre",
    "stock_count",
    "hand",
    "answer",
    "standing",
    "result",
)
"""Order of the members of a view, some of them of the table.

It never changes, because the answer to a repeated request has the same bytes.
"""


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the hand as `seat` sees it (None: a spectator), as JSON.

    `target` is the number of cards to meld; `seats` lists the open cards by seat; `hand` are the own cards in
    the order dealt; `answer` is the seat's own answer in the open window, `standing` the windows in which it
    stands by a pass. Dead cards are listed or only counted (RULES 4.6).
    """
    return {
        **dict.fromkeys(_ORDER),
        "target": state.target,
        "phase": str(state.phase),
        "turn": state.turn,
        "centre": _centre(state),
        "stock_count": len(state.stock),
        **_discards(state),
        "seats": [_open(state, Seat(number)) for number in range(len(state.hands))],
        "hand": None if seat is None else list(state.hands[seat]),
        "answer": _own_answer(state, seat),
        "standing": _standing(state, seat),
        "result": _result(state),
    }


def open_cards(seen: dict[str, Any], hands: Sequence[Sequence[Card]] | None) -> OpenCards:
    """Return the stock, the centre card and the last dead card, and the melds and the hand of each seat."""
    stock = (HIDDEN,) if seen["stock_count"] else ()
    centre = (seen["centre"]["card"],) if seen["centre"] else ()
    dead = tuple((seen.get("discards") or ())[-1:])
    held = hands or [(HIDDEN,) * seat["hand_count"] for seat in seen["seats"]]
    seats = (
        (*map(tuple, seat["table"]), tuple(hand)) for seat, hand in zip(seen["seats"], held, strict=True)
    )
    return OpenCards((stock, centre, dead), tuple(seats))


def unbegun(seats: int) -> dict[str, Any]:
    """Return the view of a table of `seats` seats before its first hand."""
    return {
        **dict.fromkeys(_ORDER),
        "seats": [{"hand_count": 0, "table": [], "folded": False} for _ in range(seats)],
    }


def _centre(state: State) -> dict[str, Any] | None:
    """Return the centre card and where it came from (4.2)."""
    centre = state.centre
    if centre is None:
        return None
    return {"card": centre.card, "source": str(centre.source), "left_by": centre.left_by}


def _discards(state: State) -> dict[str, Any]:
    """Return the dead cards, or their number where they may not be looked at (4.6)."""
    browsable = state.rules.waste is Waste.FACE_UP and state.rules.pile_browsable
    return {"discards": list(state.discards)} if browsable else {"discard_count": len(state.discards)}


def _open(state: State, seat: Seat) -> dict[str, Any]:
    """Return what lies open before `seat` (1.4)."""
    return {
        "hand_count": len(state.hands[seat]),
        "table": [list(meld) for meld in state.tables[seat]],
        "folded": seat in state.folded,
    }


def _standing(state: State, seat: Seat | None) -> dict[str, bool] | None:
    """Return in which windows `seat` stands by a pass, which only it may know (8.6)."""
    if seat is None or seat not in state.order:
        return None
    return {"claim": seat in state.claim_passes, "force": seat in state.force_passes}


def _own_answer(state: State, seat: Seat | None) -> dict[str, Any] | None:
    """Return what `seat` has answered in the open window, which only it may know (8.2, 8.3)."""
    if seat is None:
        return None
    if state.keeping is not None and seat == state.turn:
        return {"type": "keep", "discard": state.keeping}
    answer = state.answer(seat)
    return None if answer is None else command_to_json(answer)


def _result(state: State) -> dict[str, Any] | None:
    """Return how the hand ended (9.1, 9.2)."""
    result = state.result
    return None if result is None else {"termination": str(result.termination), "winner": result.winner}
