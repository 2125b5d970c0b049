"""The reasons: every code the games refuse with, its kind, the paragraph of RULES.md, a sentence, a title.

The sentences speak of the rules alone, never of a position, so that none can depend on a hidden card.
"""

from collections.abc import Mapping
from types import MappingProxyType

from app.games.descriptions import Reason, RefusalKind
from app.games.table_reasons import TABLE_REASONS

REASONS: Mapping[str, Reason] = MappingProxyType(
    {
        "game_over": TABLE_REASONS["game_over"],
        "history_rolled_back": TABLE_REASONS["history_rolled_back"],
        "wrong_phase": TABLE_REASONS["wrong_phase"],
        "not_your_turn": Reason(
            RefusalKind.NOT_NOW,
            "10.4",
            "Another seat is on turn; wait until you are asked.",
            "It is not your turn",
        ),
        "already_passed": Reason(
            RefusalKind.NOT_NOW,
            "10.1",
            "Each seat gives one card in an exchange, and it cannot be changed.",
            "You have given your card",
        ),
        "already_answered": Reason(
            RefusalKind.NOT_NOW, "10.3", "An answer in a window cannot be changed.", "Your answer is in"
        ),
        "already_folded": Reason(
            RefusalKind.NOT_NOW,
            "10.7",
            "A seat that has folded plays again in the next hand.",
            "You have folded this hand",
        ),
        "claim_closed": Reason(
            RefusalKind.NOT_NOW,
            "10.3",
            "No claim window is open to you now.",
            "You cannot claim this card now",
        ),
        "force_closed": Reason(
            RefusalKind.NOT_NOW, "10.5", "No force window is open to you now.", "You cannot force now"
        ),
        "seat_taken": TABLE_REASONS["seat_taken"],
        "seat_reserved": TABLE_REASONS["seat_reserved"],
        "already_seated": TABLE_REASONS["already_seated"],
        "rotation_closed": TABLE_REASONS["rotation_closed"],
        "already_left": TABLE_REASONS["already_left"],
        "already_ready": TABLE_REASONS["already_ready"],
        "seat_kept": TABLE_REASONS["seat_kept"],
        "already_asked": TABLE_REASONS["already_asked"],
        "already_revealed": TABLE_REASONS["already_revealed"],
        "already_standing": Reason(
            RefusalKind.NOT_NOW,
            "8.6",
            "Your standing answer is this one already, or you have changed it too often in this hand.",
            "Your standing answer did not change",
        ),
        "entropy_closed": TABLE_REASONS["entropy_closed"],
        "card_not_in_hand": Reason(
            RefusalKind.NEVER, "3.3", "Give a card from your hand.", "You do not hold this card"
        ),
        "centre_not_used": Reason(
            RefusalKind.NEVER,
            "6.1",
            "What you lay must include the centre card.",
            "The centre card is not in your melds",
        ),
        "table_card_lost": Reason(
            RefusalKind.NEVER,
            "6.2",
            "Every card that lay before you must lie there afterwards.",
            "A card from your table is missing",
        ),
        "card_not_yours": Reason(
            RefusalKind.NEVER,
            "6.2",
            "Lay only the centre card, your table and your hand.",
            "You cannot lay this card",
        ),
        "card_reused": Reason(
            RefusalKind.NEVER,
            "2.8",
            "No card lies in two melds: a code was named more often than the packs hold it.",
            "A card is used twice",
        ),
        "combo_too_short": Reason(
            RefusalKind.NEVER, "2.1", "A meld needs at least three cards.", "This meld is too short"
        ),
        "combo_mixed": Reason(
            RefusalKind.NEVER,
            "2.1",
            "A set has one rank; a run has one suit and consecutive ranks.",
            "These cards form no set or run",
        ),
        "set_not_identical": Reason(
            RefusalKind.NEVER,
            "2.2",
            "A set holds copies of one face here; one rank in several suits is none.",
            "This set holds different cards",
        ),
        "set_duplicate_suit": Reason(
            RefusalKind.NEVER, "2.2", "A set holds every suit at most once.", "A suit is twice in this set"
        ),
        "set_too_long": Reason(
            RefusalKind.NEVER,
            "2.2",
            "A set has no more cards than there are suits, or copies of its card.",
            "This set has too many cards",
        ),
        "run_duplicate_rank": Reason(
            RefusalKind.NEVER, "2.3", "A run holds every rank at most once.", "A rank is twice in this run"
        ),
        "run_gap": Reason(
            RefusalKind.NEVER,
            "2.3",
            "The ranks of a run follow each other without a gap.",
            "A card is missing in this run",
        ),
        "run_too_long": Reason(
            RefusalKind.NEVER, "2.4", "Lay it as several shorter runs, if you can.", "This run is too long"
        ),
        "run_wraps": Reason(
            RefusalKind.NEVER,
            "2.5",
            "The highest rank is not next to the lowest.",
            "This run goes past the highest rank",
        ),
        "group_no_stock_card": Reason(
            RefusalKind.NEVER,
            "2.7",
            "Such a meld must contain a card that was turned up from the stock.",
            "This meld has no card from the stock",
        ),
        "group_dissolved": Reason(
            RefusalKind.NEVER,
            "6.6",
            "At least three cards of every meld on the table must stay together.",
            "A meld on your table would be broken up",
        ),
        "no_layout": Reason(
            RefusalKind.NEVER,
            "6.7",
            "With your table they do not divide into valid melds.",
            "These cards cannot all be melded",
        ),
        "discard_required": Reason(
            RefusalKind.NEVER, "6.4", "Name a discard: this meld does not go out.", "You must discard a card"
        ),
        "discard_forbidden": Reason(
            RefusalKind.NEVER, "6.4", "Name no discard: this meld goes out.", "You must not discard"
        ),
        "discard_not_in_hand": Reason(
            RefusalKind.NEVER,
            "6.4",
            "Discard a card that is left in your hand.",
            "You cannot discard this card",
        ),
        "force_target": Reason(
            RefusalKind.NEVER,
            "10.5",
            "You may not force this card on that seat.",
            "You cannot force this seat",
        ),
        "force_no_fit": Reason(
            RefusalKind.NEVER,
            "7.3",
            "A forced card must join the melds of the seat without a hand card.",
            "The card does not fit that table",
        ),
        "force_source": Reason(
            RefusalKind.NEVER,
            "7.5",
            "Only a card turned up from the stock can be forced.",
            "This card cannot be forced",
        ),
        "forced_must_meld": Reason(
            RefusalKind.NEVER, "7.4", "Another seat has forced it on you.", "You must meld the centre card"
        ),
        "forced_no_hand_cards": Reason(
            RefusalKind.NEVER,
            "7.4",
            "Here a forced seat melds the centre card with its table alone.",
            "You cannot add cards from your hand",
        ),
        "claim_own_card": Reason(
            RefusalKind.NEVER,
            "8.1",
            "A seat cannot claim a card that it has left.",
            "You left this card yourself",
        ),
        "keep_forbidden": Reason(
            RefusalKind.NEVER,
            "10.6",
            "The variant has no keeping, or too many turns have passed without a meld.",
            "You cannot keep the centre card",
        ),
        "keep_discard_same": Reason(
            RefusalKind.NEVER,
            "8.3",
            "Discard another card than the one you keep.",
            "You cannot keep and discard one card",
        ),
        "fold_not_allowed": Reason(
            RefusalKind.NEVER,
            "8.5",
            "A hand can be folded only where the rules have it and before you meld.",
            "You cannot fold",
        ),
        "last_card_not_stock": Reason(
            RefusalKind.NEVER,
            "9.5",
            "The card you go out with must have been turned up from the stock.",
            "You cannot go out with this card",
        ),
        "invitation_invalid": TABLE_REASONS["invitation_invalid"],
        "not_host": TABLE_REASONS["not_host"],
        "seat_unknown": TABLE_REASONS["seat_unknown"],
        "dealer_sits_out": TABLE_REASONS["dealer_sits_out"],
        "dealer_not_chosen": TABLE_REASONS["dealer_not_chosen"],
        "seed_invalid": TABLE_REASONS["seed_invalid"],
        "config_option": TABLE_REASONS["config_option"],
        "config_players": TABLE_REASONS["config_players"],
        "config_teams": TABLE_REASONS["config_teams"],
        "config_hand_size": Reason(
            RefusalKind.CONFIGURATION,
            "3.1",
            "Choose a hand size that these rules allow.",
            "Wrong number of cards in a hand",
        ),
        "config_packets": Reason(
            RefusalKind.CONFIGURATION,
            "3.2",
            "Dealing in packets goes with hands of eight cards.",
            "No packets with this hand size",
        ),
        "config_stake": TABLE_REASONS["config_stake"],
    }
)
"""Every code that the games refuse with, named in its paragraph or in an order of checks (6.8, 10)."""

PARAGRAPHS: Mapping[str, str] = MappingProxyType(
    {
        "exchange": "3.3",
        "meld": "6.8",
        "pass": "10.4",
        "force": "10.5",
        "keep": "10.6",
        "fold": "10.7",
        "standing": "8.6",
    }
)
"""The paragraph about each command of a hand."""
