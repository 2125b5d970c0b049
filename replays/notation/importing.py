"""Conversion of text to a log: the rules decide every move again, with the keys or the decks of the text.

With the key of the game the log is restored. Without a key the deals come from the decks of the text, and the
log proves nothing about them, because there was no commitment.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, TypeVar

from app.games.cards import Card, Seat, canonical_deck
from app.games.codec import Json
from app.games.errors import ConfigRefused, GameError
from app.games.registry import GAMES, game_of
from app.games.table import keys, wire
from app.games.table.commands import Create
from app.games.table.commands import Deal as DealCommand
from app.games.table.decide import create, decide
from app.games.table.events import HandBegun
from app.games.table.evolve import fold
from app.games.table.state import Table
from app.i18n import Message
from app.service.entry_codec import Position, encode_entry
from app.store.canonical import canonical
from app.store.entry import Entry
from app.store.keys import game_id_from, is_game_id
from replays.audit.decisions import brief, paragraph
from replays.audit.report import Check, Report, ReportBuilder, Scope, Unchecked
from replays.notation.exporting import headers, sheet
from replays.notation.parse import parse
from replays.notation.text import DealFacts, LineIndex, Offset, Ply, Tag, Text
from replays.record.errors import UnknownEdition
from replays.record.format import Misshapen, Proof, parse_proof, shaped
from replays.record.untrusted_values import Malformed, because, guarded, wrong_field
from replays.record.write import write_record

T = TypeVar("T")

_NO_KEY: Final = "00" * 32
_GIVEN: Final = frozenset(("Date",))
"""Tags that are written freely, and so not compared with the log."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A parsed game: the table after each entry, by ply from 1, and its entries.

    If the text is not `keyed` the entries prove nothing: their key is public. `record` is the record, None
    without a key and while the game is not over.
    """

    text: Text
    tables: tuple[Table, ...]
    entries: tuple[Entry, ...]
    keyed: bool
    record: bytes | None


def imported(source: str) -> Imported:
    """Return the game in `source`. Raises BadNotation if it is invalid or violates the rules."""
    text = parse(source)
    return _Reading(text, source).read()


class _Reading:
    """A text while its plies are decided."""

    def __init__(self, text: Text, source: str) -> None:
        self._text = text
        self._tags = text.tags
        self._lines = LineIndex(source)
        self._seed = sha256(source.encode()).digest()
        self._tables: list[Table] = []
        self._events: list[tuple[Any, ...]] = []
        self._entries: list[Entry] = []
        self._time = self._number("Time")
        self._keyed = True

    def read(self) -> Imported:
        at = self._create()
        for ply in self._text.plies:
            self._play(ply)
        self._check_tags(at)
        return Imported(self._text, tuple(self._tables), tuple(self._entries), self._keyed, self._record())

    # The table

    def _create(self) -> Json:
        tag = self._tags.get("Create") or self._tags.get("Variant") or self._tags.get("Sheet")
        at = tag.at if tag else Offset(0)
        if tag is None:
            raise self._lines.bad(
                at, Message("a tag Variant, Sheet or Create tells the rules; there is none")
            )
        command = self._made(at, tag)
        self._keyed = command.game_key != _NO_KEY
        self._enter(at, None, command, self._try(at, lambda: create(command)))
        document: Json = self._try(at, lambda: wire.command_to_json(self._tables[0].play, command))
        return document

    def _made(self, at: Offset, tag: Tag) -> Create:
        """Return the command that creates the table."""
        command = self._try(at, self._command_from_tag if tag.name == "Create" else self._command_from_facts)
        if not isinstance(command, Create) or not is_game_id(command.game):
            raise self._lines.bad(at, Message("no table of a game is made here"))
        return command

    def _command_from_tag(self) -> Any:
        document = self._tags["Create"].value
        return _sound(wire.command_from_json(GAMES[document["play"]], document))

    def _command_from_facts(self) -> Create:
        tags = {name: tag.value for name, tag in self._tags.items()}
        play = tags.get("Game") or game_of(tags.get("Variant")).name
        seats = tuple(map(_seat, tags["Seats"]))
        return _sound(
            Create(
                game=tags.get("Id", game_id_from(self._seed)),
                play=play,
                rules=sheet(play, tags),
                seats=seats,
                entropy=tags.get("Entropy", "none"),
                reveal=tags.get("Reveal", "game"),
                start=tags.get("Start"),
                token_hashes=("",) * len(seats),
                game_key=tags.get("GameKey", _NO_KEY),
            )
        )

    # The plies

    def _play(self, ply: Ply) -> None:
        table = self._tables[-1]
        if ply.number not in (None, table.ply + 1):
            raise self._lines.bad(ply.at, Message("this is ply {ply}").filled(ply=table.ply + 1))
        seat = None if ply.actor is None else Seat(ply.actor)
        if seat is not None and seat not in table.seats:
            raise self._lines.bad(ply.at, Message("there is no seat {seat}").filled(seat=seat))
        command = self._try(ply.at, lambda: _command(table, ply))
        self._check_centre(ply, table)
        self._pass(ply)
        self._enter(
            ply.at, seat, command, self._try(ply.at, lambda: self._decided(table, seat, command, ply))
        )
        wrong = ply.deal and untrue(ply.deal, table, self._tables[-1], self._events[-1], self._keyed)
        if wrong:
            raise self._lines.bad(ply.at, Message("{name} is not what was dealt").filled(name=wrong))

    def _decided(self, table: Table, seat: Seat | None, command: Any, ply: Ply) -> tuple[Any, ...]:
        events = decide(table, seat, command)
        if not isinstance(command, DealCommand) or self._keyed:
            return events
        return dealt(table, events, ply.deal or DealFacts())

    def _pass(self, ply: Ply) -> None:
        """Advance the time to that of a ply."""
        if ply.time is None:
            return
        now = self._time + ply.time.ms if ply.time.since_before else ply.time.ms
        if now < self._time:
            raise self._lines.bad(ply.at, Message("the time goes back here"))
        self._time = now

    def _enter(self, at: Offset, seat: Seat | None, command: Any, events: tuple[Any, ...]) -> None:
        before = self._tables[-1] if self._tables else None
        table = self._try(at, lambda: fold(before, len(self._tables) + 1, events))
        entry = self._try(at, lambda: self._entry(before, table, seat, command, events))
        self._entries.append(entry)
        self._tables.append(table)
        self._events.append(events)

    def _entry(
        self, before: Table | None, after: Table, seat: Seat | None, command: Any, events: Any
    ) -> Entry:
        position = None if before is None else Position(before, self._entries[-1].digest, 0)
        return encode_entry(
            position, after, seat, command, events, self._time, self._pins() if before is None else None
        )

    def _pins(self) -> Json | None:
        tag = self._tags.get("Pins")
        if tag and not isinstance(tag.value, dict):
            raise Malformed(Message("Pins is no object"))
        return tag.value if tag else None

    # Consistency of tags and centre cards

    def _check_centre(self, ply: Ply, table: Table) -> None:
        if ply.centre is None:
            return
        centre = table.play.centre(table.hand) if table.in_hand else None
        if centre != ply.centre:
            lies = (
                Message("{card} is in the centre, not {named}").filled(card=centre)
                if centre
                else Message("no card is in the centre, not {named}")
            )
            raise self._lines.bad(ply.at, lies.filled(named=ply.centre))

    def _check_tags(self, create: Json) -> None:
        """Check that tags agree with the log."""
        log = self._entries if self._keyed else ()
        for name, value in headers(create, self._tables, self._events, log):
            tag = self._tags.get(name)
            if tag and name not in _GIVEN and canonical(tag.value) != canonical(value):
                raise self._lines.bad(
                    tag.at,
                    Message("{name} is not that of the moves, which is {value}").filled(
                        name=name, value=brief(value)
                    ),
                )

    def _record(self) -> bytes | None:
        if not self._keyed or not self._tables[-1].is_over:
            return None
        try:
            return b"".join(write_record(self._entries, self._proof()))
        except UnknownEdition as fault:
            raise self._bad("Pins", fault.message) from None

    def _proof(self) -> Proof | None:
        tag = self._tags.get("Proof")
        try:
            return shaped(parse_proof, {"proof": tag.value}) if tag else None
        except Misshapen as fault:
            raise self._bad("Proof", fault.message) from None

    def _number(self, name: str) -> int:
        tag = self._tags.get(name)
        if tag and (type(tag.value) is not int or tag.value < 0):
            raise self._bad(name, Message("{name} is a number of milliseconds").filled(name=name))
        return tag.value if tag else 0

    def _bad(self, name: str, detail: Message | str) -> Exception:
        tag = self._tags.get(name)
        return self._lines.bad(tag.at if tag else 0, detail)

    def _try(self, at: Offset, work: Callable[[], T]) -> T:
        """Return the result of `work`. Raises BadNotation at `at` if the rules refuse it."""
        try:
            return guarded(work)
        except ConfigRefused as refusal:
            raise self._lines.bad(
                at,
                Message("no such table: {code} ({field})").filled(code=refusal.code, field=refusal.field),
            ) from None
        except GameError as refusal:
            raise self._lines.bad(
                at,
                Message("the rules refuse it: {code}").filled(code=refusal.code),
                paragraph(refusal),
            ) from None
        except Malformed as fault:
            raise self._lines.bad(at, because(Message("the rules cannot be asked about it"), fault)) from None


def _sound(value: T) -> T:
    """Return `value` if all of its fields have the declared types."""
    wrong = wrong_field(value)
    if wrong:
        raise Malformed(Message("{name} is of the wrong kind").filled(name=wrong))
    return value


def _command(table: Table, ply: Ply) -> Any:
    return _sound(wire.command_from_json(table.play, ply.command))


def _seat(words: str) -> dict[str, str]:
    """Return the plan of a seat: `open`, `person`, `person p-...` or `bot greedy`.

    >>> _seat("bot greedy"), _seat("person")
    ({'kind': 'bot', 'bot': 'greedy'}, {'kind': 'person'})
    """
    kind, *name = words.split(" ", 1)
    return {"kind": kind} | ({"bot" if kind == "bot" else "player": name[0]} if name else {})


def dealt(table: Table, events: Sequence[Any], given: DealFacts) -> tuple[Any, ...]:
    """Return the events of the deal at `table` with the deck and the first dealer of the text.

    `events` are those of a deal by a key. Raises Malformed if the deck is missing or incomplete.
    """
    if Counter(given.deck) != Counter(canonical_deck(table.rules.pack, table.rules.packs)):
        raise Malformed(Message("without the key of the game a deal tells its deck, every card of it"))
    number = next(number for number, event in enumerate(events) if isinstance(event, HandBegun))
    begun = _by_lot(table, events[number], given)
    before = (*events[:number], begun)
    return (*before, *table.play.deal(fold(table, table.ply + 1, before).hand, tuple(map(Card, given.deck))))


def _by_lot(table: Table, begun: HandBegun, given: DealFacts) -> HandBegun:
    """Return the beginning of a hand; seats and dealer of the first one come from the text."""
    if table.hand_number or not given.order:
        return begun
    order = tuple(map(Seat, given.order))
    if not set(order) <= set(table.seats) or len({*order}) != len(begun.order) or len(order) != len({*order}):
        raise Malformed(Message("these seats cannot play the hand"))
    return replace(begun, dealer=order[-1], order=order)


def untrue(given: DealFacts, before: Table, after: Table, events: Sequence[Any], keyed: bool) -> str | None:
    """Return the first part of a deal in the text that is wrong, or None."""
    return next(
        (name for name, is_right in _facts(given, before, after, events, keyed) if not is_right), None
    )


def _facts(
    given: DealFacts, before: Table, after: Table, events: Sequence[Any], keyed: bool
) -> Iterator[tuple[str, bool]]:
    yield "hand", given.hand in (None, after.hand_number)
    yield "dealer", given.dealer in (None, after.dealer)
    yield "order", given.order in ((), after.order)
    yield "stake", given.stake in (None, after.stake)
    yield "deck", not (keyed and given.deck) or given.deck == keys.deck(before, after.hand_number)
    hands = _hands(after, events)
    for seat, cards in given.holds:
        yield f"hand of seat {seat}", seat < len(hands) and Counter(hands[seat]) == Counter(cards)


def _hands(table: Table, events: Sequence[Any]) -> Sequence[Sequence[str]]:
    """Return the dealt hands, by seat."""
    names = table.play.events.types.values()
    documents = (table.play.events.to_json(event) for event in events if type(event) in names)
    name, hands = table.play.deal_event
    return next((document[hands] for document in documents if document["type"] == name), ())


def judged(game_read: Imported) -> Report:
    """Return the report on decided moves, and the accounts of cards and money."""
    builder = ReportBuilder()
    builder.looked(Check.DECISIONS, Check.CARDS, Check.MONEY, plies=len(game_read.tables))
    builder.absent(Unchecked.DECK)
    name = game_read.tables[-1].game if "Id" in game_read.text.tags else None
    return builder.report(Scope.MOVES, name, len(game_read.tables), None)
