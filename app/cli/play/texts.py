"""Texts of the terminal player that the pages do not have."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.cli.play.seat import CommandRefused
from app.games.conquian.reasons import REASONS
from app.games.conquian.words.details import sentence
from app.games.errors import Refused
from app.i18n import Language, Message, translate

PLAY: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "play.against": Message("{variant}: you play against {names}."),
        "play.how": Message("Type the number of your move. ? explains, h helps, q quits."),
        "play.help": Message(
            "number: that move. Cards: 5O 6O / 3C melds 5O and 6O with the centre card and discards 3C.\n"
            "Enter: the table again. ?: why it was refused, or what is asked; ? 7.3: that paragraph of the"
            " rules.\nl: ledger. d: dead cards. q: quit."
        ),
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
    }
)


def refusal(refused: Refused, language: Language) -> CommandRefused:
    """Return a refusal of the rules in one of their languages."""
    rule = refused.rule or REASONS[refused.code].rule
    return CommandRefused(refused.code, translate(language, sentence(refused)), rule)
