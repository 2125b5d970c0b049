"""The meld question answered a second time, from the definitions, by trying every partition.

Nothing here knows bags, covers or the solver; it is slow and meant to be obviously right.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from app.games.cards import PACKS, Card
from app.games.conquian.rules import Rules, SetKind, StockCard

Layout = tuple[tuple[Card, ...], ...]


class Naive:
    """Answers for one sheet; only the verdicts on single melds are remembered."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.pack = PACKS[rules.pack]
        self.longest = len(self.pack.ranks) if rules.run_max is None else rules.run_max
        self._melds: dict[tuple[Card, ...], bool] = {}

    def is_meld(self, cards: Sequence[Card]) -> bool:
        """Return True if `cards` are one combination, the wild card standing for any face (RULES 2)."""
        key = tuple(sorted(cards))
        if key not in self._melds:
            self._melds[key] = self._judged(key)
        return self._melds[key]

    def _judged(self, cards: tuple[Card, ...]) -> bool:
        wild = self.rules.wild_card
        if wild not in cards:
            return self._natural(cards)
        rest = [card for card in cards if card != wild]
        return len(rest) == len(cards) - 1 and any(self._natural((*rest, face)) for face in self.pack.faces())

    def _natural(self, cards: Sequence[Card]) -> bool:
        return len(cards) >= 3 and (self._is_set(cards) or self._is_run(cards))

    def _is_set(self, cards: Sequence[Card]) -> bool:
        if self.rules.set_kind is SetKind.IDENTICAL:
            return len(set(cards)) == 1 and len(cards) <= self.rules.packs
        return one_rank(cards) and len({card[-1] for card in cards}) == len(cards)

    def _is_run(self, cards: Sequence[Card]) -> bool:
        places = sorted(self.pack.ranks.index(card[:-1]) for card in cards)
        follow = places == list(range(places[0], places[0] + len(places)))
        return follow and len({card[-1] for card in cards}) == 1 and len(cards) <= self.longest

    def layouts(self, cards: tuple[Card, ...]) -> Iterator[Layout]:
        """Every way to lay all of `cards` out in melds; copies make some come more than once."""
        if not cards:
            yield ()
            return
        first, rest = cards[0], cards[1:]
        for chosen in self._partners(first, rest):
            left = tuple(card for at, card in enumerate(rest) if at not in chosen)
            meld = (first, *(rest[at] for at in chosen))
            yield from ((meld, *others) for others in self.layouts(left))

    def _partners(self, first: Card, rest: tuple[Card, ...]) -> Iterator[tuple[int, ...]]:
        tried = set()
        for same in self._kinships(first, rest):
            for size in range(2, len(same) + 1):
                for chosen in combinations(same, size):
                    meld = tuple(sorted(rest[at] for at in chosen))
                    if meld not in tried and self.is_meld((first, *meld)):
                        tried.add(meld)
                        yield chosen

    def _kinships(self, first: Card, rest: tuple[Card, ...]) -> Iterator[list[int]]:
        """Yield the indexes of cards that may share a meld with `first`: those of its suit, then its rank."""
        wild = self.rules.wild_card
        for part in (slice(-1, None), slice(None, -1)):
            kinds = {card[part] for card in rest} if first == wild else {first[part]}
            for kind in sorted(kinds):
                yield [at for at, card in enumerate(rest) if card[part] == kind or card == wild]

    def allowed(self, layout: Layout, groups: Layout = (), turned: frozenset[Card] = frozenset()) -> bool:
        """Return whether history allows `layout`: stock cards where needed, three of each group together."""
        need = self.rules.group_needs_stock_card
        for meld in layout:
            needs = need is StockCard.ALL or (need is StockCard.SETS and one_rank(meld))
            if needs and not turned & set(meld):
                return False
        return all(any(len(set(group) & set(meld)) >= 3 for meld in layout) for group in groups)

    def covers(
        self, cards: Sequence[Card], groups: Layout = (), turned: frozenset[Card] = frozenset()
    ) -> bool:
        """Return True if all of `cards` can be laid out."""
        return any(self.allowed(layout, groups, turned) for layout in self.layouts(tuple(sorted(cards))))


def one_rank(cards: Sequence[Card]) -> bool:
    """Return True if all of `cards` have the same rank."""
    return len({card[:-1] for card in cards}) == 1


def submultisets(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every multiset of cards taken from `cards`, the empty one first."""
    held = sorted(Counter(cards).items())
    for counts in product(*(range(count + 1) for _, count in held)):
        yield tuple(card for (card, _), count in zip(held, counts, strict=True) for _ in range(count))
