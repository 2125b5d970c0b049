"""The entries of a record told again: every line made anew from its command, and compared byte by byte.

A log follows from the key of its game, its commands and their times: whoever decides the commands again can
write every line as the service must have written it, seals, salts and digests included. Where all are equal,
all that the audit asks of them holds, at a fraction of the price of asking one by one. Where one is not,
nothing is said here: then the audit looks for what is wrong, check by check.

Most entries hide nothing and say one of a few hundred things: the same command, with the same events. What
was written for such events once is remembered, so that for them only deciding and comparing is left.
"""

import time
from collections import Counter
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from app.entries import Position, actor, write
from app.games.cards import Seat
from app.games.codec import Json
from app.games.game import Game
from app.games.registry import GAMES
from app.games.table import wire
from app.games.table.commands import Create, Freeze
from app.games.table.decide import create, decide
from app.games.table.evolve import fold, goes_on, played
from app.games.table.state import Table
from app.store.canonical import canonical, parse, written
from app.store.proof import START_DIGEST
from replays import positions, shape
from replays.record import entry_line
from replays.scan import LINE_LIMIT, object_in

ENTRY: Final = b'{"digest":"'
"""How the line of an entry begins."""

_OPEN: Final = b'","hidden":[],"public":'
"""What stands between the digest and the public part of an entry that hides nothing."""

_ACTOR: Final = b'{"actor":"'
_AFTER: Final = b',"game":"'
_END: Final = b',"v":1}}'
_DIGEST: Final = len(ENTRY)
_OPENED: Final = _DIGEST + 64
_PUBLIC: Final = _OPENED + len(_OPEN)
_SAID: Final = _PUBLIC + len(_ACTOR)
_PINS: Final = ("rules_version", "rulebook", "receipt_key")
_DIGITS: Final = 40
"""No seat and no time has more digits."""

_TOGETHER: Final = 512
"""So many plies take about as long as the few that are checked one by one without a pause."""

_LATEST: Final = 2**53
_REMEMBERED: Final = 4096
_BRIEF: Final = 300
"""What takes more bytes to say is hardly said twice."""


class Differs(Exception):
    """A line is not what the rules and the keys make of its command."""


class _Said(NamedTuple):
    """What the bytes of an entry say, from its actor to its events, as the rules have told it."""

    seat: Seat | None
    command: Any
    events: tuple[Any, ...]
    change: tuple[Any, ...] | None
    """The events again as they are folded fastest, None if they are not those of a hand alone."""


@lru_cache
def _sayings(play: str) -> dict[bytes, _Said]:
    """What is remembered of the game `play`, by its bytes."""
    return {}


class Retelling:
    """The walk through the entries of a record: where each begins, the table after them, what was told."""

    def __init__(self, record: bytes) -> None:
        self.begins: list[int] = []
        self.told: Counter[type] = Counter()
        self.first: Json = {}
        self.digest = START_DIGEST
        self._record = record
        self._table: Table | None = None
        self._set(0)
        self._after = b""

    @property
    def table(self) -> Table:
        """The table after the last entry; Differs before the first."""
        if self._table is None:
            raise Differs
        return self._table

    def run(self, at: int) -> int:
        """Tells the entries from index `at` on again; the index after them, Differs if one is not right.

        Whatever else is raised tells the same: a forger wrote what the rules were not made for.
        """
        record = self._record
        while record.startswith(ENTRY, at):
            if len(self.begins) % _TOGETHER == 0:
                time.sleep(0)  # a server of greenlets must be let out of pure computing
            self.begins.append(at)
            end = record.index(b"\n", at)
            if end - at >= LINE_LIMIT:
                raise Differs
            if record.startswith(_OPEN, at + _OPENED) and self._table is not None:
                self._plain(self._table, at, end)
            else:
                self._anew(record[at : end + 1])
            at = end + 1
        return at

    def _plain(self, table: Table, at: int, end: int) -> None:
        """Tells the line up to `end` again, which hides nothing: all of it but what is said is known here."""
        record, ply = self._record, table.ply + 1
        cut, place = record.rindex(_AFTER, at, end), self._after % ply
        right = record.startswith(place, cut) and record.startswith(_END, end - len(_END))
        if not right or not self._passes(record[cut + len(place) : end - len(_END)], table):
            raise Differs
        digest = sha256(self.digest + record[at + _PUBLIC : end - 1])
        if record[at + _DIGEST : at + _OPENED] != digest.hexdigest().encode():
            raise Differs
        said = self._said(table, record[at + _SAID : cut])
        if said.change is None:
            after = fold(table, ply, said.events)
            self.told.update(map(type, (said.command, *said.events)))
        else:
            after = played(table, said.change, ply)
        moved = said.change is None or after.hand.holdings is not table.hand.holdings
        if moved and positions.fault(after):
            raise Differs
        self._table, self.digest = after, digest.digest()

    def _said(self, table: Table, text: bytes) -> _Said:
        """What `text` says, which is what the rules tell of its command; Differs if it is not."""
        known = _sayings(table.play.name)
        said = known.get(text)
        if said is None:
            said = _told(table, text)
            if said.change is not None and len(text) < _BRIEF:
                _remember(known, text, said)
        elif said.seat not in table.order or decide(table, said.seat, said.command) != said.events:
            raise Differs
        return said

    def _passes(self, stamp: bytes, table: Table) -> bool:
        """Whether `stamp` is a time that can follow that of the entry before; then it is the latest."""
        if stamp == self._stamp:
            return True
        if not stamp.isdigit() or len(stamp) > _DIGITS or stamp != b"%d" % int(stamp):
            return False
        self._set(_time(table, int(stamp), self._time))
        return True

    def _anew(self, line: bytes) -> None:
        """Tells `line`, its newline included, by writing it again."""
        document, before = parse(line), self._position()
        public: Json = document["public"]
        table = before.table if before else None
        play = table.play if table else GAMES[public["events"][0]["play"]]
        command, seat = _command(play, line, document), _seat(public["actor"], table)
        events = create(command) if table is None else decide(table, seat, command)
        after = fold(table, len(self.begins), events)
        stamp = _time(after, public["time"], self._time)
        entry = write(before, after, seat, command, events, stamp, _pinned(public))
        if entry_line(entry) != line or positions.fault(after):
            raise Differs
        if table is None:
            self.first = public
            self._after = b',"game":"%b","ply":%%d,"seals":[],"time":' % entry.game.encode()
        self.told.update(map(type, (command, *events)))
        self._table, self.digest = after, entry.digest
        self._set(stamp)

    def _set(self, time: int) -> None:
        self._time, self._stamp = time, b"%d" % time

    def _position(self) -> Position | None:
        return None if self._table is None else Position(self._table, self.digest, self._time)


def _remember(known: dict[bytes, _Said], text: bytes, said: _Said) -> None:
    if len(known) >= _REMEMBERED:
        known.clear()
    known[text] = said


def _told(table: Table, text: bytes) -> _Said:
    """What the rules tell of the command in `text`, which is from its actor to its events; Differs if that
    is not what stands there, or hides anything."""
    whole = _ACTOR + text + b"}"
    document = parse(whole)
    play, seat = table.play, _seat(document["actor"], table)
    command = wire.command_from_json(play, document["command"])
    if shape.fault(command) or (_is_free(command) and not object_in(b'{"public":%b}' % whole)[1]):
        raise Differs
    events = decide(table, seat, command)
    halves = wire.split(play, seat, command, events)
    public = {"actor": actor(seat, command), **halves.public}
    if halves.hidden or written(public) != whole:
        raise Differs
    return _Said(seat, command, events, play.prepared(events) if goes_on(events) else None)


def _command(play: Game, line: bytes, document: Json) -> Any:
    said = dict(document["public"]["command"])
    for each in document["hidden"]:
        said.update(each["part"].get("command", ()))
    if said["type"] == "create":
        canonical(said)  # or a number that only looks whole would be taken for one
    command = wire.command_from_json(play, said)
    if shape.fault(command) or (_is_free(command) and not object_in(line[:-1])[1]):
        raise Differs
    return command


def _is_free(command: Any) -> bool:
    """Whether a command carries an object of any form, which no writing again proves to be in order."""
    if not isinstance(command, Create):
        return isinstance(command, Freeze)
    return command.parent is not None or command.tournament is not None


def _seat(actor: str, table: Table | None) -> Seat | None:
    if not actor.startswith("seat:") or len(actor) > _DIGITS:
        return None
    seat = Seat(int(actor.removeprefix("seat:")))
    if table is None or seat not in table.seats:
        raise Differs
    return seat


def _time(after: Table, stamp: Any, earliest: int) -> int:
    timeless = len(after.bots) == len(after.places)
    if type(stamp) is not int or not earliest <= stamp < _LATEST or (timeless and stamp):
        raise Differs
    return stamp


def _pinned(public: Json) -> Json:
    return {name: public[name] for name in _PINS if name in public}
