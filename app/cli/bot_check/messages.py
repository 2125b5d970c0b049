"""Messages to a bot behind an address, by the Standard Webhooks convention."""

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
            raise CannotTry("The address of a bot begins with http:// or https:// and a host.")
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
        raise CannotTry("A secret is whsec_ and base64.") from None
