"""Writer of the log of a game among bots, which proves each entry as it is written.

An audit decides every command of a record again. Here the rules have just decided each command on the state
after the entries before, so it remains to prove that the bytes contain exactly that decision: each entry is
parsed from its bytes at once, and must give the same command and events, hidden fields included; salts, seals
and digests are those of `app.service.entry_codec`. By induction every command in such a record was decided by
the rules on the position that its bytes fold to, which is what the audit proves by deciding again. A decision
that depends on anything but the position is found by the audits of samples in
`replays.tournaments.archiving`.

Most entries hide nothing and consist of one of some thousand combinations of command and events: the bytes of
such a combination are proved once and cached.
"""

from functools import lru_cache
from typing import Any, Final

from app.games.cards import Seat
from app.games.codec import Json
from app.games.registry import GAMES
from app.games.table import keys, wire
from app.games.table.evolve import goes_on
from app.games.table.state import Table
from app.service.entry_codec import Position, actor, decode_public, encode_entry, pins
from app.service.rulebook import pinned as pinned_edition
from app.store.canonical import parse, written
from app.store.entry import START_DIGEST, Entry, digest
from replays.record.untrusted_values import wrong_field
from replays.record.write import entry_line, header_line, players, reveal_line, rulebook_line

_REMEMBERED: Final = 16_384
_OPEN: Final = b'{"digest":"%b","hidden":[],"public":%b}\n'
_NOTHING: Final[Json] = {"events": []}


class EntryMismatch(Exception):
    """The written bytes differ from the decision: a defect of this program; the game is not archived."""


class LogWriter:
    """Writes one game of bots by an `edition` of the rulebook; `publics` are the input of its summary."""

    def __init__(self, edition: int) -> None:
        self._edition = edition
        self.publics: list[Json] = []
        self.digest = START_DIGEST
        self._lines: list[bytes] = []
        self._table: Table | None = None
        self._after = b""

    def write(self, table: Table, seat: Seat | None, command: Any, events: tuple[Any, ...]) -> None:
        """Add the entry that led to `table`. Raises EntryMismatch if its bytes differ."""
        if self._table is not None and seat is not None and goes_on(events):
            text = _text(table.play.name, seat, command, events)
            if text is not None:
                self._plain(table, text)
                return
        before = None if self._table is None else Position(self._table, self.digest, 0)
        pinned = pins(table.play, edition=self._edition)
        entry = encode_entry(before, table, seat, command, events, 0, pinned)
        public = self._proved(table, entry, seat, command, events)
        self._keep(table, entry.digest, entry_line(entry), public)

    def record(self, table: Table) -> bytes:
        """Return the record of the finished game without its proof line."""
        first = self.publics[0]
        opening = header_line(first, table.ply, players(self.publics)) + _rulebook(
            table.play.name, self._edition
        )
        closing = reveal_line(table.game_key, keys.opened_keys(table))
        return b"".join([opening, *self._lines, closing])

    def _plain(self, table: Table, text: bytes) -> None:
        """Add an entry without hidden parts, from the bytes of its actor, command and events."""
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
        """Return the parsed public part. Raises EntryMismatch unless it and the hidden parts are correct."""
        public: Json = parse(entry.public)
        parts = {part.audience: parse(part.body) for part in entry.parts}
        parsed = decode_public(table.play, public, parts)
        parsed_command = wire.command_from_json(table.play, parsed.command)
        if (parsed.seat, parsed_command, parsed.events) != (seat, command, events) or wrong_field(
            parsed_command
        ):
            raise EntryMismatch(f"entry {entry.ply} of {entry.game} does not say what was decided")
        return public


@lru_cache(_REMEMBERED)
def _text(play: str, seat: Seat, command: Any, events: tuple[Any, ...]) -> bytes | None:
    """Return the proved bytes from actor to events; None for an entry with hidden parts."""
    game = GAMES[play]
    halves = wire.split(game, seat, command, events)
    if halves.hidden:
        return None
    document = {"actor": actor(seat, command), **halves.public}
    text = written(document)
    parsed = decode_public(game, {**parse(text), "time": 0}, {})
    parsed_command = wire.command_from_json(game, parsed.command)
    if (parsed.seat, parsed_command, parsed.events) != (seat, command, events) or wrong_field(parsed_command):
        raise EntryMismatch("an entry does not say what was decided")
    return text[:-1]


@lru_cache(8)
def _rulebook(play: str, edition: int) -> bytes:
    """Return the line of an edition: tens of thousands of bytes, the same for every game."""
    return rulebook_line(pinned_edition(play, edition))
