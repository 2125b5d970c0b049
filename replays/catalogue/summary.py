"""What the catalogue says of a finished game, gathered from the public parts of its log."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.games.codec import Json
from app.games.table.clocks import NOT_REVEALED
from app.games.table.state import Status, Visibility
from app.games.table.summary import TABLAS, VOID, WON
from replays.record.write import players

GAME: Final = "game"
DISPUTE: Final = "dispute"
TOURNAMENT: Final = "tournament"


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that was played to its end, by seats; `winner` is None for tablas."""

    hand: int
    dealer: int
    eldest: int
    stake: int
    termination: str
    winner: int | None
    plies: int


@dataclass(frozen=True, slots=True)
class Player:
    """Who had a seat at the end, how many hands the seat has won, and its balance."""

    seat: int
    kind: str
    player: str | None
    bot: str | None
    won: int
    balance: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished game in short; times in ms since 1970, 0 where the game ran on logical time.

    `unrevealed` are the seats that voided it because they did not open their entropy in time.
    """

    variant: str
    rules_version: int
    rules_hash: bytes
    status: str
    visibility: str
    parent: str | None
    started_ms: int
    ended_ms: int
    hands: tuple[Hand, ...]
    players: tuple[Player, ...]
    kind: str = GAME
    unrevealed: tuple[int, ...] = ()

    @property
    def tablas(self) -> int:
        """How many of the hands were drawn."""
        return sum(hand.winner is None for hand in self.hands)

    @property
    def outcome(self) -> str:
        """One of OUTCOMES."""
        if self.status == Status.VOID:
            return VOID
        return WON if any(hand.winner is not None for hand in self.hands) else TABLAS


@dataclass(slots=True)
class _Telling:
    """What has been heard so far."""

    hands: list[Hand] = field(default_factory=list)
    balances: Sequence[int] = ()
    begun: tuple[int, Json] | None = None

    def hear(self, ply: int, event: Json) -> None:
        """Takes in an event of the entry `ply`."""
        match event["type"]:
            case "hand-begun":
                self.begun = (ply, event)
            case "hand-ended" if self.begun is not None:
                self.hands.append(_hand(*self.begun, ply, event))
            case "hand-settled" | "house-charged":
                self.balances = event["balances"]


def _hand(began: int, begun: Json, ply: int, ended: Json) -> Hand:
    return Hand(
        hand=begun["hand_number"],
        dealer=begun["dealer"],
        eldest=begun["order"][0],
        stake=begun["stake"],
        termination=ended["termination"],
        winner=ended.get("winner"),
        plies=ply - began,
    )


def summary(publics: Sequence[Json]) -> Summary:
    """The summary of the finished game whose entries have the public parts `publics`, from ply 1."""
    telling = _Telling()
    for ply, event in _events(publics):
        telling.hear(ply, event)
    first, last = publics[0], publics[-1]
    created = first["events"][0]
    voided = next((event for event in last["events"] if event["type"] == "game-voided"), None)
    return Summary(
        variant=created["rules"]["variant"],
        rules_version=first["rules_version"],
        rules_hash=bytes.fromhex(first["rules_hash"]),
        status=str(Status.VOID if voided else Status.FINISHED),
        visibility=created.get("visibility") or str(Visibility.PUBLIC),
        parent=_parent(created.get("parent")),
        started_ms=first["time"],
        ended_ms=last["time"],
        hands=tuple(telling.hands),
        players=_players(players(publics), telling),
        unrevealed=tuple(voided["seats"]) if voided and voided["reason"] == NOT_REVEALED else (),
    )


def _events(publics: Sequence[Json]) -> Iterable[tuple[int, Json]]:
    return ((ply, event) for ply, public in enumerate(publics, 1) for event in public["events"])


def _parent(named: Mapping[str, Any] | None) -> str | None:
    return None if named is None else str(named["game"])


def _players(seats: Sequence[Json], telling: _Telling) -> tuple[Player, ...]:
    balances = list(telling.balances) or [0] * len(seats)
    won = [sum(hand.winner == seat for hand in telling.hands) for seat in range(len(seats))]
    return tuple(
        Player(at, seat["kind"], seat["player"], seat["bot"], won[at], balances[at])
        for at, seat in enumerate(seats)
    )
