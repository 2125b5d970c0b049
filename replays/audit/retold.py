"""The entries of a record told again: every line made anew from its command, and compared byte by byte.

A log follows from the key of its game, its commands and their times: whoever decides the commands again can
write every line as the service must have written it, seals, salts and digests included. Where all are equal,
all that the audit asks of them holds, at a fraction of the price of asking one by one. Where one is not,
nothing is said here: then the audit looks for what is wrong, check by check.

Most entries hide nothing and say one of a few hundred things: the same command, with the same events. What
was written for such events once is remembered, so that for them only deciding and comparing is left.
"""

import time
from binascii import hexlify
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from app.entries import Position, actor, write
from app.games.cards import Seat
from app.games.codec import Json
from app.games.game import Game
from app.games.registry import GAMES
from app.games.table import wire
from app.games.table.commands import COMMANDS, Create, Freeze
from app.games.table.decide import create, decide, is_playing
from app.games.table.evolve import fold, goes_on
from app.games.table.state import Table
from app.store.canonical import parse, written
from app.store.proof import START_DIGEST
from replays.audit.invariants import position_fault, same_cards
from replays.record.field_types import SEATS, wrong_field
from replays.record.first_entry import parse_first_entry
from replays.record.format import LINE_LIMIT
from replays.record.read import parse_object
from replays.record.replay import BRIEF, ENTRY, EVENTS, OPEN, OPENED, SAID
from replays.record.write import entry_line

_ACTOR: Final = b'{"actor":"'
_PUBLIC: Final = SAID - len(_ACTOR)
_TIME: Final = b',"time":'
_END: Final = b',"v":1}}\n'
_PINS: Final = ("rules_version", "rulebook", "receipt_key")
_DIGITS: Final = 40
"""No time has more digits."""

_SEATS: Final = {f"seat:{number}": Seat(number) for number in range(SEATS)}
"""The actors that are seats; no game has more of them."""

_TOGETHER: Final = 512
"""So many plies take about as long as the few that are checked one by one without a pause."""

_LATEST: Final = 2**53
_REMEMBERED: Final = 4096
_LONGEST: Final = LINE_LIMIT - 1_000
"""The most bytes that may be said in a line, so that the line is within its limit."""

_OF_TABLE: Final = frozenset(COMMANDS.values())


class Differs(Exception):
    """A line is not what the rules and the keys make of its command."""


_Said = tuple[Seat | None, Any, tuple[Any, ...], tuple[Any, ...] | None]
"""What the bytes of an entry say from its actor to its events, as the rules have told it: the seat, the
command, the events, and these again as they are folded fastest, None if they are more than a move."""


@lru_cache
def _sayings(play: str) -> dict[bytes, _Said]:
    """What is remembered of the game `play`, by its bytes."""
    return {}


class Retelling:
    """The walk through the entries at the beginning of `lines`: the table after them, and what was told."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.plies = 0
        self.told: list[type] = []
        self.first: Json = {}
        self.digest = START_DIGEST
        self._lines = lines
        self._table: Table | None = None
        self._time = 0
        self._after = b""

    @property
    def table(self) -> Table:
        """The table after the last entry; Differs before the first."""
        if self._table is None:
            raise Differs
        return self._table

    def run(self) -> None:
        """Tells every entry again; Differs if one is not right.

        Whatever else is raised tells the same: a forger wrote what the rules were not made for.
        """
        rested = 0
        while (line := self._lines[self.plies]).startswith(ENTRY):
            if self.plies - rested >= _TOGETHER:
                rested = self.plies
                time.sleep(0)  # a server of greenlets must be let out of pure computing
            if self._table is not None and line.startswith(OPEN, OPENED):
                self._open(self._table)
            else:
                self._anew(line)

    def _open(self, table: Table) -> None:
        """Tells lines again up to one that hides something.

        All but what is said is known here before it is read. While moves are told, the `hand` alone goes on;
        a table is made of it only for who asks for one.
        """
        play, ply, publics = table.play, self.plies, list[bytes]()
        known, hand, playing = _sayings(play.name), table.hand, _playing(table)
        for line in self._lines[ply : ply + _TOGETHER]:
            if not line.startswith(OPEN, OPENED):
                break
            ply += 1
            tail = self._after % (ply, self._time)
            if not line.endswith(tail):
                tail = self._later(table, ply, line)
            text = line[SAID : -len(tail)]
            said = known.get(text)
            if said is None:
                said = _told(table.played(ply - 1, hand, asked=False), text)
                _remember(known, text, said)
            elif said[0] not in playing or play.decide(hand, said[0], said[1]) != said[2]:
                raise Differs
            if (moves := said[3]) is None:
                table = self._turned(table.played(ply - 1, hand, asked=False), said)
                hand, playing = table.hand, _playing(table)
            else:
                before, hand = hand, play.fold(hand, moves)
                if hand.hands is not before.hands or hand.tables is not before.tables:
                    _check_cards(before, hand)
            publics.append(line[_PUBLIC:-2])
        self._table = table.played(ply, hand, asked=False)
        self._chain(publics)

    def _chain(self, publics: Sequence[bytes]) -> None:
        """Goes on in the chain of digests by the public parts of the next lines."""
        digest, begins = self.digest, list[bytes]()
        for public in publics:
            digest = sha256(digest + public).digest()
            begins.append(ENTRY + hexlify(digest))
        if begins != [line[:OPENED] for line in self._lines[self.plies : self.plies + len(publics)]]:
            raise Differs
        self.plies += len(publics)
        self.digest = digest

    def _turned(self, table: Table, said: _Said) -> Table:
        """The table after an entry that tells of more than a move."""
        _, command, events, _ = said
        after = fold(table, table.ply + 1, events)
        if position_fault(after):
            raise Differs
        self.told += map(type, (command, *events))
        return after

    def _later(self, table: Table, ply: int, line: bytes) -> bytes:
        """How `line` ends, which has another time than the one before it: that is now the latest."""
        stamp = line[line.rindex(_TIME) + len(_TIME) : -len(_END)]
        if not stamp.isdigit() or len(stamp) > _DIGITS:
            raise Differs
        self._time = _time(table, int(stamp), self._time)
        tail = self._after % (ply, self._time)
        if not line.endswith(tail):
            raise Differs
        return tail

    def _anew(self, line: bytes) -> None:
        """Tells `line` again by writing it."""
        before = self._position()
        if len(line) > LINE_LIMIT:
            raise Differs
        document = parse(line) if before else parse_first_entry(line)
        public: Json = document["public"]
        table = before.table if before else None
        play = table.play if table else GAMES[public["events"][0]["play"]]
        command, seat = _command(play, line, document), _seat(public["actor"], table)
        events = create(command) if table is None else decide(table, seat, command)
        self.plies += 1
        after = fold(table, self.plies, events)
        stamp = _time(after, public["time"], self._time)
        entry = write(before, after, seat, command, events, stamp, None if table else _pinned(public))
        if entry_line(entry) != line:
            raise Differs
        if table is not None and goes_on(events):
            _check_cards(table.hand, after.hand)
        elif position_fault(after):
            raise Differs
        if table is None:
            self.first = public
            self._after = b',"game":"%b","ply":%%d,"seals":[]%b%%d%b' % (entry.game.encode(), _TIME, _END)
        self.told += map(type, (command, *events))
        self._table, self.digest, self._time = after, entry.digest, stamp

    def _position(self) -> Position | None:
        return None if self._table is None else Position(self._table, self.digest, self._time)


def _playing(table: Table) -> tuple[Seat, ...]:
    """The seats whose moves the game alone decides until something else than a move is told."""
    return tuple([seat for seat in table.order if is_playing(table, seat)])


def _check_cards(before: Any, after: Any) -> None:
    if not same_cards(before, after):
        raise Differs


def _remember(known: dict[bytes, _Said], text: bytes, said: _Said) -> None:
    if said[3] is None or len(text) >= BRIEF:
        return
    if len(known) >= _REMEMBERED:
        known.clear()
    known[text] = said


def _told(table: Table, text: bytes) -> _Said:
    """What the rules tell of the command in `text`, which is from its actor to its events; Differs if that
    is not what stands there, or hides anything."""
    if len(text) > _LONGEST:
        raise Differs
    whole = b"%b%b}" % (_ACTOR, text)
    document = parse(whole[: whole.index(EVENTS)] + b"}")
    play, seat = table.play, _seat(document["actor"], table)
    command = wire.command_from_json(play, document["command"])
    if wrong_field(command) or (_is_free(command) and not parse_object(b'{"public":%b}' % whole)[1]):
        raise Differs
    events = decide(table, seat, command)
    halves = wire.split(play, seat, command, events)
    if halves.hidden or written({"actor": actor(seat, command), **halves.public}) != whole:
        raise Differs
    move = goes_on(events) and type(command) not in _OF_TABLE
    return seat, command, events, events if move else None


def _command(play: Game, line: bytes, document: Json) -> Any:
    said = dict(document["public"]["command"])
    for each in document["hidden"]:
        said.update(each["part"].get("command", ()))
    command = wire.command_from_json(play, said)
    if wrong_field(command) or (_is_free(command) and not parse_object(line[:-1])[1]):
        raise Differs
    return command


def _is_free(command: Any) -> bool:
    """Whether a command carries an object of any form, which no writing again proves to be in order."""
    if not isinstance(command, Create):
        return isinstance(command, Freeze)
    return command.parent is not None or command.tournament is not None


def _seat(actor: str, table: Table | None) -> Seat | None:
    seat = _SEATS.get(actor)
    if seat is not None and (table is None or seat >= len(table.places)):
        raise Differs
    return seat


def _time(after: Table, stamp: Any, earliest: int) -> int:
    if type(stamp) is not int or not earliest <= stamp < _LATEST:
        raise Differs
    if stamp and len(after.bots) == len(after.places):
        raise Differs  # where only bots sit there is no time
    return stamp


def _pinned(public: Json) -> Json:
    return {name: public[name] for name in _PINS if name in public}
