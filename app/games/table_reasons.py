"""The codes with which the table of any game refuses: kind, paragraph, sentence, title.

Chapters 10.1, 11 and 12 have the same numbers in the rulebook of every game.
"""

from collections.abc import Mapping
from types import MappingProxyType

from app.games.descriptions import Reason, RefusalKind

TABLE_REASONS: Mapping[str, Reason] = MappingProxyType(
    {
        "history_rolled_back": Reason(
            RefusalKind.NOT_NOW,
            "12.8",
            "It takes no commands until the operator voids it or restores its log.",
            "The game is frozen",
        ),
        "wrong_phase": Reason(
            RefusalKind.NOT_NOW,
            "10.1",
            "This command does not answer the question that is open now.",
            "This is not possible now",
        ),
        "seat_taken": Reason(
            RefusalKind.NOT_NOW, "11.2", "Choose a seat that is open.", "Somebody else has this seat"
        ),
        "seat_reserved": Reason(
            RefusalKind.NOT_NOW,
            "11.2",
            "Choose an open seat, or one that is kept for you.",
            "This seat is for another player",
        ),
        "already_seated": Reason(
            RefusalKind.NOT_NOW, "11.2", "A player has one seat at a table.", "You sit at this table already"
        ),
        "rotation_closed": Reason(
            RefusalKind.NOT_NOW,
            "11.15",
            "The token of a seat that is played or free is not replaced by another seat.",
            "This token cannot be replaced now",
        ),
        "already_left": Reason(
            RefusalKind.NOT_NOW, "11.11", "Take the seat again to play on.", "You have left this seat"
        ),
        "already_ready": Reason(
            RefusalKind.NOT_NOW,
            "11.4",
            "Say so once; play begins when every seat is ready.",
            "You are ready already",
        ),
        "already_revealed": Reason(
            RefusalKind.NOT_NOW, "12.2", "Each seat opens its entropy once.", "Your entropy is open already"
        ),
        "entropy_closed": Reason(
            RefusalKind.NOT_NOW,
            "12.2",
            "Entropy can be committed only before the first hand.",
            "It is too late to commit entropy",
        ),
        "invitation_invalid": Reason(
            RefusalKind.NEVER,
            "11.2",
            "Use the code as it was given to you; it opens one seat once.",
            "This invitation does not work",
        ),
        "not_host": Reason(
            RefusalKind.NEVER,
            "11.15",
            "Only the host may do this for another seat, or begin.",
            "You are not the host of this table",
        ),
        "seat_kept": Reason(
            RefusalKind.NOT_NOW,
            "11.18",
            "The host removes others before the first hand; a bot plays for a person who is away.",
            "This seat stays as it is",
        ),
        "already_asked": Reason(
            RefusalKind.NOT_NOW,
            "11.18",
            "Ask once; a bot takes over when more than half of the others ask.",
            "You have asked for a bot already",
        ),
        "seat_unknown": Reason(
            RefusalKind.NEVER, "11.2", "The seats of a table are numbered from 0.", "There is no such seat"
        ),
        "dealer_sits_out": Reason(
            RefusalKind.NEVER,
            "3.5",
            "Name a seat that plays the next hand.",
            "This seat sits out the next hand",
        ),
        "dealer_not_chosen": Reason(
            RefusalKind.NEVER,
            "3.5",
            "The rules of this game say who deals the next hand.",
            "Nobody chooses the dealer here",
        ),
        "seed_invalid": Reason(
            RefusalKind.NEVER,
            "12.2",
            "Commit with 64 hex digits, then open the 16 to 64 bytes committed to, in hex.",
            "This entropy is not what it must be",
        ),
        "game_over": Reason(
            RefusalKind.NOT_NOW, "10.1", "It takes no more moves; read the result.", "The game is over"
        ),
        "config_option": Reason(
            RefusalKind.CONFIGURATION,
            "1.5",
            "This option or value does not go with the variant or the other options.",
            "This option does not fit",
        ),
        "config_players": Reason(
            RefusalKind.CONFIGURATION,
            "1.3",
            "Choose a number of seats that this game and its cards allow.",
            "Wrong number of players",
        ),
        "config_stake": Reason(
            RefusalKind.CONFIGURATION,
            "9.4",
            "Choose a stake that these rules allow.",
            "This stake is not possible",
        ),
        "config_teams": Reason(
            RefusalKind.CONFIGURATION,
            "11.3",
            "Teams need an even number of seats, at least four.",
            "No teams with these seats",
        ),
    }
)
"""The codes of the table, by the paragraphs that its refusals cite unless they name another."""
