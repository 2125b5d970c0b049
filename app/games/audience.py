"""Who may know a field of an event before the reveal.

A dataclass field made by `for_owner`, `for_each` or `for_nobody` is absent from the public part of an
entry and stands in a sealed part instead; every other field is public.
"""

from dataclasses import Field, field
from enum import StrEnum
from typing import Any

NOBODY = 255
"""The audience number of what no seat may know yet."""


class Audience(StrEnum):
    """Who may know a hidden field: the event's own seat, each seat its own item, or nobody."""

    OWNER = "owner"
    EACH = "each"
    NOBODY = "nobody"


def for_owner(**extra: Any) -> Any:
    """A field that only the seat named in the event's `seat` may know."""
    return field(metadata={"audience": Audience.OWNER}, **extra)


def for_each(**extra: Any) -> Any:
    """A tuple by seat of which every seat may know its own item."""
    return field(metadata={"audience": Audience.EACH}, **extra)


def for_nobody(**extra: Any) -> Any:
    """A field that no seat may know before the reveal."""
    return field(metadata={"audience": Audience.NOBODY}, **extra)


def audience(item: Field[Any]) -> Audience | None:
    """Who may know the field `item`; None for everybody."""
    found: Audience | None = item.metadata.get("audience")
    return found
