"""Repetition of a question of a game: a bot gets the question of a seat at a ply, and its answer is
checked.

The question is made from the record of the game, so anyone who may read that record can repeat it, also for a
repaired bot. A local bot, which may remember its game, gets all earlier questions to its seat first. The
bot's random seed is that of the tournament, if its seeds are revealed.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import orjson

from app.bots.errors import EntrantFailed, EntrantRefused, FailureReason
from app.bots.external.answers import chosen
from app.bots.external.limits import ParticipantLimits
from app.bots.external.participants import opened
from app.bots.roster import decided, decided_on
from app.bots.strategy import Move, Seen, Strategy, View
from app.cli.bot_check.endpoint import Address, letter
from app.cli.bot_check.report import CannotTry
from app.cli.language import spoken
from app.games.cards import Seat
from app.games.table.state import Table, awaited
from app.games.table.view import view
from app.i18n import Message
from app.service.pending_decisions import bodies
from app.webhooks.delivery import command_in
from replays.record.errors import ReplayError
from replays.record.fetch import fetch_object
from replays.record.read import read_record
from replays.report.source import record_at
from replays.tournaments.questions import GameMoment, moments, passed

Json = dict[str, Any]
Choice = Callable[[Strategy, View, list[Move], Seen], Move]
Ask = Callable[["BotQuestion", Choice], Move]
"""Function that asks a bot a question. Raises EntrantFailed if it does not answer."""

_NO_KEY: Final = bytes(32)


@dataclass(frozen=True, slots=True)
class BotQuestion:
    """The question to `seat` at `table`, and its history."""

    table: Table
    seat: Seat
    seen: Seen

    @property
    def moves(self) -> list[Move]:
        """Legal moves."""
        return bodies(self.table, self.seat)


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of a bot to `question`; `failure` is the reason if there is none.

    `ms` is the time that it took.
    """

    question: BotQuestion
    move: Move | None
    failure: EntrantFailed | None
    ms: int


def questions_at(game: str, ply: int, url: str) -> list[BotQuestion]:
    """Return the question after entry `ply` of `game` (an id or a file), preceded by earlier ones to its
    seat.

    Of several seats that were asked, the seat of the next entry is chosen. Raises CannotTry if no seat was
    asked.
    """
    try:
        entries = read_record(record_at(game, url)).entries
    except ReplayError as problem:
        raise CannotTry(f"{game}: {spoken(problem.message)}.") from None
    if not 0 < ply < len(entries):
        raise CannotTry(
            spoken(
                Message("The game has {count} plies; questions are from 1 to {last}."),
                count=len(entries),
                last=len(entries) - 1,
            )
        )
    *before, following = moments(entries[: ply + 1])
    wanted = before[-1]
    if not awaited(wanted.table):
        raise CannotTry(spoken(Message("Nobody was asked anything after ply {ply}."), ply=ply))
    seat = _seat(wanted, following)
    return [
        BotQuestion(moment.table, seat, moment.seen(seat))
        for moment, answer in pairwise([*before, following])
        if moment is wanted or (seat in awaited(moment.table) and answer.entry.seat == seat)
    ]


def _seat(wanted: GameMoment, following: GameMoment) -> Seat:
    """Return the seat of the question: the one that failed, missed its deadline, or answered."""
    seats = awaited(wanted.table)
    failed = [*following.table.void_seats, *passed(wanted.table, following.table)]
    candidates = [
        candidate
        for candidate in (*failed, following.entry.seat)
        if candidate in seats and candidate is not None
    ]
    return candidates[0] if candidates else seats[0]


def chance_of(table: Table, url: str) -> Choice | None:
    """Return how bots draw their seeds in the tournament of `table`; None while its seeds are not known."""
    try:
        tournament = fetch_object(f"{url.rstrip('/')}/v1/tournaments/{table.tournament}")
        log = fetch_object(f"{url.rstrip('/')}/v1/tournaments/{table.tournament}/events?limit=1")
        key = bytes.fromhex(tournament["seeds"]["bot_seed"])
        version = int(log["events"][0]["public"]["events"][0].get("version") or 1)
    except (ReplayError, LookupError, TypeError, ValueError):
        return None
    deck = table.deck
    if version < 3 or deck is None:
        return lambda strategy, shown, moves, seen: decided(strategy, shown, moves, key, seen)
    return lambda strategy, shown, moves, seen: decided_on(deck, strategy, shown, moves, key, seen)


def without_chance(strategy: Strategy, shown: View, moves: list[Move], seen: Seen) -> Move:
    """Return the move of a bot whose seed in its game is not known."""
    return decided(strategy, shown, moves, _NO_KEY, seen)


@contextmanager
def of_entrant(entrant: Mapping[str, Any], limits: ParticipantLimits, play: str) -> Iterator[Ask]:
    """Provide the function that asks a Python object or a program, freshly started, about the game `play`."""
    try:
        with opened(entrant, Path(), limits, play=play) as make:
            bot = make()
            yield lambda asked, choose: choose(bot, view(asked.table, asked.seat), asked.moves, asked.seen)
    except EntrantRefused as refused:
        raise CannotTry(str(refused)) from None


def of_address(address: Address, clock_ms: int) -> Ask:
    """Return the function that asks a bot behind an address, like a webhook."""

    def ask(question: BotQuestion, choose: Choice) -> Move:
        table, seat = question.table, question.seat
        data = {
            "game": table.game,
            "ply": table.decision,
            "seat": seat,
            "url": f"/v1/games/{table.game}",
            "view": view(table, seat),
            "deadline": int(time.time() * 1000) + clock_ms,
            "moves": table.play.grouped(question.moves),
        }
        reply = address.send(letter(table.decision, table.game, data, {}))
        if reply is None:
            raise EntrantFailed(FailureReason.TIMED_OUT, "no answer")
        command = command_in(reply.body) if 200 <= reply.status < 300 else None
        if command is None:
            text = reply.body[:2048].decode("utf-8", "replace")
            raise EntrantFailed(
                FailureReason.PROTOCOL, f"status {reply.status} without a command", answer=text
            )
        return chosen(command, question.moves)

    return ask


def answer(questions: Sequence[BotQuestion], ask: Ask, choose: Choice) -> Answer:
    """Return the bot's answer to the last of `questions`, or to an earlier one at which it fails."""
    for question in questions:
        began = time.monotonic()
        move, failure = None, None
        try:
            move = ask(question, choose)
        except EntrantFailed as problem:
            failure = problem
        result = Answer(question, move, failure, round((time.monotonic() - began) * 1000))
        if failure is not None:
            break
    return result


def as_json(result: Answer, *, has_chance: bool) -> Json:
    """Return the question and the answer as one object."""
    question, failure = result.question, result.failure
    return {
        "game": question.table.game,
        "ply": question.table.ply,
        "seat": question.seat,
        "legal": question.moves,
        "chance": "tournament" if has_chance else "other",
        "ms": result.ms,
        "move": result.move,
        "failure": None if failure is None else _failure_json(failure),
    }


def _failure_json(failure: EntrantFailed) -> Json:
    texts = {"ended": failure.ended, "answer": failure.answer, "stderr": failure.stderr}
    return {"kind": str(failure.reason), **{name: text or None for name, text in texts.items()}}


def sentences(result: Answer, wanted: BotQuestion, *, has_chance: bool) -> list[str]:
    """Return the same as lines for people; `wanted` is the requested question."""
    question, failure = result.question, result.failure
    table, count = question.table, len(question.moves)
    lines = [f"{table.game}, after ply {table.ply}: seat {question.seat} is asked, legal moves: {count}."]
    if question is not wanted:
        lines.append(
            f"The question after ply {wanted.table.ply} was not reached. In a tournament a bot that fails is"
            " started again, and may get further in its game."
        )
    if table.tournament is not None and not has_chance:
        lines.append("The seeds of its tournament are not known here: the bot's chance is another one.")
    if failure is None:
        return [
            *lines,
            f"It answers in {result.ms} ms: {orjson.dumps(result.move).decode()}",
            "That is legal.",
        ]
    lines.append(f"It fails after {result.ms} ms: {failure}")
    lines += [f"It answered: {failure.answer}"] if failure.answer else []
    wrote = failure.stderr.rstrip()
    return [*lines, "It wrote on standard error:", wrote] if wrote else lines
