"""Start line of a process in the log: its version and the parts that it uses, without secrets."""

import logging
from importlib.metadata import version
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from app.observability.logs import log_fields
from app.parts.outages import OUTAGES, Part
from app.settings.settings import Settings

_log: Final = logging.getLogger("app.starting")
_SHOWN: Final = frozenset({"db", "host", "port", "dbname", "sslmode", "region", "endpoint"})
"""Members of an address's query that are not secret."""


def log_start(settings: Settings, role: str, *, quietly: bool = False) -> None:
    """Log the start of a process in this role; later lines about outages contain the addresses of parts.

    The line is written at every level up to warning; beside the store of `conquian serve` only at info,
    because that command has printed it. With `quietly` there is no line, because another process of that role
    has written it.
    """
    addresses = places(settings)
    OUTAGES.begin(addresses)
    level = logging.INFO if _is_embedded(settings) else logging.WARNING
    if quietly or not _log.isEnabledFor(level):
        return
    by_name = {str(part): place for part, place in addresses.items()}
    fields = log_fields(role=role, version=version("conquian"), **by_name)
    record = _log.makeRecord(
        _log.name, logging.INFO, __file__, 0, "The %s starts.", (role,), None, extra=fields
    )
    _log.handle(record)


def _is_embedded(settings: Settings) -> bool:
    """Return whether the store is a server of `conquian serve`, in the data directory."""
    url = urlsplit(settings.redis_url or "")
    return url.scheme == "unix" and Path(unquote(url.path)).is_relative_to(settings.data)


def places(settings: Settings) -> dict[Part, str]:
    """Return the address of each part from the settings, without secrets."""
    return {
        Part.STORE: without_secrets(settings.redis_url or ""),
        Part.CATALOGUE: without_secrets(settings.catalogue),
        Part.ARCHIVE: without_secrets(settings.archive),
        Part.QUEUE: without_secrets(settings.queue_url or ""),
    }


def without_secrets(url: str) -> str:
    """Return an address without its password, and without unknown members of its query.

    >>> without_secrets("rediss://games:hunter2@store:6379/0?ssl_ca_certs=/ca.crt&password=hunter2")
    'rediss://games@store:6379/0'
    >>> without_secrets("s3://games/2026?endpoint=http://files:9000"), without_secrets("/var/archive")
    ('s3://games/2026?endpoint=http://files:9000', '/var/archive')
    """
    if "://" not in url:
        return url
    parts = urlsplit(url)
    user, _, host = parts.netloc.rpartition("@")
    name = user.partition(":")[0]
    shown = [(key, text.rpartition("@")[2]) for key, text in parse_qsl(parts.query) if key in _SHOWN]
    query = f"?{urlencode(shown, safe=':/')}" if shown else ""
    return f"{parts.scheme}://{name}{'@' if name else ''}{host}{parts.path}{query}"
