"""Texts that explain each question at a table, where [stock](stock) marks a word with a tip; and the tips."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

HELP: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "help.off": Message("Turn the help off"),
        # Why it is asked
        "help.exchange": Message(
            "Before play everybody gives one card to the next player: the [exchange](exchange). Any card of "
            "your hand may go. The one that goes least with the others is chosen; choose another if you like."
        ),
        "help.offer": Message("The first card is offered to one player after the other, now to you."),
        "help.left_discard": Message(
            "It is the [discard](discard) of {name}, and you play next: so it is offered to you."
        ),
        "help.left_stock": Message("{name} turned it up and did not take it: so it is offered to you."),
        "help.new": Message("You have turned it up from the [stock](stock), so you are asked first."),
        "help.claim_window": Message(
            "{name} does not take it. At this table another player who can meld it may [claim](claim) it."
        ),
        "help.forced": Message(
            "It fits the cards that you have melded, so it could be [forced](force) on you: you cannot pass."
        ),
        "help.force_window": Message(
            "{name} has passed, but the card fits what {name} has melded. If you [force](force) it, {name} "
            "must take it and give a card of the hand away, often one that was needed. You need not."
        ),
        "help.force_window_out": Message(
            "{name} has passed, but the card fits what {name} has melded. Do not [force](force) it: with it "
            "{name} would [go out](out) and win."
        ),
        # Whether it can be taken
        "help.out": Message("With it you have {target} cards melded: [go out](out) and win the hand!"),
        "help.alone": Message("It fits your melds without any card of your hand."),
        "help.with": Message(
            "It makes a [set](set) or a [run](run) with cards of your hand, for example with {cards}."
        ),
        "help.never": Message("To take it is to [meld](meld) it: it never goes into your hand."),
        "help.cannot_hand": Message(
            "You cannot take it: it makes no [set](set) and no [run](run) with cards of your hand."
        ),
        "help.cannot": Message(
            "You cannot take it: it makes no [set](set) and no [run](run) with cards of your hand or with "
            "those that you have melded."
        ),
        "help.stock_sets": Message("Here every set must have a card that came from the [stock](stock)."),
        "help.stock_all": Message("Here every meld must have a card that came from the [stock](stock)."),
        # What else can be done
        "help.force_on": Message(
            "It fits what {names} melded: instead of taking it you may [force](force) it on them."
        ),
        "help.force_out": Message(
            "It fits what {name} melded, but do not [force](force) it: {name} would [go out](out) and win."
        ),
        "help.keep": Message("You may also [keep](keep) it in your hand and discard another card."),
        "help.fold": Message("As long as you have melded nothing you may [fold](fold) the hand."),
        # What follows a pass
        "help.pass_forced": Message("If you [pass](pass), the others may [force](force) it on you."),
        "help.pass_offer": Message(
            "If you [pass](pass), the next player is asked; if nobody takes it, a new card is turned up."
        ),
        "help.pass_new": Message(
            "If you [pass](pass), it is offered to the next player; if nobody takes it, it is [dead](dead)."
        ),
        "help.pass_left": Message(
            "If you [pass](pass), it is [dead](dead), and you turn up the next card of the [stock](stock)."
        ),
        "help.pass_left_claims": Message(
            "If you [pass](pass), others may [claim](claim) it; if nobody does, it is [dead](dead), and you "
            "turn up the next card."
        ),
        "help.pass_claim_window": Message("If nobody claims it, it is [dead](dead)."),
        "help.last": Message(
            "The [stock](stock) is used up: if nobody goes out now, the hand ends in [tablas](tablas)."
        ),
        # Other steps
        "help.discard": Message(
            "Now [discard](discard) a card of your hand: it is offered to the next player. Give away the one "
            "that goes least with the others. {count} of {target} cards are melded then."
        ),
        "help.keep_discard": Message(
            "It goes into your hand, so another card must go: that one is offered to the next player."
        ),
        "help.arrange": Message(
            "Every [meld](meld) needs three cards or more. What lies on the table stays there, and the "
            "[centre card](centre) must be in a meld."
        ),
    }
)

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
