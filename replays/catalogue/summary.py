"""Summary of a finished game for the catalogue, from the public parts of its log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.games.codec import Json
from app.games.game import Game, HandEnd
from app.games.registry import GAMES
from app.games.table.clocks import NOT_REVEALED
from app.games.table.state import Status, Visibility
from app.games.table.summary import TABLAS, VOID, WON
from replays.record.write import numbered_events, players

GAME: Final = "game"
DISPUTE: Final = "dispute"
TOURNAMENT: Final = "tournament"

FORCED: Final = "forced"
DRAWN: Final = "drawn"
DISPUTED: Final = "disputed"
EVENTS: Final = (FORCED, DRAWN, DISPUTED)
"""Events by which games are found: a seat was forced, a hand was drawn, a dispute is archived."""

ONLY: Final = "only"
SOME: Final = "some"
PEOPLE: Final = (ONLY, SOME)
"""Persons by which games are found: in every seat, or in at least one."""


@dataclass(frozen=True, slots=True)
class HandSummary:
    """A hand that was played to its end; `winner` is a seat, None for tablas."""

    hand: int
    dealer: int
    eldest: int
    stake: int
    termination: str
    winner: int | None
    plies: int


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat at the end: its player, the number of hands won, and its balance."""

    seat: int
    kind: str
    player: str | None
    bot: str | None
    won: int
    balance: int


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of a finished game; times in ms since 1970, 0 for a game on logical time.

    `unrevealed` are the seats that voided it because they did not reveal their entropy in time; `forced` is
    True if a seat was made to meld.
    """

    variant: str
    rules_version: int
    rules_hash: bytes
    status: str
    visibility: str
    parent: str | None
    started_ms: int
    ended_ms: int
    hands: tuple[HandSummary, ...]
    players: tuple[SeatSummary, ...]
    kind: str = GAME
    unrevealed: tuple[int, ...] = ()
    forced: bool = False
    tournament: str | None = None
    evening: str | None = None

    @property
    def tablas(self) -> int:
        """Number of drawn hands."""
        return sum(hand.winner is None for hand in self.hands)

    @property
    def outcome(self) -> str:
        """One of OUTCOMES."""
        if self.status == Status.VOID:
            return VOID
        return WON if any(hand.winner is not None for hand in self.hands) else TABLAS


@dataclass(slots=True)
class _Totals:
    """State of the summary while events are read."""

    play: Game
    hands: list[HandSummary] = field(default_factory=list)
    balances: Sequence[int] = ()
    begun: tuple[int, Json] | None = None
    forced: bool = False

    def add(self, ply: int, event: Json) -> None:
        """Process an event of the entry `ply`."""
        match event["type"]:
            case "hand-begun":
                self.begun = (ply, event)
            case "hand-settled" | "house-charged":
                self.balances = event["balances"]
            case "forced":
                self.forced = True
            case _ if self.begun is not None and (ended := self.play.hand_end(event)):
                self.hands.append(_hand(*self.begun, ply, ended))


def _hand(began: int, begun: Json, ply: int, ended: HandEnd) -> HandSummary:
    return HandSummary(
        hand=begun["hand_number"],
        dealer=begun["dealer"],
        eldest=begun["order"][0],
        stake=begun["stake"],
        termination=ended.termination,
        winner=ended.winner,
        plies=ply - began,
    )


def summary(publics: Sequence[Json]) -> Summary:
    """Return the summary of a finished game from the public parts of its entries, from ply 1."""
    first, last = publics[0], publics[-1]
    created = first["events"][0]
    totals = _Totals(GAMES[created["play"]])
    for ply, event in numbered_events(publics):
        totals.add(ply, event)
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
        hands=tuple(totals.hands),
        players=_players(players(publics), totals),
        unrevealed=tuple(voided["seats"]) if voided and voided["reason"] == NOT_REVEALED else (),
        forced=totals.forced,
        tournament=_tournament(created.get("tournament")),
        evening=created.get("evening"),
    )


def _parent(named: Mapping[str, Any] | None) -> str | None:
    return None if named is None else str(named["game"])


def _tournament(named: Mapping[str, Any] | None) -> str | None:
    return None if named is None else str(named["tournament"])


def _players(seats: Sequence[Json], totals: _Totals) -> tuple[SeatSummary, ...]:
    balances = list(totals.balances) or [0] * len(seats)
    won = [sum(hand.winner == seat for hand in totals.hands) for seat in range(len(seats))]
    return tuple(
        SeatSummary(number, seat["kind"], seat["player"], seat["bot"], won[number], balances[number])
        for number, seat in enumerate(seats)
    )
