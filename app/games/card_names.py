"""Names of cards: the rank, alone and in a sentence; the suit after the rank."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.cards import Card
from app.i18n import Message

CARDS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "cards.hidden": Message("face-down card"),
        "cards.rank_A": Message("ace"),
        "cards.rank_1": Message("ace"),
        "cards.rank_2": Message("two"),
        "cards.rank_3": Message("three"),
        "cards.rank_4": Message("four"),
        "cards.rank_5": Message("five"),
        "cards.rank_6": Message("six"),
        "cards.rank_7": Message("seven"),
        "cards.rank_8": Message("eight"),
        "cards.rank_9": Message("nine"),
        "cards.rank_10": Message("jack", "Spanish cards"),
        "cards.rank_11": Message("knight"),
        "cards.rank_12": Message("king"),
        "cards.rank_T": Message("ten"),
        "cards.rank_J": Message("jack", "French cards"),
        "cards.rank_Q": Message("queen"),
        "cards.rank_K": Message("king"),
        "cards.the_A": Message("the ace"),
        "cards.the_1": Message("the ace"),
        "cards.the_2": Message("the two"),
        "cards.the_3": Message("the three"),
        "cards.the_4": Message("the four"),
        "cards.the_5": Message("the five"),
        "cards.the_6": Message("the six"),
        "cards.the_7": Message("the seven"),
        "cards.the_8": Message("the eight"),
        "cards.the_9": Message("the nine"),
        "cards.the_10": Message("the jack", "Spanish cards"),
        "cards.the_11": Message("the knight"),
        "cards.the_12": Message("the king"),
        "cards.the_T": Message("the ten"),
        "cards.the_J": Message("the jack", "French cards"),
        "cards.the_Q": Message("the queen"),
        "cards.the_K": Message("the king"),
        "cards.of_O": Message("of coins"),
        "cards.of_C": Message("of cups"),
        "cards.of_E": Message("of swords"),
        "cards.of_B": Message("of batons"),
        "cards.of_d": Message("of diamonds"),
        "cards.of_h": Message("of hearts"),
        "cards.of_s": Message("of spades"),
        "cards.of_c": Message("of clubs"),
    }
)


def within(card: Card) -> Message:
    """Return the name of `card` within a sentence.

    >>> from app.i18n import translate
    >>> translate("en", within(Card("7O")))
    'the seven of coins'
    """
    the, of = CARDS[f"cards.the_{card[:-1]}"], CARDS[f"cards.of_{card[-1]}"]
    return Message("{the} {of}").filled(the=the, of=of)
