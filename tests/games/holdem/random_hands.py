"""Random hands of hold'em: how they begin, and what is done in them."""

from dataclasses import dataclass
from random import Random

from app.games.cards import Seat
from app.games.holdem.commands import Call, Check, GiveUp, HandCommand
from app.games.holdem.legal import legal
from app.games.holdem.rules import BetMode, Blinds, HoldemRules, Structure
from app.games.holdem.state import HoldemState
from tests.games.holdem.hands import rules


@dataclass(frozen=True)
class Start:
    """A random hand before its cards."""

    sheet: HoldemRules
    stacks: tuple[int, ...]
    button: Seat
    stepped: bool
    """Whether PokerKit is to play with our levels, or by its own rules."""


def random_start(random: Random) -> Start:
    """Return a hand of 3 to 11 seats, deep or with few chips, for PokerKit's own rules or with our steps."""
    stepped = random.choice([False, True])
    mode = random.choice(list(BetMode)) if stepped else BetMode.FIXED
    sheet = rules(bet_mode=mode, structure=random.choice(list(Structure)), blinds=random.choice(list(Blinds)))
    seats = random.randint(3, 11)
    least, most = random.choice([(60, 100), (4, 40)])
    stacks = tuple([random.randint(least, most) for _ in range(seats)])
    return Start(sheet, stacks, Seat(random.randrange(seats)), stepped)


def random_command(random: Random, hand: HoldemState) -> HandCommand:
    """Return a legal command; giving up is rare, so that most hands come to a showdown."""
    assert hand.turn is not None
    commands = legal(hand, hand.turn)
    weights = [
        5 if isinstance(command, Check | Call) else 1 if isinstance(command, GiveUp) else 2
        for command in commands
    ]
    return random.choices(commands, weights)[0]
