"""The rules of a table of limit hold'em: one frozen value, read by every decision."""

import re
from dataclasses import dataclass
from enum import StrEnum

from app.games.cards import Seat
from app.games.errors import ConfigRefused
from app.games.game import Money


class Blinds(StrEnum):
    """The bets before the cards: a dead dollar, or one and three dollars that count (RULES 3.2)."""

    ONE = "1"
    ONE_THREE = "1_3"


class BetMode(StrEnum):
    """The levels that a bet or raise may go to: any step up to the limit, or the next one (RULES 5.3)."""

    STEPS = "steps"
    FIXED = "fixed"


class Structure(StrEnum):
    """The step of each round: the same in all, or doubled on the turn and the river (RULES 5.2)."""

    LIMIT_3 = "limit_3"
    LIMIT_3_6 = "limit_3_6"


class Street(StrEnum):
    """The four rounds of betting (RULES 4.1)."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


STREETS = tuple(Street)
"""The rounds in order."""

BOARD_CARDS = {Street.PREFLOP: 0, Street.FLOP: 3, Street.TURN: 1, Street.RIVER: 1}
"""The number of cards that come to the board before each round."""

HOLE_CARDS = 2
"""The number of cards of each hand."""

PACK = "french52"
"""The pack of every table (RULES 1.1)."""


CHIPS_MAX = 10**6
"""The most chips of one buy, and the greatest amount of a sheet."""

BOUNDS = {
    "players_min": (2, 11),
    "players_max": (2, 11),
    "collection": (0, CHIPS_MAX),
    "blind": (1, CHIPS_MAX),
    "bet_step": (1, CHIPS_MAX),
    "limit": (1, CHIPS_MAX),
    "buy_in": (1, CHIPS_MAX),
    "short_buys": (0, 100),
    "deals": (1, 1000),
}
"""The least and the greatest value of every number of a sheet; none is outside them where it is allowed."""

_NAME = re.compile("[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldemRules:
    """The rules of one sitting, amounts in whole dollars; every field is a rule of RULES.md.

    `collection` is what the button pays the house for a hand, `blind` the first seat's bet before the cards.
    `bet_step` is the distance of two levels, `limit` the highest level of a round. A seat buys chips for at
    least `buy_in`, and `short_buys` times for less; without `rebuys` it buys only when it sits down. `deals`
    is the number of hands, None for an open end.

    A value that contradicts itself cannot be made: `ConfigRefused` names the code and the field.
    """

    variant: str
    pack: str = PACK
    packs: int = 1
    players_min: int = 3
    players_max: int = 11
    collection: int = 2
    blind: int = 1
    blinds: Blinds = Blinds.ONE
    blind_live: bool = False
    bet_mode: BetMode = BetMode.STEPS
    structure: Structure = Structure.LIMIT_3
    bet_step: int = 3
    limit: int = 12
    buy_in: int = 20
    short_buys: int = 1
    rebuys: bool = True
    deals: int | None = 10
    money: Money = Money.CHIPS

    def __post_init__(self) -> None:
        for name, (least, greatest) in BOUNDS.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= greatest:
                raise ConfigRefused("config_players" if name.startswith("players") else "config_option", name)
        if self.players_min > self.players_max:
            raise ConfigRefused("config_players", "players_max")
        if self.pack != PACK:
            raise ConfigRefused("config_option", "pack")
        if self.packs != 1:
            raise ConfigRefused("config_option", "packs")
        if self.limit % self.step(Street.RIVER) or self.blind > self.bet_step:
            raise ConfigRefused("config_option", "limit" if self.blind <= self.bet_step else "blind")
        if not _NAME.fullmatch(self.variant):
            raise ConfigRefused("config_option", "variant")

    @property
    def stake(self) -> int:
        """The stake of a hand: none, because bets decide what is won."""
        return 0

    @property
    def teams(self) -> int:
        """The number of teams: none."""
        return 0

    @property
    def bank(self) -> bool:
        """True if one seat holds the money of several: never."""
        return False

    @property
    def idle_seats(self) -> int:
        """The number of seats that sit out each hand by turns: none."""
        return 0

    @property
    def dealer_is_chosen(self) -> bool:
        """True if the seats may name the next dealer: the button moves by itself (2.2)."""
        return False

    def step(self, street: Street) -> int:
        """Return the distance of two levels in the round `street` (RULES 5.2)."""
        doubled = self.structure is Structure.LIMIT_3_6 and street in (Street.TURN, Street.RIVER)
        return 2 * self.bet_step if doubled else self.bet_step

    def levels(self, street: Street) -> tuple[int, ...]:
        """Return the levels of the round `street`, ascending (RULES 5.2)."""
        step = self.step(street)
        return tuple(range(step, self.limit + 1, step))

    def posts(self, order: tuple[Seat, ...]) -> tuple[tuple[Seat, int], ...]:
        """Return the seats that bet before the cards, and what, where `order` ends with the button (3.2)."""
        if self.blinds is Blinds.ONE:
            return ((order[0], self.blind),)
        return (order[0], self.blind), (order[1 % len(order)], self.bet_step)

    @property
    def blinds_count(self) -> bool:
        """True if a posted blind counts as a bet, which others have to match (RULES 3.3)."""
        return self.blind_live or self.blinds is Blinds.ONE_THREE
