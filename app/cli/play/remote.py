"""Seat of a service, through its public API only; interrupted requests are repeated until an answer comes."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

from app.cli.language import spoken
from app.cli.play.seat import CommandRefused, Json, Paragraph, Unseated
from app.i18n import Language, Message

_TIMEOUT_SECONDS: Final = 40.0
_WAIT_SECONDS: Final = 20
_PATIENCE_SECONDS: Final = 600.0
_LATER: Final = (429, 502, 503, 504)
_LONGEST_PAUSE: Final = 5.0


class Line:
    """Connection to the service at `url` that is reopened whenever it is lost.

    `cut` is called once for every time in which the service does not answer.
    """

    def __init__(
        self, url: str, language: Language, token: str = "", cut: Callable[[], object] = int
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Unseated(
                spoken(Message("{url} is no address; it begins with http:// or https://"), url=url)
            )
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.url, self.token = url.rstrip("/"), token
        self._base, self._language, self._cut = parts.path.rstrip("/"), language, cut
        self._connection = kind(parts.hostname, parts.port, timeout=_TIMEOUT_SECONDS)

    def ask(self, method: str, path: str, body: Any = None, accept: str = "application/json") -> bytes:
        """Return the body of the answer. Raises CommandRefused for an error. A repeat is executed once."""
        headers = {"Accept": f"{accept}, application/problem+json", "Accept-Language": str(self._language)}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"Idempotency-Key": str(uuid4())} if method == "POST" else {}
        headers |= {} if body is None else {"Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        return self._insist(method, self._base + path, data, headers)

    def get(self, path: str) -> Json:
        """Return the JSON at `path`."""
        body: Json = json.loads(self.ask("GET", path))
        return body

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        self._connection.close()

    def _insist(self, method: str, path: str, data: bytes | None, headers: Mapping[str, str]) -> bytes:
        began, tries = time.monotonic(), 0
        while True:
            try:
                self._connection.request(method, path, data, dict(headers))
                answer = self._connection.getresponse()
                text = answer.read()
                if answer.status not in _LATER:
                    return text if answer.status < 400 else _refused(text)
                problem = str(answer.status)
            except (OSError, HTTPException) as error:
                self.close()
                problem = str(error)
            if time.monotonic() - began > _PATIENCE_SECONDS:
                raise Unseated(
                    spoken(Message("{address} does not answer: {reason}"), address=self.url, reason=problem)
                )
            tries += 1
            if tries == 2:  # a kept connection may be closed at any time; one failure is normal
                self._cut()
            time.sleep(min(_LONGEST_PAUSE, 0.1 * 2**tries))


def _refused(text: bytes) -> bytes:
    try:
        problem = json.loads(text)
        raise CommandRefused(problem["code"], problem["detail"], problem.get("rule"))
    except (ValueError, KeyError, TypeError):
        raise Unseated(spoken(Message("the service at this address is no Conquián service"))) from None


class RemoteSeat:
    """The seat that `line` has the token of."""

    def __init__(self, line: Line, game: str) -> None:
        self._line, self._game = line, game
        self._rulebook: Json | None = None
        try:
            seat = self.view()["you"]
        except CommandRefused as refused:
            line.close()
            raise Unseated(str(refused)) from None
        if seat is None:
            line.close()
            raise Unseated(spoken(Message("this token has no seat in this game")))

    @property
    def again(self) -> str:
        """See `SeatInterface.again`."""
        return f"--url {self._line.url} --game {self._game} --token {self._line.token}"

    def view(self) -> Json:
        """See `SeatInterface.view`."""
        return self._line.get(self._path())

    def moves(self) -> list[Json]:
        """See `SeatInterface.moves`."""
        moves: list[Json] = self._line.get(self._path("/moves"))["moves"]
        return moves

    def act(self, body: Json, ply: int) -> None:
        """See `SeatInterface.act`."""
        self._line.ask("POST", self._path("/moves"), {**body, "expected_ply": ply})

    def events_after(self, after: int, wait: bool) -> list[Json]:
        """See `SeatInterface.events_after`."""
        wait_option = f"&wait={_WAIT_SECONDS}" if wait else ""
        page = self._line.get(self._path(f"/events?after={after}&limit=200{wait_option}"))
        return [{"ply": entry["ply"], "events": _known(entry)} for entry in page["events"]]

    def paragraph(self, number: str) -> Paragraph | None:
        """See `SeatInterface.paragraph`; the service translates into the language of the line."""
        if self._rulebook is None:
            first = self._line.get(self._path("/events?after=0&limit=1"))["events"][0]["public"]
            play = first["events"][0]["play"]
            edition = first.get("rulebook", {}).get("edition", 1)
            self._rulebook = self._line.get(f"/v1/rulebooks/{edition}?play={play}")
        if (text := self._rulebook["paragraphs"].get(number)) is None:
            return None
        return Paragraph(text, self._rulebook.get("translation", {}).get("paragraphs", {}).get(number))

    def record(self) -> bytes:
        """See `SeatInterface.record`."""
        return self._line.ask("GET", self._path("/record"), accept="application/x-ndjson")

    def close(self) -> None:
        """See `SeatInterface.close`."""
        self._line.close()

    def _path(self, rest: str = "") -> str:
        return f"/v1/games/{self._game}{rest}"


def _known(entry: Json) -> list[Json]:
    """Return the events of an entry, with the hidden fields of the seat."""
    own = (entry.get("own") or {}).get("part", {}).get("events", {})
    return [{**event, **own.get(str(index), {})} for index, event in enumerate(entry["public"]["events"])]


def seated(line: Line, variant: str, options: Mapping[str, Any], bots: Sequence[str]) -> RemoteSeat:
    """Create a game against bots of the service and take a seat. Raises CommandRefused if it is refused."""
    seats = ["me", *({"bot": name} for name in bots)]
    plan = {"variant": variant, "options": dict(options), "seats": seats}
    try:
        created = json.loads(line.ask("POST", "/v1/games", plan))
    except CommandRefused:
        line.close()
        raise
    line.token = created["seats"][0]["token"]
    return RemoteSeat(line, created["game"])
