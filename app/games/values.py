"""Values: small immutable objects that say what they are, compare by content and are cheap to make."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=True)
def value(made: type[T]) -> type[T]:
    """`made` as a slotted dataclass whose fields the type checker lets nobody assign.

    A hand is thousands of these. That a dataclass is frozen when the program runs, too, makes each of them
    four times as expensive, because every field then goes through `object.__setattr__`.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)


@dataclass_transform(frozen_default=True, eq_default=True, kw_only_default=True)
def wide_value(made: type[T]) -> type[T]:
    """The same by names and without slots, for what has many fields: a dict of them is copied fastest."""
    return dataclass(kw_only=True, unsafe_hash=True)(made)
