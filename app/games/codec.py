"""Commands and events to and from JSON, and the split of an event into what is public and what is sealed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from app.games.audience import NOBODY, Audience, audience

T = TypeVar("T")
Json = dict[str, Any]


def freeze(value: Any) -> Any:
    """`value` with every list as a tuple, so that it can be part of a state."""
    return tuple(map(freeze, value)) if isinstance(value, list | tuple) else value


def thaw(value: Any) -> Any:
    """`value` with every tuple as a list, as JSON has it."""
    return list(map(thaw, value)) if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class Split:
    """An event in two: what everybody may know, and by audience number what only some may."""

    public: Json
    hidden: Mapping[int, Json]


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """Reads and writes the dataclasses of one package by their stored names.

    `read` and `write` convert the fields they name; all others are plain JSON. A field that is None is
    left out and an absent one reads as None.
    """

    types: Mapping[str, type[T]]
    read: Mapping[str, Callable[[Any], Any]]
    write: Mapping[str, Callable[[Any], Any]]

    def name(self, value: T) -> str:
        """The stored name of the type of `value`."""
        return next(name for name, made in self.types.items() if made is type(value))

    def to_json(self, value: T) -> Json:
        """All of `value`, hidden fields included."""
        return {"type": self.name(value), **self._fields(value, lambda item: True)}

    def from_json(self, document: Mapping[str, Any]) -> T:
        """The value a document stands for; ValueError for an unknown type or field."""
        kind = document.get("type") if isinstance(document, Mapping) else None
        if not isinstance(kind, str) or kind not in self.types:
            raise ValueError("unknown type")
        made = self.types[kind]
        names = [item.name for item in fields(made)]  # type: ignore[arg-type]
        if set(document) - {"type", "v", *names}:
            raise ValueError("unknown field")
        return made(**{name: self._read(name, document.get(name)) for name in names})

    def split(self, value: T, owner: int | None = None) -> Split:
        """The public part of `value` and the hidden parts by audience (`app.games.audience`).

        What is for the owner goes to the value's own `seat`, or to `owner` where it has none.
        """
        public = {"type": self.name(value), **self._fields(value, lambda item: audience(item) is None)}
        hidden: dict[int, Json] = {}
        for item in fields(value):  # type: ignore[arg-type]
            for number, secret in _shares(value, item.name, audience(item), owner):
                hidden.setdefault(number, {})[item.name] = self._write(item.name, secret)
        return Split(public, hidden)

    def merge(self, public: Json, hidden: Mapping[int, Json]) -> Json:
        """The whole document again from its public part and the parts that could be opened."""
        made = self.types[public["type"]]
        whole = dict(public)
        for item in fields(made):  # type: ignore[arg-type]
            shares = {number: part[item.name] for number, part in hidden.items() if item.name in part}
            if not shares:
                continue
            if audience(item) is Audience.EACH:
                whole[item.name] = [shares.get(seat) for seat in range(max(shares) + 1)]
            else:
                whole[item.name] = next(iter(shares.values()))
        return whole

    def _fields(self, value: T, wanted: Callable[[Any], bool]) -> Json:
        chosen = [item.name for item in fields(value) if wanted(item)]  # type: ignore[arg-type]
        return {
            name: self._write(name, getattr(value, name))
            for name in chosen
            if getattr(value, name) is not None
        }

    def _write(self, name: str, value: Any) -> Any:
        return self.write[name](value) if name in self.write else thaw(value)

    def _read(self, name: str, value: Any) -> Any:
        if value is None:
            return None
        return self.read[name](value) if name in self.read else freeze(value)


def _shares(value: Any, name: str, known_to: Audience | None, owner: int | None) -> list[tuple[int, Any]]:
    """Which audience gets what of the field `name`."""
    secret = getattr(value, name)
    if known_to is Audience.EACH:
        return list(enumerate(secret))
    if known_to is None or secret is None:
        return []
    return [(NOBODY if known_to is Audience.NOBODY else getattr(value, "seat", owner) or 0, secret)]
