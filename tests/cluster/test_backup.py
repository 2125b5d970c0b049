"""An installation moves from a data directory into a cluster, and from a backup of it back."""

from pathlib import Path

from tests.cli.old_backup import identity_of, ran, store_of, unpacked
from tests.cluster.nodes import Cluster
from tests.store.contents import contents


def test_every_log_moves_into_a_cluster_and_back(cluster: Cluster, queue_url: str, tmp_path: Path) -> None:
    """The keys of the store that comes back are those that went."""
    old = unpacked(tmp_path / "old")
    with store_of(old) as before:
        wanted = contents(before)
    new = {
        "CONQUIAN_DATA": str(tmp_path / "new"),
        "REDIS_URL": cluster.url,
        "QUEUE_REDIS_URL": queue_url,
    }
    file = tmp_path / "new.env"
    file.write_text("".join(f"{name}={value}\n" for name, value in new.items()))
    done = ran({"CONQUIAN_DATA": str(old)}, "move", str(tmp_path / "moved"), "--to", str(file))
    assert done.exit_code == 0, done.output
    assert all(node.redis.dbsize() for node in cluster.nodes[:3])
    assert identity_of(new)[0] is None
    assert ran(new, "archive", "check").exit_code == 0
    assert ran(new, "backup", str(tmp_path / "backup")).exit_code == 0
    back = {"CONQUIAN_DATA": str(tmp_path / "again")}
    assert ran(back, "restore", str(tmp_path / "backup")).exit_code == 0
    with store_of(tmp_path / "again") as again:
        assert contents(again) == wanted
