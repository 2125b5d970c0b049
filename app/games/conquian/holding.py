"""What one seat holds and has laid, as bags, and what was found out about it.

The cards of a seat change only when it melds, exchanges or keeps. Positions share a `Holding` until then,
and it remembers its answers, so that a question asked at every card turned is worked out once.
"""

from app.games.cards import Card
from app.games.conquian.plan import Plan

UNSEEN = -1


class Holding:
    """The `hand` of a seat and the `table` before it, as cards and as bags (`held`, `laid`).

    `joining` holds all faces that could make a meld of three with two of these cards, and until somebody
    has looked, every face (`UNSEEN`). `size` counts the cards laid. `idle` is what the seat may do in turn
    where no centre card joins them; None where that is to be looked for. All of it follows from the hand and
    the table, and nothing that takes long is worked out before it is asked for.
    """

    __slots__ = (
        "_plan",
        "_ways",
        "hand",
        "held",
        "idle",
        "joining",
        "laid",
        "size",
        "table",
    )

    def __init__(self, plan: Plan, hand: tuple[Card, ...], table: tuple[tuple[Card, ...], ...]) -> None:
        self._plan = plan
        self.hand = hand
        self.table = table
        self.idle = plan.tabled if table else plan.untabled
        self.held = self.joining = UNSEEN

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Holding) and (self.hand, self.table) == (other.hand, other.table)

    def __hash__(self) -> int:
        return hash((self.hand, self.table))

    def __repr__(self) -> str:
        return f"Holding(hand={self.hand}, table={self.table})"

    def look(self) -> None:
        """Fills everything in."""
        if self.held == UNSEEN:
            of, laid = self._plan.solver.bags.of, [card for meld in self.table for card in meld]
            self.size, self.laid, self.held = len(laid), of(laid), of(self.hand)
        self.joining = self._plan.solver.joining(self.laid + self.held)
        self._ways: dict[int, tuple[int, ...]] = {}

    def after_meld(
        self,
        centre: Card,
        used: tuple[Card, ...],
        discard: Card | None,
        hand: tuple[Card, ...],
        table: tuple[tuple[Card, ...], ...],
    ) -> "Holding":
        """What the seat has once it has laid `centre` and `used`; what was known of it is counted on."""
        made = Holding(self._plan, hand, table)
        if self.held != UNSEEN:
            unit, gone = self._plan.solver.bags.unit, 0
            for card in used:
                gone += unit[card]
            made.laid = self.laid + unit[centre] + gone
            made.size = self.size + 1 + len(used)
            made.held = self.held - gone - (unit[discard] if discard is not None else 0)
        return made

    def ways(self, card: int) -> tuple[int, ...]:
        """Every bag from the hand that can be laid with the centre `card`, fewest first, then canonical.

        Only validity counts here, not what the history of the cards forbids.
        """
        if self.joining == UNSEEN:
            self.look()
        if not card & self.joining:
            return ()
        found = self._ways.get(card)
        if found is not None:
            return found
        found = tuple(self._plan.solver.free(self.laid + card, self.held))
        found = self._ways[card] = found if len(found) < 2 else self._plan.solver.ordered(found)
        return found

    def listed(self, card: int) -> tuple[int, ...]:
        """The same as far as it is known already, else nothing."""
        return () if self.joining == UNSEEN else self._ways.get(card, ())

    def fits(self, card: int) -> bool:
        """Whether the centre `card` can join the table without a hand card, if only validity counts."""
        if self.joining == UNSEEN:
            self.look()
        if not card & self.joining:
            return False
        found = self._ways.get(card)
        # Of all ways, to lay no hand card at all is listed first.
        return self._plan.solver.covers(self.laid + card) if found is None else found[:1] == (0,)
