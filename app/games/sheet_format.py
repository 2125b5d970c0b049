"""Rules sheets as JSON documents: written in one canonical form, read strictly.

The values that a field may hold follow from its type in the rules of a game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import EnumType
from functools import cached_property, lru_cache
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from app.games.cards import CARD_CODES, PACKS, Card
from app.games.codec import freeze
from app.games.descriptions import CUSTOM
from app.games.errors import ConfigRefused

R = TypeVar("R")

_LONGEST = 100
"""The most numbers of a list in a sheet."""


def plain(value: Any) -> Any:
    """Return a value of a field as JSON has it."""
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, str) else value


@dataclass(frozen=True)
class SheetFormat(Generic[R]):
    """The JSON form of the rules of one game, a dataclass `rules` that refuses what contradicts itself.

    `bounds` has the least and the greatest value of each number. `codes` has the code of a value that a field
    cannot hold at all, where it is not `config_option`.
    """

    rules: type[R]
    bounds: Mapping[str, tuple[int, int]]
    codes: Mapping[str, str]

    @cached_property
    def kinds(self) -> Mapping[str, tuple[Any, ...]]:
        """The types of every field of a sheet, in the order of the canonical form."""
        hints = get_type_hints(self.rules)
        return {item.name: _members(hints[item.name]) for item in fields(self.rules)}  # type: ignore[arg-type]

    def as_json(self, rules: R) -> dict[str, Any]:
        """Return the sheet as a JSON object: every field by its name, tuples as lists."""
        return {name: plain(getattr(rules, name)) for name in self.kinds}

    def from_json(self, document: Mapping[str, Any]) -> R:
        """Return the rules of a sheet; what a sheet of an earlier version lacks has its old meaning.

        Raises ConfigRefused with the field at fault, and nothing else, for anything that is no sheet.
        """
        if not isinstance(document, Mapping):
            raise ConfigRefused("config_option", "rules")
        members = tuple(
            [
                (name, repr(value), freeze(value)) if isinstance(value, list) else (name, type(value), value)
                for name, value in document.items()
            ]
        )
        try:
            return self._known(members)
        except TypeError:  # a value that cannot be hashed, so it is that of no field
            return self._read_all(members)

    @cached_property
    def _known(self) -> Callable[[tuple[tuple[Any, Any, Any], ...]], R]:
        """The rules of a sheet by its members; most of the sheets that are read have been read before.

        Values that are equal and not the same, as true and 1 are, differ by their type, in lists by how they
        are written.
        """
        return lru_cache(maxsize=256)(self._read_all)

    def _read_all(self, members: tuple[tuple[Any, Any, Any], ...]) -> R:
        read_in = {str(name): self.read(name, value) for name, _, value in members}
        return self.rules(**{"variant": CUSTOM, **read_in})

    def based_on(self, base: R, document: Mapping[str, Any]) -> R:
        """Return the custom rules of `document`, with the values of `base` for what it leaves out."""
        given = {name: value for name, value in document.items() if name != "variant"}
        return self.from_json({**self.as_json(base), **given, "variant": CUSTOM})

    def same_rules(self, one: R, other: R) -> bool:
        """Return whether two sheets have the same rules, whatever their variants are called."""
        return bool(replace(one, variant=CUSTOM) == replace(other, variant=CUSTOM))  # type: ignore[type-var]

    def bounds_of(self, name: str) -> dict[str, Any]:
        """Return the values `allowed` in the field `name`, or its `minimum` and `maximum`.

        Empty for what is no field, and for a card.
        """
        if name in self.bounds:
            return dict(zip(("minimum", "maximum"), self.bounds[name], strict=True))
        if name == "pack":
            return {"allowed": list(PACKS)}
        enums: list[EnumType] = [kind for kind in self.kinds.get(name, ()) if isinstance(kind, EnumType)]
        words = [plain(word) for kind in enums for word in list[Any](kind)]
        values = [False, True] if self.kinds.get(name) == (bool,) else words
        return {"allowed": values} if values else {}

    def read(self, name: Any, value: Any) -> Any:
        """Return the value of the field `name` that a document gives as `value`, or raise ConfigRefused."""
        if not isinstance(name, str) or name not in self.kinds:
            raise ConfigRefused("config_option", str(name))
        for kind in self.kinds[name]:
            if _fits(kind, value):
                return _READERS.get(kind, kind)(value) if kind is not NoneType else None
        raise ConfigRefused(self.codes.get(name, "config_option"), name)


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _fits(kind: Any, value: Any) -> bool:
    if isinstance(kind, EnumType):
        return isinstance(value, str) and value in list(kind)
    if kind is Card:
        return isinstance(value, str) and value in CARD_CODES
    if get_origin(kind) is tuple:
        return isinstance(value, list | tuple) and len(value) <= _LONGEST and set(map(type, value)) <= {int}
    return type(value) is kind


_READERS = {tuple[int, ...]: tuple}
