"""The variants as rows of data, the options a table may choose, and the sheet that results."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

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
    SitsOut,
    StockCard,
    Waste,
)
from app.games.conquian.sheets import SHEETS
from app.games.conquian.words import variants as about
from app.games.descriptions import CUSTOM
from app.games.errors import ConfigRefused
from app.games.game import Money
from app.games.variant_table import OptionValue, Row, VariantTable


class PrintedSource(StrEnum):
    """A printed description that a variant follows, by its letter (RULES 1.11)."""

    SPANISH_PAGE = "S"
    ENCYCLOPEDIA = "X"
    ENGLISH_PAGE = "E"
    FRENCH_PAGE = "F"
    CLUB = "C"


_PAGES = (PrintedSource.ENGLISH_PAGE, PrintedSource.SPANISH_PAGE)


@dataclass(frozen=True, slots=True)
class Variant(Row[Rules]):
    """A row, with the packs that may be mixed, where only some may, and the descriptions that it follows."""

    packs_of: tuple[str, ...] | None = None
    sources: tuple[PrintedSource, ...] = _PAGES

    def check(self, rules: Rules) -> None:
        """Refuse several packs of a kind that is not mixed in this variant."""
        if rules.packs > 1 and self.packs_of is not None and rules.pack not in self.packs_of:
            raise ConfigRefused("config_option", "packs")


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
    "next_dealer": (NextDealer.ROTATE, NextDealer.CHOSEN),
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
_PACO_OPTIONS: dict[str, tuple[OptionValue, ...]] = {"packs": tuple(range(5, 13)), "money": tuple(Money)}
_SITS_OUT: dict[str, tuple[OptionValue, ...]] = {"sits_out": tuple(SitsOut)}
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

TABLE: dict[str, Variant] = {
    variant.rules.variant: variant
    for variant in (
        Variant(_MEXICAN_3, about.MEXICAN_3, {**_EVERYWHERE, **_MEXICAN, "me_sirve": _YES_NO}),
        Variant(
            _MEXICAN_2,
            about.MEXICAN_2,
            {**_EVERYWHERE, **_MEXICAN},
            sources=(PrintedSource.ENGLISH_PAGE,),
        ),
        Variant(_PACO, about.PACO, {**_EVERYWHERE, **_PACO_OPTIONS}),
        Variant(
            replace(_PACO, variant="paco-teams", players_min=4, teams=2),
            about.PACO_TEAMS,
            {**_EVERYWHERE, **_PACO_OPTIONS, "bank": _YES_NO},
        ),
        Variant(_NORTH_AMERICAN, about.NORTH_AMERICAN, {**_EVERYWHERE, **_DRAW_STAKE, **_FOLD, **_SITS_OUT}),
        Variant(
            replace(_NORTH_AMERICAN, variant="foster-numeral", pack="numeral40"),
            about.FOSTER_NUMERAL,
            {**_EVERYWHERE, **_DRAW_STAKE, **_FOLD, **_SITS_OUT},
        ),
        Variant(
            replace(_NORTH_AMERICAN, variant="encyclopedia-es", fold=False),
            about.ENCYCLOPEDIA_ES,
            {**_EVERYWHERE, **_DRAW_STAKE, **_FOLD},
            sources=(PrintedSource.ENCYCLOPEDIA,),
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
            about.FRENCH_PAGE,
            {
                **_EVERYWHERE,
                **_FOLD,
                "draw_stake": (DrawStake.CARRY,),
                "force_source": tuple(ForceSource),
                "group_needs_stock_card": tuple(StockCard),
                "keep_three": _YES_NO,
                "last_card_from_stock": _YES_NO,
            },
            sources=(PrintedSource.FRENCH_PAGE,),
        ),
        Variant(
            replace(
                _NORTH_AMERICAN,
                variant="caesars-conquian",
                direction=Direction.CLOCKWISE,
                hand_sizes=(9,),
                fold=False,
                house_charge=2,
            ),
            about.CAESARS,
            {
                **_EVERYWHERE,
                **_DRAW_STAKE,
                "stake": (0, 1, 2),
                "players_max": (2, 3, 4),
                "house_charge": (0, 2),
            },
            sources=(PrintedSource.CLUB,),
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
            about.NAVAJO_TENS,
            _EVERYWHERE,
        ),
        Variant(
            Rules(variant="four-deal", pack="french52", hand_sizes=(8, 9, 10, 11), deals=4),
            about.FOUR_DEAL,
            {
                name: values
                for name, values in {**_EVERYWHERE, **_MEXICAN, "packs": (1, 2)}.items()
                if name not in ("hand_size", "deals")
            },
            packs_of=("spanish40", "french40"),
        ),
    )
}
"""The rows; to add a variant made of existing fields is to add one."""

VARIANTS: Mapping[str, Variant] = MappingProxyType(TABLE)
"""Every variant by its id, to be read only."""

TABLE_OF_VARIANTS = VariantTable(
    rows=VARIANTS,
    format=SHEETS,
    base=Rules(variant=CUSTOM),
    fields={"me_sirve": "claims", "hand_size": "hand_sizes"},
    endless=("deals",),
)
"""The variants with their options."""
