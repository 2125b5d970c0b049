"""Events that are told over and over, remembered with all that they change together.

Most decisions pass, and what is told then follows from the seat, the seats that folded and the top card
alone. Copying such events one by one into a position is most of what a pass costs; their change is the same
every time, so it is found once, by copying them into a blank position, and applied at once.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.events import Event
from app.games.conquian.state import Centre, Source

Fields = dict[str, Any]
"""The fields of a `State` under way, by name."""

centre_of = lru_cache(1 << 12)(Centre)
"""A centre card; the few there are, are shared."""

_BEFORE = Centre(Card(""), Source.STOCK)
_ASKED = ("phase", "turn", "awaited", "answered", "answers")


class Told(tuple[Event, ...]):  # noqa: SLOT001 (a tuple has no room for slots of its own)
    """Events that pass, ask and turn cards, the last of them a question.

    `fixed` are the fields they leave behind whatever was there before, `asked` how many questions they put
    and `turned` how many cards they turn, of which `dead` no longer lie in the centre; `left_by` is who left
    the card that lay there before, where they turn none.
    """

    fixed: Fields
    asked: int
    turned: int
    dead: tuple[Card, ...]
    left_by: Seat | None

    def change(self, now: Fields) -> None:
        """Copies all of the events into a position."""
        centre = now["centre"]
        now.update(self.fixed)
        now["question"] += self.asked
        if self.turned:
            now["stock"] = now["stock"][self.turned :]
            lay = () if centre is None else (centre.card,)
            now["discards"] = (*now["discards"], *lay, *self.dead)
        elif self.left_by is not None and centre is not None:
            now["centre"] = centre_of(centre.card, centre.source, self.left_by)

    @staticmethod
    def of(events: Iterable[Event], turned: tuple[Card, ...], now: Fields) -> "Told":
        """`events`, which have turned up the cards `turned` and made `now` of a blank position."""
        made = Told(events)
        made.asked, made.turned, made.dead = now["question"], len(turned), now["discards"][1:]
        made.left_by = now["centre"].left_by
        names = (*_ASKED, "centre", "idle_turns") if turned else _ASKED
        made.fixed = {name: now[name] for name in names}
        return made


def blank(stock: tuple[Card, ...]) -> Fields:
    """A position in which nothing lies but a nameless centre card and a stock."""
    nothing: Fields = dict.fromkeys((*_ASKED, "discards", "idle_turns"), ())
    return {**nothing, "stock": stock, "centre": _BEFORE, "question": 0}
