"""What is simulated: the tables that take turns, and each game's key, all derived from one seed."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.games.conquian.rules import Rules
from app.games.conquian.sheets import as_json
from app.games.conquian.variants import VARIANTS, OptionValue, sheet
from app.games.errors import ConfigRefused
from app.games.table.commands import Create
from app.games.table.decide import create


@dataclass(frozen=True, slots=True)
class Case:
    """One kind of table: a variant, the options chosen, and how many seats it has."""

    variant: str
    players: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    @property
    def rules(self) -> Rules:
        """The rules of the table; ConfigRefused if the options do not fit."""
        return sheet(self.variant, self.options)

    @property
    def name(self) -> str:
        """The case as a summary names it."""
        return f"{self.variant} ({self.players})"


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole simulation: game number i is played at case i modulo their number."""

    cases: tuple[Case, ...]
    bots: tuple[str, ...]
    seed: int
    check: bool = False

    def case(self, game: int) -> Case:
        """The table of game number `game`, from 0."""
        return self.cases[game % len(self.cases)]

    def key(self, game: int, use: str) -> bytes:
        """32 bytes for one use in game number `game`; nothing else is random in a simulation."""
        return hmac.digest(str(self.seed).encode(), f"conquian/simulate/1 {game} {use}".encode(), "sha256")

    def command(self, game: int) -> Create:
        """What makes the table of game number `game`: its bots go round the seats."""
        case = self.case(game)
        return _command(case, self.bots, self.key(game, "game"))


def _command(case: Case, bots: tuple[str, ...], key: bytes) -> Create:
    seats = tuple({"kind": "bot", "bot": bots[seat % len(bots)]} for seat in range(case.players))
    return Create(
        game="simulated",
        play="conquian",
        rules=as_json(case.rules),
        seats=seats,
        entropy="none",
        reveal="game",
        token_hashes=("",) * case.players,
        game_key=key.hex(),
    )


def cases(variant: str | None, players: int | None, options: Mapping[str, OptionValue]) -> tuple[Case, ...]:
    """Every table meant: of one variant or, with None, of all; with one number of seats, or all possible.

    ConfigRefused if an option does not fit, or if nothing is left.
    """
    found = [case for name in _variants(variant) for case in _seatings(name, players, options)]
    if not found:
        raise ConfigRefused("config_players", "players")
    return tuple(found)


def _variants(variant: str | None) -> tuple[str, ...]:
    return tuple(VARIANTS) if variant is None else (variant,)


def _seatings(variant: str, players: int | None, options: Mapping[str, OptionValue]) -> list[Case]:
    rules = sheet(variant, options)
    numbers = range(2, rules.players_max + 2) if players is None else (players,)
    every = [Case(variant, number, options) for number in numbers]
    return [case for case in every if _can_sit(case)]


def _can_sit(case: Case) -> bool:
    try:
        create(_command(case, ("random",), bytes(32)))
    except ConfigRefused:
        return False
    return True
