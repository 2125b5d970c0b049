"""Tables in memory for the tests of the rules: made, taken to the end of a hand, dealt on."""

from dataclasses import replace
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.commands import Meld, Pass
from app.games.conquian.game import CONQUIAN
from app.games.conquian.state import Centre, Phase, Source
from app.games.table.commands import Create, Ready
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Status, Table
from app.store.keys import game_id_from

GAME = game_id_from(b"a table in memory".ljust(32))

_NEARLY_OUT: dict[tuple[str, int], tuple[str, str]] = {
    ("spanish40", 8): ("1O 2O 3O 4O 5O 6O 7O 10O", "11O"),
    ("spanish40", 9): ("1O 2O 3O 4O 5O 6O 7O 10O 11O", "12O"),
    ("spanish40", 10): ("3E 3E 3E|4B 5B 6B 7B|6O 7O 10O", "10B"),
    ("french40", 9): ("As Ah Ac|2s 2h 2c|3s 3h 3c", "Ad"),
    ("french40", 10): ("As Ah Ac|2s 2h 2c|3d 3s 3h 3c", "Ad"),
    ("numeral40", 10): ("As Ah Ac|2s 2h 2c|3d 3s 3h 3c", "Ad"),
    ("french52", 8): ("Ad 2d 3d 4d 5d 6d 7d 8d", "9d"),
    ("french52", 9): ("Ad 2d 3d 4d 5d 6d 7d 8d 9d", "Td"),
    ("french52", 10): ("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td", "Jd"),
    ("french52", 11): ("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd", "Qd"),
}
"""By pack and hand size a table on which one card is missing, and that card."""


def table_of(variant: str, seats: int = 2, kind: str = "person", **options: Any) -> Table:
    """A new table of `variant`, dealt unless a person has to be waited for."""
    chance = {name: options.pop(name, default) for name, default in (("entropy", "none"), ("reveal", "game"))}
    follows = {name: options.pop(name) for name in ("first_dealer", "rematch_of") if name in options}
    plan = {"kind": "person"} if kind == "person" else {"kind": "bot", "bot": kind}
    made = Create(
        game=GAME,
        play="conquian",
        rules=CONQUIAN.rules_to_json(CONQUIAN.sheet(variant, options)),
        seats=(plan,) * seats,
        token_hashes=("",) * seats,
        game_key="5a" * 32,
        **chance,
        **follows,
    )
    return settled(fold(None, 1, create(made)))


def after_command(table: Table, seat: int | None, command: Any) -> Table:
    """The table after `command`, and after what the service owes it then."""
    events = decide(table, None if seat is None else Seat(seat), command)
    return settled(fold(table, table.ply + 1, events))


def settled(table: Table) -> Table:
    """The table with everything done that the service owes it at once."""
    while (command := pending(table)) is not None:
        table = fold(table, table.ply + 1, decide(table, None, command))
    return table


def cards(text: str) -> tuple[Card, ...]:
    """Cards from their codes."""
    return tuple(map(Card, text.split()))


def won(table: Table, winner: int, table_cards: str | None = None, centre: str | None = None) -> Table:
    """The table after `winner` goes out in the present hand, with these cards or some of the pack."""
    hand = table.hand
    default = _NEARLY_OUT.get((table.rules.pack, hand.hand_size), ("", ""))
    laid = tuple(cards(meld) for meld in (table_cards or default[0]).split("|"))
    last = Centre(Card(centre or default[1]), Source.STOCK)
    at = Seat(winner)
    tables = tuple(laid if seat == at else () for seat in table.seats)
    hands = tuple(() if seat == at else cards_of for seat, cards_of in enumerate(hand.hands))
    asked = {"phase": Phase.NEW, "turn": at, "awaited": (at,), "centre": last}
    ready = table.changed(hand=replace(hand, tables=tables, hands=hands, **asked))
    return after_command(ready, winner, Meld(use=()))


def drawn(table: Table) -> Table:
    """The table after the present hand has ended in tablas."""
    first = table.order[0]
    centre = Centre(table.hand.stock[0], Source.DISCARD, table.order[-1])
    last = replace(table.hand, phase=Phase.LEFT, turn=first, awaited=(first,), centre=centre, stock=())
    table = after_command(table.changed(hand=last), first, Pass())
    for claimant in table.hand.awaited:
        table = after_command(table, claimant, Pass())
    return table


def dealt_on(table: Table) -> Table:
    """The table with its next hand dealt."""
    while table.status is Status.BETWEEN_HANDS:
        table = after_command(table, table.awaited[0], Ready())
    return table
