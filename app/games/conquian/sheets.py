"""Rules sheets as JSON documents: written in one canonical form, read strictly.

The values of a field follow from its type in `Rules`. `from_json` also reads untrusted sheets: for any
document the outcome is a `Rules`, or `ConfigRefused` with the field at fault.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import EnumType
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from app.games.cards import CARD_CODES, PACKS, Card
from app.games.codec import freeze
from app.games.conquian.rules import BOUNDS, HAND_SIZES_MAX, Rules
from app.games.descriptions import CUSTOM
from app.games.errors import ConfigRefused

CODES = {
    "hand_size": "config_hand_size",
    "hand_sizes": "config_hand_size",
    "players_min": "config_players",
    "players_max": "config_players",
    "teams": "config_teams",
    "stake": "config_stake",
}
"""The code for a value that a field cannot hold at all, where it is not `config_option`."""


@lru_cache
def kinds() -> Mapping[str, tuple[Any, ...]]:
    """The types of every field of a sheet, in the order of the canonical form.

    >>> kinds()["stake"], kinds()["run_max"]
    ((<class 'int'>,), (<class 'int'>, <class 'NoneType'>))
    """
    hints = get_type_hints(Rules)
    return {field.name: _members(hints[field.name]) for field in fields(Rules)}


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def as_json(rules: Rules) -> dict[str, Any]:
    """The sheet as a JSON object: every field by its name, tuples as lists."""
    return {name: plain(getattr(rules, name)) for name in kinds()}


def plain(value: Any) -> Any:
    """A value of a field as JSON has it."""
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, str) else value


def from_json(document: Mapping[str, Any]) -> Rules:
    """The rules a sheet stands for; what a sheet of an earlier version lacks has its old meaning.

    Raises ConfigRefused, and nothing else, for anything that is no sheet.
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
        return _rules(members)
    except TypeError:  # a value that cannot be hashed, so it is that of no field
        return _rules.__wrapped__(members)


@lru_cache(maxsize=256)
def _rules(members: tuple[tuple[Any, Any, Any], ...]) -> Rules:
    """The rules of a sheet by its members; most of the sheets that are read have been read before.

    Values that are equal and not the same, as true and 1 are, differ by their type, in lists by how they are
    written.
    """
    read_in = {str(name): read(name, value) for name, _, value in members}
    return Rules(**{"variant": CUSTOM, **read_in})


def based_on(base: Rules, document: Mapping[str, Any]) -> Rules:
    """The custom rules of `document`, with the values of `base` for what it leaves out."""
    given = {name: value for name, value in document.items() if name != "variant"}
    try:
        return from_json({**as_json(base), **given, "variant": CUSTOM})
    except ConfigRefused as refused:
        # Rules name what is at fault as a table chooses it, and a sheet has no options.
        if refused.code == CODES["hand_sizes"]:
            refused.field = "hand_sizes"
        raise


def same_rules(one: Rules, other: Rules) -> bool:
    """Return whether two sheets have the same rules, whatever their variants are called."""
    return replace(one, variant=CUSTOM) == replace(other, variant=CUSTOM)


def bounds_of(name: str) -> dict[str, Any]:
    """Return the values `allowed` in the field `name`, or its `minimum` and `maximum`.

    Empty for what is no field, and for a card.

    >>> bounds_of("packs"), bounds_of("money")
    ({'minimum': 1, 'maximum': 12}, {'allowed': ['money', 'chips']})
    """
    if name in BOUNDS:
        return dict(zip(("minimum", "maximum"), BOUNDS[name], strict=True))
    if name == "pack":
        return {"allowed": list(PACKS)}
    enums: list[EnumType] = [kind for kind in kinds().get(name, ()) if isinstance(kind, EnumType)]
    words = [plain(word) for kind in enums for word in list[Any](kind)]
    values = [False, True] if kinds().get(name) == (bool,) else words
    return {"allowed": values} if values else {}


def read(name: Any, value: Any) -> Any:
    """The value of the field `name` that a document gives as `value`; ConfigRefused if it cannot be one."""
    if not isinstance(name, str) or name not in kinds():
        raise ConfigRefused("config_option", str(name))
    for kind in kinds()[name]:
        if _fits(kind, value):
            return _READERS.get(kind, kind)(value) if kind is not NoneType else None
    raise ConfigRefused(CODES.get(name, "config_option"), name)


def _fits(kind: Any, value: Any) -> bool:
    if isinstance(kind, EnumType):
        return isinstance(value, str) and value in list(kind)
    if kind is Card:
        return isinstance(value, str) and value in CARD_CODES
    if get_origin(kind) is tuple:
        return (
            isinstance(value, list | tuple)
            and len(value) <= HAND_SIZES_MAX
            and set(map(type, value)) <= {int}
        )
    return type(value) is kind


_READERS = {tuple[int, ...]: tuple}
