"""Tables for simulations: every variant, every number of seats, every option with each of its ends."""

from collections.abc import Iterator
from random import Random

from app.cli.simulate.plan import TableSetup, cases
from app.games.conquian.variants import VARIANTS
from app.games.errors import ConfigRefused
from app.games.variant_table import OptionValue

_FREE: dict[str, tuple[OptionValue, ...]] = {"stake": (0, 2), "deals": (1, 3)}
"""Values for options that take any number."""


def values(variant: str, option: str) -> tuple[OptionValue, ...]:
    """Values of an option: all of a few, of many the first two and the last."""
    every = VARIANTS[variant].options[option] or _FREE[option]
    return every if len(every) <= 3 else (*every[:2], every[-1])


def one_option_each() -> Iterator[TableSetup]:
    """For every value of every option of every variant a table, with the fewest seats that may play it."""
    for variant, row in VARIANTS.items():
        for option in row.options:
            for value in values(variant, option):
                yield from _playable(variant, {option: value})[:1]


def combined(rng: Random) -> TableSetup:
    """A table of some variant with some options that go together and any number of seats."""
    while True:
        variant = rng.choice(list(VARIANTS))
        names = rng.sample(sorted(VARIANTS[variant].options), rng.randrange(6))
        tables = _playable(variant, {name: rng.choice(values(variant, name)) for name in names})
        if tables:
            return rng.choice(tables)


def _playable(variant: str, options: dict[str, OptionValue]) -> tuple[TableSetup, ...]:
    try:
        return cases(variant, None, options)
    except ConfigRefused:
        return ()
