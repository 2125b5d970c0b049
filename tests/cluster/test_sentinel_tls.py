"""A master, a replica and Sentinels that speak TLS only, of Debian's Redis."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from redis import SSLConnection

from app.store import connections
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.errors import OutcomeUnknown, StoreUnavailable
from app.store.keys import game_id_from
from app.store.log import EventStore
from app.store.replication import ALL, Replication
from tests.cluster.sentinels import SentinelGroup, service_in
from tests.operator.parts import write_certificates
from tests.server.helpers import eventually
from tests.store.helpers import VAULT_KEY, entry_after, grow

GAME = game_id_from(bytes(32))


@pytest.fixture
def servers() -> Iterator[SentinelGroup]:
    """The servers, of which the first began as the master."""
    if shutil.which("redis-server") is None and "CI" not in os.environ:
        pytest.skip("there is no redis-server with TLS")
    with TemporaryDirectory(prefix="cq-") as directory:
        home = Path(directory)
        write_certificates(home)
        with service_in(home, replicas=1, certificates=home) as servers:
            yield servers


def is_reached(store: EventStore) -> bool:
    """Return whether the master is known and answers."""
    with suppress(StoreUnavailable):
        return store.head(GAME) is None
    return False


def is_appended(store: EventStore) -> bool:
    """Try to append the next entry of the game, and return whether it is certainly there."""
    with suppress(StoreUnavailable, OutcomeUnknown):
        last = store.read(GAME)[-1]
        store.append(entry_after(last, GAME), after=last, status="playing", live=True)
        return True
    return False


def test_the_store_is_found_over_tls_and_followed_to_a_new_master(servers: SentinelGroup) -> None:
    """The replica has every entry that was replicated before its master was killed."""
    old = servers.master()
    with connect(servers.url) as redis:
        store = EventStore(redis, StorageCipher(VAULT_KEY), replication=Replication(ALL))
        eventually(lambda: is_reached(store))
        grow(store, GAME, 3)
        assert store.is_replicated(GAME)
        old.kill()
        eventually(lambda: servers.replaced(old))
        eventually(lambda: is_appended(store))
        assert [entry.ply for entry in store.read(GAME)][:4] == [1, 2, 3, 4]
        assert store.is_replicated(GAME) is False


def test_session_tickets_of_the_server_are_no_unread_reply(
    servers: SentinelGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "CHECK_SECONDS", 3_600)
    connection: Any = connections.open_pool(servers.servers[0].url, None).make_connection()
    connection.connect()
    eventually(lambda: SSLConnection.can_read(connection))
    assert not connection.can_read()
    connection.disconnect()
