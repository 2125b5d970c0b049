"""The check of decisions: each command of a log is decided again, and its recorded events are compared."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from app.games.cards import Seat
from app.games.codec import Json
from app.games.errors import GameError
from app.games.game import Game
from app.games.registry import GAMES, reason
from app.games.table import wire
from app.games.table.commands import Create, Deal
from app.games.table.decide import create, decide
from app.games.table.events import (
    EVENTS,
    Created,
    GameEnded,
    GameVoided,
    HandSettled,
    HouseCharged,
    KeyRevealed,
    KeysWithheld,
)
from app.games.table.evolve import fold
from app.games.table.state import Table
from app.i18n import Message
from app.service.entry_codec import decode_public
from app.store.canonical import canonical, parse
from replays.audit.chain import events
from replays.audit.commitments import Pair
from replays.audit.confirmed import NOTHING_CONFIRMED, Confirmed, position_fault
from replays.audit.report import Check, ReportBuilder, plain
from replays.record.untrusted_values import Malformed, because, guarded, wrong_field

_OF_EVENT: Final[dict[type, Check]] = {
    Created: Check.COMMITMENTS,
    HandSettled: Check.MONEY,
    HouseCharged: Check.MONEY,
    KeyRevealed: Check.REVEAL,
    KeysWithheld: Check.REVEAL,
    GameEnded: Check.REVEAL,
    GameVoided: Check.REVEAL,
}
_RULES: Final = {Check.DEAL: "12.1", Check.MONEY: "11.5", Check.REVEAL: "12.4", Check.COMMITMENTS: "12.1"}
_JUDGED: Final = (Check.DECISIONS, Check.CARDS)


@dataclass(frozen=True, slots=True)
class _EntryContent:
    """The content of an entry: its game, the seat that acted, the command, the recorded events."""

    play: Game
    seat: Seat | None
    command: Any
    events: tuple[Any, ...]


class DecisionCheck:
    """The check of each command, decided again in the position before it; the recorded one follows.

    If the recorded events lead to an impossible position, the one that the rules give follows; if there is
    none either, nothing after it can be checked.
    """

    def __init__(self, builder: ReportBuilder, key: bytes, confirmed: Confirmed = NOTHING_CONFIRMED) -> None:
        self._builder = builder
        self._key = key.hex()
        self._table = confirmed.table
        builder.looked(*_JUDGED, plies=confirmed.plies)
        builder.looked(Check.DEAL, plies=confirmed.count(Deal))

    def run(self, pairs: Iterable[Pair], missing: int) -> None:
        """Check `pairs`, the entries after the confirmed ones up to the first that cannot be read.

        `missing` is how many follow.
        """
        rest = list(pairs)
        for at, pair in enumerate(rest):
            if at % 64 == 0:
                # Deciding again is pure computing, which a server of greenlets must be let out of.
                time.sleep(0)
            if not self._judge(pair):
                missing += len(rest) - at - 1
                break
        if missing:
            self._builder.left_out(*_JUDGED, Check.DEAL, plies=missing)

    def _judge(self, pair: Pair) -> bool:
        """Check an entry; return whether a position follows that the next can be checked in."""
        ply = pair[0].ply
        self._builder.looked(*_JUDGED)
        try:
            content = guarded(lambda: _content(self._table, pair))
            given = self._given(ply, content)
            if isinstance(content.command, Deal):
                (self._builder.left_out if given is None else self._builder.looked)(Check.DEAL)
            if given is not None:
                guarded(lambda: self._compare(ply, pair, content, given))
        except (Malformed, GameError) as fault:
            self._builder.find(
                Check.DECISIONS, ply, because(Message("the entry cannot be understood"), fault)
            )
            return False
        return self._go_on(ply, content, given)

    def _given(self, ply: int, content: _EntryContent) -> tuple[Any, ...] | None:
        """Return the events that the rules give for the command; None, with a finding, if they give none."""
        try:
            return guarded(lambda: self._decided(content))
        except GameError as refusal:
            values = {"refusal": refusal.code, "actor": content.seat, "command": content.command}
            detail = Message("the rules refuse it: {code}").filled(code=refusal.code)
            self._builder.find(
                Check.DECISIONS,
                ply,
                detail,
                paragraph(refusal, content.play),
                recorded=content.events,
                **values,
            )
        except Malformed as fault:
            detail = because(Message("the rules cannot be asked about it"), fault)
            self._builder.find(Check.DECISIONS, ply, detail, command=content.command)
        return None

    def _decided(self, content: _EntryContent) -> tuple[Any, ...]:
        table = self._table
        if (table is None) != isinstance(content.command, Create):
            raise Malformed(Message("the first command, and no other, makes the table"))
        return create(content.command) if table is None else decide(table, content.seat, content.command)

    def _compare(self, ply: int, pair: Pair, content: _EntryContent, given: tuple[Any, ...]) -> None:
        """Note the first difference between the recorded events and those that the rules give."""
        for at, (recorded, right) in enumerate(zip_longest(content.events, given)):
            if recorded != right:
                check = _check_of(content.command, recorded, right)
                detail = Message("event {number} is not what the rules give: {difference}").filled(
                    number=at, difference=_difference(recorded, right)
                )
                rule = _rule_of(content.play, check, recorded, right)
                self._builder.find(check, ply, detail, rule, event=at, recorded=recorded, rules_give=right)
                return
        fault = self._stored_otherwise(pair, content, given)
        if fault:
            self._builder.find(Check.DECISIONS, ply, fault)

    def _stored_otherwise(self, pair: Pair, content: _EntryContent, given: tuple[Any, ...]) -> Message | None:
        """Return which half of an entry is not exactly that of its command and the events that are `given`.

        The recorded events may be equal to those and written differently: to Python, `true` is 1.
        """
        document, entry = pair[0].document, pair[1]
        halves = wire.split(_play(self._table, pair), content.seat, content.command, given)
        public = {"command": document.get("command"), "events": document.get("events")}
        if canonical(halves.public) != canonical(public):
            return Message("the public part is not written as the service writes it")
        parts = {part.audience: part.body for part in entry.parts}
        same = parts == {audience: canonical(part) for audience, part in halves.hidden.items()}
        return None if same else Message("the hidden part is not written as the service writes it")

    def _go_on(self, ply: int, content: _EntryContent, given: tuple[Any, ...] | None) -> bool:
        recorded, fault = self._position(ply, content.events)
        if fault:
            self._builder.find(Check.CARDS, ply, fault, content.play.subjects["cards"])
        after = recorded if not fault else self._position(ply, given)[0] if given is not None else None
        self._table = after and after.changed(game_key=self._key)
        return after is not None

    def _position(self, ply: int, happened: tuple[Any, ...] | None) -> tuple[Table | None, Message | None]:
        """Return the position after `happened`, or None, and the fault of it."""
        try:
            table = guarded(lambda: fold(self._table, ply, happened or ()))
            return table, guarded(lambda: position_fault(table))
        except (Malformed, GameError) as fault:
            return None, because(Message("the events do not fit the position"), fault)


def _play(table: Table | None, pair: Pair) -> Game:
    """Return the game of the log, which its first entry names."""
    if table is not None:
        return table.play
    created: Json = next(events(pair[0], "created"))
    return GAMES[created["play"]]


def _content(table: Table | None, pair: Pair) -> _EntryContent:
    link, entry = pair
    play = _play(table, pair)
    decoded = decode_public(play, link.document, {part.audience: parse(part.body) for part in entry.parts})
    command = wire.command_from_json(play, decoded.command)
    for value in (command, *decoded.events):
        wrong = wrong_field(value)
        if wrong:
            raise Malformed(
                Message("{name} is of the wrong kind").filled(name=f"{type(value).__name__}.{wrong}")
            )
    return _EntryContent(play, decoded.seat, command, decoded.events)


def _check_of(command: Any, recorded: Any, right: Any) -> Check:
    """Return the check of a difference: money, also in a deal, else that of the deal or of the event."""
    kinds = (type(event) for event in (right, recorded) if event is not None)
    checks = [_OF_EVENT[kind] for kind in kinds if kind in _OF_EVENT]
    if isinstance(command, Deal):
        return Check.MONEY if Check.MONEY in checks else Check.DEAL
    return checks[0] if checks else Check.DECISIONS


def _rule_of(play: Game, check: Check, recorded: Any, right: Any) -> str | None:
    """Return the paragraph that decides `right`, or where it is None that event which was recorded."""
    event = recorded if right is None else right
    events_of_game = {**EVENTS, **play.events.types}
    kind = next((name for name, made in events_of_game.items() if made is type(event)), "")
    named = kind if type(recorded) is not type(right) else f"{kind}.{_member(recorded, right)}"
    decided = play.paragraphs_of_events
    return decided.get(named) or decided.get(kind) or _RULES.get(check)


def _member(recorded: Any, right: Any) -> str:
    """Return the first member in which two events of one type differ."""
    one, other = plain(recorded), plain(right)
    return next((name for name in other if one[name] != other[name]), "type")


def _difference(recorded: Any, right: Any) -> Message:
    """Return a sentence with the first difference of two events."""
    if type(recorded) is not type(right):
        named = {"recorded": _name(recorded), "derived": _name(right)}
        return Message("recorded {recorded}, the rules give {derived}").filled(**named)
    one, other, field = plain(recorded), plain(right), _member(recorded, right)
    return Message("{name} is recorded as {recorded}, the rules give {derived}").filled(
        name=f"{_name(right)}.{field}", recorded=brief(one[field]), derived=brief(other[field])
    )


def paragraph(refusal: GameError, play: Game | None = None) -> str | None:
    """Return the paragraph of the rulebook for a refusal, that of `play` if the game is known."""
    own = play.reasons.get(refusal.code) if play else None
    known = own or reason(refusal.code)
    return refusal.rule or (known.rule if known else None)


def _name(event: Any) -> Message | str:
    return Message("nothing") if event is None else type(event).__name__


def brief(value: Any) -> str:
    """Return a value of a field as ASCII text of at most 120 characters and an ellipsis."""
    text = ascii(value)
    return text if len(text) <= 120 else f"{text[:120]}..."
