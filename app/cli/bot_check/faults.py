"""What goes wrong between a bot and the service while it is tried, and whether the bot copes with it.

It sees every request of the bot on its way. By turns a move is lost, its reply is lost, it is answered by a
503, or an answered question is asked again; every second list of decisions has fields that nobody knows.
"""

import re
import threading
import time
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

import orjson

from app.cli.bot_check.report import Check, Tally
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
    """What becomes of a move on its way."""

    ARRIVES = "arrives"
    LOST_BEFORE = "lost before"
    LOST_AFTER = "lost after"
    AWAY = "away"
    UNNAMED = "unnamed"


_FATES: Final = {1: Fate.LOST_AFTER, 3: Fate.AWAY, 5: Fate.LOST_BEFORE}
"""By the number of a move in its cycle what becomes of it the first time it is sent."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move as the bot sent it: the game, the ply it names, its idempotency key and its body."""

    game: str
    ply: int | None
    key: str | None
    body: bytes


@dataclass(slots=True)
class _Game:
    """What passed between the bot and one game."""

    told: dict[int, tuple[float, Json | bytes]] = field(default_factory=dict)
    answered: dict[int, Move] = field(default_factory=dict)
    owed: Move | None = None
    reread: bool = False
    repeated: int = 0
    timed: set[int] = field(default_factory=set)


class Faults:
    """Decides what goes wrong next, and writes down in a tally what the bot makes of it."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._games: dict[str, _Game] = {}
        self._moves = 0
        self._lists = 0
        self._again: list[Json | bytes] = []
        self._lock = threading.Lock()
        self.last_request = time.monotonic()
        self.requests = 0

    def heard(self) -> None:
        """The bot asks for something."""
        self.requests += 1
        self.last_request = time.monotonic()

    def move(self, path: str, headers: dict[str, str], body: bytes) -> tuple[Move, Fate] | None:
        """The move that a request is, and what shall become of it; None for any other request."""
        found = MOVES.fullmatch(path)
        if found is None:
            return None
        move = Move(found[1], self._ply(headers, body), headers.get("idempotency-key"), body)
        with self._lock:
            return move, self._fate(move, self._games.setdefault(move.game, _Game()))

    def _ply(self, headers: dict[str, str], body: bytes) -> int | None:
        self._tally.see(Check.JSON)
        try:
            said = parse_json(body)
        except Problem as problem:
            self._tally.fault(Check.JSON, f"a move is {problem.code}")
            return None
        quoted = _PLY.fullmatch(headers.get("if-match", ""))
        expected = said.get("expected_ply")
        return int(quoted[1]) if quoted else expected if isinstance(expected, int) else None

    def _fate(self, move: Move, game: _Game) -> Fate:
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

    def _settle(self, move: Move, owed: Move, reread: bool) -> None:
        """The next move after one that was lost: the same again, or one to a question asked since."""
        self._tally.see(Check.LOST)
        place = f"{move.game}, ply {move.ply}"
        if move.key is not None and move.key == owed.key and move.body != owed.body:
            self._tally.fault(Check.LOST, f"{place}: another move under the same Idempotency-Key")
        if move.ply is None and move.key != owed.key and not reread:
            self._tally.fault(Check.LOST, f"{place}: sent again under another name, it could count twice")

    def _measure(self, move: Move, game: _Game) -> None:
        if move.ply in game.told and move.ply not in game.timed and move.ply is not None:
            game.timed.add(move.ply)
            self._tally.took(round((time.monotonic() - game.told[move.ply][0]) * 1000))

    def outcome(self, move: Move, status: int, body: bytes) -> None:
        """The service has answered a move."""
        with self._lock:
            game = self._games[move.game]
            if status == 200:
                self._accepted(move, game)
            elif move.ply in game.answered:
                self._outdated(move, _code(body))
            else:
                self._refused(move, status, _code(body))

    def _accepted(self, move: Move, game: _Game) -> None:
        if move.ply is None:
            self._tally.see(Check.LEGAL)
            return
        if move.ply in game.answered:
            return
        self._tally.see(Check.LEGAL)
        game.answered[move.ply] = move
        if len(game.answered) % 3 == 0 and move.ply in game.told:
            self._again.append(game.told[move.ply][1])

    def _outdated(self, move: Move, code: str) -> None:
        self._tally.see(Check.STALE)
        if code == "idempotency_key_reused":
            self._tally.fault(Check.REPEATED, f"{move.game}, ply {move.ply}: another move when asked again")
        elif code not in _STALE:
            self._tally.fault(Check.STALE, f"{move.game}, ply {move.ply}: {code}")

    def _refused(self, move: Move, status: int, code: str) -> None:
        place = f"{move.game}, ply {move.ply}: {code}"
        if code == "unknown_field":
            self._tally.fault(Check.UNKNOWN, place)
        if code == "too_late":
            self._tally.fault(Check.TIME, place)
        elif code in _PASSED:
            self._tally.see(Check.STALE)
        elif status < 500 and status != 429:
            self._tally.see(Check.LEGAL)
            self._tally.fault(Check.LEGAL, place)

    def listed(self, body: bytes) -> bytes:
        """A list of decisions as the bot gets it: answered ones may be in it again."""
        page = orjson.loads(body)
        if not isinstance(page.get("decisions"), list):
            return body
        for one in page["decisions"]:
            self._tell(one["game"], one["decision"], one)
        with self._lock:
            again, self._again = self._again, []
            self._lists += 1
            strange = self._lists % 2 == 0
        for one in again:
            if isinstance(one, dict):
                self._tally.see(Check.REPEATED)
                page["decisions"].insert(0, one)
        if strange and page["decisions"]:
            page |= _UNKNOWN
            page["decisions"] = [_strange(one) for one in page["decisions"]]
            self._tally.see(Check.UNKNOWN)
        return orjson.dumps(page)

    def lines(self, body: bytes) -> bytes:
        """A list of moves in lines as the bot gets it: those of answered questions may be in it again."""
        asked: dict[tuple[str, int], bytes] = {}
        for line in body.splitlines(keepends=True):
            game, ply, _ = line.split(b" ", 2)
            place = game.decode(), int(ply)
            asked[place] = asked.get(place, b"") + line
        for (name, at), text in asked.items():
            self._tell(name, at, text)
        with self._lock:
            again, self._again = self._again, []
        for one in again:
            if isinstance(one, bytes):
                self._tally.see(Check.REPEATED)
                body = one + body
        return body

    def streamed(self, told: Json) -> list[Json]:
        """What the bot is told instead of one thing in a stream."""
        one = told.get("decision")
        if not isinstance(one, dict):
            return [told]
        self._tell(one["game"], one["decision"], one)
        with self._lock:
            again, self._again = self._again, []
            self._lists += 1
            strange = self._lists % 2 == 0
        old = [{"decision": each} for each in again if isinstance(each, dict)]
        self._tally.see(*[Check.REPEATED] * len(old), *[Check.UNKNOWN] * strange)
        return [*old, {**told, **_UNKNOWN, "decision": _strange(one)} if strange else told]

    def _tell(self, game: str, ply: int, what: Json | bytes) -> None:
        with self._lock:
            found = self._games.setdefault(game, _Game())
            found.told.setdefault(ply, (time.monotonic(), what))
            found.reread = True


def _strange(one: Json) -> Json:
    return {**one, **_UNKNOWN, "view": {**one["view"], **_UNKNOWN}}


def _code(body: bytes) -> str:
    try:
        return str(orjson.loads(body)["code"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return "no problem document"
