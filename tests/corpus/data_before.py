"""Makes the data directory that every later version must start on, and the facts that must still hold there.

    python -m tests.corpus.data_before

A service makes everything through its HTTP API and its commands: games at every stage, archived games, a
frozen game, disputes, players, a webhook, and a tournament of which several rounds are played. The service
draws ids, keys and decks by chance, so each run makes another directory; the one in the corpus is kept and
never made again. `directory.tar.xz` holds the directory. `facts.json` holds what clients kept (ids, keys,
tokens, receipts, a request with its answer), digests of answers that must not change, and the results that
the tournament came to when the same directory was played to its end.

Time limits are as long as they may be. When they have passed, the clock answers the open question once, and
the next question has its full time again, so a game can be played on whenever the service is started.
"""

import json
import os
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.server.helpers import ROOT, is_alive
from tests.soak.client import PATIENCE_SECONDS, Client, Json, Reply, Service, insist

FOLDER: Final = Path(__file__).parent / "data-before"
ARCHIVE: Final = FOLDER / "directory.tar.xz"
FACTS: Final = FOLDER / "facts.json"

_LIMITS: Final = {"decision_seconds": 86_400, "window_seconds": 86_400, "deal_delay_seconds": 86_400}
_SETTINGS: Final = {"CONQUIAN_CHECKPOINT_SECONDS": "1", "CONQUIAN_WEBHOOK_NETWORKS": "127.0.0.0/8"}
_WITHOUT: Final = frozenset({"run", "lock"})
"""What a running service writes for itself and the next start makes again."""

_RECEIVER: Final = "http://127.0.0.1:9009/hook"
"""An address where no receiver listens."""

_RECEIPTS: Final = 9
"""How many receipts of a game are kept."""

COPIED_AT: Final = 9
"""The ply of the frozen game in the copy that the store was set back to."""

_ROUNDS: Final = 10
_ROUNDS_BEFORE: Final = 4
_GAMES_A_ROUND: Final = 40


@contextmanager
def service_on(home: Path) -> Iterator[Service]:
    """A service on the directory `home`/data, ended as by Ctrl-C."""
    service = Service(home, 1, 0, sys.executable, **_SETTINGS)
    try:
        service.start()
        yield service
        supervisor = next(iter(service.family))
        os.kill(supervisor, signal.SIGINT)
        until(lambda: not is_alive(supervisor))
    finally:
        service.stop()


def until(holds: Callable[[], object]) -> None:
    """Wait for a condition; AssertionError if it never holds."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < ends, "the condition never held"
        time.sleep(0.05)


def bearer(token: str | None) -> dict[str, str]:
    """The header that carries a token or an API key; none without one."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


@dataclass
class Game:
    """A game of the directory as its players know it."""

    client: Client
    id: str
    tokens: dict[int, str]
    receipts: list[Json] = field(default_factory=list)
    last: Json | None = None
    """The last request of a move with its key, and its answer."""

    @property
    def path(self) -> str:
        """The address of the game."""
        return f"/v1/games/{self.id}"

    @property
    def reader(self) -> int | None:
        """The seat that may read the game for sure; None for a spectator where no seat is ours."""
        return min(self.tokens, default=None)

    def get(self, rest: str = "", seat: int | None = None) -> Json:
        """A resource of the game, as a seat or a spectator reads it."""
        token = None if seat is None else self.tokens[seat]
        reply = insist(lambda: self.client.send("GET", self.path + rest, **bearer(token)))
        assert reply.status == 200, (rest, reply.data)
        return reply.json

    def post(self, seat: int, body: Json, key: str) -> Reply:
        """The answer to a move."""
        path, headers = f"{self.path}/moves", bearer(self.tokens[seat])
        reply = insist(lambda: self.client.send("POST", path, body, Idempotency_Key=key, **headers))
        if reply.status == 200:
            self.receipts.append(reply.json["receipt"])
            self.last = {"seat": seat, "body": body, "key": key, "answer": reply.json}
        return reply

    def play(self, rng: Random, plies: int = 10_000) -> Json:
        """The view after random moves of all persons, until the game is over or has so many plies.

        A move that comes too late, because the clock or a bot has answered, is decided on anew.
        """
        ends = time.monotonic() + PATIENCE_SECONDS
        while (view := self.get(seat=self.reader))["status"] not in ("finished", "void") and view[
            "ply"
        ] < plies:
            assert time.monotonic() < ends, ("the game does not go on", view)
            seat = next((one for one in view["awaited"] if one in self.tokens), None)
            if seat is None:
                self.get(f"/events?after={view['ply']}&wait=5", self.reader)
                continue
            options = self.get("/moves?expand=1", seat)["moves"]
            lasting = [one for one in options if one["type"] != "fold"] or options
            if lasting:
                reply = self.post(seat, rng.choice(lasting), f"{rng.getrandbits(128):032x}")
                assert reply.status in (200, 409), reply.data
        return view

    def facts(self) -> Json:
        """Return what its players keep."""
        tokens = {str(seat): token for seat, token in self.tokens.items()}
        return {"tokens": tokens, "receipts": self.receipts[-_RECEIPTS:], "last": self.last}


@dataclass
class Maker:
    """What a run has made so far."""

    client: Client
    rng: Random
    games: dict[str, Game] = field(default_factory=dict)
    """By what they are an example of."""

    def send(self, method: str, path: str, body: Any = None, token: str | None = None) -> Json:
        """The JSON of an answer that succeeds."""
        headers = bearer(token) | ({} if method == "GET" else {"Idempotency_Key": self.uuid()})
        reply = insist(lambda: self.client.send(method, path, body, **headers))
        assert reply.status in (200, 201), (path, reply.status, reply.data)
        return reply.json

    def uuid(self) -> str:
        """A key for a request that makes something new."""
        digits = f"{self.rng.getrandbits(128):032x}"
        digits = f"{digits[:12]}4{digits[13:16]}a{digits[17:]}"
        return "-".join(digits[at:to] for at, to in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))

    def game(self, name: str, variant: str, seats: list[Any], token: str | None = None, **more: Any) -> Game:
        """A new game whose open seats are taken."""
        options = {**_LIMITS, **more.pop("options", {})}
        body = {"variant": variant, "seats": seats, "options": options, **more}
        made = self.send("POST", "/v1/games", body, token)
        game = Game(self.client, made["game"], {})
        game.tokens |= {one["seat"]: one["token"] for one in made["seats"] if one.get("token")}
        for _ in range(seats.count("open")):
            taken = self.send("POST", f"{game.path}/seats", {})
            game.tokens[taken["seat"]] = taken["token"]
        self.games[name] = game
        return game

    def player(self, name: str, token: str | None = None, **more: Any) -> Json:
        """A new player with an API key."""
        return self.send("POST", "/v1/players", {"name": name, **more}, token)

    def dispute(self, game: Game, claim: str, ply: int) -> str:
        """A dispute that seat 0 opens and the machine judges."""
        body = {"claim": claim, "ply": ply, "text": "Please look at this entry."}
        made = self.send("POST", f"{game.path}/disputes", body, game.tokens[0])
        path = f"/v1/disputes/{made['dispute']}"
        until(lambda: self.send("GET", path, token=game.tokens[0])["verdict"])
        return str(made["dispute"])

    def answer(self, dispute: str, game: Game, seat: int, **move: Any) -> None:
        """A party accepts or contests a verdict."""
        self.send("POST", f"/v1/disputes/{dispute}/moves", move, game.tokens[seat])


def _live(make: Maker, owner: str) -> None:
    """Games at every stage before their end."""
    make.game("live-bot", "north-american", ["me", {"bot": "greedy"}]).play(make.rng, 9)
    make.game("live-persons", "mexican-2", ["me", "open"], owner).play(make.rng, 14)
    make.game("live-three", "mexican-3", ["me", "open", {"bot": "random"}]).play(make.rng, 11)
    make.game("live-private", "paco", ["me", "open"], owner, visibility="private").play(make.rng, 8)
    sitting = make.game("live-second-hand", "north-american", ["me", "open"], options={"deals": 3})
    while sitting.get()["hand_number"] < 2:
        sitting.play(make.rng, sitting.get()["ply"] + 1)
    make.game("committing", "mexican-2", ["me", "open"], entropy="seats")
    make.send("POST", "/v1/games", {"variant": "paco", "seats": ["me", "open"], "options": _LIMITS}, owner)


def _ended(make: Maker, owner: str) -> None:
    """Games that are over: won by persons and bots, of bots alone, with stakes, and a fork."""
    make.game("ended-bot", "north-american", ["me", {"bot": "greedy"}], owner).play(make.rng)
    make.game("ended-persons", "mexican-2", ["me", "open"], options={"stake": 5, "deals": 2}).play(make.rng)
    make.game("ended-three", "mexican-3", ["me", "open", {"bot": "random"}]).play(make.rng)
    make.game("ended-disputed", "mexican-2", ["me", "open"]).play(make.rng)
    make.game("ended-bots", "french-page", [{"bot": "random"}, {"bot": "greedy"}]).play(make.rng)
    parent = make.games["ended-persons"]
    forked = make.send("POST", f"{parent.path}/forks", {"ply": 8, "seats": ["me", {"bot": "greedy"}]})
    fork = make.games["ended-fork"] = Game(make.client, forked["game"], {})
    fork.tokens |= {one["seat"]: one["token"] for one in forked["seats"] if one.get("token")}
    fork.play(make.rng)


def _disputes(make: Maker) -> Json:
    """Disputes that wait for the parties, for an arbiter, and one that all have accepted."""
    about = make.games["ended-disputed"]
    waiting = make.dispute(about, "illegal_move", 6)
    accepted = make.dispute(about, "deck_chosen", 4)
    contested = make.dispute(about, "other", 5)
    for seat in about.tokens:
        make.answer(accepted, about, seat, type="accept")
    make.answer(contested, about, 1, type="contest", text="An arbiter should look at it.")
    return {"waiting": waiting, "accepted": accepted, "contested": contested}


def _tournament(make: Maker, service: Service) -> tuple[str, str]:
    """The address of a paused tournament of which some rounds are played, and the key of its organiser."""
    organiser = make.player("Organiser")
    service.operate("players", "grant", organiser["player"], "organise")
    key = make.send("POST", "/v1/players/me/keys", {"scopes": ["organise"]}, organiser["key"])["key"]
    bots = ("greedy", "random", "random", "greedy", "random", "greedy", "random", "random")
    manifest = {
        "name": "Before",
        "variant": "north-american",
        "format": {"type": "swiss", "rounds": _ROUNDS},
        "entrants": [{"name": f"{bot} {at}", "bot": bot} for at, bot in enumerate(bots)],
        "decks_per_pairing": _GAMES_A_ROUND // len(bots),
        **{name: make.rng.randbytes(32).hex() for name in ("deck_seed", "bot_seed", "pairing_seed")},
    }
    path = f"/v1/tournaments/{make.send('POST', '/v1/tournaments', manifest, key)['tournament']}"
    until(lambda: make.send("GET", path)["played"] >= _ROUNDS_BEFORE * _GAMES_A_ROUND)
    make.send("POST", f"{path}/pause", token=key)
    return path, key


def results(client: Client, path: str) -> Json:
    """The digest of each game of a tournament by its number, and the order of the entrants, at its end."""
    until(lambda: insist(lambda: client.send("GET", path)).json["state"] == "finished")
    digests = {str(game["fixture"]): game["digest"] for game in _games(client, path)}
    rows = _ready(client, f"{path}/standings")["rows"]
    return {"digests": digests, "standings": [[row["entrant"], row["points"]] for row in rows]}


def editions(client: Client, path: str) -> dict[str, int]:
    """Return the edition of the rulebook that each game of a tournament names, by the number of the game."""
    named: dict[str, int] = {}
    for game in _games(client, path):
        [first] = _ready(client, f"/v1/games/{game['game']}/events?after=0&limit=1")["events"]
        named[str(game["fixture"])] = first["public"]["rulebook"]["edition"]
    return named


def _games(client: Client, path: str) -> Iterator[Json]:
    after: int | None = 0
    while after is not None:
        page = _ready(client, f"{path}/games?cursor={after}&limit=1000")
        yield from page["games"]
        after = page["next"]


def _ready(client: Client, path: str) -> Json:
    """The JSON of an address, once a worker has made it."""
    until(lambda: insist(lambda: client.send("GET", path)).status == 200)
    return insist(lambda: client.send("GET", path)).json


def addresses(games: dict[str, Game], disputes: Json) -> Iterator[tuple[str, str | None]]:
    """Addresses whose answers never change, each with the token that reads it."""
    for name, game in games.items():
        ply = game.get(seat=game.reader)["ply"]
        for token in (None, *game.tokens.values()) if name != "live-private" else game.tokens.values():
            yield f"{game.path}/events?after=0&limit={ply}", token
            yield f"{game.path}/positions/{max(1, ply - 2)}", token
        if name.startswith("ended"):
            yield f"{game.path}/record.txt", None
    for dispute in disputes.values():
        yield f"/v1/disputes/{dispute}/events?after=0", games["ended-disputed"].tokens[0]


def digest_of(client: Client, path: str, token: str | None) -> str:
    """The SHA-256 of what an address answers; of a page of a log its entries, of a dispute the first two."""
    reply = insist(lambda: client.send("GET", path, **bearer(token)))
    assert reply.status == 200, (path, reply.data)
    if "/events?" in path:
        entries = reply.json["events"][: 2 if "/disputes/" in path else None]
        return sha256(json.dumps(entries, sort_keys=True).encode()).hexdigest()
    return sha256(reply.data).hexdigest()


def _freeze(home: Path) -> Json:
    """A game that is frozen, because the store was set back behind a move that has a receipt."""
    with service_on(home) as service:
        make = Maker(Client(service.port), Random("before a copy"))
        game = make.game("frozen", "mexican-2", ["me", "open"])
        game.play(make.rng, COPIED_AT)
    copytree(home / "data", home / "copy", symlinks=True)
    with service_on(home) as service:
        game.client = Client(service.port)
        game.play(make.rng, 12)
    rmtree(home / "data")
    (home / "copy").rename(home / "data")
    with service_on(home) as service:
        game.client = Client(service.port)
        seen = insist(lambda: game.client.send("POST", f"{game.path}/receipts", game.receipts[-1]))
        assert seen.status in (200, 409), seen.data
        assert game.get()["status"] == "frozen"
    return {"id": game.id, **game.facts()}


def _made(service: Service, frozen: Json) -> tuple[Json, dict[str, Game]]:
    """Everything else, and what is known of it."""
    make = Maker(Client(service.port), Random("data before"))
    players = {name: make.player(name) for name in ("Ana", "Beto")}
    owner = players["Ana"]["key"]
    players["Robo"] = make.player("Robo", bot=True, token=owner)
    hook = {"url": _RECEIVER, "events": ["your_turn", "game_over"], "description": "none listens"}
    webhook = make.send("POST", "/v1/webhooks", hook, owner)
    _ended(make, owner)
    _live(make, owner)
    path, organiser = _tournament(make, service)
    disputes = _disputes(make)
    ended = [game for name, game in make.games.items() if name.startswith("ended")]
    for game in ended:
        proof = f"/v1/log/proof/inclusion?game={game.id}"
        until(lambda: make.client.send("GET", proof).status == 200)  # noqa: B023
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    facts: Json = {
        "made_by": head.stdout.strip(),
        "games": {name: {"id": game.id, **game.facts()} for name, game in make.games.items()},
        "players": {name: {"id": one["player"], "key": one["key"]} for name, one in players.items()},
        "webhook": {"id": webhook["webhook"], "secret": webhook["secret"]},
        "disputes": disputes,
        "tournament": {"path": path, "key": organiser},
    }
    facts["games"]["frozen"] = frozen
    known = make.games | {"frozen": Game(make.client, frozen["id"], _tokens(frozen))}
    facts["answers"] = [
        {"path": address, "token": token, "sha256": digest_of(make.client, address, token)}
        for address, token in addresses(known, disputes)
    ]
    make.send("POST", f"{path}/resume", token=organiser)
    return facts, make.games


def _tokens(facts: Json) -> dict[int, str]:
    return {int(seat): token for seat, token in facts["tokens"].items()}


def game_of(client: Client, facts: Json) -> Game:
    """A game of the facts."""
    return Game(client, facts["id"], _tokens(facts), list(facts["receipts"]), facts["last"])


def _pack(home: Path) -> None:
    """The directory as a compressed archive, without what belongs to one run."""
    FOLDER.mkdir(exist_ok=True)
    with tarfile.open(ARCHIVE, "w:xz", preset=9) as archive:
        for path in sorted((home / "data").rglob("*")):
            name = path.relative_to(home / "data")
            if name.parts[0] not in _WITHOUT and (path.is_file() or path.is_dir()):
                archive.add(path, name.as_posix(), recursive=False)


def unpack(home: Path) -> None:
    """A copy of the directory of the corpus, at `home`/data."""
    (home / "data").mkdir()
    with tarfile.open(ARCHIVE) as archive:
        # Python 3.12 warns where there is no filter, and extractall takes none before 3.11.4.
        archive.extraction_filter = lambda member, path: member
        archive.extractall(home / "data")


def main() -> int:
    """Make the directory; refused where there is one, because others rely on it."""
    if ARCHIVE.exists():
        sys.stderr.write(f"{ARCHIVE} is kept for ever; remove it first to make another.\n")
        return 1
    with TemporaryDirectory(prefix="cq-") as folder:
        home = Path(folder)
        frozen = _freeze(home)
        with service_on(home) as service:
            facts, _ = _made(service, frozen)
            service.kill(*service.family)  # in the middle of the tournament
            _pack(home)
            service.start()
            facts["tournament"] |= results(Client(service.port), facts["tournament"]["path"])
    FACTS.write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
