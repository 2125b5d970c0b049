"""Texts of the pages that explain how a variant is played."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

LEARN: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "learn.title": Message("How to play"),
        "learn.variant": Message("Variant"),
        "learn.play_it": Message("Play it"),
        "learn.print": Message("Print"),
        "learn.rulebook": Message("The whole rulebook"),
        "learn.rule": Message("Rule {number}"),
        "learn.players": Message("{players} players"),
        "learn.from_to": Message("{least} to {most}"),
        "learn.own_sheet": Message(
            "That table plays by a sheet of its own. Choose the variant that is nearest; what differs stands "
            "under Rules at the table."
        ),
        "learn.step": Message("Step {step} of {last}"),
        "learn.next": Message("Next step"),
        "learn.again": Message("From the beginning"),
        "learn.centre": Message("Centre"),
        "learn.melds": Message("Your melds"),
        "learn.hand": Message("Your hand"),
        # What newcomers miss
        "learn.first_title": Message("Four things to know first"),
        "learn.first_turned": Message(
            "A card that is turned up lies in the centre. It never goes into anybody's hand."
        ),
        "learn.first_keep": Message(
            "A card that is turned up lies in the centre. At this table you may also keep it, and discard "
            "another one."
        ),
        "learn.first_meld": Message(
            "You meld only with the card in the centre: together with cards of your hand, or at a meld that "
            "you have. Other melds of your hand may go down with it, and never without it."
        ),
        "learn.first_forced": Message(
            "If the centre card fits your melds, you can be forced to take it, even if it spoils your plan."
        ),
        "learn.first_goal": Message(
            "You need {goal} melded cards to go out: one more than the {count} that you are dealt."
        ),
        "learn.first_goals": Message(
            "You need one melded card more than you are dealt to go out. The hands have {counts} cards in "
            "turn."
        ),
        # The cards
        "learn.cards_title": Message("The cards"),
        "learn.pack_spanish40": Message(
            "The Spanish pack of 40 cards: 1 to 7, then sota (10), caballo (11) and rey (12), in oros, "
            "copas, espadas and bastos."
        ),
        "learn.pack_french40": Message(
            "40 cards of the French pack: ace to 7, then jack, queen and king. There are no 8, 9 and 10."
        ),
        "learn.pack_numeral40": Message("40 cards of the French pack: ace to 10. There are no face cards."),
        "learn.pack_french52": Message("The French pack of 52 cards, the ace low."),
        "learn.packs": Message("{count} packs are mixed, so that the same card comes several times."),
        "learn.order": Message("Next to each other in order: {low}, {high}."),
        "learn.dealt": Message("Everybody is dealt {count} cards; the rest is the stock, face down."),
        "learn.dealt_several": Message(
            "Everybody is dealt {counts} cards, in one hand after the other; the rest is the stock, face "
            "down."
        ),
        "learn.exchange": Message(
            "Before play everybody passes one card to the next player, all at the same time."
        ),
        "learn.wild": Message("Wild card: {card}. It stands for any card in a meld."),
        # Melds
        "learn.melds_title": Message("Melds"),
        "learn.set": Message("A set: three or four cards of the same rank."),
        "learn.set_identical": Message("A set: three or more copies of the very same card."),
        "learn.run": Message(
            "A run: three or more cards of one suit in order. It does not go round the corner."
        ),
        "learn.run_max": Message("A run has at most {count} cards."),
        # A turn
        "learn.turn_title": Message("Your turn"),
        "learn.turn_up": Message(
            "The card in the centre is offered to you. If you can use it, meld it with cards of your hand or "
            "add it to your melds; then discard one card, which is offered to the next player."
        ),
        "learn.turn_pass": Message(
            "If you pass, turn up the top card of the stock: first it is offered to you, then to the next "
            "player. A card that nobody wants is dead and stays out of play."
        ),
        "learn.turn_first_offer": Message("The very first card is offered round the table."),
        "learn.turn_rearrange": Message(
            "You may rearrange your melds while you take a card, as long as each keeps three cards or more."
        ),
        "learn.claims": Message(
            "If the player whose turn it is does not want the card, any other player may claim it (me sirve)."
        ),
        "learn.example_take": Message("Take the centre card"),
        "learn.take_1": Message("You are offered {card}: it fits between two cards of your hand."),
        "learn.take_2": Message("You meld all three. The card from the centre never was in your hand."),
        "learn.take_3": Message("You discard {card}: it is offered to the next player."),
        "learn.example_pass": Message("Pass"),
        "learn.pass_1": Message("You turn up {card}. It makes no meld with your hand."),
        "learn.pass_2": Message(
            "You pass. The next player may take it; if nobody does, it is dead, and a new card is turned up."
        ),
        "learn.example_rearrange": Message("Rearrange your melds"),
        "learn.rearrange_1": Message(
            "In the centre lies {card}. With one of its rank in your hand it is no set yet."
        ),
        "learn.rearrange_2": Message(
            "You take one card from the end of your run, which keeps three: now you have a set as well."
        ),
        # Forcing
        "learn.force_title": Message("Forcing"),
        "learn.force_both": Message(
            "Whoever can see that the centre card fits your melds may force it on you; you may force it on "
            "others when you do not want it."
        ),
        "learn.force_opponents": Message(
            "When the centre card fits your melds and you let it go by, your opponents may force it on you."
        ),
        "learn.force_stock": Message("Only a card that was turned up from the stock can be forced."),
        "learn.force_discard": Message(
            "Whoever is forced takes the card and discards one of the hand: often one that was needed."
        ),
        "learn.example_force": Message("Be forced"),
        "learn.force_1": Message(
            "You wait for a third card of one rank, but it is {card} that comes, and fits your run."
        ),
        "learn.force_2": Message("It is forced on you: it goes to your run."),
        "learn.force_3": Message("Now you must discard, and your pair is broken up."),
        # The end
        "learn.end_title": Message("Going out"),
        "learn.end_goal": Message("Whoever has {goal} cards melded goes out at once and wins the hand."),
        "learn.end_draw": Message(
            "When the stock is used up and nobody can go out, the hand is drawn: tablas."
        ),
        "learn.end_fold": Message(
            "A player who has melded nothing may fold: the hand is over for that seat, and its stake is owed."
        ),
        "learn.example_out": Message("Go out"),
        "learn.out_1": Message("One card is missing, and your hand is empty."),
        "learn.out_2": Message("You take {card}: {goal} cards are melded, and you have won."),
        # Payment
        "learn.pay_title": Message("What is paid"),
        "learn.pay_stake": Message("Everybody else pays the winner the stake, {stake}."),
        "learn.pay_cards": Message(
            "Everybody else pays the winner the stake for each pay card that the winner has melded."
        ),
        "learn.draw_same": Message("After a drawn hand the stake stays the same."),
        "learn.draw_double": Message("After a drawn hand the next one is played for twice the stake."),
        "learn.draw_double_compound": Message("Each drawn hand doubles the stake of the next one again."),
        "learn.draw_carry": Message("After a drawn hand the stake is carried over to the next one."),
        # Words
        "learn.words_title": Message("Words of the game"),
        # Hold'em
        "learn.holdem_goal_title": Message("The aim"),
        "learn.holdem_goal": Message(
            "Win the pot: with the best five cards at the showdown, or because all others have given up."
        ),
        "learn.holdem_cards_title": Message("Cards and rounds"),
        "learn.holdem_hole": Message("Everybody gets two cards that only that player sees."),
        "learn.holdem_board": Message(
            "Five cards come to the middle for everybody: three at once (flop), then one (turn), then one "
            "(river). There is a round of betting before the flop and after each of them."
        ),
        "learn.holdem_best": Message(
            "Your hand is the best five of your two cards and the five in the middle."
        ),
        "learn.holdem_bet_title": Message("Betting"),
        "learn.holdem_blind": Message(
            "The first seat left of the button posts the blind before the cards are seen."
        ),
        "learn.holdem_actions": Message(
            "In your turn: check if nothing is to be paid, bet, call what another has bet, raise it by a "
            "step up to the limit, or fold."
        ),
        "learn.holdem_allin": Message(
            "You never bet more than your chips: with less you are all-in, and side pots arise."
        ),
        "learn.holdem_collection": Message("Before each hand the button pays the house its collection."),
        "learn.holdem_rank_title": Message("What beats what"),
        "learn.holdem_rank": Message(
            "From the highest: straight flush, four of a kind, full house, flush, straight, three of a kind, "
            "two pairs, one pair, high card. Equal hands share the pot."
        ),
        "learn.holdem_example": Message("A full house"),
        "learn.holdem_example_1": Message("Your two cards."),
        "learn.holdem_example_2": Message("With the five in the middle you have three of a kind and a pair."),
        "learn.holdem_middle": Message("In the middle"),
    }
)
