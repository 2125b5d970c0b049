"""Texts of the pages of a player and of the player of a browser, and of API keys with a scope."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

PLAYER: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "player.title": Message("Player"),
        "player.id": Message("Id: {id}"),
        "player.closed": Message("Closed player"),
        "player.closed_why": Message(
            "This player was closed, and the name is deleted. The games stay under the id."
        ),
        "player.none": Message("There is no player with this id."),
        "player.since": Message("Registered {time}"),
        "player.bot": Message("A program"),
        "player.owner": Message("The player whom it belongs to"),
        "player.archived_one": Message("{count} game in the archive"),
        "player.archived_other": Message("{count} games in the archive"),
        "player.unrevealed_one": Message(
            "{count} game is void because this player did not reveal its random number in time."
        ),
        "player.unrevealed_other": Message(
            "{count} games are void because this player did not reveal its random number in time."
        ),
        "player.games": Message("Games"),
        "player.no_games": Message("No public game yet."),
        "player.won": Message("Won", "game"),
        "player.lost": Message("Lost", "game"),
        "player.even": Message("Even"),
        "player.hands": Message("hands won: {won} of {hands}"),
        "player.tournaments": Message("Tournaments"),
        "player.no_tournaments": Message("No tournament yet."),
        "player.disputes": Message("Disputes"),
        "player.no_disputes": Message("No dispute is open."),
        "player.none_decided": Message("No dispute was decided yet."),
        "player.decided": Message("Decided"),
        "player.arbiter": Message("Disputes that wait for my ruling"),
        "player.arbiter_why": Message(
            "You may rule on disputes. With a key for that this browser lists them here; its key of now ends."
        ),
        "player.arbiter_do": Message("Get a key that may rule"),
    }
)

ME: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "me.title": Message("Me", "page"),
        "me.player": Message("My name"),
        "me.keep": Message("Keep this name"),
        "me.games": Message("My games"),
        "me.no_games": Message("No game with this name yet."),
        "me.disputes": Message("Disputes about games of this browser"),
        "me.devices": Message("My devices"),
        "me.device": Message("Device {number}"),
        "me.this_device": Message("This device"),
        "me.since": Message("since {time}"),
        "me.used": Message("last used around {time}"),
        "me.end": Message("Sign out"),
        "me.end_name": Message("Sign out {device}"),
        "me.end_others": Message("Sign out all other devices"),
        "me.move": Message("Move to another device"),
        "me.move_why": Message(
            "A code lets another device play under your name, too. It is valid once, for ten minutes. Enter "
            "it there on the page “Me”, let its camera read the picture, or open the link there."
        ),
        "me.move_do": Message("Show a code"),
        "me.move_left": Message("Valid for {time} more."),
        "me.move_link": Message("Link for the other device"),
        "me.enter": Message("I play on another device already"),
        "me.enter_why": Message(
            "There, open the page “Me”, choose “Show a code”, and enter the code here within ten minutes."
        ),
        "me.enter_code": Message("Code of the other device"),
        "me.replaces": Message("This browser plays as {name} until you sign in by this code."),
        "me.code": Message("Recovery code"),
        "me.code_why": Message(
            "With this code you play under your name on another device, or on this one after signing out. "
            "Save it, and show it to nobody: whoever has it plays as you."
        ),
        "me.save": Message("Save as a file"),
        "me.sign_out": Message("Sign out of this device"),
        "me.sign_out_why": Message(
            "This browser then forgets your name. Only the recovery code brings it back: save it before."
        ),
        "me.recover": Message("I have a recovery code"),
        "me.recover_why": Message("Enter the code that you saved, and you play under your name here."),
        "me.recover_do": Message("Sign in"),
    }
)

SCOPE: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "scope.nobody": Message(
            "Only players whom the operator allows it get such a key. Choose a name first:"
        ),
        "scope.nobody_all": Message(
            "On this service every player may organise, with the key of the player. Choose a name first:"
        ),
        "scope.make": Message("Make a key for {name}"),
        "scope.made": Message("The key was made and entered."),
        "scope.ask": Message("The operator of this service has to allow it for {name} first, by the command"),
    }
)
