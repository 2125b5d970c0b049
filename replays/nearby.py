"""The service that a command asks where none is named: that of the data directory.

The program leaves in the context of its commands what finds it (`offer`), because what runs a service stands
above this package.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import click

from app.config import load
from app.store.keys import kind_of

FINDER: Final = "conquian.service"
LOOKED: Final = "conquian.looked"

ListedGame = tuple[str, str]
"""The address of a service, and where it was found, in words."""

Finder = Callable[[], AbstractContextManager[ListedGame]]


def offer(context: click.Context, finder: Finder) -> None:
    """Commands below `context` find the service of the data directory by `finder`."""
    context.meta[FINDER] = finder


def address(url: str | None, *names: str | None) -> str:
    """`url`, or the address of the service of the data directory if any of `names` is an id and no file.

    Without names the service is needed; where it is not, the address is empty. StartError if there is none.
    It answers until the command ends.
    """
    if url is not None or (names and not any(map(_is_id, names))):
        return url or ""
    context = click.get_current_context()
    finder: Finder | None = context.meta.get(FINDER)
    if finder is None:
        return f"http://127.0.0.1:{load().port}"
    found, context.meta[LOOKED] = context.with_resource(finder())
    return found


def _is_id(name: str | None) -> bool:
    return name is not None and kind_of(name) is not None and not Path(name).is_file()


def looked() -> str:
    """Where this command has looked, in words; empty where a service was named or nothing was looked for."""
    return str(click.get_current_context().meta.get(LOOKED, ""))
