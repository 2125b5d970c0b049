"""Texts of the lessons."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

LESSON: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "lesson.title": Message("Learn in five minutes"),
        "lesson.lead": Message(
            "Five short lessons at the table, without a clock. Just try: what goes wrong is explained."
        ),
        "lesson.list": Message("Lessons"),
        "lesson.solved": Message("{count} of {last}"),
        "lesson.position": Message("{position} of {last}"),
        "lesson.other": Message("Lupe"),
        "lesson.next": Message("Go on"),
        "lesson.next_lesson": Message("Next lesson: {lesson}"),
        "lesson.again": Message("Once more"),
        "lesson.explain": Message("Explain it"),
        "lesson.finished": Message("All lessons done: read how to play"),
        "lesson.right": Message("Right!"),
        "lesson.refused": Message(
            "The rules do not allow that: a set has three or four cards of one rank, a run three or more "
            "of one suit in order, and the centre card must be among them."
        ),
        "lesson.title_take": Message("Take or pass"),
        "lesson.title_melds": Message("Melds"),
        "lesson.title_rearrange": Message("Rearrange"),
        "lesson.title_force": Message("Force"),
        "lesson.title_end": Message("The end of a hand"),
        "lesson.ask_pass": Message(
            "You have turned up a card. Does it make a [meld](meld) with cards of your hand: three of one "
            "rank, or three of one suit in a row?"
        ),
        "lesson.why_pass": Message(
            "It makes no [meld](meld) with your cards, so you [pass](pass). The card never enters a hand: the"
            " other player may take it, and if not, it is [dead](dead) and a new card is turned up."
        ),
        "lesson.ask_take": Message(
            "The card in the centre is offered to you. [Meld](meld) it, then [discard](discard) a card."
        ),
        "lesson.why_take": Message(
            "It fits between two cards of your hand: choose these two. All three lie open as a [run](run), "
            "and a discard ends your turn."
        ),
        "lesson.ask_discard": Message("Meld the card, and discard the one that helps you least."),
        "lesson.why_discard": Message(
            "Two cards make a [set](set) with the centre card. Keep pairs and cards that follow each other, "
            "since one more card makes them a meld; give away the card that stands alone."
        ),
        "lesson.ask_set": Message("Find the meld."),
        "lesson.why_set": Message("Three cards of one rank are a set, whatever their suits."),
        "lesson.ask_gap": Message("Find the run. Which card follows the seven?"),
        "lesson.why_gap": Message(
            "The pack has no eight and no nine: the sota follows the seven, then come the caballo and the"
            " rey."
        ),
        "lesson.ask_add": Message("You have a meld on the table. Does the card fit it?"),
        "lesson.why_add": Message(
            "It follows the last card of your run: no card of your hand is needed. You still discard one,"
            " so that your hand becomes shorter."
        ),
        "lesson.ask_borrow": Message("One more card is needed for a set. Where could it come from?"),
        "lesson.why_borrow": Message(
            "Your run has four cards: it lends one from its end and keeps three. While you take a card "
            "your melds may be rearranged."
        ),
        "lesson.ask_from_set": Message("One more card is needed for a run."),
        "lesson.why_from_set": Message(
            "A set of four can give away any of its cards and keeps three. So one card of your hand and "
            "the centre card become a run."
        ),
        "lesson.ask_forced": Message("Lupe forces the card on you. What do you lose least?"),
        "lesson.why_forced": Message(
            "A card that fits your melds can be forced on you: it goes to your run, and you must discard."
            " Keep your pairs if you can."
        ),
        "lesson.ask_force": Message("You cannot use the card, but look at the melds of Lupe."),
        "lesson.why_force": Message(
            "It fits a run of Lupe, who must take it and give a card away: often one that was needed."
        ),
        "lesson.ask_window": Message("Lupe lets your discard go by, although it fits. What do you do?"),
        "lesson.why_window": Message(
            "Whoever lets a fitting card go by may be forced to take it. Lupe has to break up the hand."
        ),
        "lesson.ask_out": Message("Nine of your cards are melded. Win the hand!"),
        "lesson.why_out": Message(
            "The tenth melded card wins at once, without a discard. You need one card more than you were "
            "dealt, so the last one always comes from the centre."
        ),
        "lesson.ask_both": Message("Eight cards are melded, and one is in your hand. Win the hand!"),
        "lesson.why_both": Message(
            "The centre card and the last one of your hand both follow the seven: with them ten cards are"
            " melded."
        ),
        "lesson.ask_tablas": Message("This was the last card of the stock. What can you do?"),
        "lesson.why_tablas": Message(
            "You cannot use it. When both of you pass and the stock is empty, nobody has won: tablas, a "
            "drawn hand."
        ),
        "lesson.wrong_passed": Message(
            "You may pass, but this card helps you, and it will not come back. Look for cards of its "
            "rank, or next to it in its suit."
        ),
        "lesson.wrong_two": Message("Two cards are no meld: it takes three."),
        "lesson.wrong_suit": Message("A run has cards of one suit only, and they follow each other."),
        "lesson.wrong_broken_pair": Message(
            "You may do that, but it breaks up a pair that waits for a third card."
        ),
        "lesson.wrong_broken_run": Message(
            "You may do that, but it breaks up two cards that follow each other and wait for a third."
        ),
        "lesson.wrong_passed_force": Message(
            "You may let it go by, but then Lupe need not take it. Force it: it costs you nothing."
        ),
        "lesson.wrong_passed_out": Message("You may pass, but with this card you win at once."),
        "lesson.wrong_one": Message(
            "That is allowed, but then you discard your last card and wait for another. Both cards "
            "together win at once."
        ),
    }
)
