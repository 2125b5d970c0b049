"""Speech of the terminal player: cards, seats and events as on the pages, and texts of its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from app.cli.play.seat import CommandRefused, Json
from app.games.cards import HIDDEN
from app.games.errors import Refused
from app.games.registry import paragraph, sentence, variants
from app.i18n import Language, Message, translate
from app.web.words import words

PLAY: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "play.against": Message("{variant}: you play against {names}."),
        "play.how": Message("Type the number of your move. ? explains, h helps, q quits."),
        "play.help_conquian": Message(
            "number: that move. Cards: 5O 6O / 3C melds 5O and 6O with the centre card and discards 3C.\n"
            "Enter: the table again. ?: why it was refused, or what is asked; ? 7.3: that paragraph of the"
            " rules.\nl: ledger. d: dead cards. q: quit."
        ),
        "play.help_holdem": Message(
            "number: that move. bet 6, raise 9: to that level. buy 20: chips, between hands.\n"
            "Enter: the table again. ?: why it was refused, or what is asked; ? 5.3: that paragraph of the"
            " rules.\nl: ledger. q: quit."
        ),
        "play.no_move": Message("{text} is no move; h helps."),
        "play.hand": Message("Your hand: {cards}"),
        "play.melds": Message("{name}: {melds}"),
        "play.nothing_laid": Message("nothing melded"),
        "play.no_number": Message("There is no move of this number; h helps."),
        "play.no_card": Message("{text} is no card of this pack."),
        "play.no_paragraph": Message("The rules have no paragraph {number}."),
        "play.refused": Message("Not possible: {why}"),
        "play.explain": Message("? reads paragraph {rule}."),
        "play.binding": Message("This is a translation. The English text decides: ? {number} en."),
        "play.ledger": Message("Hand {number}: {amounts}"),
        "play.no_ledger": Message("Nothing has been paid yet."),
        "play.no_dead": Message("There are no dead cards."),
        "play.saved": Message("The record is saved in {path}. To check it: conquian audit {path}"),
        "play.again": Message("To come back to this seat: conquian play {again}"),
        "play.given_up": Message("The game is given up and not kept."),
        "play.sure": Message("y for yes"),
        "play.yes": Message("y"),
        "play.suit_O": Message("coins"),
        "play.suit_C": Message("cups"),
        "play.suit_E": Message("swords"),
        "play.suit_B": Message("batons"),
        "play.suit_d": Message("diamonds"),
        "play.suit_h": Message("hearts"),
        "play.suit_s": Message("spades"),
        "play.suit_c": Message("clubs"),
    }
)


def refusal(refused: Refused, language: Language) -> CommandRefused:
    """Return a refusal of the rules in one of their languages."""
    return CommandRefused(refused.code, translate(language, sentence(refused)), paragraph(refused))


SIGNS: Final = {"O": "●", "C": "∪", "E": "†", "B": "♧", "d": "♦", "h": "♥", "s": "♠", "c": "♣"}
"""Suits as signs: Spanish ones a coin, a cup, a sword and a club."""

_ORDER: Final = "OCEBdhsc"
_RANKS: Final = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}


class Speech:
    """Sentences in `language`; cards by rank and sign, or by name where `signs` is false."""

    def __init__(self, language: Language, signs: bool) -> None:
        self.language, self._signs = language, signs
        own = {key: translate(language, text) for key, text in PLAY.items()}
        self._texts: Mapping[str, str] = {**words(language), **own}

    def __call__(self, key: str, **values: object) -> str:
        """Return the sentence of this key, its places filled."""
        text = self._texts[key]
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def card(self, code: str) -> str:
        """Return one card: `7●`, or `siete de oros`."""
        if code == HIDDEN:
            return self("cards.hidden")
        if self._signs:
            return ("10" if code[:-1] == "T" else code[:-1]) + SIGNS[code[-1]]
        return f"{self(f'cards.rank_{code[:-1]}')} {self(f'cards.of_{code[-1]}')}"

    def the(self, code: str) -> str:
        """Return one card within a sentence: `7●`, or `el siete de oros`."""
        if code == HIDDEN or self._signs:
            return self.card(code)
        return f"{self(f'cards.the_{code[:-1]}')} {self(f'cards.of_{code[-1]}')}"

    def cards(self, codes: Iterable[str]) -> str:
        """Cards in the order given."""
        return self._listed(map(self.card, codes))

    def the_cards(self, codes: Iterable[str]) -> str:
        """Return the same within a sentence."""
        return self._listed(map(self.the, codes))

    def _listed(self, cards: Iterable[str]) -> str:
        return (" " if self._signs else ", ").join(cards)

    def hand(self, codes: Iterable[str]) -> str:
        """Cards sorted by suit and rank."""
        return self.cards(sorted(codes, key=_place))

    def legend(self, pack: str) -> str:
        """Return the meaning of the signs of a pack's suits; empty if cards are named."""
        suits = _ORDER[:4] if pack.startswith("spanish") else _ORDER[4:]
        shown = "  ".join(f"{SIGNS[suit]} {self(f'play.suit_{suit}')}" for suit in suits)
        return shown if self._signs else ""

    def variant(self, name: str) -> str:
        """Return the name of a variant."""
        row = variants().get(name)
        return name if row is None else translate(self.language, row.about.name)

    def count(self, key: str, count: int) -> str:
        """Return a sentence with a number, in its singular or plural."""
        return self(f"{key}_{'one' if count == 1 else 'other'}", count=count)

    def names(self, view: Json) -> list[str]:
        """Return the name of every seat: you, bots by name, with the number of the seat if a name is used
        twice.
        """
        bots = [seat["bot"] for seat in view["seats"]]
        return [self._name(seat, bots, view["you"]) for seat in view["seats"]]

    def _name(self, seat: Json, bots: Sequence[str | None], you: int) -> str:
        number = seat["seat"] + 1
        if seat["seat"] == you:
            return self("board.you")
        if seat["kind"] == "bot":
            twice = bots.count(seat["bot"]) > 1
            return self("board.bot_of" if twice else "common.bot", bot=seat["bot"], seat=number)
        return self("board.open") if seat["kind"] == "open" else self("board.player", seat=number)

    def event(
        self, event: Json, names: Sequence[str], you: int, sentences: "Mapping[str, EventSentence]"
    ) -> str:
        """Return a sentence for an event as the seat `you` may know it, or ""; see static/js/said.js.

        `sentences` are those of the game, which come before those of the table.
        """
        known = sentences.get(event["type"]) or _TABLE_SENTENCES.get(event["type"])
        return known(self, event, names, you) if known else ""

    def about(self, key: str, seat: int, names: Sequence[str], you: int, **values: object) -> str:
        """Return the event sentence of this key about a seat, in the form for that seat if there is one."""
        if seat == you:
            return self(f"said.{key}_you", **values)
        return self(f"said.{key}", name=names[seat], **values)


def _place(code: str) -> tuple[int, int]:
    rank = code[:-1]
    return _ORDER.index(code[-1]), _RANKS[rank] if rank in _RANKS else int(rank)


EventSentence = Callable[[Speech, Json, Sequence[str], int], str]


def seat_sentence(key: str, *cards: str) -> EventSentence:
    """Return the function that makes the sentence of this key about the seat and the named cards."""
    return lambda say, event, names, you: say.about(
        key, event["seat"], names, you, **{name: say.the(event[name]) for name in cards}
    )


def _seated(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    if event.get("bot"):
        return say("said.seated", name=say("common.bot", bot=event["bot"]))
    return say.about("seated", event["seat"], names, you)


def _begun(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    return say.about("hand_begun", event["dealer"], names, you, number=event["hand_number"])


def _timed_out(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    if you in event["seats"]:
        return say("said.timed_out_you")
    return say("said.timed_out", name=", ".join(names[seat] for seat in event["seats"]))


def plain_sentence(key: str) -> EventSentence:
    """Return the function that makes the sentence of this key, which names nothing of the event."""
    return lambda say, event, names, you: say(f"said.{key}")


_TABLE_SENTENCES: Final[Mapping[str, EventSentence]] = {
    "seated": _seated,
    "left": seat_sentence("left"),
    "readied": seat_sentence("readied"),
    "hand-begun": _begun,
    "timed-out": _timed_out,
    "returned": seat_sentence("returned"),
    "removed": seat_sentence("removed"),
    "replacement-asked": seat_sentence("replacement_asked"),
    "replaced": seat_sentence("replaced"),
    "dealer-chosen": seat_sentence("dealer_chosen"),
    "house-charged": plain_sentence("house_charged"),
    "keys-withheld": plain_sentence("withheld"),
    "game-ended": plain_sentence("game_ended"),
    "game-voided": plain_sentence("voided"),
    "frozen": plain_sentence("frozen"),
}
