"""Many live games on three masters, and what a move, a page and the clock take with so many.

    python -m tests.cluster.many_games [--games 100000] [--sample 2000] [--moves 8] [--minutes 20]
                                       [--copies-to N] [--seed N] [--json FILE]

The masters have the slots that `conquian cluster plan --masters 3` prints. The games are created over HTTP,
in several variants, most of them against a bot and the others by persons alone; all of them then wait for a
person. Of the games of persons so many are a sample at the beginning, and as many others, spread over
all games, are one at the end: their moves are played by the load generator of `tests.bench.moves`.
The creation ends after `--minutes`, or by Ctrl-C; then the rest is measured with the games that there are, in
some minutes more. With `--copies-to` games are then copied in the store until there are so many: lists,
sweeps and memory meet these, too, and it takes seconds. Nothing is asserted.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import asdict
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from threading import local
from typing import Final

from click.testing import CliRunner
from rich.console import Console
from rich.progress import Progress

from app.cli import main as conquian
from app.store.bucket_plan import SLOT_OF_BUCKET, SlotRange
from app.store.keys import GameId, bucket, game_id_from, live_key
from replays.archive.listing import ListCursor, ListPart
from tests.bench.moves.contenders import drive
from tests.bench.moves.games import ahead, reader
from tests.bench.moves.memory import copy
from tests.bench.moves.scaling import describe, machine
from tests.cluster.growth import Behaviour, Growth, GrowthReport, show
from tests.cluster.nodes import Node
from tests.cluster.sites import NodeSite, node_site
from tests.soak.client import Client, Json, Player, make

MASTERS: Final = 3
API_PROCESSES: Final = 2
_LIMITS: Final = {"decision_seconds": 86_400, "window_seconds": 86_400, "deal_delay_seconds": 86_400}
_AGAINST_BOTS: Final = (
    ("north-american", ["me", {"bot": "greedy"}]),
    ("mexican-3", ["me", {"bot": "greedy"}, {"bot": "greedy"}]),
    ("mexican-2", ["me", {"bot": "greedy"}]),
    ("caesars-holdem", ["me", {"bot": "greedy"}, {"bot": "greedy"}]),
)
_OF_PERSONS: Final = (
    ("north-american", ["me", "open"]),
    ("mexican-3", ["me", "open", "open"]),
    ("mexican-2", ["me", "open"]),
    ("caesars-holdem", ["me", "open", "open"]),
)
_MAKERS: Final = 8
_TOGETHER: Final = 200
"""Games between two steps of the progress bar."""
_CONNECTIONS: Final = 16
_PAGE: Final = "/v1/games?limit=50"
_TURN_SECONDS: Final = 600.0


def planned() -> list[SlotRange]:
    """Return the ranges of slots that `conquian cluster plan` prints for new masters."""
    printed = CliRunner().invoke(conquian, ["cluster", "plan", "--masters", str(MASTERS)])
    assert printed.exit_code == 0, printed.output
    words = [line.split() for line in printed.output.splitlines() if "ADDSLOTSRANGE" in line]
    return [(int(first), int(last)) for *_, first, last in words]


class GrowingSite:
    """A service that gets more and more games."""

    def __init__(self, site: NodeSite, growth: Growth, console: Console) -> None:
        self.site = site
        self.created = 0
        self.steps: list[dict[str, float]] = []
        self._growth = growth
        self._console = console
        self._reader = reader(site.data, site.redis)
        self._own = local()
        self._clients: list[Client] = []
        self._rng = Random(growth.seed)
        self._ends = time.monotonic() + 60 * growth.minutes

    @property
    def _client(self) -> Client:
        """The connection of this thread."""
        if not hasattr(self._own, "client"):
            self._own.client = Client(self.site.service.port)
            self._clients.append(self._own.client)
        client: Client = self._own.client
        return client

    def close(self) -> None:
        """Close the connections of all threads."""
        for client in self._clients:
            client.close()

    def _make(self, number: int, of_persons: bool) -> Player:
        plans = _OF_PERSONS if of_persons else _AGAINST_BOTS
        variant, seats = plans[number // 5 % len(plans)]
        body = {"variant": variant, "seats": seats, "options": _LIMITS}
        return make(self._client, Random(f"{self._growth.seed} {number}"), body)

    def grow(self, upto: int, sample: int) -> list[Player]:
        """Create games until there are so many, and return so many games of persons, spread over them.

        A fifth of the games are of persons alone, or more if the sample needs them. An interruption ends it,
        and so does the end of its time.
        """
        first, wanted = self.created, upto - self.created
        step = max(1, wanted // max(1, sample))
        tenth = max(1, upto // 10)
        players: list[Player] = []
        with Progress(console=self._console, transient=True) as progress:
            task = progress.add_task("games", total=upto, completed=first)
            with ThreadPoolExecutor(_MAKERS) as pool:
                try:
                    for begin in range(first, upto, _TOGETHER):
                        if time.monotonic() > self._ends:
                            self._console.print(f"Time is over after {self.created:,} games.")
                            break
                        numbers = range(begin, min(upto, begin + _TOGETHER))
                        sampled = [(number - first) % step == 0 for number in numbers]
                        persons = [
                            is_sampled or number % 5 == 0
                            for number, is_sampled in zip(numbers, sampled, strict=True)
                        ]
                        made = list(pool.map(self._make, numbers, persons))
                        players += [
                            player for player, is_sampled in zip(made, sampled, strict=True) if is_sampled
                        ]
                        self.created += len(made)
                        if self.created // tenth > (self.created - len(made)) // tenth:
                            self._step()
                        progress.update(task, completed=self.created)
                except KeyboardInterrupt:
                    self._console.print(f"Interrupted after {self.created:,} games.")
        return players[:sample] if sample else []

    def copy(self, upto: int) -> int:
        """Copy games in the store until there are so many, each in the bucket of its id; return how many."""
        if upto <= self.created:
            return 0
        of_bucket = {number: node for node in self.site.masters for number in _buckets(node)}
        names = [game_id_from(self._rng.randbytes(32)) for _ in range(upto - self.created)]
        for node in self.site.masters:
            own = [name for name in names if of_bucket[bucket(name)] is node]
            ((model, *_), *_) = [
                games for number in _buckets(node) if (games := node.ask("ZRANGE", live_key(number), 0, 0))
            ]
            copy(node.redis, model.decode(), own)
        return len(names)

    def _step(self) -> None:
        """Note the time and the processor time in seconds until now."""
        used = {role: round(seconds, 2) for role, seconds in self.site.cpu().items()}
        self.steps.append({"games": self.created, "at": round(time.monotonic(), 2), **used})
        self._console.print(self.steps[-1], soft_wrap=True)

    def behave(self, players: Sequence[Player], copied: int = 0) -> Behaviour:
        """Play moves in some games, read pages, rest, and return what each took."""
        behaviour = Behaviour(self.created + copied)
        self._play(players, behaviour)
        self._rest(behaviour)
        self._read(behaviour)
        behaviour.times |= {
            "late": 1000 * self._late(),
            "bot": median(1000 * self._bot(number) for number in range(5)),
        }
        return behaviour

    def _play(self, players: Sequence[Player], behaviour: Behaviour) -> None:
        games = []
        for player in players:
            at = self._reader.current(GameId(player.id)).table
            games.append(ahead(player, at, self._rng, at.ply + self._growth.moves, once=True))
        before = self.site.cpu()
        turn = drive(self.site.service.port, min(_CONNECTIONS, len(games)), _TURN_SECONDS, games)
        behaviour.cpu_of_move = _since(self.site, before, turn.good) | {"load": 1000 * turn.busy / turn.good}
        behaviour.moves, behaviour.refused, behaviour.p50 = turn.good, turn.bad, turn.p50

    def _rest(self, behaviour: Behaviour) -> None:
        before = self.site.cpu()
        time.sleep(self._growth.idle_seconds)
        behaviour.cpu_at_rest = _since(self.site, before, self._growth.idle_seconds)

    def _read(self, behaviour: Behaviour) -> None:
        behaviour.times["readyz"] = self._timed("/readyz")
        ready = self._client.send("GET", "/readyz").json
        behaviour.ready = {name: ready[name] for name in ("status", "warnings")}
        behaviour.times["metrics"] = self._timed("/metrics")
        behaviour.times["first page"] = self._timed(_PAGE)
        before = self.site.cpu()
        pages = 0
        for pages, _ in zip(count(1), self.pages(), strict=False):
            if pages == 40:
                break
        behaviour.cpu_of_page = _since(self.site, before, pages)
        behaviour.times["page from the middle"] = self._timed(self._middle())

    def pages(self, limit: int = 50) -> Iterator[Json]:
        """Yield the pages of the list of games, newest first."""
        first = f"/v1/games?limit={limit}"
        path: str | None = first
        while path:
            page = self._client.send("GET", path).json
            yield page
            path = page["next"] and f"{first}&cursor={page['next']}"

    def _middle(self) -> str:
        """Return the path of a page whose cursor is half as old as the oldest live game."""
        scores = [
            int(float(row[1]))
            for node in self.site.masters
            for name in _buckets(node)
            for row in [node.ask("ZRANGE", live_key(name), 0, 0, "WITHSCORES")]
            if row
        ]
        oldest, now = min(scores), time.time() * 1000
        first = self._client.send("GET", _PAGE).json
        game = first["games"][-1]["game"]
        middle = ListCursor(ListPart.LIVE, int(oldest + now) // 2, game)
        return f"{_PAGE}&cursor={middle.text}"

    def _timed(self, path: str) -> float:
        """Return the median time of an answer in ms."""
        taken = []
        for _ in range(20):
            began = time.perf_counter()
            reply = self._client.send("GET", path)
            taken.append(time.perf_counter() - began)
            assert reply.status == 200, (path, reply.status, reply.data)
        return 1000 * median(taken)

    def _late(self) -> float:
        """Return the seconds by which the clock ended a time limit of one second too late."""
        limits = {"decision_seconds": 1, "window_seconds": 1, "deal_delay_seconds": 0}
        body = {"variant": "north-american", "seats": ["me", "open"], "options": limits}
        player = make(self._client, self._rng, body)
        ply, began = player.get()["ply"], time.monotonic()
        while not player.get(f"/events?after={ply}&wait=20")["events"]:
            pass
        return time.monotonic() - began - 1

    def _bot(self, number: int) -> float:
        """Return the seconds from the creation of a game, in which a bot is asked first, to its answer."""
        body = {"variant": "mexican-2", "seats": [{"bot": "greedy"}, "me"], "options": _LIMITS}
        while True:
            began = time.monotonic()
            player = make(self._client, self._rng, body)
            view = player.get()
            while view["awaited"] and player.turn(view) is None:
                player.get(f"/events?after={view['ply']}&wait=20")
                view = player.get()
            if view["ply"] > 1:
                return time.monotonic() - began

    def by_node(self, empty: Sequence[int]) -> list[dict[str, float]]:
        """Return the games, buckets and bytes of each master, which had so many bytes without games."""
        rows = []
        for node, bytes_before in zip(self.site.masters, empty, strict=True):
            games = sum(node.ask("ZCARD", live_key(name)) for name in _buckets(node))
            used = memory(node) - bytes_before
            rows.append(
                {
                    "games": games,
                    "buckets": len(_buckets(node)),
                    "bytes": used,
                    "bytes of a game": round(used / max(1, games)),
                }
            )
        mean = sum(row["games"] for row in rows) / len(rows)
        return [row | {"deviation": round(row["games"] / mean - 1, 4)} for row in rows]


def _buckets(node: Node) -> list[int]:
    """Return the buckets of a master."""
    ranges = [
        (first, last) for first, last, (_, port, *_), *_ in node.ask("CLUSTER", "SLOTS") if port == node.port
    ]
    return [
        number
        for number, slot in enumerate(SLOT_OF_BUCKET)
        if any(first <= slot <= last for first, last in ranges)
    ]


def memory(node: Node) -> int:
    """Return the bytes that a server uses."""
    return int(node.redis.info("memory")["used_memory"])


def _since(site: NodeSite, before: dict[str, float], count: float) -> dict[str, float]:
    """Return the ms of processor time by role since `before`, for each of `count`."""
    return {
        role: round(1000 * (seconds - before.get(role, 0.0)) / count, 3)
        for role, seconds in site.cpu().items()
    }


def run(growth: Growth, console: Console) -> tuple[GrowthReport, list[str]]:
    """Create the games and measure; return the figures and the ids of all games that the list has."""
    with ExitStack() as undo:
        site = undo.enter_context(
            node_site(
                MASTERS, API_PROCESSES, ranges=planned(), CONQUIAN_OPEN_GAMES="0", CONQUIAN_RATE_GAMES="0"
            )
        )
        growing = undo.enter_context(closing(GrowingSite(site, growth, console)))
        empty = [memory(node) for node in site.masters]
        first = growing.grow(min(growth.games, 2 * growth.sample), growth.sample)
        before = growing.behave(first)
        used, began, there = site.cpu(), time.monotonic(), growing.created
        sample = growing.grow(growth.games, growth.sample)
        made = max(1, growing.created - there)
        seconds, creation = (time.monotonic() - began) / made, _since(site, used, made)
        by_node = growing.by_node(empty)
        copied = growing.copy(growth.copies_to)
        after = growing.behave(sample or first, copied)
        listed = [game["game"] for page in growing.pages(200) for game in page["games"]]
        report = GrowthReport(
            growing.created, copied, seconds, creation, growing.steps, by_node, before, after
        )
    return report, listed


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.many_games")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--sample", type=int, default=2_000)
    parser.add_argument("--moves", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--copies-to", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    console = Console()
    console.print(describe(chosen.seed), soft_wrap=True)
    growth = Growth(
        chosen.games,
        chosen.sample,
        chosen.moves,
        chosen.seed,
        chosen.copies_to,
        minutes=chosen.minutes,
    )
    report, listed = run(growth, console)
    show(report, len(set(listed)), console)
    if chosen.json is not None:
        document = {"machine": machine(), "asked": asdict(growth), "report": asdict(report)}
        chosen.json.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
