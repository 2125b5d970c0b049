"""Narration of entries in plain sentences, as far as the reader may know them.

Cards are named `7 copas` in a Spanish pack, `7♠` in a French one, `7s` in ASCII.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from app.games.cards import CARD_CODES, HIDDEN, Card
from app.games.codec import Json

_WORDS: Final = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}
_SIGNS: Final = {"d": "♦", "h": "♥", "s": "♠", "c": "♣"}
_LETTERS: Final = {"d": "d", "h": "h", "s": "s", "c": "c"}
_RANKS: Final = ("A", *map(str, range(1, 10)), "T", "10", "11", "J", "12", "Q", "K")
_SUITS: Final = "OCEBdhsc"


@dataclass(frozen=True, slots=True)
class Style:
    """Style of drawing: Unicode signs and lines, or ASCII; `width` is in columns."""

    unicode: bool = True
    width: int = 80

    @property
    def line(self) -> str:
        """A line across the page."""
        return ("─" if self.unicode else "-") * self.width


def name(card: str, style: Style) -> str:
    """Return the name of a card; a text that is no card is returned unchanged.

    >>> name("10C", Style()), name("Ts", Style()), name("Ts", Style(unicode=False))
    ('10 copas', '10♠', '10s')
    """
    if card not in CARD_CODES:
        return "a hidden card" if card == HIDDEN else card
    rank = "10" if card[:-1] == "T" else card[:-1]
    if card[-1] in _WORDS:
        return f"{rank} {_WORDS[card[-1]]}"
    return rank + (_SIGNS if style.unicode else _LETTERS)[card[-1]]


def names(cards: Iterable[str], style: Style) -> str:
    """Return the names of cards for a sentence, in the given order.

    >>> names(["7O", "12B"], Style())
    '7 oros, 12 bastos'
    """
    return ", ".join(name(card, style) for card in cards)


def held(cards: Sequence[str], style: Style) -> str:
    """Return the cards of a hand sorted by suit and rank, each Spanish suit named once.

    >>> held(["7C", "1O", "10C"], Style()), held(["Kd", "Ah", "2d"], Style(unicode=False))
    ('oros 1, copas 7 10', '2d Kd Ah')
    """
    return _grouped(sorted(cards, key=_order), style)


def laid(meld: Sequence[str], style: Style) -> str:
    """Return the cards of a meld in their order.

    >>> laid(["3B", "4B", "5B"], Style()), laid(["6O", "6C", "6E"], Style())
    ('bastos 3 4 5', '6 oros copas espadas')
    """
    ranks = {card[:-1] for card in meld}
    if len(ranks) == 1 and all(card[-1:] in _WORDS for card in meld):
        return f"{ranks.pop()} {' '.join(_WORDS[card[-1]] for card in meld)}"
    return _grouped(meld, style)


def _grouped(cards: Sequence[str], style: Style) -> str:
    if not all(card in CARD_CODES and card[-1] in _WORDS for card in cards):
        return " ".join(name(card, style) for card in cards)
    runs = groupby(cards, key=lambda card: card[-1])
    return ", ".join(" ".join((_WORDS[suit], *(card[:-1] for card in run))) for suit, run in runs)


def _order(card: str) -> tuple[int, int]:
    known = Card(card) in CARD_CODES
    return (_SUITS.index(card[-1]), _RANKS.index(card[:-1])) if known else (len(_SUITS), 0)


def sentences(events: Sequence[Json], centre: str | None, style: Style) -> list[str]:
    """Return one sentence for each event; `centre` is the centre card before.

    Hidden fields may be absent; an unknown event is named by its type.
    """
    all_sentences = [_sentence({**event, "centre": centre}, style) for event in events]
    return [sentence for sentence in all_sentences if sentence]


def _sentence(event: Json, style: Style) -> str:
    tell = _TELL.get(event.get("type", ""))
    try:
        return tell(event, style) if tell else f"({event.get('type')})"
    except (LookupError, TypeError, AttributeError, ValueError):
        return f"({event.get('type')}, in a form that cannot be told)"


def seats(numbers: Sequence[int]) -> str:
    """Seats by number.

    >>> seats([2]), seats([0, 1, 2])
    ('seat 2', 'seats 0, 1 and 2')
    """
    if len(numbers) == 1:
        return f"seat {numbers[0]}"
    return f"seats {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}" if numbers else "nobody"


def _created(event: Json, style: Style) -> str:
    people = (f"seat {at} {_who(plan)}" for at, plan in enumerate(event["seats"]))
    return f"A table for {event['rules']['variant']} is made: {', '.join(people)}."


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
    return f"Hand {event['hand_number']} begins: seat {event['dealer']} deals, the stake is {event['stake']}."


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


_TELL: Final[dict[str, Callable[[Any, Style], str]]] = {
    "created": _created,
    "seated": lambda event, style: f"{_taker(event)} takes seat {event['seat']}.",
    "rotated": lambda event, style: f"Seat {event['seat']} gets a new token; the one before is void.",
    "left": lambda event, style: f"Seat {event['seat']} leaves the table.",
    "seats-asked": _seats_asked,
    "readied": _readied,
    "entropy-revealed": lambda event, style: f"Seat {event['seat']} opens the chance it committed to.",
    "dealer-chosen": lambda event, style: f"Seat {event['by']} has seat {event['seat']} deal next.",
    "house-charged": lambda event, style: f"The house takes its charge: it has {event['house']}.",
    "hand-begun": _hand_begun,
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
    "timed-out": _timed_out,
    "returned": lambda event, style: f"Seat {event['seat']} is back.",
    "hand-settled": _hand_settled,
    "key-revealed": lambda event, style: f"The key of hand {event['hand_number']} is open.",
    "keys-withheld": _withheld,
    "game-ended": lambda event, style: "The game is over and every key is open.",
    "game-voided": _voided,
    "frozen": _frozen,
}
"""A sentence for each event by its stored name."""
