"""The port on which a worker, a courier or a clock is probed and scraped, where the settings name one."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from typing import Any

from app.api.safety import Safety
from app.cli.connecting import ring
from app.config import Settings
from app.metrics import Metrics
from app.secret import Keys
from app.store.checks import checks
from app.store.client import connect
from app.store.vault import Vault
from replays.archive.opening import open_archive


@contextmanager
def probed(settings: Settings, secrets: Keys, metrics: Metrics) -> Iterator[None]:
    """The process of these metrics answers at the port of the settings until the block ends.

    Raises StartError where the port cannot be taken.
    """
    if settings.metrics_port is None:
        yield
        return
    # Read late: what answers requests takes a second to load, and few need it.
    monitoring: Any = import_module("app.api.monitoring")
    probes: Any = import_module("app.api.probes")
    redis = connect(settings.redis_url or "")
    with closing(open_archive(settings)) as archive:
        keys = ring(settings, secrets)
        ready = monitoring.every_check(redis, archive, keys, settings.queue_url)
        safe = Safety(lambda: checks(redis)).safe
        metrics.watch(
            *monitoring.sources(redis, Vault(secrets.vault), archive, keys, settings.queue_url, safe),
            checks=monitoring.grades(ready),
        )
        answers = probes.application(metrics, ready, settings.metrics_token)
        with probes.serving(settings.host, settings.metrics_port, answers):
            yield
