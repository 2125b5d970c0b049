"""What a bot behind an address is sent: Standard Webhooks messages, each sent as often as it takes."""

import base64
import binascii
import http.client
import re
import socket
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

import orjson

from app.cli.bot_check.report import CannotTry
from app.webhooks.signatures import headers

MOST_BYTES: Final = 65_536
_FAILURES: Final = (OSError, http.client.HTTPException)


@dataclass(frozen=True, slots=True)
class Letter:
    """One message: its id, its time in s since 1970, and its body."""

    id: str
    time: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, and after how many ms."""

    status: int
    body: bytes
    ms: int


def letter(number: int, game: str, data: dict[str, Any], more: dict[str, Any]) -> Letter:
    """The message that tells of an open question; `more` are fields that no bot knows."""
    now = datetime.now(UTC)
    body = {"type": "your_turn", "timestamp": now.isoformat(timespec="milliseconds"), "data": data, **more}
    return Letter(f"msg_{game}_{number}", int(now.timestamp()), orjson.dumps(body))


class Address:
    """Where a bot listens. `secret` (whsec_...) signs what is sent, an answer may take `seconds`."""

    def __init__(self, url: str, secret: str | None, seconds: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise CannotTry("The address of a bot begins with http:// or https:// and a host.")
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._key = None if secret is None else _key(secret)
        self._seconds = seconds

    def send(self, letter: Letter) -> Reply | None:
        """What the bot answers; None where no answer comes."""
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
        """Sends a message and hangs up before the answer."""
        connection = self._connection()
        try:
            self._request(connection, letter)
        except _FAILURES:
            pass
        finally:
            connection.close()

    def listens(self) -> bool:
        """Whether anything accepts connections there."""
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
        """The headers that a message is sent with."""
        keys = () if self._key is None else (self._key,)
        return {"Content-Type": "application/json", **headers(keys, letter.id, letter.time, letter.body)}

    def _request(self, connection: http.client.HTTPConnection, letter: Letter) -> None:
        connection.request("POST", self._path, letter.body, self.headers(letter))


def _key(secret: str) -> bytes:
    """The key of a secret `whsec_` and base64; CannotTry for any other text."""
    found = re.fullmatch(r"whsec_([A-Za-z0-9+/]+={0,2})", secret)
    try:
        return base64.b64decode(found[1] if found else "!", validate=True)
    except binascii.Error:
        raise CannotTry("A secret is whsec_ and base64.") from None
