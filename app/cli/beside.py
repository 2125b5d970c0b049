"""The settings of a command that works beside a running service."""

from dataclasses import replace

from app import embedded_queue
from app.children import warn
from app.config import Settings, StartError, load
from app.embedded import url_in


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
