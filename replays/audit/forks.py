"""The checks of the origin of a fork (RULES 11.14).

By itself a fork must begin with a position that can be played; beside the record of its parent, with the
position at the ply and digest that it names.
"""

from collections.abc import Sequence
from typing import Any, Final

from app.games.codec import Json
from app.games.errors import ConfigRefused, GameError
from app.games.game import Sheets
from app.games.registry import GAMES
from app.games.table.seats import opening as position_of
from app.games.table.state import Stock
from app.i18n import Message
from app.service.entry_codec import Position, advance
from app.store.canonical import canonical
from app.store.errors import Damaged
from app.store.keys import is_game_id
from replays.audit.chain import Link, opening
from replays.audit.report import Check, ReportBuilder
from replays.record.errors import BadRecord
from replays.record.format import is_hash
from replays.record.read import read_record
from replays.record.untrusted_values import Malformed, guarded, wrong_field

_RULE: Final = "11.14"
_PARENT: Final = {"game", "ply", "digest"}


def is_fork(links: Sequence[Link | None]) -> bool:
    """Return whether the log begins with a position of another game."""
    begun = opening(links)
    return begun is not None and begun[1].get("parent") is not None


def check_start(builder: ReportBuilder, links: Sequence[Link | None]) -> None:
    """Check the form of the origin that a fork names."""
    begun = opening(links)
    if begun is None or not is_fork(links):
        return
    wrong = fault(begun[1])
    if wrong:
        builder.find(
            Check.DECISIONS,
            1,
            Message("a fork cannot begin so: {name}").filled(name=wrong),
            _RULE,
            parent=begun[1]["parent"],
        )


def fault(created: Json) -> str | None:
    """Return the part of the origin of a fork that is wrong by itself, None if none is."""
    named, stock, position = created.get("parent"), created.get("stock"), created.get("position")
    if not isinstance(named, dict) or set(named) != _PARENT or not is_hash(named["digest"]):
        return "parent"
    known = isinstance(named["game"], str) and is_game_id(named["game"])
    if not known or type(named["ply"]) is not int or named["ply"] < 1:
        return "parent"
    if stock not in [*Stock]:
        return "stock"
    try:
        return None if guarded(lambda: _can_go_on(created, position)) else "position"
    except (Malformed, GameError):
        return "position"


def _can_go_on(created: Json, position: Any) -> bool:
    """Return whether a hand can be played on from `position`, which has its canonical form."""
    play = GAMES[created["play"]]
    rules = play.rules_from_json(created["rules"])
    hand = play.resume(rules, position)
    written = canonical(play.position(hand, keep_stock=True)) == canonical(position)
    seats = len(created["seats"]) == len(play.revealed(hand)["hands"])
    return written and not wrong_field(hand) and seats and play.hand_fault(rules, hand) is None


def check_parent(builder: ReportBuilder, links: Sequence[Link | None], parent: bytes, *, sound: bool) -> None:
    """Check that the fork `links` follows from the record `parent`, and that this is `sound`."""
    begun = opening(links)
    if begun is None:
        return
    builder.looked(Check.PARENT)
    created = begun[1]
    if not sound:
        builder.find(Check.PARENT, 1, Message("the record of the parent is not clean itself"), _RULE)
        return
    named = created["parent"] if isinstance(created.get("parent"), dict) else {}
    there = _position(parent, named)
    if there is None:
        builder.find(
            Check.PARENT, 1, Message("the record of the parent does not have that entry"), _RULE, parent=named
        )
        return
    for wrong, recorded, right in _claims(created, named, there):
        if recorded != right:
            builder.find(Check.PARENT, 1, wrong, _RULE, recorded=recorded, parent=right)


def _position(parent: bytes, named: Json) -> Position | None:
    """Return the parent at the ply that is named, None if it plays no hand there."""
    ply = named.get("ply")
    try:
        entries = read_record(parent).entries
        there = advance(None, entries[:ply]) if type(ply) is int and 0 < ply <= len(entries) else None
    except (BadRecord, Damaged):
        return None
    return there if there is not None and there.table.in_hand else None


def _claims(created: Json, named: Json, there: Position) -> list[tuple[Message, Any, Any]]:
    """Return the finding for each fact of the parent, with the value in the fork and the right one."""
    table, stock = there.table, created.get("stock")
    known = stock in tuple(Stock)
    return [
        (Message("game is not that of the parent"), named.get("game"), there.game),
        (Message("digest is not that of the parent"), named.get("digest"), there.digest.hex()),
        (Message("stock is not that of the parent"), known, True),
        (
            Message("rules sheet is not that of the parent"),
            _completed(table.play, created.get("rules")),
            table.play.rules_to_json(table.rules),
        ),
        (
            Message("position is not that of the parent"),
            created.get("position"),
            position_of(table, Stock(str(stock))) if known else None,
        ),
    ]


def _completed(play: Sheets, sheet: Any) -> Any:
    """Return `sheet` with the fields that it lacks, or as it is if it cannot be played."""
    try:
        return play.rules_to_json(play.rules_from_json(sheet))
    except ConfigRefused:
        return sheet
