"""Upcasters: they bring a stored event of an older schema to today's, on read, never in place.

An event is a JSON object with its name in `type` and its schema version in `v`, 1 when absent.
A registry maps (name, version) to a function that returns the event in the next version; the
current version of a name is the one that no function leads away from. Entries keep the stored
bytes, and their digests are checked before anything is upcast.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.store.errors import UnknownSchema

Event = dict[str, Any]
Upcasters = Mapping[tuple[str, int], Callable[[Event], Event]]

NO_UPCASTERS: Final[Upcasters] = MappingProxyType({})


def upcast(event: Event, upcasters: Upcasters = NO_UPCASTERS) -> Event:
    """`event` in the current version of its schema; an event that is current comes back as it is.

    `upcasters` is the registry. UnknownSchema if the event is newer than the registry knows.
    """
    if not upcasters and "v" not in event:
        return event
    name, version = _schema(event)
    while step := upcasters.get((name, version)):
        event = {**step(event), "v": version + 1}
        name, version = _schema(event)
    if version > current_version(name, upcasters):
        raise UnknownSchema(name, version)
    return event


def current_version(name: str, upcasters: Upcasters = NO_UPCASTERS) -> int:
    """The schema version in which events called `name` are written today."""
    return 1 + max((version for known, version in upcasters if known == name), default=0)


def _schema(event: Event) -> tuple[str, int]:
    return event["type"], event.get("v", 1)
