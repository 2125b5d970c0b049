"""The codes with which hold'em refuses, beside those of every table: kind, paragraph, sentence, title."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from app.games.descriptions import Reason, RefusalKind
from app.games.errors import GameError
from app.games.table_reasons import TABLE_REASONS
from app.i18n import Message

_OWN: Mapping[str, Reason] = MappingProxyType(
    {
        "not_your_turn": Reason(
            RefusalKind.NOT_NOW,
            "5.1",
            "Another seat is on turn; wait until you are asked.",
            "It is not your turn",
        ),
        "hand_dead": Reason(
            RefusalKind.NOT_NOW,
            "5.5",
            "A seat that has given up, or has no cards, plays again in the next hand.",
            "Your hand is dead",
        ),
        "chips_owed": Reason(
            RefusalKind.NEVER, "5.3", "There is a bet to pay: call, raise or fold.", "You cannot check here"
        ),
        "nothing_owed": Reason(
            RefusalKind.NEVER, "5.4", "There is no bet to pay: check or bet.", "There is nothing to pay"
        ),
        "bet_made": Reason(
            RefusalKind.NEVER, "5.3", "There is a bet in this round already: raise it.", "Raise instead"
        ),
        "no_bet": Reason(RefusalKind.NEVER, "5.3", "There is no bet in this round yet: bet.", "Bet instead"),
        "raise_over_limit": Reason(
            RefusalKind.NEVER,
            "5.2",
            "The limit is the most that a seat may bet in a round.",
            "This is above the limit",
        ),
        "raise_closed": Reason(
            RefusalKind.NOT_NOW,
            "5.7",
            "You have acted and no complete raise came after, or no other seat can pay more.",
            "You cannot raise now",
        ),
        "chips_too_few": Reason(
            RefusalKind.NEVER, "5.6", "Bet no more than the chips before you.", "You have too few chips"
        ),
        "bad_step": Reason(
            RefusalKind.NEVER, "5.3", "Choose one of the levels that are listed.", "This is not a level"
        ),
        "buyin_too_small": Reason(
            RefusalKind.NEVER,
            "7.1",
            "Buy for at least the buy-in of the table.",
            "This is less than the buy-in",
        ),
        "short_buy_used": Reason(
            RefusalKind.NEVER,
            "7.2",
            "A buy of less than the buy-in is accepted once; buy for the whole buy-in.",
            "You have used your short buy",
        ),
        "no_rebuys": Reason(
            RefusalKind.NEVER, "7.2", "Chips are bought once, when a seat is taken.", "Nobody buys again here"
        ),
        "not_enough_players": Reason(
            RefusalKind.CONFIGURATION,
            "1.3",
            "Make a table with more seats.",
            "This game needs more players",
        ),
        "too_many_players": Reason(
            RefusalKind.CONFIGURATION, "1.3", "Make a table with fewer seats.", "This game has fewer seats"
        ),
    }
)

_UNUSED = frozenset(("config_stake", "config_teams", "dealer_sits_out"))
"""Codes of tables with a stake, with teams, or with seats that sit out."""

HOLDEM_REASONS: Mapping[str, Reason] = MappingProxyType(
    {
        **{code: reason for code, reason in TABLE_REASONS.items() if code not in _UNUSED},
        "config_option": replace(TABLE_REASONS["config_option"], rule="1.4"),
        "dealer_not_chosen": replace(TABLE_REASONS["dealer_not_chosen"], rule="2.2"),
        **_OWN,
    }
)
"""Every code that a table of hold'em refuses with."""

COMMAND_PARAGRAPHS: Mapping[str, str] = MappingProxyType(
    {"check": "5.3", "bet": "5.3", "call": "5.4", "raise": "5.3", "fold": "5.5", "buy": "7.2"}
)
"""The paragraph about each command."""


SUBJECTS: Mapping[str, str] = MappingProxyType({"cards": "1.1", "payment": "7.3", "charge": "3.1"})
"""The paragraphs about what an audit and a verdict look at besides commands."""

EVENT_PARAGRAPHS: Mapping[str, str] = MappingProxyType(
    {
        "chips-bought": "7.1",
        "chips-returned": "11.11",
        "house-charged": "3.1",
        "hand-begun.dealer": "2.2",
        "hand-begun.order": "2.2",
        "blind-posted": "3.2",
        "turn-given": "5.1",
        "checked": "5.3",
        "bet-placed": "5.3",
        "called": "5.4",
        "raised": "5.3",
        "hand-given-up": "5.5",
        "board-dealt": "4.3",
        "bet-returned": "6.2",
        "hand-shown": "6.3",
        "pots-won": "6.5",
    }
)
"""The paragraph that decides each event, or a member of it."""


def sentence(refusal: GameError) -> Message:
    """Return the sentence of a refusal."""
    return Message(HOLDEM_REASONS[refusal.code].sentence)
