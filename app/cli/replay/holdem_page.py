"""Sentences about events of hold'em, and its part of a page of a replay."""

from collections.abc import Iterator, Mapping
from typing import Final

from app.cli.replay.cards import Style, names, seats
from app.cli.replay.game_page import GamePage, Narration
from app.games.codec import Json

_CATEGORIES: Final = {
    "straight_flush": "a straight flush",
    "four_of_a_kind": "four of a kind",
    "full_house": "a full house",
    "flush": "a flush",
    "straight": "a straight",
    "three_of_a_kind": "three of a kind",
    "two_pair": "two pair",
    "pair": "a pair",
    "high_card": "a high card",
}


def _blind(event: Json, style: Style) -> str:
    kind = "the blind" if event["live"] else "the dead blind"
    return f"Seat {event['seat']} posts {kind} of {event['amount']}."


def _board(event: Json, style: Style) -> str:
    return f"The {event['street']}: {names(event['cards'], style)}."


def _pots_won(event: Json, style: Style) -> str:
    return " ".join(_pot(award, number) for number, award in enumerate(event["awards"]))


def _pot(award: Json, number: int) -> str:
    pot = f"side pot {number}" if number else "the pot"
    shares = [f"seat {share['seat']} wins {share['chips']}" for share in award["shares"]]
    return f"Of {pot} of {award['amount']} {' and '.join(shares)}."


def _bought(event: Json, style: Style) -> str:
    return f"Seat {event['seat']} buys {event['chips']} chips{', a short buy' if event['short'] else ''}."


_SENTENCES: Final[Mapping[str, Narration]] = {
    "blind-posted": _blind,
    "holes-dealt": lambda event, style: "Two cards are dealt to each seat.",
    "stock-shuffled": lambda event, style: "The stock is shuffled anew.",
    "turn-given": lambda event, style: "",
    "checked": lambda event, style: f"Seat {event['seat']} checks.",
    "bet-placed": lambda event, style: f"Seat {event['seat']} bets {event['to']}.",
    "called": lambda event, style: f"Seat {event['seat']} calls with {event['amount']}.",
    "raised": lambda event, style: f"Seat {event['seat']} raises to {event['to']}.",
    "hand-given-up": lambda event, style: f"Seat {event['seat']} folds.",
    "board-dealt": _board,
    "bet-returned": lambda event, style: f"Seat {event['seat']} gets {event['amount']} back.",
    "hand-shown": lambda event, style: f"Seat {event['seat']} shows {names(event['cards'], style)}.",
    "pots-won": _pots_won,
    "chips-bought": _bought,
    "chips-returned": lambda event, style: (
        f"{event['chips']} chips leave with the player of seat {event['seat']}."
    ),
}


def _marks(seen: Json, seat: Json) -> Mapping[str, bool]:
    return {"button": seen["button"] == seat["seat"], "folded": seat["folded"], "all-in": seat["all_in"]}


def _chips(seen: Json, seat: Json, style: Style) -> Iterator[tuple[str, str]]:
    bet = f", {seat['bet']} bet in this round" if seat["bet"] and not seen["result"] else ""
    yield "chips", f"{seat['stack']}{bet}"
    if shown := seat["shown"]:
        yield (
            "shown",
            f"{_CATEGORIES[shown['category']]}: {' '.join(names([card], style) for card in shown['best'])}",
        )


def _middle(seen: Json, style: Style) -> Iterator[tuple[str, str]]:
    if seen["street"] is not None:
        yield "board", names(seen["board"], style) or "no card"
        pots = [f"{pot['amount']} for {seats(pot['seats'])}" for pot in seen["pots"]]
        yield "pots", "; ".join(pots) or "none"


def _question(seen: Json) -> str:
    if seen["status"] != "playing":
        return "to answer"
    return f"to call {seen['to_call']}, raise or fold" if seen["to_call"] else "to check or bet"


def _outcome(result: Json) -> str:
    winners = sorted({share["seat"] for pot in result["pots"] for share in pot["shares"]})
    return f"{seats(winners)} won the last pots"


HOLDEM_PAGE: Final = GamePage(
    sentences=_SENTENCES, marks=_marks, seat=_chips, middle=_middle, question=_question, outcome=_outcome
)
"""The part of hold'em."""
