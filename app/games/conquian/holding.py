"""What one seat holds and has laid, as bags, and what was found out about it.

The cards of a seat change only when it melds, exchanges or keeps. Positions share a `Holding` until then,
and it remembers its answers, so that a question asked at every card turned is worked out once.
"""

from collections.abc import Collection, Iterable

from app.games.cards import Card
from app.games.conquian.plan import Plan
from app.games.values import value

UNSEEN = -1
_NOTHING: tuple[Card, ...] = ()


def less(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    """`cards` without those that have `gone`; ValueError if one of these is not there."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


@value
class Way:
    """A way to lay a centre card: the `cards` of the hand that go down with it, and what there is then.

    `laid` lies on the table and `held` is left in the hand, one face of which, of `discards`, is discarded,
    unless the seat goes `out`.
    """

    cards: tuple[Card, ...]
    laid: int
    held: int
    discards: int
    out: bool


class Holding:
    """The `hand` of a seat and the `table` before it, as cards and as bags (`held`, `laid`).

    `joining` holds all faces that could make a meld of three with two of these cards, and until somebody
    has looked, every face (`UNSEEN`). `size` counts the cards laid. `idle` is what the seat may do in turn
    where no centre card joins them; None where that is to be looked for. All of it follows from the hand and
    the table, and nothing that takes long is worked out before it is asked for.
    """

    __slots__ = (
        "_cards",
        "_plan",
        "_ways",
        "held",
        "idle",
        "joining",
        "laid",
        "size",
        "table",
    )

    def __init__(self, plan: Plan, hand: tuple[Card, ...], table: tuple[tuple[Card, ...], ...]) -> None:
        self._plan = plan
        self._cards = hand, _NOTHING
        self.table = table
        self.idle = plan.tabled if table else plan.untabled
        self.held = self.joining = UNSEEN

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Holding) and (self.hand, self.table) == (other.hand, other.table)

    def __hash__(self) -> int:
        return hash((self.hand, self.table))

    def __repr__(self) -> str:
        return f"Holding(hand={self.hand}, table={self.table})"

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards in the hand, in the order dealt; what has gone is only taken out when it is read."""
        hand, gone = self._cards
        if gone:
            hand = less(hand, gone)
            self._cards = hand, _NOTHING
        return hand

    def look(self) -> None:
        """Fills everything in."""
        if self.held == UNSEEN:
            of, laid = self._plan.solver.bags.of, [card for meld in self.table for card in meld]
            self.size, self.laid, self.held = len(laid), of(laid), of(self.hand)
        self.joining = self._plan.solver.joining(self.laid + self.held)
        self._ways: dict[int, tuple[Way, ...]] = {}

    def after_meld(
        self, centre: Card, used: tuple[Card, ...], discard: Card | None, table: tuple[tuple[Card, ...], ...]
    ) -> "Holding":
        """What the seat has once it has laid `centre` and `used`; what was known of it is counted on.

        ValueError if it does not hold what is gone.
        """
        plan = self._plan
        gone = used if discard is None else (*used, discard)
        way = self.way(plan.unit[centre], used, discard)
        if way is None:
            made = Holding(plan, less(self.hand, gone), table)
        else:
            hand, before = self._cards
            made = Holding(plan, hand, table)
            made._cards = hand, before + gone
            made.laid = way.laid
            made.held = way.held if discard is None else way.held - plan.unit[discard]
            made.size = self.size + 1 + len(used)
        return made

    def ways(self, card: int) -> tuple[Way, ...]:
        """Every way to lay the centre `card`, fewest cards first, then canonical.

        Only validity counts here, not what the history of the cards forbids.
        """
        if self.joining == UNSEEN:
            self.look()
        if not card & self.joining:
            return ()
        found = self._ways.get(card)
        if found is None:
            uses = self._plan.solver.free(self.laid + card, self.held)
            found = self._ways[card] = self.laying(card, uses) if uses else ()
        return found

    def laying(self, card: int, uses: Collection[int]) -> tuple[Way, ...]:
        """The ways to lay the centre `card` that use the bags `uses`, in the order they are listed."""
        solver, laid, held = self._plan.solver, self.laid + card, self.held
        bags, to_win, found = solver.bags, self._plan.hand_size - self.size, []
        single = bags.packs == 1
        for use in uses if len(uses) < 2 else solver.ordered(uses):
            cards, left = bags.listed(use), held - use
            discards = left if single else bags.present(left)
            found.append(Way(cards, laid + use, left, discards, len(cards) == to_win))
        return tuple(found)

    def way(self, card: int, used: tuple[Card, ...], discard: Card | None) -> Way | None:
        """The way to lay the centre `card` with `used`, in canonical order, after which `discard` may follow
        (None: after which the seat goes out), if it has been listed."""
        if self.joining != UNSEEN:
            for way in self._ways.get(card, ()):
                if way.cards == used:
                    if discard is None:
                        return way if way.out else None
                    return None if way.out or not self._plan.unit.get(discard, 0) & way.discards else way
        return None

    def fits(self, card: int) -> bool:
        """Whether the centre `card` can join the table without a hand card, if only validity counts."""
        if self.joining == UNSEEN:
            self.look()
        if not card & self.joining:
            return False
        found = self._ways.get(card)
        if found is None:
            return self._plan.solver.covers(self.laid + card)
        # Of all ways, to lay no hand card at all is listed first.
        return bool(found) and not found[0].cards
