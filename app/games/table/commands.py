"""Commands to a table: of its host, of a seat, and of the service itself.

Keys, hashes, commitments and entropy are lower-case hex text, as the log and the API have them.
"""

from typing import Any

from app.games.cards import Seat
from app.games.codec import for_nobody, for_owner
from app.games.values import value


@value
class Create:
    """Make the table (host): its rules sheet, seats, key, limits in seconds (None: no limit), and options.

    `seats` are objects `{"kind": "open" | "person" | "bot", "player"?: id, "bot"?: name,
    "invitation"?: hash}`. An open seat with a player is kept for that player, one with an invitation for the
    guest whose code opens it. `entropy` and `reveal` are options of how chance is committed to and opened.
    `host` is the player who makes the table, None for a guest. `token_hashes` are the SHA-256 of the tokens
    of the persons seated at once, "" elsewhere. A fork names its `parent`, `{"game", "ply", "digest"}`, and
    carries the whole `position` with which it begins, `stock` "same" or "fresh". A game of a `tournament`
    names it, `{"tournament": id, "fixture", "deck", "shared"?: true}`, both numbers from 1, and is `shared`
    if the deck is dealt in other games, too. With `start` "ready" nothing begins before each person has sent
    `ready` (RULES 11.16). The tables of one `evening` name the id of its first table, which names its own.
    A rematch or a further table of an evening may name the seat of its `first_dealer` (RULES 3.4), which is
    otherwise drawn by lot.
    """

    game: str
    play: str
    rules: dict[str, Any]
    seats: tuple[dict[str, str], ...]
    entropy: str
    reveal: str
    token_hashes: tuple[str, ...] = for_nobody()
    game_key: str = for_nobody()
    decision_seconds: int | None = None
    window_seconds: int | None = None
    deal_delay_seconds: int | None = None
    rematch_of: str | None = None
    visibility: str | None = None
    parent: dict[str, Any] | None = None
    stock: str | None = None
    position: dict[str, Any] | None = None
    host: str | None = None
    tournament: dict[str, Any] | None = None
    start: str | None = None
    evening: str | None = None
    first_dealer: Seat | None = None


@value
class Sit:
    """Take a free seat; the hash is that of the token its taker gets, its generation None for the first.

    `invitation` opens the invitation of the seat, where it has one (RULES 11.2). `terms` has the members
    that the game needs from the player of a seat.
    """

    seat: Seat
    player: str | None = None
    token_hash: str | None = for_nobody(default=None)
    generation: int | None = None
    invitation: str | None = None
    terms: dict[str, Any] | None = None


@value
class Rotate:
    """Replace the token of a taken seat by that of the next generation (RULES 11.15)."""

    seat: Seat
    generation: int
    token_hash: str = for_nobody()


@value
class Leave:
    """Leave the table for good; the seat can be taken again (RULES 11.11)."""


@value
class Ready:
    """Begin, or deal on; before the first hand with a commitment to entropy, or without (RULES 12.2)."""

    entropy_commitment: str | None = None


@value
class Begin:
    """Give every free seat to the bot of that name, and be ready (host, RULES 11.16)."""

    bot: str


@value
class Remove:
    """Take the seat from whoever has it before the first hand; it is open again (host, RULES 11.18)."""

    seat: Seat


@value
class SeatBot:
    """Give an open seat to the bot of that name before the first hand (host, RULES 11.18)."""

    seat: Seat
    bot: str


@value
class Replace:
    """Let the bot of that name play for the person of a seat that is away (RULES 11.18)."""

    seat: Seat
    bot: str


@value
class Return:
    """Play again oneself, in place of the bot (RULES 11.18)."""


@value
class Reveal:
    """Open the entropy committed to, 16 to 64 bytes."""

    entropy: str = for_owner()


@value
class ChooseDealer:
    """Name the seat that deals the next hand, where the table chooses (RULES 3.5)."""

    seat: Seat


@value
class Deal:
    """Deal the next hand (system)."""


@value
class Expire:
    """Answer for `seats`, all of them asked, as if their time were over (system, RULES 11.8)."""

    seats: tuple[Seat, ...]


@value
class Void:
    """End the game without a result and open its keys (system); `seats` are those that caused the end."""

    reason: str
    seats: tuple[Seat, ...] = ()


@value
class OpenKeys:
    """Open the keys of a game that has ended, now that no other game on its deck goes on (system)."""


@value
class Freeze:
    """Stop the game because its log is in doubt (system, RULES 12.8): it contradicts the `receipt`."""

    reason: str
    receipt: dict[str, Any]


TableCommand = (
    Create
    | Sit
    | Rotate
    | Ready
    | Begin
    | Remove
    | SeatBot
    | Replace
    | Return
    | Reveal
    | Leave
    | ChooseDealer
    | Deal
    | Expire
    | Void
    | OpenKeys
    | Freeze
)

COMMANDS: dict[str, type[TableCommand]] = {
    "create": Create,
    "sit": Sit,
    "rotate": Rotate,
    "ready": Ready,
    "begin": Begin,
    "remove": Remove,
    "seat_bot": SeatBot,
    "replace": Replace,
    "return": Return,
    "reveal": Reveal,
    "leave": Leave,
    "choose_dealer": ChooseDealer,
    "deal": Deal,
    "expire": Expire,
    "void": Void,
    "open_keys": OpenKeys,
    "freeze": Freeze,
}
"""The table's commands by their names in the API and in the log."""
