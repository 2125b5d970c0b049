"""Check of a bot behind an address: it is asked in games in memory, and answers in the HTTP response.

Messages follow the Standard Webhooks convention. An answer is `{"command": {...}}`, the body of a move. At
intervals a question is repeated, an answer is discarded, or an old question is sent again, and every second
question has unknown fields.
"""

import base64
import binascii
import hmac
import http.client
import re
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

import orjson

from app.cli.bot_check.report import BotProperty, CannotTry, PropertyResults
from app.cli.bot_check.trial import Trial
from app.cli.language import spoken
from app.cli.simulate.plan import TableSetup
from app.i18n import Message
from app.store.keys import game_id_from
from app.webhooks.delivery import command_in
from app.webhooks.messages import headers

MOST_BYTES: Final = 65_536
_FAILURES: Final = (OSError, http.client.HTTPException)


@dataclass(frozen=True, slots=True)
class Letter:
    """A message: its id, its time in s since 1970, and its body."""

    id: str
    time: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """Response of the bot, and its time in ms."""

    status: int
    body: bytes
    ms: int


def letter(number: int, game: str, data: dict[str, Any], more: dict[str, Any]) -> Letter:
    """Return the message about an open question; `more` are unknown fields."""
    now = datetime.now(UTC)
    body = {"type": "your_turn", "timestamp": now.isoformat(timespec="milliseconds"), "data": data, **more}
    return Letter(f"msg_{game}_{number}", int(now.timestamp()), orjson.dumps(body))


class Address:
    """Address of a bot. `secret` (whsec_...) signs the messages, an answer may take `seconds`."""

    def __init__(self, url: str, secret: str | None, seconds: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise CannotTry(
                spoken(Message("The address of a bot begins with http:// or https:// and a host."))
            )
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._key = None if secret is None else _key(secret)
        self._seconds = seconds

    def send(self, letter: Letter) -> Reply | None:
        """Send a message and return the response; None if there is none."""
        began = time.monotonic()
        connection = self._connection()
        try:
            self._request(connection, letter)
            answer = connection.getresponse()
            body = answer.read(MOST_BYTES)
        except _FAILURES:
            return None
        finally:
            connection.close()
        return Reply(answer.status, body, round((time.monotonic() - began) * 1000))

    def lose(self, letter: Letter) -> None:
        """Send a message and close the connection before the response."""
        connection = self._connection()
        try:
            self._request(connection, letter)
        except _FAILURES:
            pass
        finally:
            connection.close()

    def listens(self) -> bool:
        """Return whether the address accepts connections."""
        port = self._port or (443 if self._secure else 80)
        try:
            socket.create_connection((self._host, port), timeout=self._seconds).close()
        except OSError:
            return False
        return True

    def _connection(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=self._seconds)

    def headers(self, letter: Letter) -> dict[str, str]:
        """Return the headers of a message."""
        keys = () if self._key is None else (self._key,)
        return {"Content-Type": "application/json", **headers(keys, letter.id, letter.time, letter.body)}

    def _request(self, connection: http.client.HTTPConnection, letter: Letter) -> None:
        connection.request("POST", self._path, letter.body, self.headers(letter))


def _key(secret: str) -> bytes:
    """Return the key of a secret `whsec_` and base64. Raises CannotTry for any other text."""
    match = re.fullmatch(r"whsec_([A-Za-z0-9+/]+={0,2})", secret)
    try:
        return base64.b64decode(match[1] if match else "!", validate=True)
    except binascii.Error:
        raise CannotTry(spoken(Message("A secret is whsec_ and base64."))) from None


Json = dict[str, Any]
_UNKNOWN: Final = {"conquian_bot_check": {"a_field": ["that", "nobody", "knows"]}}
_TWICE, _LOSE, _OLD = 3, 4, 5
"""Intervals in questions of a repetition, a lost answer, and an old question."""

_SILENT_MOST: Final = 5
"""Number of consecutive questions without an answer after which a bot is given up."""


class Silent(Exception):
    """The bot does not answer any more."""


class Examination:
    """One bot checked in games; `on_game` is called after each of them."""

    def __init__(
        self, address: Address, tally: PropertyResults, seed: int, on_game: Callable[[], None]
    ) -> None:
        self._address = address
        self._tally = tally
        self._seed = seed
        self._told = on_game
        self._questions = 0
        self._silent = 0
        self._last: Letter | None = None

    def run(self, cases: Sequence[TableSetup], games: int) -> None:
        """Play `games` games of each case. Raises CannotTry if nothing listens at the address."""
        if not self._address.listens():
            raise CannotTry(spoken(Message("Nobody listens at this address.")))
        try:
            for number in range(games * len(cases)):
                self._game(number, cases[number % len(cases)])
                self._told()
        except Silent:
            self._tally.fault(BotProperty.FINISHES, f"{_SILENT_MOST} questions in a row had no answer")

    def _game(self, number: int, case: TableSetup) -> None:
        key = hmac.digest(str(self._seed).encode(), f"conquian/bot-check/1 {number}".encode(), "sha256")
        trial = Trial(game_id_from(key), case, key)
        while not trial.is_over:
            self._question(trial, case)
        self._tally.see(BotProperty.FINISHES)

    def _question(self, trial: Trial, case: TableSetup) -> None:
        self._questions += 1
        deadline = int(time.time() * 1000) + self._tally.clock_ms
        data = trial.asked(deadline)
        has_unknown = self._questions % 2 == 0
        if has_unknown:
            data["view"] |= _UNKNOWN
        message = letter(
            trial.decision, data["game"], data | (_UNKNOWN if has_unknown else {}), _more(has_unknown)
        )
        place = f"{case.name}, ply {trial.decision}"
        command = self._asked(message, place)
        refusal = "no_answer" if command is None else trial.answer(command)
        self._tally.see(BotProperty.LEGAL, *([BotProperty.UNKNOWN] if has_unknown else []))
        if refusal is not None:
            self._tally.fault(BotProperty.LEGAL, f"{place}: {refusal}")
            if has_unknown:
                self._tally.fault(BotProperty.UNKNOWN, f"{place}: {refusal}")
            trial.stand_in()

    def _asked(self, message: Letter, place: str) -> Json | None:
        """Return the move of the bot, after the faults of this question; None without one."""
        number, old, self._last = self._questions, self._last, message
        if number % _LOSE == 0:
            self._address.lose(message)
        reply = self._address.send(message)
        self._note(reply)
        command = self._command(reply, place)
        if number % _LOSE == 0:
            self._tally.see(BotProperty.LOST)
            if command is None:
                self._tally.fault(BotProperty.LOST, f"{place}: no move after a lost answer")
        if number % _TWICE == 0:
            self._again(message, command, place)
        if old is not None and number % _OLD == 0:
            self._over(old, place)
        return command

    def _over(self, old: Letter, place: str) -> None:
        self._tally.see(BotProperty.STALE)
        reply = self._address.send(old)
        if reply is None or reply.status >= 500:
            self._tally.fault(BotProperty.STALE, f"{place}: it broke when asked again what is over")

    def _again(self, message: Letter, first: Json | None, place: str) -> None:
        self._tally.see(BotProperty.REPEATED)
        reply = self._address.send(message)
        second = None if reply is None or reply.status >= 300 else command_in(reply.body)
        if reply is None or reply.status >= 500:
            self._tally.fault(BotProperty.REPEATED, f"{place}: it broke when asked twice")
        elif second is not None and second != first:
            self._tally.fault(BotProperty.REPEATED, f"{place}: another move when asked twice")

    def _note(self, reply: Reply | None) -> None:
        self._silent = self._silent + 1 if reply is None else 0
        if self._silent >= _SILENT_MOST:
            raise Silent
        if reply is not None:
            self._tally.took(reply.ms)

    def _command(self, reply: Reply | None, place: str) -> Json | None:
        if reply is None:
            self._tally.fault(BotProperty.TIME, f"{place}: no answer")
            return None
        if not 200 <= reply.status < 300:
            return None
        self._tally.see(BotProperty.JSON)
        command = command_in(reply.body)
        if command is None:
            self._tally.fault(BotProperty.JSON, f'{place}: the answer is not {{"command": {{...}}}}')
        return command


def _more(strange: bool) -> Json:
    return _UNKNOWN if strange else {}
