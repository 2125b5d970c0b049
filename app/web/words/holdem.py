"""Texts of hold'em: chips for all pages that show them, board and bets for those that show a table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

CHIPS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "chips.count_one": Message("{count} chip"),
        "chips.count_other": Message("{count} chips"),
        "chips.agreed": Message(
            "Folded cards are hidden while the game runs and opened when it ends, with the keys that prove "
            "the deck: whoever sits down agrees to that."
        ),
        "chips.everybody": Message("You sit down with {chips}; others with as many or more."),
        "chips.ahead": Message("{name} +{chips}", "result in a list"),
        "chips.nobody_ahead": Message("nobody is ahead"),
    }
)

HOLDEM: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "holdem.street_preflop": Message("Before the flop"),
        "holdem.street_flop": Message("Flop"),
        "holdem.street_turn": Message("Turn", "round of betting"),
        "holdem.street_river": Message("River"),
        "holdem.kind_high_card": Message("high card"),
        "holdem.kind_pair": Message("pair"),
        "holdem.kind_two_pair": Message("two pair"),
        "holdem.kind_three_of_a_kind": Message("three of a kind"),
        "holdem.kind_straight": Message("straight"),
        "holdem.kind_flush": Message("flush"),
        "holdem.kind_full_house": Message("full house"),
        "holdem.kind_four_of_a_kind": Message("four of a kind"),
        "holdem.kind_straight_flush": Message("straight flush"),
        # The board
        "holdem.board": Message("Cards on the board"),
        "holdem.board_none": Message("No cards on the board yet"),
        "holdem.button": Message("button"),
        "holdem.all_in": Message("all-in"),
        "holdem.no_chips": Message("no chips"),
        "holdem.has_bet": Message("bet {chips}", "in this round"),
        "holdem.pot": Message("Pot: {chips}"),
        "holdem.main_pot": Message("Main pot: {chips}"),
        "holdem.side_pot": Message("Side pot: {chips} ({names})"),
        "holdem.side_pot_among_one": Message("Side pot: {chips} (for {count} player)"),
        "holdem.side_pot_among_other": Message("Side pot: {chips} (for {count} players)"),
        "holdem.level": Message("To stay in: {chips}"),
        "holdem.wins": Message("{name} wins {chips}"),
        "holdem.wins_you": Message("You win {chips}"),
        "holdem.wins_with": Message("{name} wins {chips}: {kind}"),
        "holdem.wins_with_you": Message("You win {chips}: {kind}"),
        "holdem.best": Message("Best five: {cards}"),
        "holdem.percent": Message("{number}%"),
        "holdem.chance": Message("{percent} of the pot on average"),
        "holdem.chance_exact_one": Message("Winning chances: counted over the {count} board that can come."),
        "holdem.chance_exact_other": Message(
            "Winning chances: counted over all {count} boards that can come."
        ),
        "holdem.chance_sampled": Message(
            "Winning chances: estimated from {count} boards, drawn with a fixed seed."
        ),
        # What lies before the player
        "holdem.holes": Message("Your cards"),
        "holdem.you_have": Message("You have: {kind}"),
        "holdem.ask_check": Message("Your turn: nothing to pay"),
        "holdem.ask_call": Message("Your turn: {chips} to pay"),
        "holdem.check": Message("Check"),
        "holdem.call": Message("Call {chips}"),
        "holdem.call_all_in": Message("Call {chips}, all-in"),
        "holdem.bet": Message("Bet {level}"),
        "holdem.raise": Message("Raise to {level}"),
        "holdem.level_all_in": Message("{level}, all-in"),
        "holdem.level_of_bet": Message("Level of your bet"),
        "holdem.lower": Message("Lower"),
        "holdem.higher": Message("Higher"),
        # Chips
        "holdem.terms_limit": Message("Bets in steps of {step} up to {limit}"),
        "holdem.terms_buy_in": Message("Buy-in from {chips}"),
        "holdem.buy_in": Message("Chips to sit down with"),
        "holdem.buy": Message("Buy"),
        "holdem.buy_label": Message("Chips to buy"),
        "holdem.short_buy_one": Message("Buy {chips} or more; once in a sitting you may buy for less."),
        "holdem.short_buy_other": Message(
            "Buy {chips} or more; {count} times in a sitting you may buy for less."
        ),
        "holdem.no_short_buy": Message("Buy {chips} or more; you have used your short buy."),
        "holdem.leave_sure": Message(
            "Leave the table? There is no way back; your hand is dead and your chips are yours."
        ),
    }
)
