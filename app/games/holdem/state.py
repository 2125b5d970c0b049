"""The position of one hand of limit hold'em: everything that decides what may happen next."""

from dataclasses import dataclass

from app.games.cards import Card, Seat
from app.games.holdem.rules import HoldemRules, Street
from app.games.values import value


@value
class Award:
    """One pot, the seats that could win it and the chips that each winner gets of it."""

    amount: int
    eligible: tuple[Seat, ...]
    shares: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, kw_only=True)
class HoldemState:
    """A position of a hand; tuples without another note are by seat, amounts in chips.

    `order` lists the seats that play, the button last. `stacks` are the chips that no pot holds yet.
    `holes` are the hole cards, empty for a seat without a hand. `bets` are the levels of the seats in the
    round `street`, `paid` what they have put into the pots in all rounds, and `dead` the blind that no seat
    has to match. `level` is what a seat needs to stay in the round. `acted` holds for each seat the highest
    complete level at its last action in the round, None before it. `raiser` is the seat that bet or raised
    last in the round. `brought` are the chips at the beginning. `shown` are the seats whose hands lie open,
    `awards` the pots once they are won.
    """

    rules: HoldemRules
    order: tuple[Seat, ...]
    stacks: tuple[int, ...]
    holes: tuple[tuple[Card, ...], ...]
    bets: tuple[int, ...]
    paid: tuple[int, ...]
    acted: tuple[int | None, ...]
    brought: tuple[int, ...]
    street: Street = Street.PREFLOP
    board: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    level: int = 0
    dead: int = 0
    folded: tuple[Seat, ...] = ()
    turn: Seat | None = None
    raiser: Seat | None = None
    question: int = 0
    shown: tuple[Seat, ...] = ()
    awards: tuple[Award, ...] = ()
    over: bool = False

    @property
    def button(self) -> Seat:
        """The seat that in theory deals (RULES 2.2)."""
        return self.order[-1]

    @property
    def contenders(self) -> tuple[Seat, ...]:
        """The seats that can still win the hand, the first seat left of the button first (RULES 6.1)."""
        return tuple([seat for seat in self.order if self.holes[seat] and seat not in self.folded])

    @property
    def able(self) -> tuple[Seat, ...]:
        """The contenders that have chips left to bet with (RULES 5.6)."""
        return tuple([seat for seat in self.contenders if self.stacks[seat]])

    @property
    def pot(self) -> int:
        """The chips in all pots, the bets of this round included."""
        return self.dead + sum(self.paid)

    @property
    def complete_level(self) -> int:
        """The highest level of the round that a bet or raise has reached in full (RULES 5.7)."""
        return max([level for level in self.rules.levels(self.street) if level <= self.level], default=0)

    def owed(self, seat: Seat) -> int:
        """Return what `seat` needs to stay in the round, at most all of its chips (RULES 5.4)."""
        return min(self.level - self.bets[seat], self.stacks[seat])


def undealt(rules: HoldemRules, order: tuple[Seat, ...], stacks: tuple[int, ...]) -> HoldemState:
    """Return a hand before its blinds and cards; `order` lists the seats that play, the button last."""
    nothing = (0,) * len(stacks)
    return HoldemState(
        rules=rules,
        order=order,
        stacks=stacks,
        brought=stacks,
        holes=((),) * len(stacks),
        bets=nothing,
        paid=nothing,
        acted=(None,) * len(stacks),
    )
