"""The entries of a record, decided and encoded again, and compared with its bytes.

A log follows from the key of its game, its commands and their times: the rules give the events of a command,
and the events and the key give every byte of its entry, with its seals, salts and digest. An entry with
exactly these bytes passes every check of the audit. At the first entry with other bytes, or whose command the
rules refuse, `confirm` stops, and the checks explain what is wrong.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.games.cards import Seat
from app.games.codec import Json
from app.games.game import Game
from app.games.registry import GAMES
from app.games.table import wire
from app.games.table.commands import Deal, Freeze
from app.games.table.decide import create, decide
from app.games.table.events import GameEnded, GameVoided, HandBegun, HandSettled, HouseCharged
from app.games.table.evolve import fold
from app.games.table.state import Table
from app.i18n import Message
from app.service.entry_codec import RULES_VERSION, Position, encode_entry
from app.store.canonical import parse
from app.store.entry import START_DIGEST, Entry
from app.store.keys import is_game_id
from replays.record.format import is_key, is_pin
from replays.record.untrusted_values import SEATS, parse_object, wrong_field
from replays.record.write import entry_line

_PINS: Final = ("rules_version", "rulebook", "receipt_key")
_SEATS: Final = {f"seat:{number}": Seat(number) for number in range(SEATS)}
"""The actors that are seats; no game has more of them."""

_COUNTED: Final = frozenset((Deal, HandBegun, HandSettled, HouseCharged, GameEnded, GameVoided))
_ENDS: Final = frozenset((GameEnded, GameVoided))

_EVENTS: Final = b',"events":['
"""The bytes after the command of an entry; no text holds them, because its quotation marks are escaped."""

_TIME: Final = b',"time":'
_END: Final = b',"v":1}}\n'

_PAUSE: Final = 256
"""The number of entries between two pauses, in which a server of greenlets answers requests."""

_LATEST: Final = 2**53


class _Differs(Exception):
    """An entry differs from the one that the rules and the keys give for its command."""


@dataclass(slots=True)
class Confirmed:
    """The first `plies` entries of a log, all of them confirmed.

    `table`, `digest` and `time` are those after the last of them; `table` is None if there are none.
    `counts` has the number of their commands and events by class, as far as checks are made of them alone,
    `ended_at` is the ply of the event that ends the game. `only_bots` is true if every seat was a bot's when
    the table was made.
    """

    plies: int = 0
    table: Table | None = None
    digest: bytes = START_DIGEST
    time: int = 0
    counts: Counter[type] = field(default_factory=Counter)
    ended_at: int | None = None
    only_bots: bool = False

    def count(self, kind: type) -> int:
        """Return the number of the commands or events of a class."""
        return self.counts[kind]

    @property
    def hands(self) -> int:
        """The number of hands begun."""
        return self.table.hand_number if self.table else 0


NOTHING_CONFIRMED: Final = Confirmed()


def confirm(lines: Sequence[bytes]) -> Confirmed:
    """Return the confirmed entries at the beginning of `lines`, the lines of all entries of a record."""
    confirmed = Confirmed()
    for at, line in enumerate(lines, 1):
        if at % _PAUSE == 0:
            time.sleep(0)
        try:
            if confirmed.table is None:
                _confirm_first(confirmed, line)
            else:
                _confirm_next(confirmed, confirmed.table, line)
        except Exception:
            break  # a forged entry may break the rules anywhere; the checks explain it
    return confirmed


def _confirm_first(confirmed: Confirmed, line: bytes) -> None:
    document, is_canonical = parse_object(line[:-1])
    if document is None or not is_canonical:
        raise _Differs
    public: Json = document["public"]
    command = _command(GAMES[public["events"][0]["play"]], document)
    events = create(command)
    after = fold(None, 1, events)
    confirmed.only_bots = after.only_bots
    stamp, pinned = _time(confirmed, public["time"]), _pinned(public, after)
    _add(
        confirmed,
        line,
        encode_entry(None, after, None, command, events, stamp, pinned),
        after,
        stamp,
        (command, *events),
    )


def _confirm_next(confirmed: Confirmed, before: Table, line: bytes) -> None:
    document = parse(line[: line.index(_EVENTS)] + b"}}")
    command, seat = _command(before.play, document), _seat(document["public"]["actor"], before)
    if type(command) is Freeze and not parse_object(line[:-1])[1]:
        raise _Differs  # a receipt of any form, which encoding again does not put in order
    stamp = _time(confirmed, int(line[line.rindex(_TIME) + len(_TIME) : -len(_END)]))
    events = decide(before, seat, command)
    after = fold(before, confirmed.plies + 1, events)
    place = Position(before, confirmed.digest, confirmed.time)
    entry = encode_entry(place, after, seat, command, events, stamp)
    _add(confirmed, line, entry, after, stamp, (command, *events))


def _add(
    confirmed: Confirmed, line: bytes, entry: Entry, after: Table, stamp: int, happened: tuple[Any, ...]
) -> None:
    """Add `entry`, with its command and events, if its bytes are those of `line` and no card is lost."""
    if entry_line(entry) != line or position_fault(after) or confirmed.ended_at:
        raise _Differs
    kinds = [*map(type, happened)]
    if not _COUNTED.isdisjoint(kinds):
        confirmed.counts.update(kinds)
        if not _ENDS.isdisjoint(kinds):
            confirmed.ended_at = entry.ply
    confirmed.plies, confirmed.table, confirmed.digest, confirmed.time = entry.ply, after, entry.digest, stamp


def position_fault(table: Table) -> Message | None:
    """Return why `table` is an impossible position of a game, or None.

    Besides cards and money, the numbers of cards and of hands must be within what the rules deal, because a
    forged position could make later decisions slow.
    """
    if sum(table.balances) + table.house or len(table.balances) != len(table.places):
        return Message("balances and house do not sum to zero")
    if not 0 <= table.drawn <= table.hand_number <= table.play.hands_max:
        return Message("the numbers of hands do not go together")
    return None if table.hand is None else table.play.hand_fault(table.rules, table.hand)


def _command(play: Game, document: Json) -> Any:
    members = document["public"]["command"]
    for hidden in document["hidden"]:
        members = members | hidden["part"].get("command", {})
    command = wire.command_from_json(play, members)
    if wrong_field(command):
        raise _Differs
    return command


def _seat(actor: str, table: Table) -> Seat | None:
    seat = _SEATS.get(actor)
    if seat is not None and seat >= len(table.places):
        raise _Differs
    return seat


def _time(confirmed: Confirmed, stamp: Any) -> int:
    """Return the time of the next entry."""
    if type(stamp) is not int or not confirmed.time <= stamp < _LATEST or (stamp and confirmed.only_bots):
        raise _Differs
    return stamp


def _pinned(first: Json, table: Table) -> Json:
    """Return the versions and keys that the first entry names, all of the right form."""
    pinned: Json = {name: first[name] for name in _PINS if name in first}
    version = pinned["rules_version"]
    known = type(version) is int and 1 <= version <= RULES_VERSION
    signed = "receipt_key" not in pinned or is_key(pinned["receipt_key"])
    named = "rulebook" not in pinned or is_pin(pinned["rulebook"])
    if not (known and signed and named and is_game_id(table.game)) or wrong_field(table.rules):
        raise _Differs
    return pinned
