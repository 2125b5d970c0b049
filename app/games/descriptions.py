"""Descriptions that each game gives of itself: refusal codes, variants, parameters of its sheets."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NotRequired, Protocol, TypedDict

from app.i18n import Message

CUSTOM = "custom"
"""The variant of a custom sheet, in every game."""


class RefusalKind(StrEnum):
    """Kind of a refusal: not at this moment, never in this position, or rules that contradict each other."""

    NOT_NOW = "not_now"
    NEVER = "never"
    CONFIGURATION = "configuration"


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason of refusals: its kind, the paragraph of the game's rulebook, a sentence, a title."""

    kind: RefusalKind
    rule: str
    sentence: str
    title: str


@dataclass(frozen=True, slots=True)
class About:
    """The name of a variant and a sentence on its difference from the others."""

    name: Message
    sentence: Message


class Bounds(TypedDict):
    """The least and the greatest value of a number, if it has them."""

    minimum: NotRequired[int]
    maximum: NotRequired[int]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A field of a sheet: its paragraph of the rulebook, and a sentence on its effect.

    `values` names its values by their JSON text, `bounds` are those of a number.
    """

    rule: str
    sentence: Message
    values: Mapping[str, Message] = field(default_factory=dict)
    bounds: Bounds = field(default_factory=Bounds)


YES_NO: Mapping[str, Message] = MappingProxyType({"true": Message("yes"), "false": Message("no")})
"""Names of the values of every switch."""

SHEET_PARAMETERS: Mapping[str, Parameter] = MappingProxyType(
    {
        "pack": Parameter("1.1", Message("Which kind of pack is played with.")),
        "packs": Parameter("1.1", Message("How many packs are shuffled together.")),
        "players_min": Parameter("1.3", Message("How many players it takes at least.")),
        "players_max": Parameter("1.3", Message("How many players there may be at most.")),
    }
)
"""Fields that the sheets of every game have, with the same paragraphs in every rulebook."""


def explained_field(row: Parameter, value: object, bounds: tuple[int, int] | None) -> Parameter:
    """Return `row` with the names of the values of a switch, and with the `bounds` of a number."""
    return replace(
        row,
        values=YES_NO if isinstance(value, bool) else row.values,
        bounds={} if bounds is None else {"minimum": bounds[0], "maximum": bounds[1]},
    )


class VariantRow(Protocol):
    """A variant: its default rules, its texts, the values of each option.

    An empty tuple of values means any number that the rules accept.
    """

    @property
    def rules(self) -> Any: ...
    @property
    def about(self) -> About: ...
    @property
    def options(self) -> Mapping[str, tuple[Any, ...]]: ...
