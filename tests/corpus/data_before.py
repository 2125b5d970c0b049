"""Makes the data directory that every later version must start on, and the facts that must still hold there.

    python -m tests.corpus.data_before

A service makes everything through its HTTP API and its commands: games at every stage, archived games, a
frozen game, disputes, players, a webhook, and a tournament of which several rounds are played. Ids, keys and
decks are random, so each run makes another directory; the one in the corpus is kept and never made again.

Time limits are as long as possible. When they have passed, the clock answers the pending decision once, and
the next decision has its full time again, so a game can be continued whenever the service is started.
"""

import json
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.corpus.old_directory import (
    ARCHIVE,
    COPIED_AT,
    FACTS,
    FOLDER,
    OldGame,
    bearer,
    digest_of,
    game_of,
    results,
    service_on,
)
from tests.server.helpers import ROOT, eventually
from tests.soak.client import Client, Json, Service, insist

_LIMITS: Final = {"decision_seconds": 86_400, "window_seconds": 86_400, "deal_delay_seconds": 86_400}
_WITHOUT: Final = frozenset({"run", "lock"})
"""Files that a running service writes for itself and makes again at the next start."""

_RECEIVER: Final = "http://127.0.0.1:9009/hook"
"""An address where no receiver listens."""

_ROUNDS: Final = 10
_ROUNDS_BEFORE: Final = 4
_GAMES_A_ROUND: Final = 40


@dataclass
class Maker:
    """The objects that a run has made so far."""

    client: Client
    rng: Random
    games: dict[str, OldGame] = field(default_factory=dict)
    """The games by the stage that they are an example of."""

    def send(self, method: str, path: str, body: Any = None, token: str | None = None) -> Json:
        """Send a request that succeeds; return the JSON of the answer."""
        headers = bearer(token) | ({} if method == "GET" else {"Idempotency_Key": self.uuid()})
        reply = insist(lambda: self.client.send(method, path, body, **headers))
        assert reply.status in (200, 201), (path, reply.status, reply.data)
        return reply.json

    def uuid(self) -> str:
        """Return an idempotency key for a request that creates a resource."""
        digits = f"{self.rng.getrandbits(128):032x}"
        digits = f"{digits[:12]}4{digits[13:16]}a{digits[17:]}"
        return "-".join(digits[at:to] for at, to in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))

    def game(
        self, name: str, variant: str, seats: list[Any], token: str | None = None, **more: Any
    ) -> OldGame:
        """Create a game and take its open seats."""
        options = {**_LIMITS, **more.pop("options", {})}
        body = {"variant": variant, "seats": seats, "options": options, **more}
        made = self.send("POST", "/v1/games", body, token)
        game = OldGame(self.client, made["game"], {})
        game.tokens |= {seat["seat"]: seat["token"] for seat in made["seats"] if seat.get("token")}
        for _ in range(seats.count("open")):
            taken = self.send("POST", f"{game.path}/seats", {})
            game.tokens[taken["seat"]] = taken["token"]
        self.games[name] = game
        return game

    def player(self, name: str, token: str | None = None, **more: Any) -> Json:
        """Create a player with an API key."""
        return self.send("POST", "/v1/players", {"name": name, **more}, token)

    def dispute(self, game: OldGame, claim: str, ply: int) -> str:
        """Open a dispute for seat 0 and wait for its verdict."""
        body = {"claim": claim, "ply": ply, "text": "Please look at this entry."}
        made = self.send("POST", f"{game.path}/disputes", body, game.tokens[0])
        path = f"/v1/disputes/{made['dispute']}"
        eventually(lambda: self.send("GET", path, token=game.tokens[0])["verdict"])
        return str(made["dispute"])

    def answer(self, dispute: str, game: OldGame, seat: int, **move: Any) -> None:
        """Accept or contest a verdict for the party at `seat`."""
        self.send("POST", f"/v1/disputes/{dispute}/moves", move, game.tokens[seat])


def _live(make: Maker, owner: str) -> None:
    """Make games at every stage before their end."""
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
    """Make games that are over: won by persons and bots, of bots alone, with stakes, and a fork."""
    make.game("ended-bot", "north-american", ["me", {"bot": "greedy"}], owner).play(make.rng)
    make.game("ended-persons", "mexican-2", ["me", "open"], options={"stake": 5, "deals": 2}).play(make.rng)
    make.game("ended-three", "mexican-3", ["me", "open", {"bot": "random"}]).play(make.rng)
    make.game("ended-disputed", "mexican-2", ["me", "open"]).play(make.rng)
    make.game("ended-bots", "french-page", [{"bot": "random"}, {"bot": "greedy"}]).play(make.rng)
    parent = make.games["ended-persons"]
    forked = make.send("POST", f"{parent.path}/forks", {"ply": 8, "seats": ["me", {"bot": "greedy"}]})
    fork = make.games["ended-fork"] = OldGame(make.client, forked["game"], {})
    fork.tokens |= {seat["seat"]: seat["token"] for seat in forked["seats"] if seat.get("token")}
    fork.play(make.rng)


def _disputes(make: Maker) -> Json:
    """Open disputes that wait for the parties and for an arbiter, and one that all parties accept."""
    about = make.games["ended-disputed"]
    waiting = make.dispute(about, "illegal_move", 6)
    accepted = make.dispute(about, "deck_chosen", 4)
    contested = make.dispute(about, "other", 5)
    for seat in about.tokens:
        make.answer(accepted, about, seat, type="accept")
    make.answer(contested, about, 1, type="contest", text="An arbiter should look at it.")
    return {"waiting": waiting, "accepted": accepted, "contested": contested}


def _tournament(make: Maker, service: Service) -> tuple[str, str]:
    """Play some rounds of a tournament and pause it; return its address and the organiser's key."""
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
    eventually(lambda: make.send("GET", path)["played"] >= _ROUNDS_BEFORE * _GAMES_A_ROUND)
    make.send("POST", f"{path}/pause", token=key)
    return path, key


def addresses(games: dict[str, OldGame], disputes: Json) -> Iterator[tuple[str, str | None]]:
    """Return addresses whose answers never change, each with the token that reads it."""
    for name, game in games.items():
        ply = game.get(seat=game.reader)["ply"]
        for token in (None, *game.tokens.values()) if name != "live-private" else game.tokens.values():
            yield f"{game.path}/events?after=0&limit={ply}", token
            yield f"{game.path}/positions/{max(1, ply - 2)}", token
        if name.startswith("ended"):
            yield f"{game.path}/record.txt", None
    for dispute in disputes.values():
        yield f"/v1/disputes/{dispute}/events?after=0", games["ended-disputed"].tokens[0]


def _freeze(home: Path) -> Json:
    """Freeze a game by setting the store back behind a move that has a receipt; return its facts."""
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


def _made(service: Service, frozen: Json) -> Json:
    """Make everything else; return its facts."""
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
        eventually(lambda: make.client.send("GET", proof).status == 200)  # noqa: B023
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    facts: Json = {
        "made_by": head.stdout.strip(),
        "games": {name: {"id": game.id, **game.facts()} for name, game in make.games.items()},
        "players": {name: {"id": player["player"], "key": player["key"]} for name, player in players.items()},
        "webhook": {"id": webhook["webhook"], "secret": webhook["secret"]},
        "disputes": disputes,
        "tournament": {"path": path, "key": organiser},
    }
    facts["games"]["frozen"] = frozen
    known = make.games | {"frozen": game_of(make.client, frozen)}
    facts["answers"] = [
        {"path": address, "token": token, "sha256": digest_of(make.client, address, token)}
        for address, token in addresses(known, disputes)
    ]
    make.send("POST", f"{path}/resume", token=organiser)
    return facts


def _pack(home: Path) -> None:
    """Pack the directory without the files of a run."""
    FOLDER.mkdir(exist_ok=True)
    with tarfile.open(ARCHIVE, "w:xz", preset=9) as archive:
        for path in sorted((home / "data").rglob("*")):
            name = path.relative_to(home / "data")
            if name.parts[0] not in _WITHOUT and (path.is_file() or path.is_dir()):
                archive.add(path, name.as_posix(), recursive=False)


def main() -> int:
    """Make the directory; fail if there is one, because tests rely on it."""
    if ARCHIVE.exists():
        sys.stderr.write(f"{ARCHIVE} is kept for ever; remove it first to make another.\n")
        return 1
    with TemporaryDirectory(prefix="cq-") as folder:
        home = Path(folder)
        frozen = _freeze(home)
        with service_on(home) as service:
            facts = _made(service, frozen)
            service.kill(*service.family)  # in the middle of the tournament
            _pack(home)
            service.start()
            facts["tournament"] |= results(Client(service.port), facts["tournament"]["path"])
    FACTS.write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
