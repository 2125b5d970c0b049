"""Content of a service whose routes are all requested: a tournament, a game of twelve, their disputes.

At full scale it is built once, by the product itself, in `.soak-cache`, and used again; `rm -r .soak-cache`
builds it anew. A build that was stopped goes on where it was.
"""

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from replays.record.write import write_record
from tests.replays.games import Plan, log_of
from tests.replays.notation.test_document import GAMES
from tests.server.helpers import ROOT
from tests.soak.client import PATIENCE_SECONDS, Client, Json, Player, Service, choose, insist, make
from tests.soak.traced import FILE

CACHE: Final = ROOT / ".soak-cache"
_BOTS: Final = ("random", "random", "random", "random", "greedy")
_SEATS: Final = 12
_DAY: Final = 86_400
_HOOK: Final = "https://bot.example/hook"
_SETTINGS: Final = {
    "CONQUIAN_IMPORT_MB": "20000",
    "CONQUIAN_IMPORT_MB_DAY": "0",
    "CONQUIAN_PLAYERS_DAY": "0",
    "CONQUIAN_RATE_IMPORTS": "0",
    "GUNICORN_CMD_ARGS": "--worker-class tests.soak.traced.TracedWorker",
}


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes: games of the tournament, hands of the game of twelve, hands of the imported games.

    `plies` is how far the game of twelve at least is that goes on.
    """

    decks: int
    hands: int
    plies: int
    imported: int
    is_full: bool


SMALL: Final = Scale(decks=1, hands=1, plies=10, imported=1, is_full=False)
FULL: Final = Scale(decks=2000, hands=100, plies=15_000, imported=100, is_full=True)
"""2,000 decks for each of ten pairs, in both orders of seats: 40,000 games."""


@dataclass(frozen=True, slots=True)
class Names:
    """Ids at the service, and what its player and its seat bear."""

    tournament: str
    game: str
    live: str
    plies: int
    dispute: str
    webhook: str
    token: str
    seat: str
    player: str
    key: str


@dataclass(frozen=True, slots=True)
class Site:
    """A service that runs, what it holds, what is imported beside, and where its processes write."""

    service: Service
    scale: Scale
    names: Names
    files: tuple[bytes, ...]
    trace: Path


@contextmanager
def small() -> Iterator[Site]:
    """A site in a directory of its own."""
    with TemporaryDirectory(prefix="cq-") as home, _site(Path(home), SMALL) as started:
        yield started


@contextmanager
def full() -> Iterator[Site]:
    """The site of full scale."""
    CACHE.mkdir(exist_ok=True)
    with _site(CACHE, FULL) as started:
        yield started


@contextmanager
def _site(home: Path, scale: Scale) -> Iterator[Site]:
    trace = home / "trace"
    trace.unlink(missing_ok=True)
    workers = os.cpu_count() or 2
    more = {**_SETTINGS, FILE: str(trace), "CONQUIAN_WORKERS": str(workers)}
    service = Service(home, 2, 0, **more)
    _play_tournament(service, home, scale, workers)
    try:
        service.start()
        yield Site(service, scale, _names(service, home, scale), _files(scale), trace)
    finally:
        service.stop()


def _play_tournament(service: Service, home: Path, scale: Scale, workers: int) -> None:
    """The tournament is played to its end, before the service runs."""
    manifest, done = home / "manifest.json", home / "tournament"
    if done.exists():
        return
    entrants = [{"name": f"{name} {at}", "bot": name} for at, name in enumerate(_BOTS)]
    document = {
        "name": "stalls",
        "variant": "north-american",
        "format": {"type": "round_robin"},
        "entrants": entrants,
        "decks_per_pairing": scale.decks,
    }
    manifest.write_text(json.dumps(document))
    service.operate("tournament", "run", str(manifest), "--workers", str(workers), "--json")
    done.touch()


def _names(service: Service, home: Path, scale: Scale) -> Names:
    """Return what the service holds beside the tournament, as it was made or as it is made now."""
    kept = home / "games.json"
    client = Client(service.port)
    names = Names(**json.loads(kept.read_text())) if kept.exists() else _made(client, scale)
    if insist(lambda: client.send("GET", f"/v1/games/{names.live}")).json["status"] == "finished":
        live = _long(client, scale.hands, scale.plies)
        names = replace(names, live=live.id, seat=live.tokens[0])
    kept.write_text(json.dumps(asdict(names)))
    client.close()
    return names


def _made(client: Client, scale: Scale) -> Names:
    tournament = _tournament(client)
    player = _sent(client, "/v1/players", {"name": "Lupe"})
    own = {"Authorization": f"Bearer {player['key']}"}
    game, live = _long(client, scale.hands), _long(client, scale.hands, scale.plies)
    plies = game.get()["ply"]
    claim = {"ply": 5, "claim": "other", "text": "that was wrong"}
    mine = {"Authorization": f"Bearer {game.tokens[0]}"}
    dispute = _sent(client, f"{game.path}/disputes", claim, **mine)
    hook = _sent(client, "/v1/webhooks", {"url": _HOOK, "events": ["game_over"]}, **own)
    return Names(
        tournament=tournament,
        game=game.id,
        live=live.id,
        plies=plies,
        dispute=dispute["dispute"],
        webhook=hook["webhook"],
        token=game.tokens[0],
        seat=live.tokens[0],
        player=player["player"],
        key=player["key"],
    )


def _tournament(client: Client) -> str:
    """The tournament, once the service lists it: a worker sums it up first."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while not (listed := insist(lambda: client.send("GET", "/v1/tournaments")).json["tournaments"]):
        assert time.monotonic() < ends, "the tournament is not listed"
        time.sleep(0.5)
    return str(listed[0]["tournament"])


def _long(client: Client, hands: int, plies: int | None = None) -> Player:
    """A game of twelve, played to its end, or for so many plies: it then goes on for as long as its person
    has for a decision."""
    rng = Random(time.time_ns())  # what was half made stays as it is
    patient = {"decision_seconds": _DAY, "window_seconds": _DAY, "deal_delay_seconds": 0}
    seats = ["me", *[{"bot": "random"}] * (_SEATS - 1)]
    game = make(client, rng, {"variant": "paco", "seats": seats, "options": {"deals": hands, **patient}})
    _play(game, rng, plies)
    return game


def _sent(client: Client, path: str, body: Json, **headers: str) -> Json:
    reply = insist(lambda: client.send("POST", path, body, **headers))
    assert reply.status == 201, (path, reply.data)
    return reply.json


def _play(game: Player, rng: Random, plies: int | None = None) -> None:
    """The game is played by chance, to its end or for so many plies."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while (view := game.get(seat=0))["status"] != "finished" and (plies is None or view["ply"] < plies):
        assert time.monotonic() < ends, ("the game does not go on", view["ply"])
        moves = [] if game.turn(view) is None else game.get("/moves?expand=1", 0)["moves"]
        if not moves:
            time.sleep(0.01)
            continue
        game.post(0, choose(rng, moves), f"stalls-{view['ply']}")
        ends = time.monotonic() + PATIENCE_SECONDS


def _files(scale: Scale) -> tuple[bytes, ...]:
    """Files to import: a sound record, one with a wrong last line, one with a wrong first line, texts."""
    plan = Plan("paco", _SEATS, {"deals": scale.imported}, kind="person", entropy="seats")
    sound = b"".join(write_record(log_of(plan, 1)))
    ends = sound[:-2] + b" \n"
    return sound, ends, b"{}\n" + sound, GAMES[0].encode(), GAMES[0].encode() + b"?"


def values(site: Site) -> Mapping[str, tuple[str, ...]]:
    """Return what the parts of an address may stand for."""
    names = site.names
    return {
        "game": (names.game, names.live),
        "ply": ("1", str(names.plies)),
        "seat": ("0",),
        "dispute": (names.dispute,),
        "tournament": (names.tournament,),
        "round": ("1",),
        "player": (names.player,),
        "webhook": (names.webhook,),
        "delivery": (f"msg_{'0' * 32}",),
        "number": ("1",),
        "code": ("not_your_turn",),
        "page": ("curl",),
        "play": ("holdem",),
    }
