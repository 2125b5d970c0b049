"""Common start of the commands of a process: settings, log, store, signing keys, port for probes."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib import import_module
from typing import Any

from app.cli.language import spoken
from app.i18n import Message
from app.observability.logs import configure
from app.observability.metrics import Metrics
from app.observability.startup import log_start
from app.server import temporary_files
from app.service.job_queue import JobQueue, QueueUnavailable
from app.service.secret_keys import Keys
from app.service.server_addresses import check_addresses
from app.service.signing import KeyRing
from app.settings.environment import load
from app.settings.errors import StartError
from app.settings.settings import Settings
from app.store.client import ask, connect
from app.store.connections import InstallationGuard
from app.store.durability import checks
from app.store.encryption import StorageCipher
from app.store.errors import StoreError
from app.store.log import EventStore
from app.store.signing_state import StoredGenerations
from replays.archive.errors import ArchiveError
from replays.archive.opening import open_archive
from replays.catalogue.connecting import check
from replays.catalogue.errors import CatalogueError
from replays.installation.installation import Installation


def configured(role: str) -> Settings:
    """Return the settings of a process of the service in `role`, and configure its log."""
    settings = load()
    configure(settings.log_level, settings.log_format)
    if settings.redis_url is None:
        raise StartError(spoken(Message("REDIS_URL names no store; `conquian serve` starts one of its own.")))
    temporary_files.provide(settings.run)
    log_start(settings, role)
    check_addresses(settings)
    _look(settings)
    return settings


def _look(settings: Settings) -> None:
    """Check each part once, so that an unavailable part is logged before it is needed."""
    with suppress(StoreError), closing(connect(settings.redis_url or "")) as redis:
        ask(redis, ("PING",))
    with suppress(QueueUnavailable):
        JobQueue(settings.queue_url or "").check()
    with closing(open_archive(settings)) as archive:
        with suppress(CatalogueError):
            check(archive.engine)
        with suppress(ArchiveError):
            archive.files.check()


def store(settings: Settings, secrets: Keys, member: InstallationGuard | None = None) -> EventStore:
    """Return the store of the games; its connections are compared with `member`, the process's
    installation.
    """
    return EventStore(connect(settings.redis_url or "", member), StorageCipher(secrets.vault))


def ring(settings: Settings, secrets: Keys, member: InstallationGuard | None = None) -> KeyRing:
    """Return the signing keys; connections are compared as those of `store`."""
    generations = StoredGenerations(connect(settings.redis_url or "", member))
    return KeyRing(secrets.sign, generations, settings.origin)


@contextmanager
def probed(installation: Installation, metrics: Metrics) -> Iterator[None]:
    """Serve the probes and metrics of this process at the port in the settings, within the block.

    Raises StartError if the port cannot be used.
    """
    settings, secrets = installation.settings, installation.secrets
    if settings.metrics_port is None:
        yield
        return
    # Imported late: these modules take a second to load, and few processes need them.
    monitoring: Any = import_module("app.api.monitoring")
    probes: Any = import_module("app.api.probes")
    redis = installation.store()
    with closing(installation.archive()) as archive:
        keys = ring(settings, secrets, installation)
        ready = monitoring.every_check(
            redis, archive, keys, settings.queue_url, installation, settings.replicas
        )
        safe = probes.DurabilityCheck(lambda: checks(redis)).safe
        metrics.watch(
            *monitoring.sources(redis, StorageCipher(secrets.vault), archive, keys, settings.queue_url, safe),
            checks=monitoring.grades(ready),
        )
        answers = probes.application(metrics, ready, settings.metrics_token)
        with probes.serving(settings.host, settings.metrics_port, answers):
            yield
