"""Sentences about events of Conquián, and its part of a page of a replay."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.cli.replay.cards import Style, card_count, laid, name, names, seats
from app.cli.replay.game_page import GamePage, Narration
from app.games.codec import Json


def _asked(event: Json, style: Style) -> str:
    turn, asked = event["turn"], seats(event["awaited"])
    questions = {
        "exchange": "Every seat gives one card to the next.",
        "offer": f"It is offered to seat {turn}.",
        "left": f"It lies for seat {turn}.",
        "new": f"It is for seat {turn}.",
        "force_window": f"It fits the melds of seat {turn}; {asked} may force it.",
        "claim_window": f"It may be claimed by {asked}.",
        "forced": f"Seat {turn} must meld it.",
    }
    return questions[event["phase"]]


def _answered(event: Json, style: Style) -> str:
    answer = event.get("answer")
    if not answer:
        return f"Seat {event['seat']} has answered."
    if answer["type"] == "exchange":
        return f"Seat {event['seat']} gives {name(answer['card'], style)}."
    return f"Seat {event['seat']} {'claims it' if answer['type'] == 'meld' else 'does not claim it'}."


def _exchanged(event: Json, style: Style) -> str:
    received = enumerate(event.get("received") or ())
    known = [f"seat {at} gets {name(card, style)}" for at, card in received if card]
    return f"The cards change hands{': ' if known else ''}{', '.join(known)}."


def _melded(event: Json, style: Style) -> str:
    used, discard = event["used"], event.get("discard")
    added = f" with {names(used, style)}" if used else ""
    end = f" and discards {name(discard, style)}" if discard else ""
    card = "the centre card" if event["centre"] is None else name(event["centre"], style)
    return f"Seat {event['seat']} melds {card}{added}{end}."


def _declined(event: Json, style: Style) -> str:
    keeping = event.get("keeping")
    plan = f"; it would keep it for {name(keeping, style)}" if keeping else ""
    return f"Seat {event['seat']} does not meld{plan}."


def _kept(event: Json, style: Style) -> str:
    taken, gone = name(event["card"], style), name(event["discard"], style)
    return f"Seat {event['seat']} keeps {taken} and discards {gone}."


def _claims_closed(event: Json, style: Style) -> str:
    winner = event.get("seat")
    return "Nobody claims it." if winner is None else f"The claim of seat {winner} comes first."


def _hand_ended(event: Json, style: Style) -> str:
    winner = event.get("winner")
    return "Tablas: the stock is empty." if winner is None else f"Seat {winner} goes out."


_SENTENCES: Final[Mapping[str, Narration]] = {
    "dealt": lambda event, style: "The cards are dealt.",
    "asked": _asked,
    "answered": _answered,
    "exchanged": _exchanged,
    "card-turned": lambda event, style: f"Seat {event['seat']} turns up {name(event['card'], style)}.",
    "passed": lambda event, style: f"Seat {event['seat']} passes.",
    "declined": _declined,
    "melded": _melded,
    "forced": lambda event, style: f"Seat {event['by']} forces it on seat {event['seat']}.",
    "kept": _kept,
    "folded": lambda event, style: f"Seat {event['seat']} folds.",
    "standing-changed": lambda event, style: f"Seat {event['seat']} changes what it stands by.",
    "claims-closed": _claims_closed,
    "hand-ended": _hand_ended,
}

_QUESTIONS: Final = {
    "exchange": "to give a card",
    "offer": "to meld or pass the first card",
    "left": "to meld the card that lies there, or not",
    "new": "to meld the card just turned, or not",
    "force_window": "to force it or pass",
    "claim_window": "to claim it or pass",
    "forced": "to meld it",
}


def _marks(seen: Json, seat: Json) -> Mapping[str, bool]:
    return {"dealer": seen["dealer"] == seat["seat"], "folded": seat["folded"]}


def _melds(seen: Json, seat: Json, style: Style) -> Iterator[tuple[str, str]]:
    if seat["table"]:
        yield "melds", " | ".join(laid(meld, style) for meld in seat["table"])


def _middle(seen: Json, style: Style) -> Iterator[tuple[str, str]]:
    if seen["stock_count"] is not None:
        dead: Sequence[Any] | None = seen.get("discards")
        dead_count = seen.get("discard_count", 0) if dead is None else len(dead)
        yield "centre", _centre(seen["centre"], style)
        yield "stock", f"{card_count(seen['stock_count'])}, dead {dead_count}"


def _centre(centre: Json | None, style: Style) -> str:
    if centre is None:
        return "no card"
    left_by = centre["left_by"]
    origin = "from the stock" if centre["source"] == "stock" else "discarded"
    return f"{name(centre['card'], style)}, {origin}{'' if left_by is None else f', left by seat {left_by}'}"


def _outcome(result: Json) -> str:
    return "tablas" if result["winner"] is None else f"seat {result['winner']} has gone out"


CONQUIAN_PAGE: Final = GamePage(
    sentences=_SENTENCES,
    marks=_marks,
    seat=_melds,
    middle=_middle,
    question=lambda seen: _QUESTIONS.get(seen["phase"] or "", "to answer"),
    outcome=_outcome,
)
"""The part of Conquián."""
