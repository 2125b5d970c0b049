"""A table: its seats, its keys, its ledger, and the hand being played."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from app.games.cards import Ply, Seat
from app.games.codec import NOBODY
from app.games.game import Game
from app.games.values import replace, value


class Status(StrEnum):
    """Where a game stands (RULES 11)."""

    WAITING = "waiting"
    COMMITTING = "committing"
    REVEALING = "revealing"
    PLAYING = "playing"
    BETWEEN_HANDS = "between_hands"
    FINISHED = "finished"
    VOID = "void"
    FROZEN = "frozen"


_SEATS = tuple(map(Seat, range(NOBODY)))
"""Every number that a seat may have; the audience `NOBODY` is the one above."""

ENDED = (Status.FINISHED, Status.VOID)
"""The statuses of a game that is played out or given up."""


class Kind(StrEnum):
    """Who sits, or may sit, on a seat."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class Entropy(StrEnum):
    """Whether the seats add chance of their own to the deck (RULES 12.2)."""

    NONE = "none"
    SEATS = "seats"


class Start(StrEnum):
    """When the first hand begins: with the last seat taken, or once all are ready as well (RULES 11.16)."""

    FULL = "full"
    READY = "ready"


class Visibility(StrEnum):
    """Who may look on: everybody, whoever knows the id, or those who sit at the table alone (RULES 11.13)."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


class Stock(StrEnum):
    """What lies in the stock of a fork: the cards as its parent had them, or shuffled anew (RULES 11.14)."""

    SAME = "same"
    FRESH = "fresh"


class Reveal(StrEnum):
    """When the key of a hand is opened (RULES 12.4)."""

    GAME = "game"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Limits:
    """How many seconds a person has for a decision, for a window, and before the next hand (RULES 11.8)."""

    decision: int
    window: int
    deal_delay: int


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a fork begins: its parent's id, ply and digest there (hex), its stock, the position as JSON."""

    game: str
    ply: int
    digest: str
    stock: Stock
    position: dict[str, Any]


@value
class Place:
    """A seat of the table: who sits there, the hash of its token, and what it added to the deck (hex).

    The `player` of an open seat is the one it is kept for; `invitation` is what the code of an invited guest
    opens (`app.games.table.seats`), empty where there is none.

    `missed` is how many answers in a row it owed when its time was over; a seat that is `away` is not
    waited for, and neither is one whose person has `left`. `generation` is that of its token.
    """

    kind: Kind
    player: str | None = None
    bot: str | None = None
    token_hash: str = ""
    committed: str = ""
    entropy: str = ""
    missed: int = 0
    away: bool = False
    left: bool = False
    generation: int = 0
    invitation: str = ""

    @property
    def is_present(self) -> bool:
        """Whether whoever sits here has answered lately and has not left."""
        return not self.left and not self.missed

    @property
    def free(self) -> bool:
        """Whether somebody may take the seat."""
        return self.left or self.kind is Kind.OPEN

    @property
    def reserved_for(self) -> str | None:
        """The player for whom the open seat is kept, None where it is anybody's."""
        return self.player if self.kind is Kind.OPEN else None

    @property
    def is_invited(self) -> bool:
        """Whether the open seat is kept for whoever has the code of its invitation."""
        return self.kind is Kind.OPEN and bool(self.invitation)


@dataclass(frozen=True, kw_only=True)
class Table:
    """Everything a game is at one ply.

    `decision` is the ply at which the open question was put, `hand` the position of the game being played,
    None before the first. `awaited` and `answered` are the seats the table itself asks (entropy, whether to
    begin, the next hand); while a hand is played, the hand holds those. `stake` is that of the present hand,
    `drawn` the number of drawn hands just before it. `won` is how many hands each seat has won, `tablas` how
    many hands were drawn in all. `order` are the seats that play the present hand; `chosen_dealer` is the
    seat that deals the next one, `closing` says that a person has left during this one. `balances` and the
    `house` sum to zero. The host is the player `host`, or the person at the `host_seat` since the table was
    made. `tournament` is the id of that which the game belongs to, `deck` the number of its deck there, and
    `shared_deck` the same if other games are dealt from that deck, too: then the keys stay `withheld` after
    the end, until none of those games goes on. `frozen` says why the log is in doubt: `{reason, receipt}`.
    """

    ply: Ply
    decision: Ply
    hand: Any
    game: str
    rules: Any
    play: Game
    status: Status
    entropy: Entropy
    reveal: Reveal
    places: tuple[Place, ...]
    game_key: str
    awaited: tuple[Seat, ...] = ()
    answered: tuple[Seat, ...] = ()
    hand_number: int = 0
    dealer: Seat | None = None
    chosen_dealer: Seat | None = None
    order: tuple[Seat, ...] = ()
    stake: int = 0
    drawn: int = 0
    won: tuple[int, ...] = ()
    tablas: int = 0
    closing: bool = False
    balances: tuple[int, ...] = ()
    house: int = 0
    limits: Limits | None = None
    rematch_of: str | None = None
    visibility: Visibility = Visibility.PUBLIC
    start: Start = Start.FULL
    void_reason: str | None = None
    void_seats: tuple[Seat, ...] = ()
    origin: Origin | None = None
    frozen: dict[str, Any] | None = None
    host: str | None = None
    host_seat: Seat | None = None
    tournament: str | None = None
    deck: int | None = None
    shared_deck: int | None = None
    withheld: bool = False

    def changed(self, **changes: Any) -> "Table":
        """Return a copy with `changes` of its fields, as `dataclasses.replace` does."""
        return replace(self, changes)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat of the table in order of play."""
        return _SEATS[: len(self.places)]

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats taken by somebody who decides over the API."""
        return self._of_kind(Kind.PERSON)

    def sits(self, player: str) -> bool:
        """Whether `player` has a seat and has not left it."""
        places = (self.places[seat] for seat in self.persons)
        return any(place.player == player and not place.left for place in places)

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats that a bot of the service plays."""
        return self._of_kind(Kind.BOT)

    def _of_kind(self, kind: Kind) -> tuple[Seat, ...]:
        """Return the seats of a kind."""
        return tuple([Seat(number) for number, place in enumerate(self.places) if place.kind is kind])

    @property
    def idle(self) -> tuple[Seat, ...]:
        """The seats that sit the present hand out."""
        return tuple(seat for seat in self.seats if seat not in self.order) if self.order else ()

    @property
    def lacks_seats(self) -> bool:
        """Whether a seat that nobody has had is still open."""
        return any(place.kind is Kind.OPEN for place in self.places)

    @property
    def asks_ready(self) -> bool:
        """Whether persons say one by one that they are ready for the first hand (RULES 11.16)."""
        return self.status is Status.WAITING and self.start is Start.READY

    @property
    def has_ended(self) -> bool:
        """Whether nobody plays any more: the result stands."""
        return self.status in ENDED

    @property
    def is_over(self) -> bool:
        """Whether the log has its last entry and everything is revealed."""
        return self.status in ENDED and not self.withheld

    @property
    def is_frozen(self) -> bool:
        """Whether the game has stopped because its log is in doubt."""
        return self.status is Status.FROZEN

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played."""
        return self.status is Status.PLAYING


def awaited(table: Table) -> tuple[Seat, ...]:
    """The seats whose answer the game waits for."""
    return table.play.awaited(table.hand) if table.in_hand else table.awaited


def answered(table: Table) -> tuple[Seat, ...]:
    """The seats that have answered the open question."""
    return table.play.answered(table.hand) if table.in_hand else table.answered


def bots_awaited(table: Table) -> tuple[Seat, ...]:
    """The bots among the seats awaited."""
    bots = table.bots
    return tuple([seat for seat in awaited(table) if seat in bots]) if bots else ()


def person_waits(table: Table) -> bool:
    """Whether a person is at the table, neither away nor gone, for whom bots should be quick."""
    return any(not (table.places[seat].away or table.places[seat].left) for seat in table.persons)
