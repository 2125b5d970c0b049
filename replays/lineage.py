"""A fork against the record of its parent: the ply it names, the digest there, the position (RULES 11.14)."""

from collections.abc import Sequence
from typing import Any, Final

from app.entries import Position, advance
from app.games.codec import Json
from app.games.table.forks import opening as position_of
from app.games.table.state import Stock
from app.store.errors import Damaged
from replays.chain import Link, opening
from replays.errors import BadRecord
from replays.findings import Check, Notes
from replays.record import read

_RULE: Final = "11.14"


def is_fork(links: Sequence[Link | None]) -> bool:
    """Whether the log begins with a position of another game."""
    begun = opening(links)
    return begun is not None and begun[1].get("parent") is not None


def check_parent(notes: Notes, links: Sequence[Link | None], parent: bytes) -> None:
    """The fork that begins `links` follows from `parent`, a record that was audited by itself."""
    begun = opening(links)
    if begun is None:
        return
    notes.looked(Check.PARENT)
    created = begun[1]
    named = created["parent"] if isinstance(created.get("parent"), dict) else {}
    there = _position(parent, named)
    if there is None:
        notes.find(Check.PARENT, 1, "the record of the parent does not have that ply", _RULE, parent=named)
        return
    for what, recorded, right in _claims(created, named, there):
        if recorded != right:
            detail = f"{what} is not that of the parent"
            notes.find(Check.PARENT, 1, detail, _RULE, recorded=recorded, parent=right)


def _position(parent: bytes, named: Json) -> Position | None:
    """The parent at the ply that is named, None where it has none."""
    ply = named.get("ply")
    try:
        entries = read(parent).entries
        there = advance(None, entries[:ply]) if type(ply) is int and 0 < ply <= len(entries) else None
    except (BadRecord, Damaged):
        return None
    return there if there is not None and there.table.in_hand else None


def _claims(created: Json, named: Json, there: Position) -> list[tuple[str, Any, Any]]:
    """What a fork says of its parent, beside what is so."""
    table, stock = there.table, created.get("stock")
    known = stock in tuple(Stock)
    return [
        ("game", named.get("game"), there.game),
        ("digest", named.get("digest"), there.digest.hex()),
        ("stock", known, True),
        ("rules sheet", created.get("rules"), table.play.rules_to_json(table.rules)),
        ("position", created.get("position"), position_of(table, Stock(str(stock))) if known else None),
    ]
