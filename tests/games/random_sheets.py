"""Rules sheets made at random from the types and bounds of the fields, and sittings played by them."""

from collections import Counter
from collections.abc import Iterator
from enum import EnumType
from random import Random
from types import NoneType
from typing import Any, get_origin

from app.games.cards import PACKS, Card, Seat, canonical_deck
from app.games.conquian.commands import Meld
from app.games.conquian.game import CONQUIAN
from app.games.conquian.reasons import REASONS
from app.games.conquian.rules import BOUNDS, Rules
from app.games.conquian.sheets import SHEETS
from app.games.conquian.variants import VARIANTS
from app.games.descriptions import RefusalKind
from app.games.errors import ConfigRefused
from app.games.table.commands import Create, Leave, Ready
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.games.table.view import legal

_NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**70,
    1.5,
    "",
    "\x00",
    "ñ",
    [],
    [0] * 200,
    {},
    {"a": []},
    [[3]],
)
_HANDS = 3


def random_sheet(rng: Random) -> dict[str, Any]:
    """A sheet as a client may send it: a few fields of a variant changed, or most of them, or nonsense."""
    document = {"variant": rng.choice([*VARIANTS, "custom"])}
    names = [name for name in SHEETS.kinds if name != "variant"]
    for name in rng.sample(names, rng.choice((1, 2, 4, 8, len(names)))):
        document[name] = _value(name, rng)
    if rng.random() < 0.05:
        document[rng.choice([*names, "tarot", "", "Rules"])] = rng.choice(_NONSENSE)
    return document


def _value(name: str, rng: Random) -> Any:
    kind = rng.choice(SHEETS.kinds[name])
    if isinstance(kind, EnumType):
        return str(rng.choice(list(kind)))
    if get_origin(kind) is tuple:
        return [_number(name, rng) for _ in range(rng.choice((1, 1, 2, 3)))]
    if kind is NoneType:
        return None
    if name == "pack":
        return rng.choice(list(PACKS))
    if kind is int:
        return _number(name, rng)
    return {bool: rng.random() < 0.5, Card: rng.choice(("2O", "2d"))}[kind]


def _number(name: str, rng: Random) -> int:
    least, greatest = BOUNDS[name]
    if rng.random() < 0.02:
        return rng.choice((least - 1, greatest + 1))
    return rng.randint(least, min(greatest, _HANDS if name == "deals" else least + 9))


def refusal_or_rules(document: Any) -> Rules | ConfigRefused:
    """Return what a sheet comes to; whatever else is raised is a defect."""
    try:
        return CONQUIAN.custom(document)
    except ConfigRefused as refused:
        refusal = refused
    assert REASONS[refusal.code].kind is RefusalKind.CONFIGURATION
    assert refusal.field in {*SHEETS.kinds, *document, "rules"}
    return refusal


def sitting(rules: Rules, players: int, rng: Random) -> Iterator[Table]:
    """Every position of a sitting played at random to its end."""
    seats = ({"kind": "person"},) * players
    sheet, key = CONQUIAN.rules_to_json(rules), rng.randbytes(32).hex()
    command = Create("a" * 22, "conquian", sheet, seats, "none", "game", ("",) * players, key)
    table = fold(None, 1, create(command))
    yield table
    while not table.is_over:
        table = _next(table, rng)
        yield table


def _next(table: Table, rng: Random) -> Table:
    due = pending(table)
    if due is not None:
        events = decide(table, None, due)
    elif table.rules.deals is None and not table.in_hand and table.hand_number == _HANDS:
        events = decide(table, rng.choice(table.seats), Leave())
    else:
        seat = rng.choice(awaited(table))
        events = decide(table, seat, _choice(table, seat, rng) if table.in_hand else Ready())
    return fold(table, table.ply + 1, events)


def _choice(table: Table, seat: Seat, rng: Random) -> Any:
    """A legal command, a meld more often than not."""
    commands = legal(table, seat)
    melds = [command for command in commands if isinstance(command, Meld)]
    return rng.choice(melds if melds and rng.random() < 0.6 else commands)


def check_conserved(table: Table) -> None:
    """Every card lies in one place, and what some have won others have lost."""
    assert sum(table.balances) + table.house == 0
    hand = table.hand
    if hand is None:
        return
    lying = [card for seat in table.seats for card in (*hand.hands[seat], *hand.table_cards(seat))]
    centre = [hand.centre.card] if hand.centre else []
    cards = Counter([*lying, *centre, *hand.stock, *hand.discards])
    assert cards == Counter(canonical_deck(hand.rules.pack, hand.rules.packs))


def check_sheet(rng: Random) -> bool:
    """Return whether a random sheet can be played; then a sitting has ended with nothing lost or made."""
    rules = refusal_or_rules(random_sheet(rng))
    if isinstance(rules, ConfigRefused):
        return False
    players = range(rules.players_min, rules.players_max + 1)
    counts = [player + rules.idle_seats for player in players if not rules.teams or player % 2 == 0]
    table = None
    for table in sitting(rules, rng.choice(counts), rng):
        check_conserved(table)
    assert table is not None
    assert table.is_over
    return True
