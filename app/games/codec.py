"""Commands and events to and from JSON, and their split into a public part and sealed parts.

A dataclass field made by `for_owner`, `for_each` or `for_nobody` is absent from the public part of an
entry and stands in a sealed part until the reveal; every other field is public.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar, get_args, get_origin

NOBODY = 255
"""The audience number of a part that no seat may know yet."""


class Audience(StrEnum):
    """The audience of a hidden field: the event's own seat, each seat for its own item, or no seat."""

    OWNER = "owner"
    EACH = "each"
    NOBODY = "nobody"


def for_owner(**extra: Any) -> Any:
    """Make a field that only the seat in the event's `seat` may know."""
    return field(metadata={"audience": Audience.OWNER}, **extra)


def for_each(**extra: Any) -> Any:
    """Make a field that holds a tuple by seat, of which each seat may know its own item."""
    return field(metadata={"audience": Audience.EACH}, **extra)


def for_nobody(**extra: Any) -> Any:
    """Make a field that no seat may know before the reveal; it is not in the repr."""
    return field(repr=False, metadata={"audience": Audience.NOBODY}, **extra)


def audience(item: Field[Any]) -> Audience | None:
    """Return the audience of the field `item`, None for a public one."""
    found: Audience | None = item.metadata.get("audience")
    return found


T = TypeVar("T")
Json = dict[str, Any]
Convert = Callable[[Any], Any]

_NOTHING: Final[Mapping[int, Json]] = MappingProxyType({})
_LISTS: Final = (list, tuple)

_MARKS: Final = frozenset(("type", "v"))
"""Members of every document that are no fields."""


def freeze(value: Any) -> Any:
    """Return `value` with every list as a tuple, so that it can be part of a state."""
    return tuple(map(freeze, value)) if isinstance(value, _LISTS) else value


def thaw(value: Any) -> Any:
    """Return `value` with every tuple as a list, as JSON has it."""
    return list(map(thaw, value)) if isinstance(value, _LISTS) else value


def _flat(value: Any) -> Any:
    """Return `value` as a tuple if it is a list; its items are no lists."""
    return tuple(value) if type(value) is list else value


def _nested(value: Any) -> Any:
    """Return `value` as a tuple if it is a list, and the lists in it as tuples, too."""
    return tuple(map(_flat, value)) if type(value) is list else value


def _freezer(hint: Any) -> Convert | None:
    """Return the function that makes tuples of the lists in a field of type `hint`, None if it has none."""
    inner = {convert for convert in map(_freezer, get_args(hint)) if convert}
    if get_origin(hint) is tuple:
        return _flat if not inner else _nested if inner == {_flat} else freeze
    return inner.pop() if len(inner) == 1 else freeze if inner else None


class Split(NamedTuple):
    """A value in two: its public part, and by audience number its hidden parts."""

    public: Json
    hidden: Mapping[int, Json]


@dataclass(frozen=True, slots=True)
class _Plan(Generic[T]):
    """The stored form of values of one type, made once for each type."""

    name: str
    made: type[T]
    fields: tuple[str, ...]
    readers: tuple[tuple[int, Convert], ...]
    writers: tuple[tuple[str, Convert], ...]
    public: tuple[tuple[str, Convert | None], ...]
    hidden: tuple[tuple[str, Audience, Convert | None], ...]
    members: frozenset[str]


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """A reader and writer of the dataclasses of one package by their stored names.

    `read` and `write` convert the fields they name; all others are plain JSON. A field that is None is
    left out and an absent one reads as None.
    """

    types: Mapping[str, type[T]]
    read: Mapping[str, Convert]
    write: Mapping[str, Convert]
    _named: dict[str, _Plan[T]] = field(init=False, repr=False, compare=False, default_factory=dict)
    _typed: dict[type[Any], _Plan[T]] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        for name, made in self.types.items():
            plan = self._plan(name, made)
            self._named[name] = plan
            self._typed.setdefault(made, plan)

    def _plan(self, name: str, made: type[T]) -> _Plan[T]:
        items = fields(made)  # type: ignore[arg-type]
        writers = {item.name: self.write.get(item.name, thaw) for item in items}
        readers = [self.read.get(item.name) or _freezer(item.type) for item in items]
        known = {item.name: audience(item) for item in items}
        return _Plan(
            name,
            made,
            tuple(writers),
            tuple((at, read) for at, read in enumerate(readers) if read),
            tuple(writers.items()),
            tuple((each, self.write.get(each)) for each in writers if known[each] is None),
            tuple((each, who, self.write.get(each)) for each, who in known.items() if who is not None),
            _MARKS.union(writers),
        )

    def knows(self, value: object) -> bool:
        """Return whether `value` is of one of these types."""
        return type(value) in self._typed

    def name(self, value: T) -> str:
        """Return the stored name of the type of `value`."""
        return self._typed[type(value)].name

    def to_json(self, value: T) -> Json:
        """Return all of `value` as JSON, hidden fields included."""
        plan = self._typed[type(value)]
        return _written(plan.name, plan.writers, value)

    def from_json(self, document: Mapping[str, Any]) -> T:
        """Return the value of a document; ValueError for an unknown type or field."""
        whole = type(document) is dict or isinstance(document, Mapping)  # isinstance alone would take longer
        kind = document.get("type") if whole else None
        plan = self._named.get(kind) if isinstance(kind, str) else None
        if plan is None:
            raise ValueError("unknown type")
        if not plan.members.issuperset(document):
            raise ValueError("unknown field")
        values = [*map(document.get, plan.fields)]
        for at, read in plan.readers:
            if (value := values[at]) is not None:
                values[at] = read(value)
        return plan.made(*values)

    def split(self, value: T, owner: int | None = None) -> Split:
        """Return the public part of `value`, and its hidden parts by audience."""
        return Split(self.public(value), self.hidden(value, owner))

    def public(self, value: T) -> Json:
        """Return the public part of `value`; lists of JSON may be tuples in it."""
        plan = self._typed[type(value)]
        return _written(plan.name, plan.public, value)

    def hidden(self, value: T, owner: int | None = None) -> Mapping[int, Json]:
        """Return the hidden parts of `value` by audience.

        The part for the owner goes to the value's own `seat`, or to `owner` if it has none.
        """
        plan = self._typed[type(value)]
        if not plan.hidden:
            return _NOTHING
        parts: dict[int, Json] = {}
        for name, known_to, write in plan.hidden:
            for number, secret in _shares(value, name, known_to, owner):
                parts.setdefault(number, {})[name] = write(secret) if write else secret
        return parts

    def merge(self, public: Json, hidden: Mapping[int, Json]) -> Json:
        """Return the whole document again, from its public part and the parts that could be opened."""
        secret_fields = self._named[public["type"]].hidden
        if not hidden or not secret_fields:
            return public
        whole = dict(public)
        for name, known_to, _ in secret_fields:
            shares = {number: part[name] for number, part in hidden.items() if name in part}
            if not shares:
                continue
            if known_to is Audience.EACH:
                whole[name] = list(map(shares.get, range(max(shares) + 1)))
            else:
                whole[name] = next(iter(shares.values()))
        return whole


def _written(kind: str, writers: Iterable[tuple[str, Convert | None]], value: Any) -> Json:
    document: Json = {"type": kind}
    for name, write in writers:
        member = getattr(value, name)
        if member is not None:
            document[name] = write(member) if write else member
    return document


def _shares(value: Any, name: str, known_to: Audience, owner: int | None) -> list[tuple[int, Any]]:
    """Return the share of each audience in the field `name`."""
    secret = getattr(value, name)
    if known_to is Audience.EACH:
        return list(enumerate(secret))
    if secret is None:
        return []
    return [(NOBODY if known_to is Audience.NOBODY else getattr(value, "seat", owner) or 0, secret)]
