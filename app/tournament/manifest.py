"""The manifest of a tournament, its id, and the seeds of its random numbers.

`app.tournament.manifest_parser` parses manifests from JSON. The normal form has no floats: a number with a
fraction is the shortest text for it, so `0.05` and `"0.05"` are the same manifest.
"""

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final

from app.games.codec import Json
from app.games.registry import game_in
from app.games.shuffle import below, words
from app.store.canonical import canonical
from app.store.keys import GameId, LogKind, game_id_from

SEEDS: Final = ("deck_seed", "bot_seed", "pairing_seed")
"""The members of a manifest that are seeds, 32 bytes in hex each."""

SECRET: Final = ("deck_seed", "bot_seed")
"""The seeds that are secret until the end."""


class SeatOrders(StrEnum):
    """Orders of seats on one deck: each entrant once at every seat, every order, or as paired."""

    ROTATION = "rotation"
    ALL = "all"
    ONE = "one"


class TieBreak(StrEnum):
    """Criterion between entrants with the same score."""

    HEAD_TO_HEAD = "head_to_head"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT = "buchholz_cut"
    MEDIAN_BUCHHOLZ = "median_buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    WINS = "wins"
    CHIPS = "chips"


class Engine(StrEnum):
    """Kind of entrant: a bot of the service, a Python object, a program, or a player over HTTP."""

    BOT = "bot"
    PYTHON = "python"
    COMMAND = "command"
    PLAYER = "player"


class AbsentRule(StrEnum):
    """The outcome where a player does not come: the table waits, the player forfeits, or a bot plays."""

    WAIT = "wait"
    FORFEIT = "forfeit"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Absent:
    """Rule for players who do not come to their table within so many `minutes` of its beginning.

    Under `WAIT` the seat is kept as at any table, and `minutes` is 0. Under `BOT` the bot of that name plays
    also for a player who is away later, each time until the player returns.
    """

    rule: AbsentRule = AbsentRule.WAIT
    minutes: int = 0
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: a name, unique in the tournament, and its engine.

    `plan` is the entrant in the manifest: `name`, one member named as in `Engine`, a `version`, and the
    parameters of a bot.
    """

    name: str
    engine: Engine
    plan: Mapping[str, Any]

    @property
    def is_remote(self) -> bool:
        """True if a player decides over HTTP, in live games."""
        return self.engine is Engine.PLAYER


@dataclass(frozen=True, slots=True)
class Manifest:
    """A checked manifest. `document` is its normal form without the seeds; `rules` is the canonical sheet.

    `parameters` are those of its format. `pairing_seed` is empty until the seeds are known (`seeded`), and
    `version` is that of the log's rules. With `is_open` players register before the start.
    """

    name: str
    variant: str
    rules: Json
    format: str
    parameters: Mapping[str, Any]
    entrants: tuple[Entrant, ...]
    document: Json = field(repr=False)
    decks_per_pairing: int = 1
    duplicates: bool = True
    seat_orders: SeatOrders = SeatOrders.ROTATION
    tie_breaks: tuple[TieBreak, ...] = ()
    accept_memory: bool = False
    is_open: bool = False
    absent: Absent = Absent()
    limits: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    pairing_seed: bytes = b""
    version: int = 1

    def parameter(self, name: str, default: Any = None) -> Any:
        """Return the parameter of the format, or `default`."""
        return self.parameters.get(name, default)

    def number(self, name: str, default: float) -> float:
        """Return a parameter of the format that may have a fraction."""
        return float(self.parameters.get(name, default))

    @property
    def play(self) -> str:
        """Name of the game that is played."""
        return game_in(self.document).name

    @property
    def counts_chips(self) -> bool:
        """True if seats have stacks: then entrants rank by the chips that they win, and not by games."""
        game = game_in(self.document)
        sitting = game.sitting(game.rules_from_json(self.rules), self.seats)
        return bool(game.chips(sitting, (0,) * self.seats))

    @property
    def seats(self) -> int:
        """Number of seats at a table."""
        return int(self.parameters.get("seats", 2))

    @property
    def is_remote(self) -> bool:
        """True if any entrant decides over HTTP."""
        return any(entrant.is_remote for entrant in self.entrants)

    @property
    def runs_code(self) -> bool:
        """True if any entrant is a program or a Python object of the machine that plays."""
        return any(entrant.engine in (Engine.PYTHON, Engine.COMMAND) for entrant in self.entrants)

    @property
    def memory_accepted(self) -> bool:
        """True if entrants that may remember a deck meet it again, as the organiser accepts."""
        return self.is_remote and self.duplicates and self.seat_orders is not SeatOrders.ONE

    @property
    def is_timed(self) -> bool:
        """True if a decision depends on a clock; then only decks and pairings can be reproduced."""
        return any(
            entrant.engine is not Engine.BOT or "milliseconds" in entrant.plan for entrant in self.entrants
        )

    def drawn(self, use: str) -> tuple[int, ...]:
        """Return all entrants in an order drawn from the pairing seed; another one for each `use`."""
        chance, remaining = self.chance(use), list(range(len(self.entrants)))
        return tuple(remaining.pop(below(len(remaining), chance)) for _ in self.entrants)

    def chance(self, use: str) -> Iterator[int]:
        """Return an endless stream of uint32 words from the pairing seed for one `use` (`shuffle.below`)."""
        return words(hmac.digest(self.pairing_seed, b"conquian/tournament-draw/1" + use.encode(), "sha256"))


@dataclass(frozen=True, slots=True, repr=False)
class Seeds:
    """Seeds of a tournament, 32 bytes each: decks, bots, pairings. `given` are those of its manifest."""

    deck: bytes
    bot: bytes
    pairing: bytes
    given: frozenset[str] = frozenset()

    @property
    def organiser_seeded(self) -> bool:
        """True if the organiser chose the deck seed, and so may know the decks."""
        return "deck_seed" in self.given


def tournament_id(document: Json) -> GameId:
    """Return the id of a tournament, from its manifest in normal form with the given seeds."""
    return game_id_from(
        sha256(b"conquian/tournament-id/1" + canonical(document)).digest(), LogKind.TOURNAMENT
    )


def seeds(key: bytes, tournament: str, given: Mapping[str, str]) -> Seeds:
    """Return the seeds: those `given` (hex), the others from the service's `key` of tournaments."""
    values = {
        name: bytes.fromhex(given[name]) if name in given else _drawn(key, name, tournament) for name in SEEDS
    }
    return Seeds(values["deck_seed"], values["bot_seed"], values["pairing_seed"], frozenset(given))


def _drawn(key: bytes, name: str, tournament: str) -> bytes:
    use = name.removesuffix("_seed")
    return hmac.digest(key, f"conquian/tournament-{use}/1".encode() + tournament.encode(), "sha256")


def seeded(manifest: Manifest, pairing_seed: bytes, version: int) -> Manifest:
    """Return the manifest with the seed of its pairings and the version of the log's rules."""
    return replace(manifest, pairing_seed=pairing_seed, version=version)
