"""Parts and conditions outside of a tournament that it may wait for, with their texts."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.i18n import Message


class Wait(StrEnum):
    """Part or condition that prevents games from being played or archived."""

    ARCHIVE = "archive"
    CATALOGUE = "catalogue"
    TREE = "tree"
    STORE = "store"


SAID: Final[Mapping[Wait, Message]] = MappingProxyType(
    {
        Wait.ARCHIVE: Message(
            "It waits for the archive, which does not keep its games; its disk may be full."
        ),
        Wait.CATALOGUE: Message("It waits for the catalogue of the archive, which is away or out of space."),
        Wait.TREE: Message(
            "It waits until the operator looks at the tree of archived games, which contradicts itself."
        ),
        Wait.STORE: Message("It waits for the store, which did not answer or takes no writes."),
    }
)
