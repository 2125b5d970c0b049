"""A service over one plain server or over a cluster, with the processor time of its processes by role."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from redis import Redis

from app.server.embedded_store import url_in
from app.store.bucket_plan import SlotRange, planned_ranges
from app.store.client import connect
from tests.bench.cpu import cpu_by_role, cpu_seconds
from tests.cluster.nodes import Node, cluster_in
from tests.conftest import valkey_in
from tests.soak.client import Service


@dataclass(frozen=True, slots=True)
class NodeSite:
    """A service that runs: its data directory, its store, and the masters of a cluster.

    Without masters the store is the plain server that `conquian serve` starts.
    """

    service: Service
    data: Path
    redis: Redis
    masters: Sequence[Node]
    queue_pid: int | None

    @property
    def store(self) -> str:
        """Description of the store."""
        count = len(self.masters)
        return f"a cluster of {count} masters" if count else "one plain server, as `conquian serve` starts it"

    def cpu(self) -> dict[str, float]:
        """Return the processor time in seconds so far by role; each store server is a role of its own."""
        seconds = dict(cpu_by_role(self.service.family))
        if self.queue_pid is not None:
            seconds["queue"] = cpu_seconds(self.queue_pid)
        if "store" in seconds:
            seconds["store 1"] = seconds.pop("store")
        return seconds | {
            f"store {number}": cpu_seconds(node.pid) for number, node in enumerate(self.masters, 1)
        }


@contextmanager
def node_site(
    nodes: int, api_processes: int, people_workers: int = 1, ranges: Sequence[SlotRange] = (), **more: str
) -> Iterator[NodeSite]:
    """Context of a service over so many store servers: a plain one, or a cluster of two or more masters.

    The masters have these ranges of slots, by default those of `conquian cluster plan`.
    """
    with TemporaryDirectory(prefix="cq-") as directory, ExitStack() as undo:
        home, masters = Path(directory), list[Node]()
        queue_pid: int | None = None
        if nodes > 1:
            planned = ranges or planned_ranges(nodes)
            cluster = undo.enter_context(cluster_in(home / "nodes", nodes, 0, planned))
            (home / "queue").mkdir()
            queue = undo.enter_context(valkey_in(home / "queue"))
            with connect(f"unix://{queue.unix_socket_path}") as queue_redis:
                queue_pid = int(queue_redis.info("server")["process_id"])
            masters = cluster.nodes
            more |= {"REDIS_URL": cluster.url, "QUEUE_REDIS_URL": f"unix://{queue.unix_socket_path}"}
        service = Service(home, api_processes, people_workers, **more)
        undo.callback(service.stop)
        service.start()
        url = more.get("REDIS_URL") or url_in(home / "data")
        assert url is not None
        redis = undo.enter_context(connect(url))
        yield NodeSite(service, home / "data", redis, masters, queue_pid)
