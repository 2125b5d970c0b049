"""The log of a game among bots, written and proved entry by entry while it is played.

An audit decides every command of a record again. Here the rules have just decided each command, on the state
that the entries before lead to, so what is left to prove is that the bytes say exactly what was decided: each
entry is read back from its bytes at once, and has to give the command and the events that it was made of,
hidden fields included; salts, seals and digests are those of `app.entries`. By induction a record that
passed is one in which every command was decided by the rules on the position that its bytes fold to, which
is what the audit finds out by deciding again. What it would find besides (a decision that depends on
anything but the position) shows in the games that `replays.tournaments.filing` audits as a sample.

Most entries hide nothing and say one of some thousand things: what was written and read back for such a
command and such events once is remembered.
"""

from functools import lru_cache
from typing import Any, Final

from app.entries import Position, actor, opened, pins, write
from app.games.cards import Seat
from app.games.codec import Json
from app.games.registry import GAMES
from app.games.table import fairness, wire
from app.games.table.evolve import goes_on
from app.games.table.state import Table
from app.rulebook import current
from app.store.canonical import parse, written
from app.store.entry import Entry
from app.store.proof import START_DIGEST, digest
from replays.record.field_types import wrong_field
from replays.record.write import entry_line, header_line, players, reveal_line, rulebook_line

_REMEMBERED: Final = 16_384
_OPEN: Final = b'{"digest":"%b","hidden":[],"public":%b}\n'
_NOTHING: Final[Json] = {"events": []}


class Untrue(Exception):
    """What was written does not say what was decided: a defect of this program, and nothing is filed."""


class Scribe:
    """Writes one game of bots: `lines` are those of its record, `publics` what a summary needs of them."""

    def __init__(self) -> None:
        self.publics: list[Json] = []
        self.digest = START_DIGEST
        self._lines: list[bytes] = []
        self._table: Table | None = None
        self._after = b""

    def write(self, table: Table, seat: Seat | None, command: Any, events: tuple[Any, ...]) -> None:
        """Takes in the entry that led to `table`; Untrue if its bytes do not say so."""
        if self._table is not None and seat is not None and goes_on(events):
            text = _text(table.play.name, seat, command, events)
            if text is not None:
                self._plain(table, text)
                return
        before = None if self._table is None else Position(self._table, self.digest, 0)
        entry = write(before, table, seat, command, events, 0, pins(table.play))
        public = self._proved(table, entry, seat, command, events)
        self._keep(table, entry.digest, entry_line(entry), public)

    def record(self, table: Table) -> bytes:
        """The record of the finished game without its proof line."""
        first = self.publics[0]
        opening = header_line(first, table.ply, players(self.publics)) + _rulebook(table.play.name)
        closing = reveal_line(table.game_key, fairness.opened_keys(table))
        return b"".join([opening, *self._lines, closing])

    def _plain(self, table: Table, text: bytes) -> None:
        """Takes in an entry that hides nothing, from the bytes of its actor, command and events."""
        public = text + self._after % table.ply
        proof = digest(self.digest, public)
        self._keep(table, proof, _OPEN % (proof.hex().encode(), public), _NOTHING)

    def _keep(self, table: Table, proof: bytes, line: bytes, public: Json) -> None:
        if self._table is None:
            self._after = b',"game":"%b","ply":%%d,"seals":[],"time":0,"v":1}' % table.game.encode()
        self.digest = proof
        self._table = table
        self._lines.append(line)
        self.publics.append(public)

    def _proved(
        self, table: Table, entry: Entry, seat: Seat | None, command: Any, events: tuple[Any, ...]
    ) -> Json:
        """The public part read back; Untrue unless it and the hidden parts say exactly this."""
        public: Json = parse(entry.public)
        parts = {part.audience: parse(part.body) for part in entry.parts}
        told = opened(table.play, public, parts)
        said = wire.command_from_json(table.play, told.command)
        if (told.seat, said, told.events) != (seat, command, events) or wrong_field(said):
            raise Untrue(f"entry {entry.ply} of {entry.game} does not say what was decided")
        return public


@lru_cache(_REMEMBERED)
def _text(play: str, seat: Seat, command: Any, events: tuple[Any, ...]) -> bytes | None:
    """The public part from its actor to its events, read back; None for an entry that hides something."""
    game = GAMES[play]
    halves = wire.split(game, seat, command, events)
    if halves.hidden:
        return None
    document = {"actor": actor(seat, command), **halves.public}
    text = written(document)
    told = opened(game, {**parse(text), "time": 0}, {})
    said = wire.command_from_json(game, told.command)
    if (told.seat, said, told.events) != (seat, command, events) or wrong_field(said):
        raise Untrue("an entry does not say what was decided")
    return text[:-1]


@lru_cache(8)
def _rulebook(play: str) -> bytes:
    """The line of the edition in force: tens of thousands of bytes, the same for every game."""
    return rulebook_line(current(play))
