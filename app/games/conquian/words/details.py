"""Sentences for the causes that share one refusal code, with the values of the refusal.

A refusal names only cards that its seat has sent or may see. A new cause is a new row here.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.card_names import within
from app.games.cards import Card
from app.games.conquian.reasons import REASONS
from app.games.errors import GameError, Refused
from app.i18n import Message

DETAILS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "sits_out": Message("You sit out this hand; wait for the next one."),
        "force_not_by_turn": Message("Here the seat on turn cannot force another seat."),
        "force_another": Message("Name another seat that plays this hand."),
        "force_on_turn": Message("You can force only the seat on turn."),
        "not_held": Message("This card is not in your hand."),
        "one_copy": Message("You hold only one copy of {card}."),
        "few_copies": Message("You hold only {held} copies of {card}."),
        "left_over": Message("No meld has room for {card} beside the other cards. Leave it in your hand."),
        "centre_apart": Message("Use the centre card, {card}: cards of your hand alone cannot be melded."),
        "centre_left_over": Message(
            "The centre card, {card}, makes no meld with these cards and your table."
        ),
        "centre_missing": Message("Use the centre card, {card}: nothing is melded without it."),
        "left_the_table": Message("You have melded {card} already: it must stay on your table."),
        "one_card": Message("One card is no meld: {cards}. At least three are needed."),
        "two_cards": Message("Two cards are too few: {cards}. A meld has at least three."),
        "odd_card": Message(
            "It does not go with the others: {card}. A set has one rank, a run one suit without a gap."
        ),
        "neither": Message(
            "Neither one rank nor one suit: {cards}. A set has one rank, a run one suit without a gap."
        ),
        "odd_card_copies": Message(
            "It does not go with the others: {card}. A set is copies of one card, a run one suit."
        ),
        "neither_copies": Message(
            "Neither copies nor one suit: {cards}. A set is copies of one card, a run one suit."
        ),
        "different_cards": Message(
            "These are no copies of one card: {card} and {other}. Here a set is made of copies."
        ),
        "twice_in_set": Message("It is there twice: {card}. A set has every suit once; leave one copy out."),
        "twice_in_run": Message("It is there twice: {card}. A run has every rank once; leave one copy out."),
        "set_longer": Message("These are {count} cards; a set has at most {most} here."),
        "run_longer": Message(
            "These are {count} cards; a run has at most {most} here. Lay it as several runs, if you can."
        ),
        "gap": Message("The run has a gap between {low} and {high}: {cards} is missing."),
        "gaps": Message("The run has a gap between {low} and {high}: {cards} are missing."),
        "wide_gap": Message("The run has a gap between {low} and {high}: {count} cards are missing."),
        "past_the_end": Message("A run does not go round: after {high} does not come {low}."),
        "none_from_stock": Message(
            "None of these was turned up from the stock: {cards}. This meld must contain one that was."
        ),
        "last_discarded": Message(
            "You cannot go out with {card}: it was discarded, and the last card must come from the stock. "
            "Meld fewer cards, or pass."
        ),
        "forced_alone": Message(
            "You are forced: meld the centre card with your table alone, and leave {cards} in your hand."
        ),
        "discard_laid": Message("You are melding this card: {card}. Discard another one."),
    }
)
"""By the name of the cause."""


def sentence(refusal: GameError) -> Message:
    """Return the sentence of a refusal: that of its cause, else that of its code."""
    if isinstance(refusal, Refused) and refusal.why is not None:
        return _filled(DETAILS[refusal.why], refusal.values)
    return Message(REASONS[refusal.code].sentence)


def _filled(words: Message, values: Mapping[str, str | int]) -> Message:
    """The sentence with its numbers, and with its cards, which stand as codes with spaces between them."""
    return words.filled(**{name: _value(value) for name, value in values.items()})


def _value(value: str | int) -> object:
    return value if isinstance(value, int) else [within(Card(code)) for code in value.split()]
