"""Faults between a bot and the service during a check, and how the bot handles them.

All requests of the bot pass through here. In turn a move is lost, its reply is lost, it is answered by a 503,
or an answered question is repeated; every second list of decisions has unknown fields.
"""

import re
import threading
import time
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

import orjson

from app.cli.bot_check.report import BotProperty, PropertyResults
from app.http.body import parse_json
from app.http.errors import Problem

Json = dict[str, Any]
MOVES: Final = re.compile(r"/v1/games/(g-[0-9a-z]{24})/moves")
_PLY: Final = re.compile(r'"([0-9]{1,15})"')
_PASSED: Final = ("stale_ply", "game_over")
_STALE: Final = (*_PASSED, "not_your_turn", "too_late", "wrong_phase", "precondition_required")
_UNKNOWN: Final = {"conquian_bot_check": {"a_field": ["that", "nobody", "knows"]}}
_CYCLE: Final = 7


class Fate(StrEnum):
    """Fate of a move on its way."""

    ARRIVES = "arrives"
    LOST_BEFORE = "lost before"
    LOST_AFTER = "lost after"
    AWAY = "away"
    UNNAMED = "unnamed"


_FATES: Final = {1: Fate.LOST_AFTER, 3: Fate.AWAY, 5: Fate.LOST_BEFORE}
"""Fate of a move the first time it is sent, by its number in the cycle."""


@dataclass(frozen=True, slots=True)
class SentMove:
    """A move as sent by the bot: the game, its ply, its idempotency key and its body."""

    game: str
    ply: int | None
    key: str | None
    body: bytes


@dataclass(slots=True)
class _BotGame:
    """State of one game of the bot."""

    questions: dict[int, tuple[float, Json | bytes]] = field(default_factory=dict)
    answered: dict[int, SentMove] = field(default_factory=dict)
    owed: SentMove | None = None
    reread: bool = False
    repeated: int = 0
    timed: set[int] = field(default_factory=set)


class Faults:
    """Chooses the next fault, and records in a tally how the bot handles it."""

    def __init__(self, tally: PropertyResults) -> None:
        self._tally = tally
        self._games: dict[str, _BotGame] = {}
        self._moves = 0
        self._lists = 0
        self._again: list[Json | bytes] = []
        self._lock = threading.Lock()
        self.last_request = time.monotonic()
        self.requests = 0

    def record_request(self) -> None:
        """Record a request of the bot."""
        self.requests += 1
        self.last_request = time.monotonic()

    def move(self, path: str, headers: dict[str, str], body: bytes) -> tuple[SentMove, Fate] | None:
        """Return the move in a request and its fate; None for any other request."""
        match = MOVES.fullmatch(path)
        if match is None:
            return None
        move = SentMove(match[1], self._ply(headers, body), headers.get("idempotency-key"), body)
        with self._lock:
            return move, self._fate(move, self._games.setdefault(move.game, _BotGame()))

    def _ply(self, headers: dict[str, str], body: bytes) -> int | None:
        self._tally.see(BotProperty.JSON)
        try:
            command = parse_json(body)
        except Problem as problem:
            self._tally.fault(BotProperty.JSON, f"a move is {problem.code}")
            return None
        quoted = _PLY.fullmatch(headers.get("if-match", ""))
        expected = command.get("expected_ply")
        return int(quoted[1]) if quoted else expected if isinstance(expected, int) else None

    def _fate(self, move: SentMove, game: _BotGame) -> Fate:
        self._measure(move, game)
        if game.owed is not None:
            self._settle(move, game.owed, game.reread)
            game.owed = None
            return Fate.ARRIVES
        if move.ply in game.answered:
            game.repeated += 1
            return Fate.UNNAMED if move.ply is not None and game.repeated % 2 else Fate.ARRIVES
        self._moves += 1
        fate = _FATES.get(self._moves % _CYCLE, Fate.ARRIVES)
        if fate is not Fate.ARRIVES:
            game.owed, game.reread = move, False
        return fate

    def _settle(self, move: SentMove, owed: SentMove, reread: bool) -> None:
        """Check the first move after a lost one: the same again, or an answer to a later question."""
        self._tally.see(BotProperty.LOST)
        place = f"{move.game}, ply {move.ply}"
        if move.key is not None and move.key == owed.key and move.body != owed.body:
            self._tally.fault(BotProperty.LOST, f"{place}: another move under the same Idempotency-Key")
        if move.ply is None and move.key != owed.key and not reread:
            self._tally.fault(
                BotProperty.LOST, f"{place}: sent again under another name, it could count twice"
            )

    def _measure(self, move: SentMove, game: _BotGame) -> None:
        if move.ply in game.questions and move.ply not in game.timed and move.ply is not None:
            game.timed.add(move.ply)
            self._tally.took(round((time.monotonic() - game.questions[move.ply][0]) * 1000))

    def outcome(self, move: SentMove, status: int, body: bytes) -> None:
        """Record the answer of the service to a move."""
        with self._lock:
            game = self._games[move.game]
            if status == 200:
                self._accepted(move, game)
            elif move.ply in game.answered:
                self._outdated(move, _code(body))
            else:
                self._refused(move, status, _code(body))

    def _accepted(self, move: SentMove, game: _BotGame) -> None:
        if move.ply is None:
            self._tally.see(BotProperty.LEGAL)
            return
        if move.ply in game.answered:
            return
        self._tally.see(BotProperty.LEGAL)
        game.answered[move.ply] = move
        if len(game.answered) % 3 == 0 and move.ply in game.questions:
            self._again.append(game.questions[move.ply][1])

    def _outdated(self, move: SentMove, code: str) -> None:
        self._tally.see(BotProperty.STALE)
        if code == "idempotency_key_reused":
            self._tally.fault(
                BotProperty.REPEATED, f"{move.game}, ply {move.ply}: another move when asked again"
            )
        elif code not in _STALE:
            self._tally.fault(BotProperty.STALE, f"{move.game}, ply {move.ply}: {code}")

    def _refused(self, move: SentMove, status: int, code: str) -> None:
        place = f"{move.game}, ply {move.ply}: {code}"
        if code == "unknown_field":
            self._tally.fault(BotProperty.UNKNOWN, place)
        if code == "too_late":
            self._tally.fault(BotProperty.TIME, place)
        elif code in _PASSED:
            self._tally.see(BotProperty.STALE)
        elif status < 500 and status != 429:
            self._tally.see(BotProperty.LEGAL)
            self._tally.fault(BotProperty.LEGAL, place)

    def listed(self, body: bytes) -> bytes:
        """Return a list of decisions for the bot; answered ones may be added."""
        page = orjson.loads(body)
        if not isinstance(page.get("decisions"), list):
            return body
        for question in page["decisions"]:
            self._record_question(question["game"], question["decision"], question)
        with self._lock:
            repeated, self._again = self._again, []
            self._lists += 1
            has_unknown = self._lists % 2 == 0
        for question in repeated:
            if isinstance(question, dict):
                self._tally.see(BotProperty.REPEATED)
                page["decisions"].insert(0, question)
        if has_unknown and page["decisions"]:
            page |= _UNKNOWN
            page["decisions"] = [_strange(question) for question in page["decisions"]]
            self._tally.see(BotProperty.UNKNOWN)
        return orjson.dumps(page)

    def lines(self, body: bytes) -> bytes:
        """Return a list of moves in lines for the bot; those of answered questions may be added."""
        questions: dict[tuple[str, int], bytes] = {}
        for line in body.splitlines(keepends=True):
            game, ply, _ = line.split(b" ", 2)
            place = game.decode(), int(ply)
            questions[place] = questions.get(place, b"") + line
        for (name, decision), text in questions.items():
            self._record_question(name, decision, text)
        with self._lock:
            repeated, self._again = self._again, []
        for old in repeated:
            if isinstance(old, bytes):
                self._tally.see(BotProperty.REPEATED)
                body = old + body
        return body

    def streamed(self, item: Json) -> list[Json]:
        """Return the items that the bot gets instead of one item of a stream."""
        question = item.get("decision")
        if not isinstance(question, dict):
            return [item]
        self._record_question(question["game"], question["decision"], question)
        with self._lock:
            repeated, self._again = self._again, []
            self._lists += 1
            has_unknown = self._lists % 2 == 0
        old = [{"decision": question_} for question_ in repeated if isinstance(question_, dict)]
        self._tally.see(*[BotProperty.REPEATED] * len(old), *[BotProperty.UNKNOWN] * has_unknown)
        return [*old, {**item, **_UNKNOWN, "decision": _strange(question)} if has_unknown else item]

    def _record_question(self, game: str, ply: int, question: Json | bytes) -> None:
        with self._lock:
            state = self._games.setdefault(game, _BotGame())
            state.questions.setdefault(ply, (time.monotonic(), question))
            state.reread = True


def _strange(question: Json) -> Json:
    return {**question, **_UNKNOWN, "view": {**question["view"], **_UNKNOWN}}


def _code(body: bytes) -> str:
    try:
        return str(orjson.loads(body)["code"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return "no problem document"
