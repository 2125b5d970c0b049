"""A table: its seats, its keys, its ledger, and the hand that is played."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from app.games.cards import Ply, Seat
from app.games.codec import NOBODY
from app.games.game import Game
from app.games.values import replace, value


class Status(StrEnum):
    """The status of a game (RULES 11.1)."""

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

IN_PLAY = (Status.PLAYING, Status.BETWEEN_HANDS)
"""The statuses in which a bot may begin to play for a person."""


class Kind(StrEnum):
    """The occupant of a seat: none yet, a person, or a bot of the service."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


class Entropy(StrEnum):
    """The sources of chance in the deck: the service alone, or the seats as well (RULES 12.2)."""

    NONE = "none"
    SEATS = "seats"


class Start(StrEnum):
    """The beginning of the first hand: once all seats are taken, or once all are ready, too (RULES 11.16)."""

    FULL = "full"
    READY = "ready"


class Visibility(StrEnum):
    """The audience of a game: everyone, all who know its id, or its host and seats alone (RULES 11.13)."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


class Stock(StrEnum):
    """The order of the stock of a fork: that of its parent, or one shuffled anew (RULES 11.14)."""

    SAME = "same"
    FRESH = "fresh"


class KeyReveal(StrEnum):
    """The opening of the key of a hand: at the end of the game, or of the hand (RULES 12.4)."""

    GAME = "game"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Limits:
    """The seconds that a person has for a decision, for a window, and before the next hand (RULES 11.8)."""

    decision: int
    window: int
    deal_delay: int


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a fork: its parent's id, ply and digest there (hex), its stock, the position as JSON."""

    game: str
    ply: int
    digest: str
    stock: Stock
    position: dict[str, Any]


@value
class Place:
    """A seat of the table: its occupant, the hash of its token, its commitment and its entropy (hex).

    The `player` of an open seat is the one for whom it is kept. `invitation` is the hash that the code of an
    invited guest opens (`app.games.table.seats`), empty for a seat without one. `missed` counts the answers
    in a row that it owed when its time was over. The game does not wait for a seat that is `away`, nor for
    one whose person has `left`. `generation` is that of its token. `stand_in` is the bot that plays for its
    person, and `asked_by` are the seats that have asked for one while the seat is away (RULES 11.18).
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
    stand_in: str | None = None
    asked_by: tuple[Seat, ...] = ()

    @property
    def strategy(self) -> str | None:
        """The name of the bot that plays here, in its own seat or for a person; None for none."""
        return self.bot or self.stand_in

    @property
    def has_person(self) -> bool:
        """True if a person decides here, who has not left and for whom no bot plays."""
        return self.kind is Kind.PERSON and self.stand_in is None and not self.left

    @property
    def is_present(self) -> bool:
        """True if the person or bot here has not left and owes no answer that it missed."""
        return not self.left and not self.missed

    @property
    def free(self) -> bool:
        """True if the seat can be taken: it is open, or its person has left."""
        return self.left or self.kind is Kind.OPEN

    @property
    def reserved_for(self) -> str | None:
        """The player for whom the open seat is kept, None if it is kept for no player."""
        return self.player if self.kind is Kind.OPEN else None

    @property
    def is_invited(self) -> bool:
        """True if the open seat is kept for the guest who has the code of its invitation."""
        return self.kind is Kind.OPEN and bool(self.invitation)


@value
class HandResult:
    """A hand that was played to its end: its dealer, its winner, None for tablas, the change of each balance.

    The change includes what the house took before the hand.
    """

    dealer: Seat
    winner: Seat | None
    changes: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Table:
    """The whole state of a game at one ply.

    `decision` is the ply at which the open question was put, `hand` the position of the present hand, None
    before the first. `awaited` and `answered` are the seats that the table itself asks (for entropy, for
    readiness); while a hand is played, the hand holds those. `stake` is that of the present hand, `drawn` the
    number of drawn hands just before it. `won` counts the hands that each seat has won, `tablas` all drawn
    hands. `order` are the seats that play the present hand, `chosen_dealer` is the seat that deals the next
    one; `closing` is true if a person has left during this one. `balances` and the `house` sum to zero;
    `settled` are the balances when the last hand ended, `hands` the results of all hands that have ended, and
    `last_played` has for each seat the number of the
    last hand that it has played to the end, and its balance before that hand and its charge. The
    host is the player `host`, or the person who has been at the `host_seat` since the table was made.
    `evening` is the id of the first table of the evening of the game, `first_dealer` the seat to which the
    deal has passed from the table before.
    `tournament` is the id of the tournament of the game, `deck` the number of its deck there, and
    `shared_deck` the same number if other games are dealt from that deck, too: then the keys stay `withheld`
    after the end until all of those games are over. `frozen` is the reason why the log is in doubt, and the
    receipt that contradicts it: `{reason, receipt}`.
    """

    ply: Ply
    decision: Ply
    hand: Any
    game: str
    rules: Any
    play: Game
    status: Status
    entropy: Entropy
    reveal: KeyReveal
    places: tuple[Place, ...]
    game_key: str = field(repr=False)
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
    settled: tuple[int, ...] = ()
    hands: tuple[HandResult, ...] = ()
    last_played: tuple[tuple[int, int], ...] = ()
    sitting: Any = None
    limits: Limits | None = None
    rematch_of: str | None = None
    visibility: Visibility = Visibility.PUBLIC
    start: Start = Start.FULL
    evening: str | None = None
    first_dealer: Seat | None = None
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
    def chips(self) -> tuple[int, ...]:
        """The chips of each seat; () in a game without stacks."""
        return self.play.chips(self.sitting, self.balances)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of persons who decide over the API: no bot plays for them."""
        places = enumerate(self.places)
        return tuple(
            [Seat(at) for at, place in places if place.kind is Kind.PERSON and place.stand_in is None]
        )

    @property
    def taken(self) -> tuple[Seat, ...]:
        """The seats of persons, those for whom a bot plays among them."""
        return tuple([Seat(at) for at, place in enumerate(self.places) if place.kind is Kind.PERSON])

    def sits(self, player: str) -> bool:
        """Return whether `player` has a seat and has not left it."""
        places = (self.places[seat] for seat in self.taken)
        return any(place.player == player and not place.left for place in places)

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats that bots of the service play, their own or those of persons."""
        return tuple(
            [Seat(at) for at, place in enumerate(self.places) if place.kind is Kind.BOT or place.stand_in]
        )

    @property
    def only_bots(self) -> bool:
        """True if each seat is a bot's own."""
        return all(place.kind is Kind.BOT for place in self.places)

    @property
    def idle(self) -> tuple[Seat, ...]:
        """The seats that sit the present hand out."""
        return tuple(seat for seat in self.seats if seat not in self.order) if self.order else ()

    @property
    def lacks_seats(self) -> bool:
        """True while a seat is open that was never taken."""
        return any(place.kind is Kind.OPEN for place in self.places)

    @property
    def asks_ready(self) -> bool:
        """True while each person is asked to be ready for the first hand (RULES 11.16)."""
        return self.status is Status.WAITING and self.start is Start.READY

    @property
    def has_ended(self) -> bool:
        """True once the game is played out or void: its result stands."""
        return self.status in ENDED

    @property
    def is_over(self) -> bool:
        """True once the log has its last entry, and every key is open."""
        return self.status in ENDED and not self.withheld

    @property
    def is_frozen(self) -> bool:
        """True if the game has stopped because its log is in doubt (RULES 12.8)."""
        return self.status is Status.FROZEN

    @property
    def in_hand(self) -> bool:
        """True while a hand is played."""
        return self.status is Status.PLAYING


def awaited(table: Table) -> tuple[Seat, ...]:
    """Return the seats whose answer the game waits for."""
    return table.play.awaited(table.hand) if table.in_hand else table.awaited


def answered(table: Table) -> tuple[Seat, ...]:
    """Return the seats that have answered the open question."""
    return table.play.answered(table.hand) if table.in_hand else table.answered


def bots_awaited(table: Table) -> tuple[Seat, ...]:
    """Return the bots among the seats awaited."""
    bots = table.bots
    return tuple([seat for seat in awaited(table) if seat in bots]) if bots else ()


def person_waits(table: Table) -> bool:
    """Return whether a person is at the table, neither away nor gone, for whom bots should be quick."""
    return any(not (table.places[seat].away or table.places[seat].left) for seat in table.persons)


def can_be_replaced(table: Table, seat: Seat) -> bool:
    """Return whether the others may let a bot play for the person of `seat`, who is away.

    In a tournament they may not: there the service does, by the rule for absent players.
    """
    place = table.places[seat]
    return place.has_person and place.away and table.status in IN_PLAY and table.tournament is None


def _others(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats of the persons who may ask for a bot at `seat`: they are neither away nor gone."""
    places = table.places
    return tuple(
        other for other in table.persons if other != seat and not (places[other].away or places[other].left)
    )


def votes(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that have asked for a bot at `seat` and may still ask."""
    others = _others(table, seat)
    return tuple(other for other in table.places[seat].asked_by if other in others)


def needed(table: Table, seat: Seat) -> int:
    """Return how many of the others must ask for a bot at `seat`: more than half of them."""
    return len(_others(table, seat)) // 2 + 1
