"""Check of a bot that plays with an API key: in real games of a running service, through a proxy."""

import http.client
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final

import orjson

from app.cli.bot_check.faults import Faults
from app.cli.bot_check.proxy import ProxiedService, Proxy
from app.cli.bot_check.report import BotProperty, CannotTry, PropertyResults
from app.cli.simulate.plan import TableSetup

Json = dict[str, Any]
TOGETHER: Final = 3
"""Number of games that wait for the bot at a time."""

_LOOK_SECONDS: Final = 0.3
_ENDED: Final = ("finished", "void")

Gone = Callable[[], bool]
"""Function that returns whether the bot has ended, if that can be known."""

Start = Callable[[str], AbstractContextManager[Gone]]
"""Function that starts the bot, or asks the user to start it, at the address of the proxy."""


@dataclass(frozen=True, slots=True)
class RemoteBot:
    """The service, the key of the bot, and how long it may send no request (s)."""

    service: ProxiedService
    key: str
    silence: float

    def ask(self, method: str, path: str, body: Json | None = None) -> tuple[int, Json]:
        """Send a request; return status and JSON. Raises CannotTry if the service does not answer."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        connection = self.service.open()
        try:
            connection.request(method, path, None if body is None else orjson.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, orjson.loads(answer.read())
        except (OSError, http.client.HTTPException, orjson.JSONDecodeError) as failure:
            raise CannotTry(f"The service does not answer: {type(failure).__name__}.") from None
        finally:
            connection.close()

    def create(self, case: TableSetup, clock_seconds: int) -> str:
        """Create a game of the bot against `greedy`; return its id."""
        seats = ["me", *([{"bot": "greedy"}] * (case.players - 1))]
        times = {"decision_seconds": clock_seconds, "window_seconds": clock_seconds}
        plan = {"variant": case.variant, "seats": seats, "options": times, "visibility": "unlisted"}
        status, created = self.ask("POST", "/v1/games", plan)
        if status != 201:
            raise CannotTry(f"The service makes no game: {created.get('detail', status)}")
        return str(created["game"])

    def ended(self, game: str) -> bool:
        """Return whether a game is over."""
        return self.ask("GET", f"/v1/games/{game}")[1].get("status") in _ENDED

    def missed(self, game: str) -> int:
        """Return the number of questions to the bot that the service answered at their deadline."""
        after, count = 0, 0
        while True:
            page = self.ask("GET", f"/v1/games/{game}/events?limit=200&after={after}")[1]
            events = [event for entry in page["events"] for event in entry["public"]["events"]]
            count += len([event for event in events if event["type"] == "timed-out" and 0 in event["seats"]])
            if not page["events"]:
                return count
            after = page["next"]


def run(
    remote: RemoteBot,
    tally: PropertyResults,
    listen: tuple[str, int],
    cases: Sequence[TableSetup],
    start: Start,
    told: Callable[[], None],
) -> None:
    """Play a game of each of `cases`, some at a time.

    Raises CannotTry for an invalid key or without a bot.
    """
    status, me = remote.ask("GET", "/v1/players/me")
    if status != 200:
        raise CannotTry(f"The key is not accepted: {me.get('detail', status)}")
    faults = Faults(tally)
    with Proxy(remote.service, faults, *listen) as proxy, start(proxy.url) as gone:
        for at in range(0, len(cases), TOGETHER):
            games = [remote.create(case, tally.clock_ms // 1000) for case in cases[at : at + TOGETHER]]
            if not _played(remote, tally, faults, games, gone, told):
                return


def _played(
    remote: RemoteBot,
    tally: PropertyResults,
    faults: Faults,
    games: Sequence[str],
    gone: Gone,
    told: Callable[[], None],
) -> bool:
    """Wait for the end of these games; return whether it came before the bot fell silent or ended."""
    faults.last_request = time.monotonic()
    running = list(games)
    while running:
        if time.monotonic() - faults.last_request > remote.silence:
            return _lost(tally, faults, f"asked for nothing for {remote.silence:.0f} s")
        if gone():
            return _lost(tally, faults, "ended")
        time.sleep(_LOOK_SECONDS)
        for game in [candidate for candidate in running if remote.ended(candidate)]:
            running.remove(game)
            _judge(tally, game, remote.missed(game))
            told()
    return True


def _judge(tally: PropertyResults, game: str, missed: int) -> None:
    tally.see(BotProperty.FINISHES)
    if missed:
        tally.fault(BotProperty.TIME, f"{game}: the service answered {missed} questions itself")


def _lost(tally: PropertyResults, faults: Faults, what: str) -> bool:
    if not faults.requests:
        raise CannotTry(f"No bot has come to the proxy: it has {what}.")
    tally.see(BotProperty.FINISHES)
    tally.fault(BotProperty.FINISHES, f"it has {what} before the end of a game")
    return False
