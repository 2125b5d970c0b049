"""Random small meld questions, asked of the solver and of the partition search."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from app.games.cards import Card, canonical_deck
from app.games.conquian.melds.combinations import FREE, Restrictions, fault
from app.games.conquian.melds.solver import Solver, solver
from app.games.conquian.rules import Rules, StockCard
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from tests.games.naive import Layout, submultisets
from tests.games.oracle import naive

SHEETS: dict[str, Rules] = {
    "one pack": TABLE_OF_VARIANTS.sheet("mexican-3", {}),
    "run limit": TABLE_OF_VARIANTS.sheet("north-american", {"run_max": 4}),
    "52 cards": TABLE_OF_VARIANTS.sheet("mexican-3", {"pack": "french52"}),
    "wild": TABLE_OF_VARIANTS.sheet("mexican-3", {"wild_card": "2O"}),
    "wild in french suits": TABLE_OF_VARIANTS.sheet(
        "mexican-3", {"pack": "french40", "wild_card": "2d", "run_max": 5}
    ),
    "two packs": TABLE_OF_VARIANTS.sheet("navajo-tens", {}),
    "identical sets": TABLE_OF_VARIANTS.sheet("paco", {}),
    "stock in sets": TABLE_OF_VARIANTS.sheet("french-page", {"keep_three": False}),
    "stock in all": TABLE_OF_VARIANTS.sheet(
        "french-page", {"group_needs_stock_card": "all", "keep_three": False}
    ),
    "keep three": TABLE_OF_VARIANTS.sheet("french-page", {"group_needs_stock_card": "off"}),
    "both": VARIANTS["french-page"].rules,
}


@dataclass(frozen=True, slots=True)
class Question:
    """Cards that must lie, cards of the hand that may be added, and the history that restricts both."""

    rules: Rules
    base: tuple[Card, ...]
    hand: tuple[Card, ...]
    groups: Layout = ()
    turned: frozenset[Card] = frozenset()

    @property
    def solver(self) -> Solver:
        return solver(self.rules)

    @property
    def limits(self) -> Restrictions:
        if not self.rules.restricts_melds:
            return FREE
        bags = self.solver.bags
        groups = tuple(map(bags.of, self.groups))
        return Restrictions(groups, bags.of(tuple(self.turned)), self.rules.group_needs_stock_card)

    def covers(self, cards: Sequence[Card]) -> bool:
        """The slow answer to whether `cards` can be laid out."""
        return naive(self.rules).covers(cards, self.groups, self.turned)


def question(rules: Rules, rng: Random) -> Question:
    """Up to a dozen cards from few ranks and suits: some melds, torn apart, and some cards more."""
    deck = _crowded(rules, rng)
    melds = _melds(rules, deck, rng)
    lying = [card for meld in melds for card in meld]
    rest = list((Counter(deck) - Counter(lying)).elements())
    rng.shuffle(rest)
    noise = rest[: rng.choice((0, 0, 1, 2, 5))]
    turned = frozenset(card for card in deck if rng.random() < 0.4)
    if rules.keep_three:
        some = rng.randrange(len(noise) + 1)
        return Question(rules, (*lying, *noise[:some]), tuple(noise[some:]), melds, turned)
    rng.shuffle(lying)
    some = rng.randrange(len(lying) + 1)
    return Question(rules, tuple(lying[some:] + noise[1:]), tuple(lying[:some] + noise[:1]), (), turned)


def _crowded(rules: Rules, rng: Random) -> list[Card]:
    deck = canonical_deck(rules.pack, rules.packs)
    faces = deck[: len(deck) // rules.packs]
    ranks = len(faces) // rules.suits
    low, width, suits = rng.randrange(ranks), rng.randrange(3, 8), rng.randrange(1, 4)
    kept = {
        face for at, face in enumerate(faces) if (at % ranks - low) % ranks < width and at // ranks < suits
    }
    kept |= {face for at, face in enumerate(faces) if at % ranks == low}
    crowded = [card for card in deck if card in kept or card == rules.wild_card]
    rng.shuffle(crowded)
    return (
        crowded[:14]
        if rules.packs < 5
        else [card for card in crowded if card[:-1] in ("3", "4", "5", "6")][:14]
    )


def _melds(rules: Rules, deck: Sequence[Card], rng: Random) -> Layout:
    """Up to two disjoint melds among the cards of `deck`."""
    second, chosen, left = naive(rules), [], list(deck)
    for _ in range(rng.randrange(1, 3)):
        melds = [
            tuple(picked)
            for picked in (rng.sample(left, rng.randrange(3, 5)) for _ in range(200) if len(left) > 4)
            if second.is_meld(picked)
        ]
        if melds:
            chosen.append(melds[0])
            left = [card for card in left if card not in melds[0]]
    return tuple(chosen)


def check_uses(asked: Question) -> int:
    """The solver finds exactly the hand cards that the partition search finds; returns how many ways."""
    bags = asked.solver.bags
    uses = asked.solver.uses(bags.of(asked.base), bags.of(asked.hand), asked.limits)
    expected = {bags.of(use) for use in submultisets(asked.hand) if asked.covers((*asked.base, *use))}
    assert set(uses) == expected, asked
    assert len(uses) == len(expected), asked
    return len(uses)


def check_arrangement(asked: Question) -> bool:
    """The layout is there if and only if one exists, is valid, holds exactly the cards, and comes again."""
    bag = asked.solver.bags.of(asked.base)
    layout = asked.solver.arrange(bag, asked.limits)
    assert (layout is not None) == asked.covers(asked.base) == asked.solver.covers(bag, asked.limits), asked
    if layout is None:
        return False
    assert Counter(card for meld in layout for card in meld) == Counter(asked.base), asked
    assert all(fault(asked.rules, meld) is None for meld in layout), asked
    assert all(map(naive(asked.rules).is_meld, layout)), asked
    assert naive(asked.rules).allowed(layout, asked.groups, asked.turned), asked
    assert _second_solver(asked.rules).arrange(bag, asked.limits) == layout, asked
    return True


@lru_cache(maxsize=64)
def _second_solver(rules: Rules) -> Solver:
    return Solver(rules)


def check_fault(rules: Rules, rng: Random) -> str | None:
    """A combination is faulty if and only if the definitions say so; returns the reason."""
    deck = _crowded(rules, rng)
    cards = tuple(deck[: rng.randrange(1, 7)])
    reason = fault(rules, cards)
    assert (reason is None) == naive(rules).is_meld(cards), (rules.variant, cards, reason)
    return reason


def unrestricted(asked: Question) -> Question:
    """The same cards without any history."""
    rules = replace(asked.rules, keep_three=False, group_needs_stock_card=StockCard.OFF)
    return Question(rules, asked.base, asked.hand)
