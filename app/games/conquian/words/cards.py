"""What cards are called: a rank, alone and in a sentence; its suit, after the rank and alone."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.cards import Card
from app.games.languages import Words

CARDS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "cards.hidden": Words("carta tapada", "face-down card", "carte cachée"),
        "cards.rank_A": Words("as", "ace", "as"),
        "cards.rank_1": Words("as", "ace", "as"),
        "cards.rank_2": Words("dos", "two", "deux"),
        "cards.rank_3": Words("tres", "three", "trois"),
        "cards.rank_4": Words("cuatro", "four", "quatre"),
        "cards.rank_5": Words("cinco", "five", "cinq"),
        "cards.rank_6": Words("seis", "six", "six"),
        "cards.rank_7": Words("siete", "seven", "sept"),
        "cards.rank_8": Words("ocho", "eight", "huit"),
        "cards.rank_9": Words("nueve", "nine", "neuf"),
        "cards.rank_10": Words("sota", "jack", "valet"),
        "cards.rank_11": Words("caballo", "knight", "cavalier"),
        "cards.rank_12": Words("rey", "king", "roi"),
        "cards.rank_T": Words("diez", "ten", "dix"),
        "cards.rank_J": Words("jota", "jack", "valet"),
        "cards.rank_Q": Words("reina", "queen", "dame"),
        "cards.rank_K": Words("rey", "king", "roi"),
        "cards.the_A": Words("el as", "the ace", "l'as"),
        "cards.the_1": Words("el as", "the ace", "l'as"),
        "cards.the_2": Words("el dos", "the two", "le deux"),
        "cards.the_3": Words("el tres", "the three", "le trois"),
        "cards.the_4": Words("el cuatro", "the four", "le quatre"),
        "cards.the_5": Words("el cinco", "the five", "le cinq"),
        "cards.the_6": Words("el seis", "the six", "le six"),
        "cards.the_7": Words("el siete", "the seven", "le sept"),
        "cards.the_8": Words("el ocho", "the eight", "le huit"),
        "cards.the_9": Words("el nueve", "the nine", "le neuf"),
        "cards.the_10": Words("la sota", "the jack", "le valet"),
        "cards.the_11": Words("el caballo", "the knight", "le cavalier"),
        "cards.the_12": Words("el rey", "the king", "le roi"),
        "cards.the_T": Words("el diez", "the ten", "le dix"),
        "cards.the_J": Words("la jota", "the jack", "le valet"),
        "cards.the_Q": Words("la reina", "the queen", "la dame"),
        "cards.the_K": Words("el rey", "the king", "le roi"),
        "cards.of_O": Words("de oros", "of coins", "de deniers"),
        "cards.of_C": Words("de copas", "of cups", "de coupes"),
        "cards.of_E": Words("de espadas", "of swords", "d'épées"),
        "cards.of_B": Words("de bastos", "of batons", "de bâtons"),
        "cards.of_d": Words("de diamantes", "of diamonds", "de carreau"),
        "cards.of_h": Words("de corazones", "of hearts", "de cœur"),
        "cards.of_s": Words("de picas", "of spades", "de pique"),
        "cards.of_c": Words("de tréboles", "of clubs", "de trèfle"),
        "cards.suit_O": Words("oros", "coins", "deniers"),
        "cards.suit_C": Words("copas", "cups", "coupes"),
        "cards.suit_E": Words("espadas", "swords", "épées"),
        "cards.suit_B": Words("bastos", "batons", "bâtons"),
        "cards.suit_d": Words("diamantes", "diamonds", "carreau"),
        "cards.suit_h": Words("corazones", "hearts", "cœur"),
        "cards.suit_s": Words("picas", "spades", "pique"),
        "cards.suit_c": Words("tréboles", "clubs", "trèfle"),
    }
)


def within(card: Card) -> Words:
    """What `card` is called within a sentence.

    >>> within(Card("7O")).en
    'the seven of coins'
    """
    the, of = CARDS[f"cards.the_{card[:-1]}"], CARDS[f"cards.of_{card[-1]}"]
    return Words(f"{the.es} {of.es}", f"{the.en} {of.en}", f"{the.fr} {of.fr}")
