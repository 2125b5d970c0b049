"""A serving process is seldom stopped by garbage collection, and never long by a thread."""

import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest
from gevent import monkey

from app.http.blocking_calls import in_thread_pool
from app.processes import interpreter
from tests.server.helpers import ROOT

_SET_UP = """
import gc, sys
from app.processes import interpreter
interpreter.set_up()
full = list()
gc.callbacks.append(lambda phase, about: full.append(1) if about["generation"] == 2 else None)
kept = [[at] for at in range(20_000)]
for _ in range(20):
    log = [[at] for at in range(20_000)]
print(len(full), gc.get_freeze_count() > 0, sys.getswitchinterval())
"""


@pytest.fixture
def searches() -> Iterator[list[int]]:
    """The generations that are searched from now on, and again the usual thresholds afterwards."""
    generations, usual = list[int](), gc.get_threshold()

    def note(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            generations.append(about["generation"])

    gc.callbacks.append(note)
    yield generations
    gc.callbacks.remove(note)
    gc.set_threshold(*usual)


def test_creating_and_dropping_long_games_triggers_no_full_collection() -> None:
    line = [sys.executable, "-c", _SET_UP]
    output = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert output.split() == ["0", "True", str(interpreter.SWITCH_SECONDS)]


def test_objects_of_a_worker_thread_are_collected_separately(
    searches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monkey, "is_module_patched", lambda name: True)
    gc.set_threshold(100, 1, 1)

    def many() -> int:
        searches.clear()
        kept = [[at] for at in range(100_000)]
        assert searches, "young objects are searched all the time"
        return len(kept) if 2 not in searches else 0

    assert in_thread_pool(many) == 100_000
    assert gc.get_threshold() == (100, 1, 1)


def test_the_collector_is_as_before_after_work_that_fails(
    searches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monkey, "is_module_patched", lambda name: True)
    usual = gc.get_threshold()

    def fails() -> None:
        raise LookupError("as it must")

    with pytest.raises(LookupError, match="as it must"):
        in_thread_pool(fails)
    assert gc.get_threshold() == usual
