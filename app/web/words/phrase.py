"""Texts of the phrases that seats say to each other."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

PHRASE: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "phrase.title": Message("Say something"),
        "phrase.said": Message("{name}: {text}", "what somebody says"),
        "phrase.mute": Message("Hide what others say"),
        "phrase.hello": Message("Hello!"),
        "phrase.good_luck": Message("Good luck!"),
        "phrase.well_played": Message("Well played!"),
        "phrase.good_game": Message("Good game!"),
        "phrase.thanks": Message("Thank you!"),
        "phrase.sorry": Message("Sorry!", "said at the table"),
        "phrase.one_moment": Message("One moment, please."),
        "phrase.still_there": Message("Are you still there?"),
        "phrase.must_go": Message("I have to go."),
        "phrase.another_game": Message("Another game?"),
    }
)
