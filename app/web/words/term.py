"""Words of Conquián that a newcomer may not know, each with its meaning."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

TERM: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "term.rule": Message("Rule {number}"),
        "term.stock": Message("Stock"),
        "term.stock_is": Message("the cards that are not dealt yet, face down"),
        "term.centre": Message("Centre card"),
        "term.centre_is": Message(
            "the card that is in play: turned up from the stock, or discarded by the player before"
        ),
        "term.dead": Message("Dead cards"),
        "term.dead_is": Message("cards that nobody took; they do not come back in this hand"),
        "term.meld": Message("To meld"),
        "term.meld_is": Message("to lay a set or a run open before you; it stays yours"),
        "term.set": Message("Set"),
        "term.set_is": Message("three or more cards of one rank; in Paco copies of the very same card"),
        "term.run": Message("Run"),
        "term.run_is": Message("three or more cards of one suit that follow each other"),
        "term.pass": Message("To pass"),
        "term.pass_is": Message("to let the centre card go by"),
        "term.discard": Message("Discard", "card"),
        "term.discard_is": Message("the card of the hand that ends a turn; it is offered to the next player"),
        "term.exchange": Message("Exchange"),
        "term.exchange_is": Message("the card that everybody passes to the next player before play"),
        "term.force": Message("To force"),
        "term.force_is": Message(
            "to make somebody take the centre card, because it fits that player's melds"
        ),
        "term.claim": Message("To claim"),
        "term.claim_is": Message("to take a card out of turn that the player on turn does not use"),
        "term.keep": Message("To keep"),
        "term.keep_is": Message("to take the centre card into the hand, where the table allows it"),
        "term.fold": Message("To fold"),
        "term.fold_is": Message("to give up the hand; the stake is still owed"),
        "term.out": Message("To go out"),
        "term.out_is": Message("to win the hand by melding the last card that is needed"),
        "term.tablas": Message("Tablas"),
        "term.tablas_is": Message("a drawn hand: nobody went out"),
    }
)
