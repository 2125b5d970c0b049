"""The clock: rings for all that waits for a bot or a verdict, at once by its notice, or that is overdue.

Four loops, and those that workers/webhooks.py has. The relay follows the outboxes of the store and rings for
each new entry that asks for a bot. The sweeper looks five times a second for games whose due time has
passed, a deadline's included, and rings again, so that a lost ring, a flushed queue or a killed worker delays
a bot or a time-out and never stops it. The signer signs a checkpoint of the log of logs as often as
CONQUIAN_CHECKPOINT_SECONDS says, where games have finished. The keeper looks every second for games that wait
to be archived or to leave the store. Games that could not be read are read again (workers/unreadable.py).
Several clocks may run; a ring that is made twice is one job, a job that runs twice makes one move, and a
tree that was signed is not signed again.
"""

import logging
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final, Protocol

import redis

from app.outages.log import waiting
from app.service.job_queue import QueuedName, QueueUnavailable
from app.settings.settings import Settings
from app.store.errors import InstallationMismatch, StoreError
from app.store.keys import GameId
from app.store.outbox import Notice
from app.store.schedule import Due
from workers import archive, checkpoints

_log: Final = logging.getLogger(__name__)
_BLOCK_MS: Final = 1000
_RELAY_SECONDS: Final = 0.005
"""How long the relay rests after notices came, so that those of a busy moment are read together.

To read them and to mark them costs the store two writes that it has to sync, as much as an entry; people wait
for that rest where bots play beside. Whoever comes after a pause is heard at once.
"""
_SWEEP_SECONDS: Final = 0.2
_SWEEP_LIMIT: Final = 1000
_AGAIN_MS: Final = 5000
_LONGEST_PAUSE: Final = 5.0
_LOOK_SECONDS: Final = 2.0
_LATE_SECONDS: Final = 20.0
"""How often the clock looks whether its loops go on, and when it says so again at the latest."""
_PASS_SECONDS: Final = 300.0
"""A pass that takes longer hangs: statements of the catalogue and calls to the store end long before."""
_RUNG_FOR: Final = frozenset({"bot", "judge", "play"})
_WAITED: Final = "person"
_KNOWN: Final = (StoreError, QueueUnavailable, redis.RedisError, *checkpoints.KNOWN)


Loop = tuple[Callable[[], object], float]
NO_MORE: Final[Mapping[str, Loop]] = MappingProxyType({})


class Outbox(Protocol):
    """The part of the event store that the clock needs; see app.store.log.EventStore."""

    def notices(self, consumer: str, block_ms: int) -> list[Notice]: ...
    def done(self, notices: list[Notice]) -> None: ...
    def overdue(self, limit: int) -> list[Due]: ...
    def timed(self, games: Sequence[GameId]) -> set[GameId]: ...
    def postpone_all(self, seen: Sequence[Due], in_ms: int) -> None: ...


class GameQueue(Protocol):
    """What rings; see app.service.job_queue.JobQueue."""

    def ring_all(self, rings: Sequence[QueuedName]) -> None: ...


def stop_on_signals() -> threading.Event:
    """An event that SIGTERM and SIGINT set; only the main thread may ask for it."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stop.set())
    return stop


def run(
    settings: Settings,
    store: Outbox,
    doorbell: GameQueue,
    sign: Callable[[], object],
    keep: Callable[[], object],
    stop: threading.Event,
    more: Mapping[str, Loop] = NO_MORE,
    alive: Callable[[float], object] = lambda seconds: None,
) -> None:
    """All loops have run until `stop` was set; errors of store, queue or catalogue only slow them down.

    `sign` signs a checkpoint where one is due, `keep` rings for what is over; `more` are other loops, by name
    what is done and for how many seconds nothing then. While no loop hangs, `alive` hears so, and within how
    many seconds it will again.
    """
    # The host's name, not the process's number: the store remembers every consumer for ever.
    consumer = f"clock-{socket.gethostname()}"
    steps: dict[str, Loop] = {
        "relay": (lambda: relay(store, doorbell, consumer), _RELAY_SECONDS),
        "sweeper": (lambda: sweep(store, doorbell), _SWEEP_SECONDS),
        "signer": (sign, settings.checkpoint_seconds),
        "keeper": (keep, archive.REST_SECONDS),
        **more,
    }
    passes = Passes()
    loops = [
        threading.Thread(target=_repeat, args=(step, rest, stop, passes), name=name)
        for name, (step, rest) in steps.items()
    ]
    for loop in loops:
        loop.start()
    while not stop.wait(_LOOK_SECONDS):
        if not passes.hang() and all(loop.is_alive() for loop in loops):
            alive(_LATE_SECONDS)
    for loop in loops:
        loop.join()


class Passes:
    """When each loop began what it is doing just now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun: dict[str, float] = {}

    @contextmanager
    def of(self, loop: str) -> Iterator[None]:
        """The loop of this name does something meanwhile."""
        self._begun[loop] = self._clock()
        try:
            yield
        finally:
            del self._begun[loop]

    def hang(self) -> bool:
        """Whether a loop takes longer for one pass than every limit of those it waits for."""
        return any(self._clock() - begun > _PASS_SECONDS for begun in list(self._begun.values()))


def relay(store: Outbox, doorbell: GameQueue, consumer: str) -> None:
    """Every notice that came within a second is rung for, if it asks for a job, and then marked as done."""
    if not (notices := store.notices(consumer, _BLOCK_MS)):
        return
    words = [(notice, notice.hint.split()) for notice in notices]
    doorbell.ring_all(
        [
            QueuedName(notice.game, notice.request, _WAITED in said)
            for notice, said in words
            if _RUNG_FOR.intersection(said)
        ]
    )
    store.done(notices)


def sweep(store: Outbox, doorbell: GameQueue) -> None:
    """Every overdue game is rung for and looked at again in five seconds.

    Where time runs a person waits, for the end of it or for a bot whose ring was lost. A game that waits
    already is not rung for twice, so a long queue does not grow by itself. A mark that an append has set
    meanwhile stays.
    """
    while found := store.overdue(_SWEEP_LIMIT):
        waited = store.timed([game for _, game in found])
        doorbell.ring_all([QueuedName(game, people=game in waited) for _, game in found])
        store.postpone_all(found, _AGAIN_MS)
        if len(found) < _SWEEP_LIMIT:
            return


def _repeat(step: Callable[[], object], rest: float, stop: threading.Event, passes: Passes) -> None:
    failures = 0
    while not stop.is_set():
        with passes.of(threading.current_thread().name):
            failures = 0 if _succeeds(step) else failures + 1
        stop.wait(min(_LONGEST_PAUSE, 0.1 * 2**failures) if failures else rest)


def _succeeds(step: Callable[[], object]) -> bool:
    name = threading.current_thread().name
    try:
        step()
    except InstallationMismatch:
        return False  # the installation has said so, once for all loops
    except _KNOWN as problem:
        _log.log(waiting(problem), "The %s waits: %s.", name, type(problem).__name__)
        return False
    except Exception:
        # A defect in one pass must not silence the clock for every other game.
        _log.exception("The %s failed.", name)
        return False
    return True
