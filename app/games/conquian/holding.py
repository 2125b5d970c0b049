"""What one seat holds and has laid, as bags, and what was found out about it.

The cards of a seat change only when it melds, exchanges or keeps. Positions share a `Holding` until then,
and it remembers its answers, so that a question asked at every card turned is worked out once.
"""

from app.games.cards import Card
from app.games.conquian.melds import Solver

UNSEEN = -1


class Holding:
    """The cards in the hand of a seat (`held`) and those melded before it (`laid`), as bags.

    `joining` holds all faces that could make a meld of three with two of these cards, and until somebody
    has looked, every face (`UNSEEN`). `size` counts the cards laid. All of it follows from the hand and the
    table that the position itself holds, and nothing is worked out before it is asked for.
    """

    __slots__ = ("_faces", "_hand", "_solver", "_table", "_ways", "held", "joining", "laid", "size")

    def __init__(self, solver: Solver, hand: tuple[Card, ...], table: tuple[tuple[Card, ...], ...]) -> None:
        self._solver = solver
        self._hand = hand
        self._table = table
        self._faces: list[Card] | None = None
        self.held = self.joining = UNSEEN

    def look(self) -> None:
        """Fills everything in."""
        if self.held == UNSEEN:
            of, laid = self._solver.bags.of, [card for meld in self._table for card in meld]
            self.size, self.laid, self.held = len(laid), of(laid), of(self._hand)
        self.joining = self._solver.joining(self.laid + self.held)
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
        made = Holding(self._solver, hand, table)
        if self.held != UNSEEN:
            unit, gone = self._solver.bags.unit, 0
            for card in used:
                gone += unit[card]
            made.laid = self.laid + unit[centre] + gone
            made.size = self.size + 1 + len(used)
            made.held = self.held - gone - (unit[discard] if discard is not None else 0)
        return made

    @property
    def faces(self) -> list[Card]:
        """The different cards in the hand, in canonical order."""
        if self._faces is None:
            self._faces = sorted(set(self._hand), key=self._solver.bags.unit.__getitem__)
        return self._faces

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
        found = tuple(self._solver.free(self.laid + card, self.held))
        found = self._ways[card] = found if len(found) < 2 else self._solver.ordered(found)
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
        return self._solver.covers(self.laid + card) if found is None else found[:1] == (0,)
