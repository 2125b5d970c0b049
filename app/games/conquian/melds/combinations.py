"""Valid combinations, why other cards are none, and what the history of cards forbids (RULES 2, 6.6)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.games.cards import PACKS, Card, faces
from app.games.conquian.melds.multiset import Bags
from app.games.conquian.rules import Rules, SetKind, StockCard


def fault(rules: Rules, cards: Sequence[Card]) -> str | None:
    """Return the reason code why `cards` are no combination (RULES 2, 6.8), or None if they are one.

    >>> from app.games.conquian.variants import VARIANTS
    >>> fault(VARIANTS["mexican-3"].rules, ["11O", "12O", "1O"])
    'run_wraps'
    """
    if len(cards) < 3:
        return "combo_too_short"
    natural = _natural(rules, cards)
    if one_rank(rules, cards):
        return _set_fault(rules, natural, len(cards))
    if len({card[-1] for card in natural}) == 1:
        return _run_fault(rules, natural, len(cards))
    return "combo_mixed"


def _natural(rules: Rules, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card != rules.wild_card]


def one_rank(rules: Rules, cards: Sequence[Card]) -> bool:
    """Return whether `cards`, the wild card left out, have one rank: a combination of these is a set."""
    return len({_rank(card) for card in _natural(rules, cards)}) == 1


def _rank(card: Card) -> str:
    return card[:-1]


def _set_fault(rules: Rules, natural: Sequence[Card], size: int) -> str | None:
    """Return what is wrong with a set of `size` cards (RULES 2.2)."""
    if rules.set_kind is SetKind.IDENTICAL:
        if len(set(natural)) > 1:
            return "set_not_identical"
        return "set_too_long" if size > rules.packs else None
    if len(set(natural)) < len(natural):
        return "set_duplicate_suit"
    return "set_too_long" if size > rules.suits else None


def _run_fault(rules: Rules, natural: Sequence[Card], size: int) -> str | None:
    """Return what is wrong with a run of `size` cards (RULES 2.3 to 2.6)."""
    ranks = PACKS[rules.pack].ranks
    places = sorted(ranks.index(_rank(card)) for card in natural)
    if len(set(places)) < len(places):
        return "run_duplicate_rank"
    wild = size - len(natural)
    steps = [after - before for before, after in pairwise(places)]
    missing = sum(steps) - len(steps)
    if missing <= wild:
        return "run_too_long" if size > rules.longest_run else None
    round_the_end = places[0] + len(ranks) - places[-1]
    missing_in_circle = missing + round_the_end - max(*steps, round_the_end)
    return "run_wraps" if missing_in_circle <= wild else "run_gap"


def laid_out(rules: Rules, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return a valid combination as it lies: ascending, the wild card in its place (RULES 6.7)."""
    pack = PACKS[rules.pack]
    natural = _natural(rules, cards)
    if one_rank(rules, cards):
        return (*sorted(natural, key=lambda card: pack.suits.index(card[-1])), *_wild(rules, cards))
    shown = sorted(natural, key=lambda card: pack.ranks.index(_rank(card)))
    for wild in _wild(rules, cards):
        places = [pack.ranks.index(_rank(card)) for card in shown]
        gaps = [at for at, place in enumerate(places) if place != places[0] + at]
        full = places[-1] == len(pack.ranks) - 1
        shown.insert(gaps[0] if gaps else 0 if full else len(shown), wild)
    return tuple(shown)


def _wild(rules: Rules, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card == rules.wild_card]


def surplus(cards: Sequence[Card], available: Counter[Card]) -> bool:
    """Return whether `cards` hold some face more often than `available` does."""
    return any(count > available[card] for card, count in Counter(cards).items())


@dataclass(frozen=True, slots=True)
class Combination:
    """One combination: its bag and its cards as they lie.

    In one that `stands_in` the wild card takes the place of another card.
    """

    bag: int
    cards: tuple[Card, ...]
    is_set: bool
    stands_in: bool = False


@dataclass(frozen=True, slots=True)
class Restrictions:
    """Restrictions by the history of the cards (RULES 2.7, 6.6).

    Of each bag in `groups` three cards must stay together. `stock` holds the cards that were turned up from
    the stock, `need` says which combinations must contain one of them.
    """

    groups: tuple[int, ...] = ()
    stock: int = 0
    need: StockCard = StockCard.OFF

    def allows(self, meld: Combination) -> bool:
        """Return whether `meld` contains a card from the stock if it must (RULES 2.7)."""
        needs = self.need is StockCard.ALL or (self.need is StockCard.SETS and meld.is_set)
        return not needs or bool(meld.bag & self.stock)

    @property
    def all_kept(self) -> int:
        """The bit set of all groups."""
        return (1 << len(self.groups)) - 1

    def kept(self, meld: Combination, so_far: int) -> int:
        """Return `so_far`, a bit set of groups, and those of which `meld` keeps three cards (RULES 6.6)."""
        for at, group in enumerate(self.groups):
            if (meld.bag & group).bit_count() >= 3:
                so_far |= 1 << at
        return so_far


FREE = Restrictions()
"""No restriction."""


def combinations(rules: Rules, bags: Bags) -> list[Combination]:
    """Return every combination: longest first, runs before sets, then in canonical order (RULES 6.7)."""
    natural = [(cards, False) for cards in _runs(rules)] + [(cards, True) for cards in _sets(rules)]
    by_bag: dict[int, Combination] = {}
    for cards, is_set in natural:
        for replaced in _with_wild(rules, cards):
            bag = bags.of(replaced)
            made = Combination(bag, laid_out(rules, replaced), is_set, replaced != cards)
            by_bag.setdefault(bag, made)
    return sorted(by_bag.values(), key=lambda made: (-len(made.cards), made.is_set, made.bag))


def _sets(rules: Rules) -> list[tuple[Card, ...]]:
    """Return every set without a wild card (RULES 2.2)."""
    pack = faces(rules.pack)
    if rules.set_kind is SetKind.IDENTICAL:
        return [(card,) * size for card in pack for size in range(3, rules.packs + 1)]
    ranks = len(pack) // rules.suits
    quartets = [pack[rank::ranks] for rank in range(ranks)]
    triplets = [quartet[:out] + quartet[out + 1 :] for quartet in quartets for out in range(len(quartet))]
    return quartets + triplets


def _runs(rules: Rules) -> list[tuple[Card, ...]]:
    """Return every run without a wild card (RULES 2.3 to 2.5)."""
    pack = faces(rules.pack)
    ranks = len(pack) // rules.suits
    suits = [pack[start : start + ranks] for start in range(0, len(pack), ranks)]
    return [
        suit[low : low + size]
        for suit in suits
        for size in range(3, rules.longest_run + 1)
        for low in range(ranks - size + 1)
    ]


def _with_wild(rules: Rules, cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Return `cards` as they are, and with the wild card in place of each of them (RULES 2.6)."""
    wild = rules.wild_card
    if wild is None or wild in cards:
        return [cards]
    return [cards, *((*cards[:at], wild, *cards[at + 1 :]) for at in range(len(cards)))]
