"""Bots that are Python objects: `path.py:Class`, `package.module:Class`, or the name of an entry point.

Entry points are those of the group `conquian.bots`. The objects run in this process, so they are trusted:
only their time is limited. A class makes a new object for every game and seat; any other callable is the
strategy itself.
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

from app.bots.errors import EntrantFailed, EntrantRefused, FailureReason
from app.bots.external.answers import chosen, plain
from app.bots.external.limits import ParticipantLimits
from app.bots.hand_history import LazyEvents
from app.bots.strategy import Chance, Move, Seen, Strategy, View

GROUP: Final = "conquian.bots"
_log: Final = logging.getLogger("app.bots.objects")
_TRACE_CHARACTERS: Final = 2000
_LEAST_SECONDS: Final = 0.001
_AGAIN_SECONDS: Final = 0.5
"""Interval at which a bot that catches everything is interrupted again after its time."""


class _Late(BaseException):
    """The time of a decision is over. Not an Exception, so that few bots catch it."""


def factory(spec: str, folder: Path | None, limits: ParticipantLimits) -> Callable[[], Strategy]:
    """Return the factory of the bot for one game and seat.

    Raises EntrantRefused if `spec` names no callable.
    """
    loaded = _found(spec, folder)
    if not callable(loaded):
        raise EntrantRefused("entrant_not_found", "python", f"{spec} is nothing that can be called.")
    return lambda: Object(spec, loaded if isclass(loaded) else lambda: loaded, limits)


class Object:
    """One object at one seat of one game; after a failure a new one gets the same question."""

    def __init__(self, name: str, make: Callable[[], Any], limits: ParticipantLimits) -> None:
        self._name, self._make = name, make
        self._limits = limits
        self._object: Any = None
        self._failures = 0

    def __call__(self, view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
        """Return the move of the object. Raises EntrantFailed if there is none."""
        while True:
            try:
                return chosen(self._asked(view, moves, chance, seen), moves)
            except EntrantFailed as failure:
                _log.info("%s failed: %s. %s", self._name, failure, failure.stderr)
                self._object = None
                self._failures += 1
                if self._failures > self._limits.restarts:
                    raise

    def _asked(self, view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Any:
        history = Seen(seen.rules, LazyEvents(lambda: plain(list(seen.events))))
        fresh = self._object is None
        seconds = self._limits.decision_seconds + (self._limits.start_seconds if fresh else 0)
        began = time.monotonic()
        if fresh:
            with _guarded(seconds, FailureReason.NOT_STARTED):
                self._object = self._make()
        with _guarded(max(_LEAST_SECONDS, seconds - (time.monotonic() - began))):
            return self._object(plain(view), plain(moves), chance, history)


@contextmanager
def _guarded(seconds: float, raised: FailureReason = FailureReason.CRASHED) -> Iterator[None]:
    """Convert exceptions of a bot to EntrantFailed with the reason `raised`; also limit the time of the
    block.
    """
    began = time.monotonic()
    try:
        with _alarm(seconds):
            yield
    except _Late:
        raise _late(seconds) from None
    except MemoryError:
        raise EntrantFailed(FailureReason.MEMORY, "it ran out of memory") from None
    except BaseException as problem:
        if _asked_to_stop(problem):
            raise
        trace = "".join(format_exception(problem))[-_TRACE_CHARACTERS:]
        name = type(problem).__name__
        raise EntrantFailed(raised, f"it raised {name}", trace, ended=name) from problem
    if time.monotonic() - began > seconds:
        raise _late(seconds)


def _asked_to_stop(problem: BaseException) -> bool:
    """Return whether the exception may be Ctrl-C; if signals have another handler, as in a worker, it is
    the bot's.
    """
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return isinstance(problem, KeyboardInterrupt) and ours


def _late(seconds: float) -> EntrantFailed:
    return EntrantFailed(FailureReason.TIMED_OUT, f"no move in {seconds:g} s")


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise _Late in the block when its time is over, and again until the block ends.

    Only the main thread can be interrupted: elsewhere the time is checked afterwards. A timer that was set
    before, as for a job, continues where it was.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    armed = True

    def expire(_number: int, _frame: FrameType | None) -> None:
        if armed:
            raise _Late

    began, handler = time.monotonic(), signal.signal(signal.SIGALRM, expire)
    outer_left, every = signal.getitimer(signal.ITIMER_REAL)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, outer_left or seconds), _AGAIN_SECONDS)
    try:
        try:
            yield
        finally:
            armed = False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if outer_left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, outer_left - (time.monotonic() - began)), every)


def _found(spec: str, folder: Path | None) -> Any:
    """Return the object that a text names. Raises EntrantRefused if it is missing or cannot be loaded."""
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
    for entry_point in metadata.entry_points(group=GROUP, name=name):
        return entry_point.load()
    raise EntrantRefused("entrant_not_found", "python", f"No installed package brings a bot {name}.")


def _file(path: Path) -> ModuleType:
    """Return the module of a file; the file is executed once per process while it does not change."""
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
