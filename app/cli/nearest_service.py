"""The settings of a command that works beside a running service, and the address of that service."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from app.server import embedded_queue, serve
from app.server.embedded_store import is_used, url_in
from app.server.supervisor import StopSignal, warn
from app.settings.settings import Settings, StartError, load


def nearest() -> Settings:
    """The settings with the store and queue that they name, else those of a service in their directory.

    A service whose store does not answer yet is waited for; StartError if it does not in time.
    """
    settings = load()
    if settings.redis_url or not (found := url_in(settings.data, say=warn)):
        return settings
    queue = settings.queue_redis_url or embedded_queue.url_in(settings.data)
    return replace(settings, redis_url=found, queue_redis_url=queue)


def beside() -> Settings:
    """The settings of a command beside a service; StartError if there is none."""
    settings = nearest()
    if settings.redis_url is None:
        raise StartError(f"No service runs in {settings.data}, and REDIS_URL names no store.")
    return settings


@contextmanager
def service() -> Iterator[tuple[str, str]]:
    """The address of the service of the data directory, and where that is.

    Where none runs, an API answers on this machine until the block ends, if the directory holds anything;
    else StartError is raised and nothing is made. SIGTERM then interrupts the block as Ctrl-C does, so that
    what was started is stopped.
    """
    settings = load()
    if settings.redis_url is not None or is_used(settings.data):
        found = serve.address(settings)
        yield found, f"the service at {found}, of {settings.data}"
    elif not serve.holds_something(settings.data):
        raise StartError(
            f"No service runs in {settings.data}, and nothing is stored there; --data names another"
            " directory, --url a service."
        )
    else:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with serve.reading_api(settings, StopSignal()) as found:
            yield found, f"{settings.data}, where no service runs"
