"""The reasons: every code the games refuse with, its kind, the paragraph of RULES.md, a sentence, a title.

The sentences speak of the rules alone, never of a position, so that none can depend on a hidden card.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Kind(StrEnum):
    """What a refusal says: not your moment, never in this position, or rules that do not go together."""

    NOT_NOW = "not_now"
    NEVER = "never"
    CONFIGURATION = "configuration"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: its kind, the paragraph of RULES.md, a sentence, a title."""

    kind: Kind
    rule: str
    sentence: str
    title: str


_NOT_NOW = {
    "game_over": ("10.1", "It takes no more moves; read the result."),
    "history_rolled_back": (
        "12.8",
        "It takes no commands until the operator voids it or restores its log.",
    ),
    "wrong_phase": ("10.1", "This command does not answer the question that is open now."),
    "not_your_turn": ("10.4", "Another seat is on turn; wait until you are asked."),
    "already_passed": ("10.1", "Each seat gives one card in an exchange, and it cannot be changed."),
    "already_answered": ("10.3", "An answer in a window cannot be changed."),
    "already_folded": ("10.7", "A seat that has folded plays again in the next hand."),
    "claim_closed": ("10.3", "No claim window is open to you now."),
    "force_closed": ("10.5", "No force window is open to you now."),
    "seat_taken": ("11.2", "Choose a seat that is open."),
    "seat_reserved": ("11.2", "Choose an open seat, or one that is kept for you."),
    "already_seated": ("11.2", "A player has one seat at a table."),
    "rotation_closed": (
        "11.15",
        "The token of a seat that is played or free is not replaced by another seat.",
    ),
    "already_left": ("11.11", "Take the seat again to play on."),
    "already_ready": ("11.4", "Say so once; play begins when every seat is ready."),
    "already_revealed": ("12.2", "Each seat opens its entropy once."),
    "already_standing": ("8.6", "It says so already, or you have changed it too often in this hand."),
    "entropy_closed": ("12.2", "Entropy can be committed only before the first hand."),
}

_NEVER = {
    "card_not_in_hand": ("3.3", "Give a card from your hand."),
    "centre_not_used": ("6.1", "What you lay must include the centre card."),
    "table_card_lost": ("6.2", "Every card that lay before you must lie there afterwards."),
    "card_not_yours": ("6.2", "Lay only the centre card, your table and your hand."),
    "card_reused": ("2.8", "No card lies in two melds: a code was named more often than the packs hold it."),
    "combo_too_short": ("2.1", "A meld needs at least three cards."),
    "combo_mixed": ("2.1", "A set has one rank; a run has one suit and consecutive ranks."),
    "set_not_identical": ("2.2", "A set holds copies of one face here; one rank in several suits is none."),
    "set_duplicate_suit": ("2.2", "A set holds every suit at most once."),
    "set_too_long": ("2.2", "A set has no more cards than there are suits, or copies of its card."),
    "run_duplicate_rank": ("2.3", "A run holds every rank at most once."),
    "run_gap": ("2.3", "The ranks of a run follow each other without a gap."),
    "run_too_long": ("2.4", "Lay it as several shorter runs, if you can."),
    "run_wraps": ("2.5", "The highest rank is not next to the lowest."),
    "group_no_stock_card": ("2.7", "Such a meld must contain a card that was turned up from the stock."),
    "group_dissolved": ("6.6", "At least three cards of every meld on the table must stay together."),
    "no_layout": ("6.7", "With your table they do not divide into valid melds."),
    "discard_required": ("6.4", "Name a discard: this meld does not go out."),
    "discard_forbidden": ("6.4", "Name no discard: this meld goes out."),
    "discard_not_in_hand": ("6.4", "Discard a card that is left in your hand."),
    "force_target": ("10.5", "You may not force this card on that seat."),
    "force_no_fit": ("7.3", "A forced card must join the melds of the seat without a hand card."),
    "force_source": ("7.5", "Only a card turned up from the stock can be forced."),
    "forced_must_meld": ("7.4", "Another seat has forced it on you."),
    "forced_no_hand_cards": ("7.4", "Here a forced seat melds the centre card with its table alone."),
    "claim_own_card": ("8.1", "A seat cannot claim a card that it has left."),
    "keep_forbidden": ("10.6", "The variant has no keeping, or too many turns have passed without a meld."),
    "keep_discard_same": ("8.3", "Discard another card than the one you keep."),
    "fold_not_allowed": ("8.5", "A hand can be folded only where the rules have it and before you meld."),
    "last_card_not_stock": ("9.5", "The card you go out with must have been turned up from the stock."),
    "invitation_invalid": ("11.2", "Use the code as it was given to you; it opens one seat once."),
    "not_host": ("11.15", "Only the host may do this for another seat, or begin."),
    "seat_unknown": ("11.2", "The seats of a table are numbered from 0."),
    "dealer_sits_out": ("3.5", "Name a seat that plays the next hand."),
    "dealer_not_chosen": ("3.5", "The rules of this game say who deals the next hand."),
    "seed_invalid": ("12.2", "Commit with 64 hex digits, then open the 16 to 64 bytes committed to, in hex."),
}

_CONFIGURATION = {
    "config_option": ("1.5", "This option or value does not go with the variant or the other options."),
    "config_players": ("1.3", "Choose a number of seats that this game and its cards allow."),
    "config_teams": ("11.3", "Teams need an even number of seats, at least four."),
    "config_hand_size": ("3.1", "Choose a hand size that these rules allow."),
    "config_packets": ("3.2", "Dealing in packets goes with hands of eight cards."),
    "config_stake": ("9.4", "Choose a stake that these rules allow."),
}

_TITLES = {
    "game_over": "The game is over",
    "history_rolled_back": "The game is frozen",
    "wrong_phase": "This is not possible now",
    "not_your_turn": "It is not your turn",
    "already_passed": "You have given your card",
    "already_answered": "Your answer is in",
    "already_folded": "You have folded this hand",
    "claim_closed": "You cannot claim this card now",
    "force_closed": "You cannot force now",
    "seat_taken": "Somebody else has this seat",
    "seat_reserved": "This seat is for another player",
    "already_seated": "You sit at this table already",
    "rotation_closed": "This token cannot be replaced now",
    "already_left": "You have left this seat",
    "already_ready": "You are ready already",
    "already_revealed": "Your entropy is open already",
    "already_standing": "Your standing answer did not change",
    "entropy_closed": "It is too late to commit entropy",
    "card_not_in_hand": "You do not hold this card",
    "centre_not_used": "The centre card is not in your melds",
    "table_card_lost": "A card from your table is missing",
    "card_not_yours": "You cannot lay this card",
    "card_reused": "A card is used twice",
    "combo_too_short": "This meld is too short",
    "combo_mixed": "These cards form no set or run",
    "set_not_identical": "This set holds different cards",
    "set_duplicate_suit": "A suit is twice in this set",
    "set_too_long": "This set has too many cards",
    "run_duplicate_rank": "A rank is twice in this run",
    "run_gap": "A card is missing in this run",
    "run_too_long": "This run is too long",
    "run_wraps": "This run goes past the highest rank",
    "group_no_stock_card": "This meld has no card from the stock",
    "group_dissolved": "A meld on your table would be broken up",
    "no_layout": "These cards cannot all be melded",
    "discard_required": "You must discard a card",
    "discard_forbidden": "You must not discard",
    "discard_not_in_hand": "You cannot discard this card",
    "force_target": "You cannot force this seat",
    "force_no_fit": "The card does not fit that table",
    "force_source": "This card cannot be forced",
    "forced_must_meld": "You must meld the centre card",
    "forced_no_hand_cards": "You cannot add cards from your hand",
    "claim_own_card": "You left this card yourself",
    "keep_forbidden": "You cannot keep the centre card",
    "keep_discard_same": "You cannot keep and discard one card",
    "fold_not_allowed": "You cannot fold",
    "last_card_not_stock": "You cannot go out with this card",
    "invitation_invalid": "This invitation does not work",
    "not_host": "You are not the host of this table",
    "seat_unknown": "There is no such seat",
    "dealer_sits_out": "This seat sits out the next hand",
    "dealer_not_chosen": "Nobody chooses the dealer here",
    "seed_invalid": "This entropy is not what it must be",
    "config_option": "This option does not fit",
    "config_players": "Wrong number of players",
    "config_teams": "No teams with these seats",
    "config_hand_size": "Wrong number of cards in a hand",
    "config_packets": "No packets with this hand size",
    "config_stake": "This stake is not possible",
}

_KINDS = ((Kind.NOT_NOW, _NOT_NOW), (Kind.NEVER, _NEVER), (Kind.CONFIGURATION, _CONFIGURATION))

REASONS: Mapping[str, Reason] = MappingProxyType(
    {code: Reason(kind, *said, _TITLES[code]) for kind, rows in _KINDS for code, said in rows.items()}
)
"""Every code that the games refuse with, named in its paragraph or in an order of checks (6.8, 10)."""
