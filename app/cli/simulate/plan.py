"""Plan of a simulation: its tables in turn, and each game's key, all derived from one seed."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.games.codec import Json
from app.games.errors import ConfigRefused
from app.games.game import Game
from app.games.registry import GAMES, USUAL, game_of
from app.games.table.commands import Create
from app.games.table.decide import create
from app.games.variant_table import OptionValue


@dataclass(frozen=True, slots=True)
class TableSetup:
    """One kind of table: a variant, its options, and the number of seats."""

    variant: str
    players: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    @property
    def play(self) -> Game:
        """Game of the table."""
        return game_of(self.variant)

    @property
    def rules(self) -> Any:
        """Rules of the table. Raises ConfigRefused if the options do not fit."""
        return self.play.sheet(self.variant, self.options)

    @property
    def sheet(self) -> Json:
        """Rules of the table as JSON."""
        return self.play.rules_to_json(self.rules)

    @property
    def name(self) -> str:
        """Name of the case in a summary."""
        return f"{self.variant} ({self.players})"


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole simulation: game number i is played at case i modulo their number."""

    cases: tuple[TableSetup, ...]
    bots: tuple[str, ...]
    seed: int
    check: bool = False

    def case(self, game: int) -> TableSetup:
        """Return the table of game number `game`, from 0."""
        return self.cases[game % len(self.cases)]

    def key(self, game: int, use: str) -> bytes:
        """Return 32 bytes for one use in game number `game`; nothing else is random in a simulation."""
        return hmac.digest(str(self.seed).encode(), f"conquian/simulate/1 {game} {use}".encode(), "sha256")

    def command(self, game: int) -> Create:
        """Return the command that creates the table of game number `game`; its bots rotate over the seats."""
        case = self.case(game)
        return _command(case, self.bots, self.key(game, "game"))


def _command(case: TableSetup, bots: tuple[str, ...], key: bytes) -> Create:
    seats = tuple({"kind": "bot", "bot": bots[seat % len(bots)]} for seat in range(case.players))
    return Create(
        game="simulated",
        play=case.play.name,
        rules=case.sheet,
        seats=seats,
        entropy="none",
        reveal="game",
        token_hashes=("",) * case.players,
        game_key=key.hex(),
    )


def cases(
    variant: str | None, players: int | None, options: Mapping[str, OptionValue]
) -> tuple[TableSetup, ...]:
    """Return the tables of one variant or, with None, of all of the usual game; with one number of seats, or
    all possible ones.

    Raises ConfigRefused if an option does not fit, or if there is no such table.
    """
    tables = [case for name in _variants(variant) for case in _seatings(name, players, options)]
    if not tables:
        raise ConfigRefused("config_players", "players")
    return tuple(tables)


def _variants(variant: str | None) -> tuple[str, ...]:
    return tuple(GAMES[USUAL].variants) if variant is None else (variant,)


def _seatings(variant: str, players: int | None, options: Mapping[str, OptionValue]) -> list[TableSetup]:
    rules = game_of(variant).sheet(variant, options)
    numbers = range(2, rules.players_max + 2) if players is None else (players,)
    candidates = [TableSetup(variant, number, options) for number in numbers]
    return [case for case in candidates if _can_sit(case)]


def _can_sit(case: TableSetup) -> bool:
    try:
        create(_command(case, ("random",), bytes(32)))
    except ConfigRefused:
        return False
    return True
