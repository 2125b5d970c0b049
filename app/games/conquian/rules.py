"""`Rules`: one frozen, validated value with everything in which two ways of playing can differ."""

import re
from dataclasses import dataclass
from enum import StrEnum

from app.games.cards import PACKS, Card
from app.games.errors import ConfigRefused
from app.games.game import Money


class Direction(StrEnum):
    """The way the turn goes round the table; seats are numbered along it."""

    ANTICLOCKWISE = "anticlockwise"
    CLOCKWISE = "clockwise"


class DealStyle(StrEnum):
    """The way in which the cards are dealt (RULES 3.2)."""

    SINGLES = "singles"
    PACKETS_4_4 = "packets_4_4"
    PACKETS_3_5 = "packets_3_5"


class SetKind(StrEnum):
    """The kind of sets: one rank in different suits, or copies of one face (RULES 2.2)."""

    RANK = "rank"
    IDENTICAL = "identical"


class FirstTurn(StrEnum):
    """The first turn: the first card goes round the table, or is played like any other (RULES 5)."""

    OFFER = "offer"
    PLAIN = "plain"


class ForceSource(StrEnum):
    """The centre cards that can be forced (RULES 7.5)."""

    ANY = "any"
    STOCK = "stock"


class StockCard(StrEnum):
    """The melds that must contain a card turned up from the stock (RULES 2.7)."""

    OFF = "off"
    SETS = "sets"
    ALL = "all"


class Waste(StrEnum):
    """The side up of the dead cards (RULES 4.6)."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"


class Payment(StrEnum):
    """The payment of each loser: the stake, or the worth of the winner's pay cards (RULES 9.3)."""

    STAKE = "stake"
    PAY_CARDS = "pay_cards"


class DrawStake(StrEnum):
    """The stake of the hand after a drawn one (RULES 9.4)."""

    SAME = "same"
    DOUBLE = "double"
    DOUBLE_COMPOUND = "double_compound"
    CARRY = "carry"


class NextDealer(StrEnum):
    """The dealer of the next hand (RULES 3.5)."""

    ROTATE = "rotate"
    WINNER_LEADS = "winner_leads"
    CHOSEN = "chosen"


class SitsOut(StrEnum):
    """The seat that sits a hand out where the table has one seat too many (RULES 3.6)."""

    NONE = "none"
    ROTATE = "rotate"
    LOSER = "loser"


STAKE_MAX = 10**6
"""The largest stake, in the table's unit."""

BOUNDS = {
    "packs": (1, 12),
    "players_min": (2, 12),
    "players_max": (2, 12),
    "hand_sizes": (3, 12),
    "run_max": (3, 13),
    "keep_turn_limit": (1, 100),
    "stake": (0, STAKE_MAX),
    "deals": (1, 100),
    "teams": (0, 2),
    "house_charge": (0, STAKE_MAX),
}
"""The least and the greatest value of every number of a sheet; none is outside them where it is allowed."""

HAND_SIZES_MAX = 100
"""The most hand sizes that a sheet may list."""

_NAME = re.compile("[a-z0-9][a-z0-9-]{0,39}")
_PACKETS = {DealStyle.PACKETS_4_4: (4, 4), DealStyle.PACKETS_3_5: (3, 5)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one sitting; every field is a rule that RULES.md explains by its name.

    A value that contradicts itself cannot be made: `ConfigRefused` names the code and the field.
    """

    variant: str
    pack: str = "spanish40"
    packs: int = 1
    players_min: int = 2
    players_max: int = 2
    direction: Direction = Direction.ANTICLOCKWISE
    hand_sizes: tuple[int, ...] = (8,)
    deal_style: DealStyle = DealStyle.SINGLES
    exchange: bool = True
    set_kind: SetKind = SetKind.RANK
    run_max: int | None = None
    first_turn: FirstTurn = FirstTurn.OFFER
    claims: bool = False
    force_by_turn_player: bool = True
    force_by_opponents: bool = True
    force_source: ForceSource = ForceSource.ANY
    force_rearrange: bool = True
    force_extra_hand_cards: bool = True
    wild_card: Card | None = None
    wild_forceable: bool = True
    keep_centre: bool = False
    keep_turn_limit: int | None = None
    fold: bool = False
    fold_skips_turn: bool = False
    folded_may_force: bool = True
    group_needs_stock_card: StockCard = StockCard.OFF
    keep_three: bool = False
    last_card_from_stock: bool = False
    waste: Waste = Waste.FACE_UP
    pile_browsable: bool = True
    payment: Payment = Payment.STAKE
    stake: int = 1
    draw_stake: DrawStake = DrawStake.SAME
    next_dealer: NextDealer = NextDealer.ROTATE
    deals: int | None = 1
    teams: int = 0
    bank: bool = False
    money: Money = Money.MONEY
    house_charge: int = 0
    sits_out: SitsOut = SitsOut.NONE

    def __post_init__(self) -> None:
        for check in (_check_pack, _check_players, _check_hands, _check_melds, _check_money, _check_sitting):
            check(self)
        if not _NAME.fullmatch(self.variant):
            raise ConfigRefused("config_option", "variant")

    @property
    def dealer_is_chosen(self) -> bool:
        """True if the seats may name the next dealer (RULES 3.5)."""
        return self.next_dealer is NextDealer.CHOSEN

    @property
    def idle_seats(self) -> int:
        """The number of seats that sit out each hand (RULES 3.6)."""
        return 0 if self.sits_out is SitsOut.NONE else 1

    def hand_size(self, hand_number: int) -> int:
        """Return the cards dealt to a seat in hand `hand_number`, from 1; the last size stays (RULES 3.1)."""
        return self.hand_sizes[min(hand_number, len(self.hand_sizes)) - 1]

    def packets(self, hand_size: int) -> tuple[int, ...]:
        """Return the sizes of the rounds in which `hand_size` cards are dealt (RULES 3.2).

        Packets belong to hands of eight; a longer hand of the same sitting is dealt one at a time.
        """
        packets = _PACKETS.get(self.deal_style, ())
        return packets if sum(packets) == hand_size else (1,) * hand_size

    @property
    def suits(self) -> int:
        """The number of suits of the pack: the most cards a set of one rank can hold."""
        return len(PACKS[self.pack].suits)

    @property
    def longest_run(self) -> int:
        """The most cards a run can hold: the limit of the rules or the number of ranks (RULES 2.4)."""
        ranks = len(PACKS[self.pack].ranks)
        return ranks if self.run_max is None else min(self.run_max, ranks)

    @property
    def restricts_melds(self) -> bool:
        """True if the history of the cards restricts melds (RULES 2.7, 6.6)."""
        return self.keep_three or self.group_needs_stock_card is not StockCard.OFF


def _within(rules: Rules, name: str) -> bool:
    """Return whether the number `name` of a sheet is within its bounds, or none."""
    value = getattr(rules, name)
    least, greatest = BOUNDS[name]
    return value is None or least <= value <= greatest


def _check_pack(rules: Rules) -> None:
    if rules.pack not in PACKS:
        raise ConfigRefused("config_option", "pack")
    if not _within(rules, "packs"):
        raise ConfigRefused("config_option", "packs")
    wild = rules.wild_card
    if wild is not None and (
        rules.packs > 1 or wild not in ("2O", "2d") or wild not in PACKS[rules.pack].faces()
    ):
        raise ConfigRefused("config_option", "wild_card")


def _check_players(rules: Rules) -> None:
    counts = _within(rules, "players_min") and _within(rules, "players_max")
    if not counts or rules.players_min > rules.players_max:
        raise ConfigRefused("config_players", "players_max")
    most_paired = rules.players_max - rules.players_max % 2
    if rules.teams not in (0, 2) or (rules.teams and not 4 <= rules.players_min <= most_paired):
        raise ConfigRefused("config_teams", "teams")


def _check_hands(rules: Rules) -> None:
    cards = len(PACKS[rules.pack].faces()) * rules.packs
    sizes = rules.hand_sizes
    least, greatest = BOUNDS["hand_sizes"]
    if not 1 <= len(sizes) <= HAND_SIZES_MAX or not all(least <= size <= greatest for size in sizes):
        raise ConfigRefused("config_hand_size", "hand_size")
    if max(sizes) * rules.players_max >= cards:
        raise ConfigRefused("config_players", "players_max")
    if rules.deal_style is not DealStyle.SINGLES and sizes[0] != 8:
        raise ConfigRefused("config_packets", "deal_style")


def _check_melds(rules: Rules) -> None:
    if not _within(rules, "run_max"):
        raise ConfigRefused("config_option", "run_max")
    if rules.set_kind is SetKind.IDENTICAL and rules.packs < 3:
        raise ConfigRefused("config_option", "set_kind")
    if rules.restricts_melds and (rules.packs > 1 or rules.wild_card):
        off = rules.group_needs_stock_card is StockCard.OFF
        raise ConfigRefused("config_option", "keep_three" if off else "group_needs_stock_card")
    if not _within(rules, "keep_turn_limit"):
        raise ConfigRefused("config_option", "keep_turn_limit")


def _check_money(rules: Rules) -> None:
    if not _within(rules, "stake"):
        raise ConfigRefused("config_stake", "stake")
    if not _within(rules, "house_charge"):
        raise ConfigRefused("config_option", "house_charge")
    if rules.payment is Payment.PAY_CARDS and rules.pack != "spanish40":
        raise ConfigRefused("config_option", "payment")
    if rules.payment is Payment.PAY_CARDS and rules.draw_stake is not DrawStake.SAME:
        raise ConfigRefused("config_option", "draw_stake")


def _check_sitting(rules: Rules) -> None:
    if not _within(rules, "deals"):
        raise ConfigRefused("config_option", "deals")
    if rules.bank and not rules.teams:
        raise ConfigRefused("config_option", "bank")
    if rules.sits_out is not SitsOut.NONE and (rules.teams or rules.players_max > 11):
        raise ConfigRefused("config_option", "sits_out")
