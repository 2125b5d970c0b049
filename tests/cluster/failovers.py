"""Failovers under load, and what each of them loses: `python -m tests.cluster.failovers --help`.

Every acknowledged move has a receipt. Afterwards each is compared with the log: an entry that has vanished
was lost, and its receipt must contradict the log. Of lost entries with `replicated` true there must be none
while every replica that can be promoted has to have them. The exit status is 1 otherwise.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from tests.cluster.load import LoadClient, check_order, contradicts, entries, load, lost_receipts
from tests.cluster.sentinels import SentinelGroup, service_in
from tests.server.helpers import eventually
from tests.soak.client import Client, Service

FAULTS: Final = ("kill", "hang", "stale")
_LEAST_ANSWERS: Final = 20
_ALLOWED_SECONDS: Final = 2.0
"""Time after which no error is expected once the new master takes entries."""
_TOLD: Final = 5
"""Largest number of late errors that are printed."""


@dataclass
class Result:
    """Counts of a run: acknowledged and lost moves by the value of `replicated`, and times in seconds."""

    acknowledged: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    undetected: int = 0
    further: int = 0
    """Failovers that followed another one without a fault."""
    until_new_master: list[float] = field(default_factory=list)
    until_entries: list[float] = field(default_factory=list)
    errors_after: list[float] = field(default_factory=list)
    errors_until: list[float] = field(default_factory=list)
    requests: Counter[int] = field(default_factory=Counter)


def run(times: int, replicas: str, fault: str, seed: int, clients: int) -> Result:
    """Let the master fail so many times under load, and return what came of it."""
    rng, result = Random(seed), Result()
    with (
        TemporaryDirectory(prefix="cq-") as directory,
        service_in(Path(directory), options=["min-replicas-to-write 1"]) as servers,
        TemporaryDirectory(prefix="cq-") as home,
    ):
        service = Service(Path(home), CONQUIAN_REPLICAS=replicas, REDIS_URL=servers.url)
        try:
            service.start()
            for number in range(times):
                with load(service.port, rng.getrandbits(32), clients) as players:
                    events = _fail(servers, players, fault, rng, result)
                _compare(service.port, players, result)
                print(f"{number + 1}: acknowledged {dict(result.acknowledged)}, lost {dict(result.lost)}")
                _describe(events, players)
        finally:
            service.stop()
    return result


def _fail(
    servers: SentinelGroup, players: Sequence[LoadClient], fault: str, rng: Random, result: Result
) -> dict[str, float]:
    """Let the master fail once while clients play, and repair everything. Return the times of all that."""
    old, others = servers.master(), [each for each in servers.servers if each is not servers.master()]
    rng.shuffle(others)
    stale, fresh = others
    _play_on(players)
    time.sleep(rng.uniform(0, 0.5))
    if fault == "stale":
        # One replica is away for a while. Then the others fail, so that it becomes the master.
        stale.kill()
        time.sleep(1)
        fresh.kill()
    old.pause() if fault == "hang" else old.kill()
    began = time.monotonic()
    if fault == "stale":
        stale.start()
    eventually(lambda: servers.replaced(old))
    replaced = time.monotonic()
    if fault == "stale":
        fresh.start()  # the new master takes no entries without a replica
    new = servers.master()
    eventually(new.has_replica)
    writable = time.monotonic()
    if fault != "stale":
        _play_on(players)
    repaired = time.monotonic()
    old.go_on() if fault == "hang" else old.start()
    eventually(servers.is_whole)
    whole = time.monotonic()
    _play_on(players)
    result.further += servers.master() is not new
    last = max((each.at for player in players for each in player.refusals), default=began)
    result.until_new_master.append(replaced - began)
    result.until_entries.append(writable - replaced)
    result.errors_after.append(last - writable)
    result.errors_until.append(last - began)
    return {"fault": began, "new master": replaced, "writable": writable, "repair": repaired, "whole": whole}


def _describe(events: dict[str, float], players: Sequence[LoadClient]) -> None:
    """Print when what happened, in seconds since the fault, and the late errors."""
    began = events["fault"]
    print("   ", ", ".join(f"{name} {at - began:.2f}" for name, at in events.items()))
    failed = sorted((each for player in players for each in player.refusals), key=lambda each: each.at)
    late = [each for each in failed if each.at > events["writable"] + _ALLOWED_SECONDS]
    for each in (*failed[-1:], *late[:_TOLD]):
        print(f"    {each.at - began:.2f}: {each.request} {each.status} {each.code} {each.detail}")
    sys.stdout.flush()


def _play_on(players: Sequence[LoadClient]) -> None:
    wanted = [len(player.successes) + _LEAST_ANSWERS for player in players]
    eventually(
        lambda: (
            any(player.failure for player in players)
            or all(len(player.successes) >= least for player, least in zip(players, wanted, strict=True))
        )
    )


def _compare(port: int, players: Sequence[LoadClient], result: Result) -> None:
    """Compare each acknowledged move with the log of its game."""
    client = Client(port)
    for player in players:
        result.requests.update(each.status for each in player.refusals)
        for played in player.games:
            log = entries(client, played)
            check_order(log, played)
            lost = lost_receipts(log, played)
            result.undetected += sum(not contradicts(client, played.game, receipt) for receipt in lost)
            for move in played.moves:
                if move.answer is not None:
                    copied = str(move.answer.get("replicated", "unsaid")).lower()
                    result.acknowledged[copied] += 1
                    result.lost[copied] += move.answer["receipt"] in lost
    client.close()


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Failovers of a master under load, and what they lose.")
    parser.add_argument("--times", type=int, default=50, help="failovers (default: 50)")
    parser.add_argument("--replicas", default="all", help="value of CONQUIAN_REPLICAS (default: all)")
    parser.add_argument("--fault", choices=FAULTS, default="kill", help="what happens to the master")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clients", type=int, default=6, help="clients that play at once (default: 6)")
    asked = parser.parse_args()
    result = run(asked.times, asked.replicas, asked.fault, asked.seed, asked.clients)
    print(f"seconds until the new master: {_range(result.until_new_master)}")
    print(f"seconds until it has a replica and takes entries: {_range(result.until_entries)}")
    print(f"seconds from then to the last error: {_range(result.errors_after)}")
    print(f"seconds from the fault to the last error: {_range(result.errors_until)}")
    print(f"failovers without a fault: {result.further}")
    print(f"failed requests by status: {dict(result.requests)}")
    print(f"lost without a contradicting receipt: {result.undetected}")
    return 1 if result.lost["true"] or result.undetected else 0


def _range(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    return f"median {ordered[len(ordered) // 2]:.2f}, most {ordered[-1]:.2f}"


if __name__ == "__main__":
    sys.exit(main())
