"""The default service of a command: that of the data directory.

The program stores the finder in the context of its commands (`offer`), because the module that runs a service
is in a higher layer.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import click

from app.settings.settings import load
from app.store.keys import kind_of

FINDER: Final = "conquian.service"
LOOKED: Final = "conquian.looked"

ServiceAddress = tuple[str, str]
"""Address of a service, and the place where it was found, in words."""

Finder = Callable[[], AbstractContextManager[ServiceAddress]]


def offer(context: click.Context, finder: Finder) -> None:
    """Let commands below `context` find the service of the data directory by `finder`."""
    context.meta[FINDER] = finder


def address(url: str | None, *names: str | None) -> str:
    """Return `url`, or the address of the data directory's service if any of `names` is an id and no file.

    Without names the service is required. If no service is needed, the address is empty. Raises StartError if
    there is none. The service runs until the command ends.
    """
    if url is not None or (names and not any(map(_is_id, names))):
        return url or ""
    context = click.get_current_context()
    finder: Finder | None = context.meta.get(FINDER)
    if finder is None:
        return f"http://127.0.0.1:{load().port}"
    service_url, context.meta[LOOKED] = context.with_resource(finder())
    return service_url


def _is_id(name: str | None) -> bool:
    return name is not None and kind_of(name) is not None and not Path(name).is_file()


def looked() -> str:
    """Return where this command has looked for a service, in words; empty if a service was named."""
    return str(click.get_current_context().meta.get(LOOKED, ""))
