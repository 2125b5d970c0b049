"""Texts about API keys with a scope that the operator grants."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

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
"""Key, then the English text."""
