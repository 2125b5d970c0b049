"""Port for probes and metrics of a worker, a courier or a clock, if it is configured."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from typing import Any

from app.api.probes import DurabilityCheck
from app.cli.process_parts import ring
from app.observability.metrics import Metrics
from app.store.durability import checks
from app.store.encryption import StorageCipher
from replays.installation.installation import Installation


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
        ready = monitoring.every_check(redis, archive, keys, settings.queue_url, installation)
        safe = DurabilityCheck(lambda: checks(redis)).safe
        metrics.watch(
            *monitoring.sources(redis, StorageCipher(secrets.vault), archive, keys, settings.queue_url, safe),
            checks=monitoring.grades(ready),
        )
        answers = probes.application(metrics, ready, settings.metrics_token)
        with probes.serving(settings.host, settings.metrics_port, answers):
            yield
