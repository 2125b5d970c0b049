"""Sentences on the events at a table, entry by entry."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

SAID: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "said.seated": Message("{name} sits down"),
        "said.seated_bot": Message("The bot {bot} sits down"),
        "said.seated_you": Message("You sit down"),
        "said.left": Message("{name} leaves"),
        "said.left_you": Message("You leave"),
        "said.readied": Message("{name} is ready"),
        "said.readied_you": Message("You are ready"),
        "said.hand_begun": Message("Hand {number}. {name} deals"),
        "said.hand_begun_you": Message("Hand {number}. You deal"),
        "said.exchanged": Message("Everybody passed a card"),
        "said.exchanged_you": Message("You passed {given} and got {received}"),
        "said.card_turned": Message("{name} turns up {card}"),
        "said.card_turned_you": Message("You turn up {card}"),
        "said.passed": Message("{name} passes"),
        "said.passed_you": Message("You pass"),
        "said.answered": Message("{name} has answered"),
        "said.answered_you": Message("You have answered"),
        "said.melded": Message("{name} melds {cards} and discards {discard}"),
        "said.melded_you": Message("You meld {cards} and discard {discard}"),
        "said.went_out": Message("{name} melds {cards} and goes out"),
        "said.went_out_you": Message("You meld {cards} and go out"),
        "said.centre_only": Message("the centre card"),
        "said.forced": Message("{by} forces the card on {name}"),
        "said.forced_you": Message("{by} forces the card on you"),
        "said.forced_by_you": Message("You force the card on {name}"),
        "said.kept": Message("{name} keeps {card} and discards {discard}"),
        "said.kept_you": Message("You keep {card} and discard {discard}"),
        "said.folded": Message("{name} folds"),
        "said.folded_you": Message("You fold"),
        "said.claimed": Message("{name} claims the card"),
        "said.claimed_you": Message("You claim the card"),
        "said.unclaimed": Message("Nobody claims the card"),
        "said.hand_won": Message("{name} wins the hand"),
        "said.hand_won_you": Message("You win the hand!"),
        "said.tablas": Message("Tablas: the stock has run out"),
        "said.timed_out": Message("Time is over for {name}"),
        "said.timed_out_you": Message("Your time is over"),
        "said.returned": Message("{name} is back"),
        "said.returned_you": Message("You are back"),
        "said.dealer_chosen": Message("{name} deals next"),
        "said.dealer_chosen_you": Message("You deal next"),
        "said.house_charged": Message("The house takes its charge"),
        "said.restocked": Message("The stock is shuffled anew"),
        "said.withheld": Message("Played out; the keys open when nobody else plays this deck any more"),
        "said.game_ended": Message("The game is over: everything is open"),
        "said.voided": Message("The game is void"),
        "said.frozen": Message("The game is frozen", "event"),
    }
)
