"""Shapes of the JSON that a game takes and gives, as data: the API makes its schemas of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Form(StrEnum):
    """The form of a value."""

    INTEGER = "integer"
    INTEGERS = "integers"
    BOOLEAN = "boolean"
    TEXT = "text"
    TEXTS = "texts"
    WORD = "word"
    SEAT = "seat"
    SEATS = "seats"
    CARD = "card"
    CARDS = "cards"
    MELDS = "melds"
    OBJECT = "object"
    OBJECTS = "objects"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object: the form and the description of its value.

    A WORD is one of `words`, an OBJECT and each of OBJECTS has the `shape`. An answer has the member always,
    unless it is `optional`; it may be null if it is `nullable`.
    """

    form: Form
    description: str = ""
    words: tuple[str, ...] = ()
    shape: "ObjectShape | None" = None
    optional: bool = False
    nullable: bool = False
    minimum: int = 0
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class ObjectShape:
    """An object of an answer: its name in the document, what it is, its members."""

    name: str
    description: str
    members: Mapping[str, Member]


@dataclass(frozen=True, slots=True)
class CommandShape:
    """Members of a command: required ones, optional ones, exactly one of `one`, at least one of `some`."""

    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    one: tuple[str, ...] = ()
    some: tuple[str, ...] = ()
    example: Mapping[str, Any] = field(default_factory=dict)

    @property
    def members(self) -> tuple[str, ...]:
        """Every member that is allowed for this type only."""
        return (*self.must, *self.one, *self.some, *self.may)
