"""One sentence for every field of a rules sheet, and the paragraph of RULES.md that says it in full."""

from collections.abc import Mapping
from types import MappingProxyType

from app.games.descriptions import SHEET_PARAMETERS, Parameter, explained_field
from app.games.holdem.rules import BOUNDS, HoldemRules
from app.i18n import Message

PARAMETERS: Mapping[str, Parameter] = MappingProxyType(
    {
        "variant": Parameter(
            "1.4",
            Message(
                "The game of the family that this sheet starts from, or custom if the table put it together."
            ),
        ),
        **SHEET_PARAMETERS,
        "collection": Parameter("3.1", Message("The dollars that the button pays the house for each hand.")),
        "blind": Parameter("3.2", Message("The dollars that the first player bets before the cards.")),
        "blinds": Parameter(
            "3.2",
            Message("The bets before the cards: one, or one and three."),
            values={"1": Message("one dollar"), "1_3": Message("one and three dollars")},
        ),
        "blind_live": Parameter(
            "3.3", Message("Whether the dollar of the blind counts as a bet that others have to match.")
        ),
        "bet_mode": Parameter(
            "5.3",
            Message("The levels that a bet or raise may go to."),
            values={"steps": Message("any step up to the limit"), "fixed": Message("the next step")},
        ),
        "structure": Parameter(
            "5.2",
            Message("The step of each round of betting."),
            values={
                "limit_3": Message("the same in all rounds"),
                "limit_3_6": Message("doubled on the turn and the river"),
            },
        ),
        "bet_step": Parameter("5.2", Message("The dollars between two levels of betting.")),
        "limit": Parameter("5.2", Message("The most dollars that a player may bet in one round.")),
        "buy_in": Parameter("7.1", Message("The least dollars for which a player buys chips.")),
        "short_buys": Parameter("7.2", Message("How many times a player may buy for less than the buy-in.")),
        "rebuys": Parameter("7.2", Message("Whether players may buy chips between hands.")),
        "deals": Parameter(
            "8.1",
            Message("How many hands are played; none if the table plays on."),
            values={"null": Message("open end")},
        ),
        "money": Parameter("7.3", Message("What the ledger counts.")),
    }
)
"""Every field of the rules by its name."""


def explained(rules: HoldemRules) -> Mapping[str, Parameter]:
    """Return the explanation of every field of a sheet, by name in the order of the canonical form."""
    return {
        name: explained_field(row, getattr(rules, name), BOUNDS.get(name)) for name, row in PARAMETERS.items()
    }
