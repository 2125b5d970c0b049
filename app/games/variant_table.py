"""The variants of a game as rows of data, and the sheets that tables make of them by options."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from app.games.descriptions import CUSTOM, About
from app.games.errors import ConfigRefused
from app.games.sheet_format import SheetFormat, plain

R = TypeVar("R")
OptionValue = bool | int | str | None


@dataclass(frozen=True, slots=True)
class Row(Generic[R]):
    """A variant: the rules as played when nothing is chosen, its texts, the values of each option.

    An empty tuple of values means any number that the rules accept.
    """

    rules: R
    about: About
    options: Mapping[str, tuple[OptionValue, ...]]

    def check(self, rules: R) -> None:
        """Refuse rules, made of this row by options, that do not go together here (ConfigRefused)."""


@dataclass(frozen=True)
class VariantTable(Generic[R]):
    """The rows of a game by the ids of their variants.

    `base` is the variant that a free sheet completes where it names none. `fields` has the fields of options
    that are named otherwise, `endless` the options of a number that may also be null.
    """

    rows: Mapping[str, Row[R]]
    format: SheetFormat[R]
    base: R
    fields: Mapping[str, str] = field(default_factory=dict)
    endless: Collection[str] = ()

    def sheet(self, variant: str, options: Mapping[str, OptionValue]) -> R:
        """Return the rules of `variant` with `options`; ConfigRefused names the option that does not fit."""
        if variant not in self.rows:
            raise ConfigRefused("config_option", "variant")
        row = self.rows[variant]
        chosen = {self.field_of(name): self._checked(row, name, value) for name, value in options.items()}
        rules: R = replace(row.rules, **chosen)  # type: ignore[type-var]
        row.check(rules)
        return rules

    def custom(self, document: Mapping[str, Any]) -> R:
        """Return the rules of a free sheet; what it leaves out is as in the variant that it names."""
        name = document.get("variant", CUSTOM)
        if name == CUSTOM:
            return self.format.based_on(self.base, document)
        if not isinstance(name, str) or name not in self.rows:
            raise ConfigRefused("config_option", "variant")
        return self.format.based_on(self.rows[name].rules, document)

    def field_of(self, option: str) -> str:
        """Return the field of a sheet that `option` sets."""
        return self.fields.get(option, option)

    def possible(self, option: str, variant: str | None = None) -> dict[str, Any]:
        """Return the values of `option` in `variant`, or without one of a field of a sheet.

        Empty where neither is known.
        """
        options = {} if variant is None else self.rows[variant].options
        if variant is not None and option not in options:
            return {}
        if options.get(option):
            return {"allowed": [plain(value) for value in options[option]]}
        return self.format.bounds_of(self.field_of(option))

    def recognised(self, rules: R) -> tuple[str, dict[str, OptionValue]] | None:
        """Return the variant and the fewest options that make just these rules, or None."""
        made = [(name, self._options(row, rules)) for name, row in self.rows.items()]
        fitting = [(name, options) for name, options in made if options is not None]
        return min(fitting, key=lambda match: len(match[1]), default=None)

    def _options(self, row: Row[R], rules: R) -> dict[str, OptionValue] | None:
        """Return the options that lead from a row to `rules`, or None."""
        option_of = {self.field_of(option): option for option in row.options}
        names = [
            name
            for name in self.format.kinds
            if name != "variant" and getattr(rules, name) != getattr(row.rules, name)
        ]
        options = {option_of.get(name, name): _chosen(getattr(rules, name)) for name in names}
        try:
            made = self.sheet(str(getattr(row.rules, "variant")), options)  # noqa: B009
        except ConfigRefused:
            return None
        return options if self.format.same_rules(made, rules) else None

    def _checked(self, row: Row[R], name: str, value: OptionValue) -> Any:
        allowed = row.options.get(name)
        if allowed is None:
            raise ConfigRefused("config_option", name)
        endless = value is None and name in self.endless
        fits = endless or (any(_same(value, choice) for choice in allowed) if allowed else type(value) is int)
        if not fits:
            raise ConfigRefused(self.format.codes.get(name, "config_option"), name)
        single = isinstance(getattr(row.rules, self.field_of(name)), tuple)
        return self.format.read(self.field_of(name), [value] if single else value)


def _chosen(value: Any) -> Any:
    """Return a value of a field as an option gives it: the only number of a list stands for all."""
    return plain(value[0] if isinstance(value, tuple) and len(value) == 1 else value)


def _same(one: OptionValue, other: OptionValue) -> bool:
    """Return whether two values are equal, with `true` and `1` apart."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)
