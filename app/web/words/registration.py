"""Texts of the registration for a tournament, and of a player's way to its tables."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

REGISTRATION: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "registration.title": Message("Take part"),
        "registration.lead": Message(
            "Players register here until the organiser starts the tournament. Then this page shows each"
            " player the way to the table."
        ),
        "registration.register": Message("Register"),
        "registration.registered": Message("You take part as {name}."),
        "registration.withdraw": Message("Withdraw", "registration"),
        "registration.name_first": Message("Enter your name first."),
        "registration.who": Message("Registered so far"),
        "registration.nobody": Message("Nobody has registered yet."),
        "registration.you": Message("you"),
        "registration.invite": Message("Invite others"),
        "registration.link": Message("Link to this page"),
        "registration.copy": Message("Copy the link"),
        "registration.copied": Message("The link is copied."),
        "registration.ready": Message("Your table is ready"),
        "registration.ready_title": Message("Your table is ready · {name}"),
        "registration.sit": Message("To your table: game {number}, round {round}"),
        "registration.go_on": Message("Back to your table: game {number}, round {round}"),
        "registration.until": Message("Come by {time}."),
        "registration.wait": Message("Your next table appears here as soon as it is ready."),
        "registration.out": Message("You take no more part in this tournament."),
        "registration.start": Message("Start the tournament"),
        "registration.start_sentence": Message(
            "Nobody registers any more, and the first round is paired. Bots of the house can fill up."
        ),
        "registration.bots": Message("How many bots fill up"),
        "registration.bot": Message("Which bot"),
        "registration.begin": Message("Start it now"),
        "registration.remove": Message("Remove a player"),
        "registration.removes": Message("Remove"),
        "registration.done_start": Message("The tournament has started."),
        "registration.done_remove": Message("The player is removed."),
    }
)
