"""Settings of a command that works beside a running service, and the address of that service."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from app.server import embedded_queue, serve
from app.server.embedded_store import is_used, url_in
from app.server.supervisor import StopSignal, warn
from app.settings.settings import Settings, StartError, load


def nearest() -> Settings:
    """Return the settings; without REDIS_URL, with the store and queue of the service in their directory.

    Waits for a service whose store does not answer yet. Raises StartError if it does not in time.
    """
    settings = load()
    if settings.redis_url or not (store_url := url_in(settings.data, say=warn)):
        return settings
    queue = settings.queue_redis_url or embedded_queue.url_in(settings.data)
    return replace(settings, redis_url=store_url, queue_redis_url=queue)


def beside() -> Settings:
    """Return the settings of a command beside a service. Raises StartError if there is none."""
    settings = nearest()
    if settings.redis_url is None:
        raise StartError(f"No service runs in {settings.data}, and REDIS_URL names no store.")
    return settings


@contextmanager
def service() -> Iterator[tuple[str, str]]:
    """Provide the address of the service of the data directory, and its location in words.

    If none runs, an API runs on this machine within the block, if the directory contains anything; else
    StartError is raised and nothing is created. SIGTERM then interrupts the block like Ctrl-C, so that the
    started processes are stopped.
    """
    settings = load()
    if settings.redis_url is not None or is_used(settings.data):
        address = serve.address(settings)
        yield address, f"the service at {address}, of {settings.data}"
    elif not serve.holds_something(settings.data):
        raise StartError(
            f"No service runs in {settings.data}, and nothing is stored there; --data names another"
            " directory, --url a service."
        )
    else:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with serve.reading_api(settings, StopSignal()) as address:
            yield address, f"{settings.data}, where no service runs"
