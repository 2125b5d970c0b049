"""The settings of a command that works beside a running service."""

from dataclasses import replace

from app.children import warn
from app.config import Settings, StartError, load
from app.embedded import url_in


def nearest() -> Settings:
    """The settings with the store that they name, else the one of a service that runs in their directory.

    A service whose store does not answer yet is waited for; StartError if it does not in time.
    """
    settings = load()
    return replace(settings, redis_url=settings.redis_url or url_in(settings.data, say=warn))


def beside() -> Settings:
    """The settings of a command beside a service; StartError if there is none."""
    settings = nearest()
    if settings.redis_url is None:
        raise StartError(f"No service runs in {settings.data}, and REDIS_URL names no store.")
    return settings
