"""What one seat holds and has laid, as bags, and what was found out about it.

The cards of a seat change only when it melds, exchanges or keeps. Positions share a `Holding` until then,
and it remembers its answers, so that a question asked at every card turned is worked out once.
"""

from app.games.cards import Card
from app.games.conquian.melds import Solver

_UNSEEN = -1


class Holding:
    """The cards in the hand of a seat (`held`) and those melded before it (`laid`), as bags.

    `joining` holds all faces that could make a meld of three with two of these cards, and until somebody
    has looked, every face. `size` counts the cards laid. All of it follows from the hand and the table that
    the position itself holds, and nothing is worked out before it is asked for.
    """

    __slots__ = ("_faces", "_hand", "_solver", "_table", "_ways", "held", "joining", "laid", "size")

    def __init__(self, solver: Solver, hand: tuple[Card, ...], table: tuple[tuple[Card, ...], ...]) -> None:
        self._solver = solver
        self._hand = hand
        self._table = table
        self.joining = _UNSEEN

    def look(self) -> None:
        """Fills everything in, once."""
        bags = self._solver.bags
        self.held = bags.of(self._hand)
        self.laid = sum([bags.of(meld) for meld in self._table])
        self.size = sum(map(len, self._table))
        self.joining = self._solver.joining(self.laid + self.held)
        self._ways: dict[int, tuple[int, ...]] = {}
        self._faces: tuple[Card, ...] | None = None

    @property
    def seen(self) -> "Holding":
        """This holding, looked at."""
        if self.joining == _UNSEEN:
            self.look()
        return self

    @property
    def faces(self) -> tuple[Card, ...]:
        """The different cards in the hand, in canonical order."""
        if self._faces is None:
            self._faces = tuple(sorted(set(self._hand), key=self._solver.bags.unit.__getitem__))
        return self._faces

    def ways(self, card: int) -> tuple[int, ...]:
        """Every bag from the hand that can be laid with the centre `card`, fewest first, then canonical.

        Only validity counts here, not what the history of the cards forbids.
        """
        if self.joining == _UNSEEN:
            self.look()
        if not card & self.joining:
            return ()
        found = self._ways.get(card)
        if found is None:
            found = self._solver.ordered(self._solver.uses(self.laid + card, self.held))
            self._ways[card] = found
        return found
