"""The reasons: every code the games refuse with, what kind it is, the paragraph of RULES.md, and a sentence.

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
    """Why something is refused: its kind, the paragraph of RULES.md, and what to tell the caller."""

    kind: Kind
    rule: str
    sentence: str


_NOT_NOW = {
    "game_over": ("10.1", "The game is over; it takes no more commands."),
    "history_rolled_back": (
        "12.8",
        "The log is in doubt: the game is frozen until an operator settles it.",
    ),
    "wrong_phase": ("10.1", "This command does not answer the question that is open now."),
    "not_your_turn": ("10.4", "Another seat is on turn; wait until you are asked."),
    "already_passed": ("10.1", "You have already given a card in this exchange."),
    "already_answered": ("10.3", "You have already answered in this window; answers stay."),
    "already_folded": ("10.7", "You have already folded this hand."),
    "claim_closed": ("10.3", "No claim window is open to you now."),
    "force_closed": ("10.5", "No force window is open to you now."),
    "seat_taken": ("11.2", "Somebody has taken this seat; choose an open one."),
    "seat_reserved": ("11.2", "This seat is kept for another player; choose an open one."),
    "already_seated": ("11.2", "You have a seat at this table; a player has one."),
    "rotation_closed": (
        "11.15",
        "The token of a seat that is played or free is not replaced by another seat.",
    ),
    "already_left": ("11.11", "You have left this seat; take it again to play on."),
    "already_ready": ("11.4", "You have already said that you are ready."),
    "already_revealed": ("12.2", "You have already opened your entropy."),
    "already_standing": ("8.6", "You stand so already, or have changed it too often in this hand."),
    "entropy_closed": ("12.2", "Entropy can be committed only before the first hand."),
}

_NEVER = {
    "card_not_in_hand": ("10.1", "Give a card that you hold."),
    "centre_not_used": ("6.1", "The melds must use the centre card."),
    "table_card_lost": ("6.2", "Every card that lay before you must lie there afterwards."),
    "card_not_yours": ("6.2", "Lay only the centre card, your table and your hand."),
    "card_reused": ("6.8", "No card lies in two melds: a code was named more often than the packs hold it."),
    "combo_too_short": ("2.1", "A meld needs at least three cards."),
    "combo_mixed": ("2.1", "A meld is a set or a run; these cards are neither."),
    "set_not_identical": ("2.2", "A set holds copies of one face here; one rank in several suits is none."),
    "set_duplicate_suit": ("2.2", "A set holds every suit at most once."),
    "set_too_long": ("2.2", "This set holds more cards than a set can."),
    "run_duplicate_rank": ("2.3", "A run holds every rank at most once."),
    "run_gap": ("2.3", "The ranks of a run follow each other without a gap."),
    "run_too_long": ("2.4", "This run is longer than the rules allow; lay it as several, if you can."),
    "run_wraps": ("2.5", "The highest rank is not next to the lowest."),
    "group_no_stock_card": ("2.7", "Such a meld must contain a card that was turned up from the stock."),
    "group_dissolved": ("6.6", "At least three cards of every meld on the table must stay together."),
    "no_layout": ("6.7", "These cards cannot be laid out in valid melds."),
    "discard_required": ("6.4", "Name a discard: this meld does not go out."),
    "discard_forbidden": ("6.4", "Name no discard: this meld goes out."),
    "discard_not_in_hand": ("6.4", "Discard a card that is left in your hand."),
    "force_target": ("10.5", "You may not force this card on that seat."),
    "force_no_fit": ("7.3", "The card does not fit that table without a hand card."),
    "force_source": ("7.5", "Only a card turned up from the stock can be forced."),
    "forced_must_meld": ("7.4", "You are forced: meld the centre card."),
    "forced_no_hand_cards": ("7.4", "A forced meld may not add hand cards here."),
    "claim_own_card": ("8.1", "You left this card; you cannot claim it."),
    "keep_forbidden": ("10.6", "The centre card cannot be kept here."),
    "keep_discard_same": ("8.3", "Discard another card than the one you keep."),
    "fold_not_allowed": ("8.5", "A hand can be folded only where the rules have it and before you meld."),
    "last_card_not_stock": ("9.5", "The card you go out with must have been turned up from the stock."),
    "invitation_invalid": ("11.2", "Use the code as it was given to you; it opens one seat once."),
    "not_host": ("11.15", "Only the seat itself or the host replaces its token."),
    "seat_unknown": ("11.2", "This table has no seat of that number."),
    "dealer_not_chosen": ("3.5", "The next dealer is not chosen by the table here."),
    "seed_invalid": ("12.2", "Commit with 64 hex digits, then open the 16 to 64 bytes committed to, in hex."),
}

_CONFIGURATION = {
    "config_option": ("1.5", "This option or value does not go with the variant or the other options."),
    "config_players": ("1.3", "The game cannot be played with this number of seats."),
    "config_teams": ("11.3", "Teams need an even number of seats, at least four."),
    "config_hand_size": ("3.1", "This hand size is not played here."),
    "config_packets": ("3.2", "Dealing in packets goes with hands of eight cards."),
    "config_stake": ("9.4", "This stake is not played here."),
}

_KINDS = ((Kind.NOT_NOW, _NOT_NOW), (Kind.NEVER, _NEVER), (Kind.CONFIGURATION, _CONFIGURATION))

REASONS: Mapping[str, Reason] = MappingProxyType(
    {code: Reason(kind, *said) for kind, rows in _KINDS for code, said in rows.items()}
)
"""Every code that the games refuse with, named in its paragraph or in an order of checks (6.8, 10)."""
