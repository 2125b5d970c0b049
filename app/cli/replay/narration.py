"""Narration of entries in plain sentences, as far as the reader may know them."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.cli.replay.cards import Style, seats
from app.cli.replay.conquian_page import CONQUIAN_PAGE
from app.cli.replay.game_page import GamePage, Narration
from app.cli.replay.holdem_page import HOLDEM_PAGE
from app.games.codec import Json

PAGES: Final[Mapping[str, GamePage]] = {"conquian": CONQUIAN_PAGE, "holdem": HOLDEM_PAGE}
"""The part of each game."""


def sentences(events: Sequence[Json], centre: str | None, style: Style) -> list[str]:
    """Return one sentence for each event; `centre` is the centre card before.

    Hidden fields may be absent; an unknown event is named by its type.
    """
    all_sentences = [_sentence({**event, "centre": centre}, style) for event in events]
    return [sentence for sentence in all_sentences if sentence]


def _sentence(event: Json, style: Style) -> str:
    sentence = _ALL_SENTENCES.get(event.get("type", ""))
    try:
        return sentence(event, style) if sentence else f"({event.get('type')})"
    except (LookupError, TypeError, AttributeError, ValueError):
        return f"({event.get('type')}, in an unknown form)"


def _created(event: Json, style: Style) -> str:
    people = (f"seat {at} {_who(plan)}" for at, plan in enumerate(event["seats"]))
    dealer = event.get("first_dealer")
    passed = "" if dealer is None else f" The deal passes on to seat {dealer}."
    return f"A table for {event['rules']['variant']} is made: {', '.join(people)}.{passed}"


def _who(plan: Mapping[str, str]) -> str:
    named = plan.get("player") or plan.get("bot")
    return f"{plan['kind']} {named}" if named else plan["kind"]


def _taker(event: Json) -> str:
    return f"The bot {event['bot']}" if event.get("bot") else "Somebody"


def _seats_asked(event: Json, style: Style) -> str:
    asked = seats(event["awaited"])
    questions = {
        "committing": f"Asked to commit to chance of their own: {asked}.",
        "revealing": f"Asked to open what they committed to: {asked}.",
        "between_hands": f"Asked whether to deal on: {asked}." if event["awaited"] else "",
    }
    return questions[event["status"]]


def _readied(event: Json, style: Style) -> str:
    commits = ", committed to chance of its own" if event.get("entropy_commitment") else ""
    return f"Seat {event['seat']} is ready{commits}."


def _hand_begun(event: Json, style: Style) -> str:
    stake = f", the stake is {event['stake']}" if event["stake"] else ""
    return f"Hand {event['hand_number']} begins: seat {event['dealer']} deals{stake}."


def _timed_out(event: Json, style: Style) -> str:
    away = f"; {seats(event['away'])} will not be waited for" if event["away"] else ""
    return f"Answered for {seats(event['seats'])}{away}."


def _hand_settled(event: Json, style: Style) -> str:
    amounts = [f"seat {at} {amount:+d}" for at, amount in enumerate(event["amounts"]) if amount]
    return f"Settled: {', '.join(amounts)}." if amounts else "Nobody pays."


def _voided(event: Json, style: Style) -> str:
    caused = f", caused by {seats(event['seats'])}" if event["seats"] else ""
    return f"The game is void ({event['reason']}{caused}); its keys are open."


def _withheld(event: Json, style: Style) -> str:
    ended = "The game is over"
    if event["status"] == "void":
        caused = f", caused by {seats(event['seats'])}" if event["seats"] else ""
        ended = f"The game is void ({event['reason']}{caused})"
    return f"{ended}; its keys stay shut until nobody plays this deck any more."


def _frozen(event: Json, style: Style) -> str:
    receipt = event["receipt"]
    return f"The game is frozen ({event['reason']}): a receipt for ply {receipt['ply']} contradicts the log."


_SENTENCES: Final[Mapping[str, Narration]] = {
    "created": _created,
    "seated": lambda event, style: f"{_taker(event)} takes seat {event['seat']}.",
    "removed": lambda event, style: f"The host opens seat {event['seat']}.",
    "rotated": lambda event, style: f"Seat {event['seat']} gets a new token; the one before is void.",
    "left": lambda event, style: f"Seat {event['seat']} leaves the table.",
    "seats-asked": _seats_asked,
    "readied": _readied,
    "entropy-revealed": lambda event, style: f"Seat {event['seat']} opens the chance it committed to.",
    "dealer-chosen": lambda event, style: f"Seat {event['by']} has seat {event['seat']} deal next.",
    "house-charged": lambda event, style: f"The house takes its charge: it has {event['house']}.",
    "hand-begun": _hand_begun,
    "timed-out": _timed_out,
    "returned": lambda event, style: f"Seat {event['seat']} is back.",
    "replacement-asked": lambda event, style: (
        f"Seat {event['by']} asks that a bot play for seat {event['seat']}."
    ),
    "replaced": lambda event, style: f"{event['bot']} plays for seat {event['seat']}.",
    "hand-settled": _hand_settled,
    "key-revealed": lambda event, style: f"The key of hand {event['hand_number']} is open.",
    "keys-withheld": _withheld,
    "game-ended": lambda event, style: "The game is over and every key is open.",
    "game-voided": _voided,
    "frozen": _frozen,
}
"""A sentence for each event of the table by its stored name."""

_ALL_SENTENCES: Final[Mapping[str, Narration]] = {
    name: sentence
    for part in (_SENTENCES, *(page.sentences for page in PAGES.values()))
    for name, sentence in part.items()
}
