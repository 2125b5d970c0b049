"""The service that a command works beside: that of the data directory, its settings and its address."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from app.cli.language import spoken
from app.cli.terminal import CannotRun, printable
from app.i18n import Message
from app.server import embedded_queue, embedded_store, serve
from app.server.embedded_store import is_used, url_in
from app.server.supervisor import StopSignal, warn
from app.settings.environment import load
from app.settings.errors import StartError
from app.settings.settings import Settings
from app.store.keys import kind_of

_LOOKED: Final = "conquian.looked"
"""Member of the context of a command with the place where a service was looked for."""


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
        raise StartError(
            spoken(
                Message("No service runs in {folder}, and REDIS_URL names no store."), folder=settings.data
            )
        )
    return settings


@contextmanager
def with_store() -> Iterator[Settings]:
    """Provide the settings of `nearest`; if no service runs, the store of the data directory runs meanwhile.

    Raises StartError if the directory is empty; nothing is created then.
    """
    settings = nearest()
    if settings.redis_url:
        yield settings
        return
    if not serve.holds_something(settings.data):
        raise StartError(
            spoken(
                Message("There is no installation in {folder}: nothing is stored there."),
                folder=settings.data,
            )
        )
    with own_store(settings) as own:
        yield own


@contextmanager
def own_store(settings: Settings) -> Iterator[Settings]:
    """Run the store of the data directory within the block, and provide the settings with it.

    Raises DirectoryInUse if a service runs there.
    """
    store = embedded_store.start(settings.data, reserve_mb=settings.reserve_mb, say=lambda _: None)
    try:
        yield replace(settings, redis_url=store.url)
    finally:
        store.stop()


@contextmanager
def service() -> Iterator[tuple[str, Message]]:
    """Provide the address of the service of the data directory, and its location in words.

    If none runs, an API runs on this machine within the block, if the directory contains anything; else
    StartError is raised and nothing is created. SIGTERM then interrupts the block like Ctrl-C, so that the
    started processes are stopped.
    """
    settings = load()
    if settings.redis_url is not None or is_used(settings.data):
        url = serve.address(settings)
        yield url, Message("the service at {address}, of {folder}").filled(address=url, folder=settings.data)
    elif not serve.holds_something(settings.data):
        raise StartError(
            spoken(
                Message(
                    "No service runs in {folder}, and nothing is stored there; --data names another"
                    " directory, --url a service."
                ),
                folder=settings.data,
            )
        )
    else:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with serve.reading_api(settings, StopSignal()) as url:
            yield url, Message("{folder}, where no service runs").filled(folder=settings.data)


def address(url: str | None, *names: str | None) -> str:
    """Return `url`, or the address of the data directory's service if any of `names` is an id and no file.

    Without names the service is required. If no service is needed, the address is empty. Raises StartError if
    there is none. The service runs until the command ends.
    """
    if url is not None or (names and not any(map(_is_id, names))):
        return url or ""
    context = click.get_current_context()
    service_url, context.meta[_LOOKED] = context.with_resource(service())
    return service_url


def _is_id(name: str | None) -> bool:
    return name is not None and kind_of(name) is not None and not Path(name).is_file()


class UnreadableInput(CannotRun):
    """Input that a command cannot read, with the place where it looked for a service."""

    def __init__(self, problem: Message | str, end: str = "") -> None:
        place = click.get_current_context().meta.get(_LOOKED)
        if place is not None:
            problem = Message("{problem} (looked in {place})").filled(problem=problem, place=place)
        super().__init__(printable(spoken(problem)) + end)
