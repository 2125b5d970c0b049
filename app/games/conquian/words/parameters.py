"""One sentence for every field of a rules sheet, and its paragraph of RULES.md.

A new field of `Rules` is a new row here.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from app.games.conquian.rules import BOUNDS, Payment, Rules
from app.games.conquian.sheets import SHEETS
from app.games.conquian.words.values import VALUES
from app.games.descriptions import SHEET_PARAMETERS, Parameter, explained_field
from app.i18n import Message

PARAMETERS: Mapping[str, Parameter] = MappingProxyType(
    {
        "variant": Parameter(
            "1.5",
            Message(
                "The game of the family that this sheet starts from, or custom if the table put it together."
            ),
        ),
        **SHEET_PARAMETERS,
        "direction": Parameter("1.3", Message("Which way round the table the turn goes.")),
        "hand_sizes": Parameter(
            "3.1", Message("How many cards each player gets in each hand; whoever melds one more goes out.")
        ),
        "deal_style": Parameter("3.2", Message("Whether the cards are dealt one by one or in packets.")),
        "exchange": Parameter(
            "3.3", Message("Whether everybody first passes one card face down to the next player.")
        ),
        "set_kind": Parameter("2.2", Message("What makes a set: cards of one rank, or copies of one card.")),
        "run_max": Parameter("2.4", Message("How many cards a run may have at most.")),
        "first_turn": Parameter(
            "5.1", Message("Whether the first card is offered to everybody in turn or played like any other.")
        ),
        "claims": Parameter(
            "8.1", Message("Whether others may claim a card (me sirve) that the player on turn lets pass.")
        ),
        "force_by_turn_player": Parameter(
            "7.1", Message("Whether the player on turn may force the card on another player.")
        ),
        "force_by_opponents": Parameter(
            "7.2",
            Message(
                "Whether the others may force a card on the player on turn when it fits the table there."
            ),
        ),
        "force_source": Parameter("7.5", Message("Which cards can be forced.")),
        "force_rearrange": Parameter(
            "7.3", Message("Whether a table may be rearranged to make a forced card fit.")
        ),
        "force_extra_hand_cards": Parameter(
            "7.4", Message("Whether the player who is forced may add cards from the hand.")
        ),
        "wild_card": Parameter("2.6", Message("Which card is the yuca and stands for any card needed.")),
        "wild_forceable": Parameter("7.5", Message("Whether the yuca itself can be forced.")),
        "keep_centre": Parameter(
            "8.3", Message("Whether the centre card may be kept in the hand against another card.")
        ),
        "keep_turn_limit": Parameter(
            "8.4", Message("After how many turns without a turned or melded card a left card cannot be kept.")
        ),
        "fold": Parameter("8.5", Message("Whether a player who has melded nothing may fold the hand.")),
        "fold_skips_turn": Parameter("8.5", Message("Whether a folded player no longer turns up cards.")),
        "folded_may_force": Parameter("7.2", Message("Whether a folded player may still force others.")),
        "group_needs_stock_card": Parameter(
            "2.7", Message("Which melds must contain a card turned up from the stock.")
        ),
        "keep_three": Parameter(
            "6.6", Message("Whether at least three cards of every meld must stay together when rearranging.")
        ),
        "last_card_from_stock": Parameter(
            "9.5", Message("Whether one can only go out with a card turned up from the stock.")
        ),
        "waste": Parameter("4.6", Message("How the dead cards lie: face up or face down.")),
        "pile_browsable": Parameter(
            "4.6", Message("Whether dead cards that lie face up may be looked through.")
        ),
        "payment": Parameter("9.3", Message("What every loser pays the winner.")),
        "stake": Parameter("9.4", Message("How much is staked on a hand.")),
        "draw_stake": Parameter("9.4", Message("What becomes of the stake after a drawn hand (tablas).")),
        "next_dealer": Parameter("3.5", Message("Who deals the next hand.")),
        "deals": Parameter(
            "11.4", Message("How many hands the sitting has; without a number, until somebody leaves.")
        ),
        "bank": Parameter(
            "11.3", Message("Whether the first seat of each team holds the money of all its members.")
        ),
        "money": Parameter("9.6", Message("What the ledger counts.")),
        "house_charge": Parameter(
            "9.7", Message("What each seat pays the house for the sitting, whoever wins.")
        ),
        "sits_out": Parameter(
            "3.6", Message("Who sits each hand out, where the table has one seat too many.")
        ),
        "teams": Parameter(
            "9.3", Message("How many teams play, seated in turn; zero if everybody plays alone.")
        ),
    }
)
"""Every field of `Rules` by its name."""

STAKE_UNUSED: Final = Message(
    "It does not count here: what is paid is the worth of the winner's melded pay cards."
)
"""The sentence of `stake` in games that pay for cards (RULES 9.3)."""


def explained(rules: Rules) -> Mapping[str, Parameter]:
    """The explanation of every field of a sheet, by name in the order of the canonical form."""
    return {name: _explained(name, rules) for name in SHEETS.kinds}


def _explained(name: str, rules: Rules) -> Parameter:
    row = PARAMETERS[name]
    unused = name == "stake" and rules.payment is Payment.PAY_CARDS
    named = replace(row, sentence=STAKE_UNUSED if unused else row.sentence, values=VALUES.get(name, {}))
    return explained_field(named, getattr(rules, name), BOUNDS.get(name))
