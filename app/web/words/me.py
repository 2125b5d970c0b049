"""Texts of the page of the player of a browser."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

ME: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "me.title": Message("Me", "page"),
        "me.player": Message("My name"),
        "me.id": Message("Id: {id}"),
        "me.keep": Message("Keep this name"),
        "me.games": Message("My games"),
        "me.no_games": Message("No game with this name yet."),
        "me.disputes": Message("Disputes about games of this browser"),
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
