"""Bots that are Python objects: `path.py:Class`, `package.module:Class`, or the name of an entry point.

Entry points are those of the group `conquian.bots`. The objects run in our process, so they are trusted: only
time is watched. A class gives a new object for every game and seat; anything else that can be called is
itself the strategy.
"""

import logging
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module, metadata
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isclass
from pathlib import Path
from traceback import format_exception
from types import FrameType, ModuleType
from typing import Any, Final

from app.bots.errors import EntrantFailed, EntrantRefused, Reason
from app.bots.external.answers import chosen, plain
from app.bots.external.limits import Limits
from app.bots.hand_history import Later
from app.bots.strategy import Chance, Move, Seen, Strategy, View

GROUP: Final = "conquian.bots"
_log: Final = logging.getLogger("app.bots.objects")
_SAID: Final = 2000
_LEAST_SECONDS: Final = 0.001
_AGAIN_SECONDS: Final = 0.5
"""How often a bot that catches everything is told that its time is over."""


class _Late(BaseException):
    """The time of a decision is over; no Exception, so that few bots catch it."""


def factory(spec: str, folder: Path | None, limits: Limits) -> Callable[[], Strategy]:
    """What makes the bot of one game and seat; EntrantRefused if `spec` names nothing that can be called."""
    made = _found(spec, folder)
    if not callable(made):
        raise EntrantRefused("entrant_not_found", "python", f"{spec} is nothing that can be called.")
    return lambda: Object(spec, made if isclass(made) else lambda: made, limits)


class Object:
    """One object at one seat of one game; after a failure a new one is asked the same again."""

    def __init__(self, name: str, make: Callable[[], Any], limits: Limits) -> None:
        self._name, self._make = name, make
        self._limits = limits
        self._object: Any = None
        self._failures = 0

    def __call__(self, view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
        """The move that the object chooses; EntrantFailed if it does not."""
        while True:
            try:
                return chosen(self._asked(view, moves, chance, seen), moves)
            except EntrantFailed as failure:
                _log.info("%s failed: %s. %s", self._name, failure, failure.said)
                self._object = None
                self._failures += 1
                if self._failures > self._limits.restarts:
                    raise

    def _asked(self, view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Any:
        told = Seen(seen.rules, Later(lambda: plain(list(seen.events))))
        fresh = self._object is None
        seconds = self._limits.decision_seconds + (self._limits.start_seconds if fresh else 0)
        began = time.monotonic()
        if fresh:
            with _guarded(seconds, Reason.NOT_STARTED):
                self._object = self._make()
        with _guarded(max(_LEAST_SECONDS, seconds - (time.monotonic() - began))):
            return self._object(plain(view), plain(moves), chance, told)


@contextmanager
def _guarded(seconds: float, raised: Reason = Reason.CRASHED) -> Iterator[None]:
    """Whatever a bot raises is EntrantFailed with `raised` as its reason; so is a block that takes longer."""
    began = time.monotonic()
    try:
        with _alarm(seconds):
            yield
    except _Late:
        raise _late(seconds) from None
    except MemoryError:
        raise EntrantFailed(Reason.MEMORY, "it ran out of memory") from None
    except BaseException as problem:
        if _asked_to_stop(problem):
            raise
        said = "".join(format_exception(problem))[-_SAID:]
        name = type(problem).__name__
        raise EntrantFailed(raised, f"it raised {name}", said, ended=name) from problem
    if time.monotonic() - began > seconds:
        raise _late(seconds)


def _asked_to_stop(problem: BaseException) -> bool:
    """Whether it may be our Ctrl-C; where signals have another handler, as in a worker, it is the bot's."""
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return isinstance(problem, KeyboardInterrupt) and ours


def _late(seconds: float) -> EntrantFailed:
    return EntrantFailed(Reason.TIMED_OUT, f"no move in {seconds:g} s")


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """_Late is raised in the block when its time is over, and again until the block ends.

    Only the main thread can be interrupted: elsewhere the time is looked at afterwards. A timer that was
    set before, as that of a job, goes on where it stood.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    armed = True

    def ring(_number: int, _frame: FrameType | None) -> None:
        if armed:
            raise _Late

    began, handler = time.monotonic(), signal.signal(signal.SIGALRM, ring)
    left, every = signal.getitimer(signal.ITIMER_REAL)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, left or seconds), _AGAIN_SECONDS)
    try:
        try:
            yield
        finally:
            armed = False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (time.monotonic() - began)), every)


def _found(spec: str, folder: Path | None) -> Any:
    """What a text names; EntrantRefused if it is not there or cannot be loaded."""
    where, colon, name = spec.rpartition(":")
    try:
        if not colon:
            return _entry_point(spec)
        module = _file((folder or Path()) / where) if where.endswith(".py") else import_module(where)
        return getattr(module, name)
    except EntrantRefused:
        raise
    except (FileNotFoundError, ModuleNotFoundError, AttributeError) as problem:
        raise EntrantRefused("entrant_not_found", "python", f"{spec} is not there: {problem}.") from None
    except Exception as problem:
        sentence = f"{spec} does not load: {type(problem).__name__}: {problem}."
        raise EntrantRefused("entrant_not_loaded", "python", sentence) from problem


def _entry_point(name: str) -> Any:
    for one in metadata.entry_points(group=GROUP, name=name):
        return one.load()
    raise EntrantRefused("entrant_not_found", "python", f"No installed package brings a bot {name}.")


def _file(path: Path) -> ModuleType:
    """The module that a file is; the file is run once in a process, as long as it stays the same."""
    path = path.resolve()
    name = "conquian_bot_" + sha256(bytes(path) + b"\0" + path.read_bytes()).hexdigest()[:16]
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
