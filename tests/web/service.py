"""The service that the browser visits: complete, on loopback, and killed where a test needs it.

Its secret is fixed, so that a tournament of its bots is the same in every run: the seeds follow from it and
from the manifest. So is a game that a test makes. The decks of games that pages make are drawn by chance:
what needs a rare position takes it from a tournament.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen
from uuid import uuid4

from app.games.cards import Seat
from app.games.table.commands import Expire
from app.http.credentials import mint_key
from app.players.service import Players
from app.players.state import KeyScope
from app.server.embedded_store import url_in
from app.service.games import GameService
from app.service.secret_keys import keys
from app.service.signing import KeyRing, now_ms, receipt
from app.settings.environment import load
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.keys import GameId, log_key
from app.store.log import EventStore
from tests import memory
from tests.remote.service import Caller, Json
from tests.replays.transparency.rings import KnownStarts
from tests.server import helpers

SETTINGS = {
    "CONQUIAN_SECRET": "7a" * 32,
    "CONQUIAN_DECISION_SECONDS": "600",
    "CONQUIAN_WINDOW_SECONDS": "600",
}

DECKS = 6
"""How many decks bots play for others to go on from: enough for every position that a test wants."""


@dataclass
class Service:
    """A running `conquian serve` with a fixed address."""

    data: Path
    port: int
    _running: ExitStack = field(default_factory=ExitStack)
    _organiser: str = ""
    _process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """The service runs and is ready."""
        self._process = self._running.enter_context(helpers.service(self.data, self.port, **SETTINGS))

    def logged(self) -> str:
        """The lines that the service has logged since the last call; none once it is killed."""
        return "" if self._process is None else helpers.logged(self._process)

    def kill(self) -> None:
        """Kill the service and all its processes with SIGKILL."""
        self._running.close()
        self._process = None

    def ask(self, path: str, body: Any = None, key: str = "", **more: str) -> Json:
        """The JSON of an answer to a request with the token or API key `key`, a refusal's too.

        A write has an idempotency key that belongs to the name of the test; the ids and decks of games follow
        from it, and from the secret of the service.
        """
        if body is not None:
            more.setdefault("Idempotency_Key", str(uuid4()))
        return Caller(self.url, key).ask(path, body, **more)

    def body(self, path: str) -> bytes:
        """Return what stands at a path, byte by byte."""
        with urlopen(self.url + path, timeout=60) as answer:
            data: bytes = answer.read()
        return data

    def game(self, variant: str = "north-american", *bots: str, **more: Any) -> Json:
        """A new game against bots, one `greedy` if none is named: id, tokens and view."""
        seats = ["me", *({"bot": bot} for bot in bots or ("greedy",))]
        made = self.ask("/v1/games", {"variant": variant, "seats": seats, **more})
        assert "game" in made, made
        return made

    def bots_game(self, variant: str = "north-american", *bots: str, **more: Any) -> str:
        """A finished game of bots alone."""
        seats = [{"bot": bot} for bot in bots or ("greedy", "random")]
        made = self.ask("/v1/games", {"variant": variant, "seats": seats, **more})
        assert "game" in made, made
        game = str(made["game"])
        helpers.eventually(lambda: self.ask(f"/v1/games/{game}")["status"] == "finished")
        return game

    def bots_games(self, variant: str, *bots: str) -> list[Json]:
        """The games of a tournament of these bots, the same in every run.

        By seat, the `seats` of a game have the number of the bot, from 0.
        """
        kinds = Counter[str]()
        entrants = []
        for bot in bots:
            kinds[bot] += 1
            entrants.append({"name": f"{bot.title()} {kinds[bot]}", "bot": bot})
        tournament = self.tournament(
            name="Ensayo",
            variant=variant,
            format={"type": "league", "seats": len(bots)},
            entrants=entrants,
            decks_per_pairing=DECKS,
        )
        helpers.eventually(lambda: self.ask(f"/v1/tournaments/{tournament}")["state"] == "finished")
        listed = f"/v1/tournaments/{tournament}/games?limit=1000"
        helpers.eventually(lambda: "games" in self.ask(listed))  # a worker may have to sum it up first
        games: list[Json] = self.ask(listed)["games"]
        return games

    def organiser(self) -> str:
        """The API key of a new player who may begin tournaments."""
        return self._key_for("Torneo", KeyScope.PLAY, KeyScope.ORGANISE)

    def arbiter(self) -> str:
        """The API key of a new player who may rule on disputes."""
        return self._key_for("Ibarra", KeyScope.AUDIT)

    def operator(self) -> str:
        """The API key of a new player who may keep order."""
        return self._key_for("Olga", KeyScope.OPERATE)

    def _key_for(self, name: str, *scopes: KeyScope) -> str:
        person = self.ask("/v1/players", {"name": name})
        with self.players() as players:
            players.grant(person["player"], scopes[-1])
        made = self.ask("/v1/players/me/keys", {"scopes": scopes}, person["key"])
        return str(made["key"])

    @contextmanager
    def players(self) -> Iterator[Players]:
        """The players of the service, for what only the operator may do.

        `operate` would start a process for it, which computes for longer than most tests.
        """
        secret = keys(load(self._environment()))
        with connect(url_in(self.data) or "") as redis:
            store = EventStore(redis, StorageCipher(secret.vault))
            yield Players(store, partial(mint_key, secret.token), now_ms)

    def tournament(self, organiser: str = "", **more: Any) -> str:
        """Create a tournament of three built-in bots, begun by an organiser and played on by the worker.

        By default the organiser is always the same one. Of the same plan there is one tournament.
        """
        entrants = [{"name": name.title(), "bot": name} for name in ("careful", "greedy", "random")]
        plan = {"name": "Copa de la casa", "variant": "mexican-2", "format": {"type": "round_robin"}}
        if not organiser:
            self._organiser = self._organiser or self.organiser()
        made = self.ask(
            "/v1/tournaments", {**plan, "entrants": entrants, **more}, organiser or self._organiser
        )
        assert "tournament" in made, made
        return str(made["tournament"])

    def waiting_tournament(self, organiser: str, name: str) -> str:
        """A tournament of which no game begins, because a person has not answered her trial question.

        It runs until it is ended, without any computing.
        """
        person = self.ask("/v1/players", {"name": "Ana"})["player"]
        bots = [{"name": bot.title(), "bot": bot} for bot in ("greedy", "random")]
        limits = {"decision_seconds": 86_400}
        entrants = [{"name": "Ana", "player": person}, *bots]
        return self.tournament(organiser, name=name, entrants=entrants, decks_per_pairing=2, limits=limits)

    def receipt(self, game: str, ply: int) -> Json:
        """A receipt, signed with the service's key, for an entry that the log of `game` does not have."""
        ring = KeyRing(keys(load(self._environment())).sign, KnownStarts((0,)))
        return receipt(ring, game, ply, b"\x01" * 32, now_ms())

    def marked_game(self) -> str:
        """A finished game with a contradicted receipt, at ply 4, and a decided dispute about ply 5."""
        made = self.game("mexican-2")
        game, token = made["game"], made["seats"][0]["token"]
        self.ask(f"/v1/games/{game}/moves", {"type": "leave"}, key=token, Idempotency_Key="leave-marked")
        helpers.eventually(lambda: self.ask(f"/v1/games/{game}")["status"] == "finished")
        comparison = self.ask(f"/v1/games/{game}/receipts", self.receipt(game, 4))
        assert comparison["consistent"] is False, comparison
        claim = {"ply": 5, "claim": "illegal_move", "text": "No."}
        dispute = self.ask(f"/v1/games/{game}/disputes", claim, key=token)["dispute"]
        helpers.eventually(lambda: self.ask(f"/v1/disputes/{dispute}", key=token)["verdict"] is not None)
        return str(game)

    def damage(self, game: str, ply: int) -> None:
        """Entry `ply` of the stored log of `game` becomes another one."""
        with connect(url_in(self.data) or "") as redis:
            rows: Any = redis.xrange(log_key(GameId(game)))
            redis.delete(log_key(GameId(game)))
            for at, (name, fields) in enumerate(rows, 1):
                changed = {**fields, b"z": b"altered"} if at == ply else fields
                redis.xadd(log_key(GameId(game)), changed, id=name)

    def let_pass(self, game: str, *seats: int) -> None:
        """The time of seats that are asked is over: the service answers for them."""
        secret = keys(load(self._environment()))
        with connect(url_in(self.data) or "") as redis:
            games = GameService(EventStore(redis, StorageCipher(secret.vault)), 1)
            position = games.current(GameId(game))
            games.log.write(position.game, position, None, Expire(tuple(map(Seat, seats))))

    def operate(self, *line: str) -> None:
        """A command of the operator, in the directory of the service."""
        subprocess.run(
            [sys.executable, "-m", "app.cli", *line],
            env=self._environment(),
            cwd=self.data.parent,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def _environment(self) -> dict[str, str]:
        return helpers.environment(self.data, self.port) | SETTINGS

    def kill_api(self) -> None:
        """The API processes are killed; `conquian serve` starts them again."""
        for pid in _listening(self.port):
            os.kill(pid, signal.SIGKILL)


def _listening(port: int) -> list[int]:
    """Return the gunicorn processes that serve `port`."""
    return [
        int(each.name)
        for each in Path("/proc").iterdir()
        if each.name.isdigit()
        and "gunicorn" in helpers.command(int(each.name))
        and f"PORT={port}\0" in _environ(each)
    ]


def _environ(process: Path) -> str:
    try:
        return (process / "environ").read_bytes().decode(errors="replace") + "\0"
    except OSError:
        return ""


@contextmanager
def running() -> Iterator[Service]:
    """A service of its own in a new directory."""
    with TemporaryDirectory(prefix="cq-", dir=memory.place()) as directory:
        service = Service(Path(directory) / "data", helpers.free_port())
        service.start()
        try:
            yield service
        finally:
            service.kill()
