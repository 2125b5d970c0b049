"""The variants as rows of data, the options a table may choose, and the sheet that results."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from app.games.conquian.rules import (
    DealStyle,
    Direction,
    DrawStake,
    FirstTurn,
    ForceSource,
    NextDealer,
    Payment,
    Rules,
    SetKind,
    StockCard,
    Waste,
)
from app.games.errors import ConfigRefused

OptionValue = bool | int | str | None


@dataclass(frozen=True, slots=True)
class Variant:
    """A row: the rules as played when nothing is chosen, and the values of each option that may be."""

    rules: Rules
    options: Mapping[str, tuple[OptionValue, ...]]


_YES_NO = (False, True)
_EVERYWHERE: dict[str, tuple[OptionValue, ...]] = {
    "force_rearrange": _YES_NO,
    "force_extra_hand_cards": _YES_NO,
    "force_by_opponents": _YES_NO,
    "force_by_turn_player": _YES_NO,
    "first_turn": tuple(FirstTurn),
    "waste": tuple(Waste),
    "pile_browsable": _YES_NO,
    "run_max": (None, *range(3, 14)),
    "exchange": _YES_NO,
    "stake": (),
    "deals": (),
}
"""Options open to every variant; an empty tuple means any value that `Rules` accepts."""

_MEXICAN: dict[str, tuple[OptionValue, ...]] = {
    "hand_size": (8, 9, 10),
    "deal_style": tuple(DealStyle),
    "next_dealer": tuple(NextDealer),
    "pack": ("spanish40", "french40", "french52"),
    "wild_card": (None, "2O", "2d"),
    "wild_forceable": _YES_NO,
    "keep_centre": _YES_NO,
    "keep_turn_limit": (None, *range(1, 101)),
    "draw_stake": (DrawStake.SAME, DrawStake.DOUBLE, DrawStake.DOUBLE_COMPOUND),
}
_DRAW_STAKE = {"draw_stake": (DrawStake.SAME, DrawStake.DOUBLE, DrawStake.DOUBLE_COMPOUND)}
_FOLD: dict[str, tuple[OptionValue, ...]] = {
    "fold": _YES_NO,
    "fold_skips_turn": _YES_NO,
    "folded_may_force": _YES_NO,
}

_MEXICAN_3 = Rules(variant="mexican-3", players_min=3, players_max=3)
_MEXICAN_2 = Rules(variant="mexican-2", hand_sizes=(9,))
_PACO = Rules(
    variant="paco",
    packs=5,
    players_max=12,
    hand_sizes=(10,),
    set_kind=SetKind.IDENTICAL,
    first_turn=FirstTurn.PLAIN,
    payment=Payment.PAY_CARDS,
)
_NORTH_AMERICAN = Rules(
    variant="north-american",
    pack="french40",
    hand_sizes=(10,),
    exchange=False,
    run_max=8,
    first_turn=FirstTurn.PLAIN,
    force_by_turn_player=False,
    fold=True,
    waste=Waste.FACE_DOWN,
    pile_browsable=False,
)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        variant.rules.variant: variant
        for variant in (
            Variant(_MEXICAN_3, {**_EVERYWHERE, **_MEXICAN, "me_sirve": _YES_NO}),
            Variant(_MEXICAN_2, {**_EVERYWHERE, **_MEXICAN}),
            Variant(_PACO, {**_EVERYWHERE, "packs": tuple(range(5, 13))}),
            Variant(
                replace(_PACO, variant="paco-teams", players_min=4, teams=2),
                {**_EVERYWHERE, "packs": tuple(range(5, 13))},
            ),
            Variant(_NORTH_AMERICAN, {**_EVERYWHERE, **_DRAW_STAKE, **_FOLD}),
            Variant(
                replace(_NORTH_AMERICAN, variant="foster-numeral", pack="numeral40"),
                {**_EVERYWHERE, **_DRAW_STAKE, **_FOLD},
            ),
            Variant(
                replace(_NORTH_AMERICAN, variant="encyclopedia-es", fold=False),
                {**_EVERYWHERE, **_DRAW_STAKE, **_FOLD},
            ),
            Variant(
                replace(
                    _NORTH_AMERICAN,
                    variant="french-page",
                    force_source=ForceSource.STOCK,
                    group_needs_stock_card=StockCard.SETS,
                    keep_three=True,
                    last_card_from_stock=True,
                    draw_stake=DrawStake.CARRY,
                ),
                {
                    **_EVERYWHERE,
                    **_FOLD,
                    "force_source": tuple(ForceSource),
                    "group_needs_stock_card": tuple(StockCard),
                    "keep_three": _YES_NO,
                    "last_card_from_stock": _YES_NO,
                },
            ),
            Variant(
                replace(
                    _NORTH_AMERICAN,
                    variant="caesars-conquian",
                    direction=Direction.CLOCKWISE,
                    hand_sizes=(9,),
                    fold=False,
                    players_max=4,
                ),
                {**_EVERYWHERE, **_DRAW_STAKE, "stake": (0, 1, 2)},
            ),
            Variant(
                Rules(
                    variant="navajo-tens",
                    pack="french40",
                    packs=2,
                    players_max=7,
                    direction=Direction.CLOCKWISE,
                    hand_sizes=(10,),
                    exchange=False,
                    claims=True,
                ),
                _EVERYWHERE,
            ),
            Variant(
                Rules(variant="four-deal", pack="french52", hand_sizes=(8, 9, 10, 11), deals=4),
                {
                    name: values
                    for name, values in {**_EVERYWHERE, **_MEXICAN, "packs": (1, 2)}.items()
                    if name not in ("hand_size", "deals")
                },
            ),
        )
    }
)
"""Every variant by its id, table 1.1 of the rulebook."""

_ALIASES = {"me_sirve": "claims", "hand_size": "hand_sizes"}
_ENUMS = {
    "deal_style": DealStyle,
    "first_turn": FirstTurn,
    "force_source": ForceSource,
    "group_needs_stock_card": StockCard,
    "waste": Waste,
    "payment": Payment,
    "draw_stake": DrawStake,
    "next_dealer": NextDealer,
    "set_kind": SetKind,
    "direction": Direction,
}
_CODES = {"hand_size": "config_hand_size", "stake": "config_stake"}


def sheet(variant: str, options: Mapping[str, OptionValue]) -> Rules:
    """The rules of `variant` with `options` chosen; `ConfigRefused` names the option that does not fit."""
    if variant not in VARIANTS:
        raise ConfigRefused("config_option", "variant")
    row = VARIANTS[variant]
    chosen = {_ALIASES.get(name, name): _checked(row, name, value) for name, value in options.items()}
    return replace(row.rules, **chosen)


def _checked(row: Variant, name: str, value: OptionValue) -> Any:
    allowed = row.options.get(name)
    if allowed is None:
        raise ConfigRefused("config_option", name)
    fits = any(_same(value, one) for one in allowed) if allowed else type(value) is int
    if not fits:
        raise ConfigRefused(_CODES.get(name, "config_option"), name)
    if name == "hand_size":
        return (value,)
    return _ENUMS[name](str(value)) if name in _ENUMS else value


def _same(one: OptionValue, other: OptionValue) -> bool:
    """Equality that keeps `true` and `1` apart."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def as_json(rules: Rules) -> dict[str, Any]:
    """The sheet as a JSON object: every field by its name, tuples as lists."""
    return {field.name: _plain(getattr(rules, field.name)) for field in fields(rules)}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, str) else value


def from_json(document: Mapping[str, Any]) -> Rules:
    """The rules a stored sheet stands for; what a sheet of an earlier version lacks has its old meaning."""
    values: dict[str, Any] = {
        name: _ENUMS[name](value) if name in _ENUMS else value for name, value in document.items()
    }
    return Rules(**{**values, "hand_sizes": tuple(document["hand_sizes"])})
