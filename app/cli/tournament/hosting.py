"""Who plays a tournament: the service that runs, or a store and workers of our own as long as we watch."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from app import serve
from app.children import Bell, Child
from app.config import Settings, StartError
from app.values import LogLevel


@dataclass(frozen=True, slots=True)
class Help:
    """What runs on our behalf: `watch` looks after it (StartError if it cannot go on), `rest` ends it.

    Workers finish what they have begun.
    """

    watch: Callable[[], None]
    rest: Callable[[], None]
    alone: bool
    """Whether no API runs, so that nobody plays over HTTP."""


QUIET: Final = {"LOG_LEVEL": LogLevel.ERROR.value}
"""What our own workers log unless the environment says otherwise.

A failure of an entrant is kept and shown under the table, so no line of a worker stands before it.
"""


@contextmanager
def hosted(
    settings: Settings, bell: Bell, workers: int | None, *, begins: bool = False
) -> Iterator[tuple[Settings, Help]]:
    """The settings with a store that answers, and `workers` of our own where no service runs.

    `settings` name the store of a service that runs. Without `workers` nothing is played on our behalf.
    Unless a tournament `begins`, StartError is raised where the data directory holds nothing.
    """
    if settings.redis_url is not None:
        yield settings, Help(_nothing, _nothing, alone=False)
        return
    if not begins and not serve.holds_something(settings.data):
        raise StartError(f"There are no tournaments in {settings.data}: nothing is stored there.")
    with serve.stored(settings, bell) as (servers, environ):
        located = servers.located(settings)
        roles = [] if workers is None else serve.jobs(workers)
        with serve.kept(roles, QUIET | environ, bell) as children:
            yield (
                located,
                Help(partial(serve.watch, servers, children), partial(_rest, children, bell), alone=True),
            )


def _rest(children: Sequence[Child], bell: Bell) -> None:
    for child in children:
        child.stop(bell)


def _nothing() -> None:
    """A service looks after itself."""
