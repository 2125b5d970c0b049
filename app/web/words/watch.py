"""Texts of the page for spectators."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

WATCH: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "watch.title": Message("Watch the table"),
        "watch.table": Message("The table"),
        "watch.live": Message("live"),
        "watch.reconnecting": Message("reconnecting…"),
        "watch.ended": Message("over"),
        "watch.moves": Message("What happens"),
        "watch.sit": Message("Sit down"),
        "watch.to_seat": Message("Go to your seat"),
        "watch.look_back": Message("Look back"),
        "watch.finished": Message("The game is over: all cards are open, and anybody can check it."),
        "watch.void": Message("The game is void: it does not count, but it is open to be checked."),
        "watch.to_replay": Message("See the replay"),
    }
)
