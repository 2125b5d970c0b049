"""Upcasters: functions that convert a stored event of an older schema on read, never in place.

An event is a JSON object with its name in `type` and its schema version in `v`, 1 when absent. A registry
maps (name, version) to a function that returns the event in the next version; the current version of a name
is the one without a function. Entries keep the stored bytes, and their digests are verified before anything
is upcast.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.store.errors import UnknownSchema

Event = dict[str, Any]
Upcasters = Mapping[tuple[str, int], Callable[[Event], Event]]

NO_UPCASTERS: Final[Upcasters] = MappingProxyType({})


def upcast(event: Event, upcasters: Upcasters = NO_UPCASTERS) -> Event:
    """Return `event` in the current version of its schema; a current event is returned unchanged.

    `upcasters` is the registry. Raises UnknownSchema if the event is newer than the registry knows.
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
    """Schema version in which events called `name` are written by this program."""
    return 1 + max((version for known, version in upcasters if known == name), default=0)


def _schema(event: Event) -> tuple[str, int]:
    return event["type"], event.get("v", 1)
