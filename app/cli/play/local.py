"""Table in this process: the person has seat 0, bots have the others; no service and no store."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_bytes
from typing import Any, Final

from app.bots.hand_history import HandHistory
from app.bots.roster import bots_of, decision
from app.cli.play.seat import CommandRefused, Json, Paragraph, TerminalError
from app.cli.play.speech import refusal
from app.games.cards import Seat
from app.games.codec import freeze
from app.games.errors import Refused
from app.games.registry import game_of
from app.games.table import wire
from app.games.table.commands import Create
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, bots_awaited
from app.games.table.view import view
from app.games.variant_table import OptionValue
from app.i18n import Language
from app.service.entry_codec import Position, encode_entry
from app.service.pending_decisions import bodies
from app.service.rulebook import current, translated_paragraph
from app.store.entry import Entry
from app.store.keys import game_id_from
from replays.record.write import write_record

YOU: Final = Seat(0)


@dataclass(frozen=True, slots=True)
class TableRandomness:
    """Random values of a table: the source of its id, its key, and the key of its bots."""

    game: bytes = field(default_factory=lambda: token_bytes(32))
    deck: bytes = field(default_factory=lambda: token_bytes(32), repr=False)
    bots: bytes = field(default_factory=lambda: token_bytes(32), repr=False)


class Local:
    """A game in this process, with its whole log. Raises ConfigRefused if its rules cannot be played."""

    def __init__(
        self,
        variant: str,
        options: Mapping[str, OptionValue],
        bots: Sequence[str],
        language: Language = Language.EN,
        chance: TableRandomness | None = None,
    ) -> None:
        self._chance = chance or TableRandomness()
        self._language = language
        self._history = HandHistory()
        self._log: list[Entry] = []
        self._entries: list[Json] = []
        command = _create(variant, options, bots, self._chance)
        events = create(command)
        self._position = self._entered(None, None, command, events)
        self._go_on()

    @property
    def again(self) -> None:
        """None: a table of a process that has ended cannot be resumed."""

    def view(self) -> Json:
        """See `SeatInterface.view`."""
        return view(self._table, YOU)

    def moves(self) -> list[Json]:
        """See `SeatInterface.moves`."""
        return self._table.play.grouped(bodies(self._table, YOU))

    def act(self, body: Json, ply: int) -> None:
        """See `SeatInterface.act`."""
        play = self._table.play
        try:
            command = wire.command_from_json(play, {name: freeze(value) for name, value in body.items()})
            self._decided(YOU, command)
        except Refused as refused:
            raise refusal(refused, self._language) from None
        except ValueError:
            raise CommandRefused("bad_body", f"{body}", None) from None
        self._go_on()

    def events_after(self, after: int, wait: bool) -> list[Json]:
        """Return the events so far, see `SeatInterface.events_after`; a local table never waits."""
        return self._entries[after:]

    def paragraph(self, number: str) -> Paragraph | None:
        """See `SeatInterface.paragraph`."""
        play = self._table.play.name
        text = current(play).paragraphs.get(number)
        if text is None:
            return None
        return Paragraph(text, translated_paragraph(play, number, text, self._language))

    def record(self) -> bytes:
        """See `SeatInterface.record`."""
        return b"".join(write_record(self._log))

    def close(self) -> None:
        """Do nothing."""

    @property
    def _table(self) -> Table:
        return self._position.table

    def _go_on(self) -> None:
        """Apply the pending commands of the table and of its bots."""
        while not self._table.is_over:
            due = pending(self._table)
            if due is not None:
                self._decided(None, due)
            elif to_act := bots_awaited(self._table):
                self._decided(to_act[0], self._choice(to_act[0]))
            else:
                return

    def _choice(self, seat: Seat) -> Any:
        table = self._table
        moves, seen = bodies(table, seat), self._history.seen(table, seat)
        bot = table.places[seat].bot or ""
        return wire.command_from_json(
            table.play,
            _frozen(decision(bot, view(table, seat), moves, self._chance.bots, seen, play=table.play.name)),
        )

    def _decided(self, seat: Seat | None, command: Any) -> None:
        events = decide(self._table, seat, command)
        self._position = self._entered(self._position, seat, command, events)

    def _entered(
        self, before: Position | None, seat: Seat | None, command: Any, events: tuple[Any, ...]
    ) -> Position:
        ply = len(self._log) + 1
        table = fold(before.table if before else None, ply, events)
        stamp = max(time.time_ns() // 1_000_000, before.time if before else 0)
        entry = encode_entry(before, table, seat, command, events, stamp)
        self._history.record(events)
        self._log.append(entry)
        self._entries.append(
            {"ply": ply, "events": [wire.shown_to(table.play, event, YOU) for event in events]}
        )
        return Position(table, entry.digest, stamp)


def _frozen(body: Json) -> Json:
    return {name: freeze(value) for name, value in body.items()}


def _create(
    variant: str, options: Mapping[str, OptionValue], bots: Sequence[str], chance: TableRandomness
) -> Create:
    play = game_of(variant)
    seats: list[dict[str, str]] = [{"kind": "person"}, *({"kind": "bot", "bot": name} for name in bots)]
    return Create(
        game=game_id_from(chance.game),
        play=play.name,
        rules=play.rules_to_json(play.sheet(variant, options)),
        seats=tuple(seats),
        entropy="none",
        reveal="game",
        token_hashes=("00" * 32, *("" for _ in bots)),
        game_key=chance.deck.hex(),
    )


def bots_for(
    variant: str, options: Mapping[str, OptionValue], seats: int | None, names: Sequence[str]
) -> list[str]:
    """Return a bot for every seat but the first: `names`, repeated; by default as many as the variant
    needs.

    Raises ConfigRefused if the options do not fit together, TerminalError for a bot of another game.
    """
    game = game_of(variant)
    least: int = game.sheet(variant, options).players_min
    known = list(bots_of(game.name))
    if strange := next((name for name in names if name not in known), None):
        raise TerminalError(f"{strange} is no bot of this game; it has {', '.join(known)}")
    number = max(least, len(names) + 1) if seats is None else seats
    chosen = names or [known[1]]
    return [chosen[at % len(chosen)] for at in range(number - 1)]
