"""Check of the addresses of the store and of the queue at the start of a process."""

from contextlib import closing, suppress

from app.parts.addresses import is_cluster
from app.parts.outages import Part
from app.service.job_queue import QueueUnavailable, server_info
from app.service.job_queue import connect as connect_queue
from app.settings.errors import BadSetting
from app.settings.settings import Settings
from app.store.client import connect as connect_store
from app.store.durability import server_info as store_info
from app.store.errors import StoreError
from app.store.server_kind import wrong_server


def check_addresses(settings: Settings) -> None:
    """Raise BadSetting if an address names a node of a cluster, a Sentinel or a replica.

    A server that does not answer, or does not allow INFO, is not judged.
    The address of a cluster names nodes, of any kind.
    """
    servers: list[tuple[Part, dict[str, str]]] = []
    if settings.redis_url and not is_cluster(settings.redis_url):
        with suppress(StoreError), closing(connect_store(settings.redis_url)) as store:
            servers.append((Part.STORE, store_info(store)))
    if settings.queue_url:
        with suppress(QueueUnavailable), closing(connect_queue(settings.queue_url)) as queue:
            servers.append((Part.QUEUE, server_info(queue)))
    for part, info in servers:
        if wrong := wrong_server(info, part):
            raise BadSetting(wrong.operators_sentence)
