"""The plan of `conquian cluster plan`, carried out on a real cluster."""

from pathlib import Path

from click.testing import CliRunner

from app.cli import main
from app.store.client import cluster_of, connect
from app.store.durability import Grade, PartCheck, checks
from tests.cluster.nodes import Cluster
from tests.server.helpers import eventually


def plan(cluster: Cluster, queue_url: str, data: Path) -> list[str]:
    """Return the lines of the plan of a cluster."""
    environment = {"REDIS_URL": cluster.url, "QUEUE_REDIS_URL": queue_url, "CONQUIAN_DATA": str(data)}
    printed = CliRunner().invoke(main, ["cluster", "plan"], env=environment)
    assert printed.exit_code == 0, printed.output
    return printed.output.splitlines()


def balance(cluster: Cluster) -> PartCheck:
    """Return the check of the buckets, by a new client."""
    with connect(cluster.url) as redis:
        results = {check.name: check for check in checks(redis)}
        assert {name for name, check in results.items() if check.grade is not Grade.OK} <= {"buckets"}
        return results["buckets"]


def carry_out(cluster: Cluster, line: str) -> None:
    """Send a command of the plan to the node that it names."""
    _, _, _, _, port, *command = line.split()
    next(node for node in cluster.nodes if node.port == int(port)).ask(*command)


def test_the_commands_of_the_plan_even_the_buckets_out(
    cluster: Cluster, queue_url: str, tmp_path: Path
) -> None:
    """A third of the slots each is uneven, also after a fourth master has come; then nothing is left."""
    assert "19, 22, 23 buckets" in balance(cluster).detail
    cluster.join(cluster.add())
    lines = plan(cluster, queue_url, tmp_path)
    assert sorted(line.split()[2] for line in lines if "planned are 16" in line) == ["0", "19", "22", "23"]
    for line in lines[4:]:
        carry_out(cluster, line)
    eventually(lambda: len(plan(cluster, queue_url, tmp_path)) == 4)
    eventually(lambda: balance(cluster).grade is Grade.OK)
    with connect(cluster.url) as redis:
        pool = cluster_of(redis)
        assert pool is not None
        assert len(pool.masters()) == 4
