"""A cluster whose nodes speak TLS only and know users: one node with all slots, of Debian's Redis."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from app.parts.outages import OutageCause
from app.store.client import ask, connect
from app.store.cluster import SLOTS
from app.store.encryption import StorageCipher
from app.store.errors import StoreUnavailable
from app.store.keys import game_id_from
from app.store.log import EventStore
from tests.operator.parts import write_certificates
from tests.server.helpers import eventually, free_port, listens
from tests.store.helpers import VAULT_KEY, grow

PASSWORD = "p@ss:w/rd"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of the node, which has every slot."""
    if shutil.which("redis-server") is None and "CI" not in os.environ:
        pytest.skip("there is no redis-server with TLS")
    write_certificates(tmp_path)
    port = free_port()
    options = [
        *("--port", "0", "--tls-port", str(port), "--tls-cluster", "yes", "--cluster-enabled", "yes"),
        *("--tls-cert-file", f"{tmp_path}/server.crt", "--tls-key-file", f"{tmp_path}/server.key"),
        *("--tls-ca-cert-file", f"{tmp_path}/ca.crt", "--tls-auth-clients", "no"),
        *("--bind", "127.0.0.1", "--cluster-announce-ip", "127.0.0.1", "--cluster-port", str(free_port())),
        *("--dir", str(tmp_path), "--user", "games", "on", f">{PASSWORD}", "~*", "&*", "+@all"),
    ]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(["redis-server", *options], stdout=log, stderr=log)
    try:
        eventually(lambda: process.poll() is not None or listens(port))
        assert process.poll() is None, (tmp_path / "log").read_text()
        yield port
    finally:
        process.kill()
        process.wait()


def address(port: int, home: Path, password: str, scheme: str = "rediss+cluster") -> str:
    """Return the address of the cluster, or of its node, for the user of the games."""
    return f"{scheme}://games:{quote(password, safe='')}@localhost:{port}/?ssl_ca_certs={home}/ca.crt"


def test_games_are_kept_over_tls_by_a_user_with_a_password(port: int, tmp_path: Path) -> None:
    with connect(address(port, tmp_path, PASSWORD, "rediss")) as node:
        ask(node, ("CLUSTER", "ADDSLOTSRANGE", 0, SLOTS - 1))
        eventually(lambda: b"cluster_state:ok" in ask(node, ("CLUSTER", "INFO")))
    with connect(address(port, tmp_path, PASSWORD)) as redis:
        store, game = EventStore(redis, StorageCipher(VAULT_KEY)), game_id_from(bytes(32))
        grow(store, game, 3)
        assert [entry.ply for entry in store.read(game)] == [1, 2, 3]


def test_a_wrong_password_is_named_as_the_cause(port: int, tmp_path: Path) -> None:
    with (
        connect(address(port, tmp_path, "another")) as redis,
        pytest.raises(StoreUnavailable) as refused,
    ):
        ask(redis, ("PING",))
    assert refused.value.outage.cause is OutageCause.WRONG_PASSWORD
