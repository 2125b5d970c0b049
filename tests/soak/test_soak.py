"""Every part of the soak passes at small scale; the runner fails, resumes and reproduces."""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from tests.scale import NAME, scaled
from tests.server.helpers import ROOT
from tests.soak import contract
from tests.soak.__main__ import main
from tests.soak.client import Service, serving
from tests.soak.parts import PARTS, Part
from tests.soak.runner import Run, SoakError, one_chunk, resumed, soak
from tests.soak.scaled import FILES
from tests.soak.sprt import Errors

QUIET = Console(file=io.StringIO())
SHARED: Mapping[object, Callable[[Service], AbstractContextManager[object]]] = {
    serving: nullcontext,
    contract.site: contract.checked,
}
"""The setups whose service is shared here, with what they make of it."""


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """The service that is shared by the parts that need one and no more, `kills` the last of them."""
    with serving() as service:
        yield service


@pytest.mark.parametrize("name", [name for name, part in PARTS.items() if not part.in_tests])
def test_a_part_passes_at_small_scale(name: str, request: pytest.FixtureRequest) -> None:
    part = PARTS[name]
    if part.setup in SHARED:
        shared = SHARED[part.setup](request.getfixturevalue("service"))
        part = replace(part, setup=lambda: shared)
    assert soak(Run(2026, "small"), {name: part}, None, QUIET) == []


def test_full_runs_are_larger_than_small_ones() -> None:
    for name, part in PARTS.items():
        assert part.full >= part.small > 0, name
        assert part.full > part.small or part.smaller, name  # more chunks, or larger ones


def test_the_files_whose_tests_have_a_scale_are_those_that_the_soak_runs() -> None:
    asking = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("test_*.py")
        if re.search("^from tests.scale import", path.read_text(), re.MULTILINE)
    }
    assert asking == {*FILES, "tests/soak/test_soak.py"}


def test_a_test_does_all_that_it_can_in_the_soak_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    assert scaled(1, 2) == 1
    monkeypatch.setenv(NAME, "full")
    assert scaled(1, 2) == 2


def _failing(when: int, seen: list[float]) -> Part:
    def chunk(rng: Random, _: None) -> int:
        seen.append(rng.random())
        if len(seen) > when:
            raise AssertionError("wrong")
        return 1

    return Part(chunk, full=5, small=4)


def test_a_failure_stops_its_part_and_can_be_seen_again() -> None:
    seen: list[float] = []
    run = Run(7, "full")
    (failure,) = soak(run, {"odd": _failing(2, seen), "even": Part(lambda rng, _: 1, 3, 1)}, None, QUIET)
    assert failure.command == "python -m tests.soak --part odd --seed 7 --chunk 2"
    assert "AssertionError: wrong" in failure.trace
    assert run.done == {"odd": 2, "even": 3}
    alone: list[float] = []
    assert one_chunk(Run(7, "small"), "odd", _failing(0, alone), 2) is not None
    assert alone == seen[2:]


def test_a_small_run_does_less_in_a_chunk_and_its_failure_names_the_scale() -> None:
    def chunk(rng: Random, _: None, *, cases: int = 9) -> int:
        assert cases == 9, f"only {cases}"
        return cases

    part = Part(chunk, full=2, small=1, smaller={"cases": 3})
    assert soak(Run(7, "full"), {"part": part}, None, QUIET) == []
    (failure,) = soak(Run(7, "small"), {"part": part}, None, QUIET)
    assert "only 3" in failure.trace
    assert failure.command == "python -m tests.soak --part part --seed 7 --chunk 0 --scale small"


def test_a_stopped_run_resumes(tmp_path: Path) -> None:
    path, seen, whole = tmp_path / "state", list[float](), list[float]()
    soak(Run(3, "small"), {"odd": _failing(2, seen)}, path, QUIET)
    run = resumed(path, None, None)
    assert run == Run(3, "small", {"odd": 2}, {"odd": 2})
    rest: list[float] = []
    assert soak(run, {"odd": _failing(9, rest)}, path, QUIET) == []
    soak(Run(3, "small"), {"odd": _failing(9, whole)}, None, QUIET)
    assert [*seen[:2], *rest] == whole
    assert resumed(path, 3, "small") == Run(3, "small", {"odd": 4}, {"odd": 4})


def test_a_part_that_counts_plies_runs_until_there_are_enough(tmp_path: Path) -> None:
    path, output = tmp_path / "state", io.StringIO()
    part = Part(lambda rng, _: rng.randrange(30, 40), full=90, small=50, unit="plies")
    assert soak(Run(4, "small"), {"games": part}, path, Console(file=output, width=120)) == []
    first = resumed(path, None, None)
    assert first is not None
    assert first.done == {"games": 2}
    assert 60 <= first.counted["games"] < 80
    assert f"{first.counted['games']} plies" in output.getvalue()
    assert soak(Run(4, "full", first.done, first.counted), {"games": part}, path, QUIET) == []
    assert first.done == {"games": 3}
    assert 90 <= first.counted["games"] < 120


def test_a_state_file_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state"
    assert resumed(path, 1, None) is None
    soak(Run(3, "small"), {"none": Part(lambda rng, _: 1, 2, 1)}, path, QUIET)
    for seed, scale in ((4, None), (None, "full")):
        with pytest.raises(SoakError):
            resumed(path, seed, scale)
    assert main(["--resume", str(path), "--seed", "4"]) == 2


def test_the_environment_names_part_and_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PART", "melds")
    monkeypatch.setenv("SEED", "5")
    assert main(["--scale", "small"]) == 0
    output = capsys.readouterr().out
    assert "seed 5, scale small" in output
    assert "melds" in output
    assert "family" not in output


def test_a_failure_ends_with_status_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.soak.__main__.PARTS", {"odd": _failing(0, [])})
    assert main(["--part", "odd", "--seed", "9", "--scale", "small"]) == 1
    assert "Again: python -m tests.soak --part odd --seed 9 --chunk 0" in capsys.readouterr().out


def test_setup_is_entered_once_for_a_part() -> None:
    entered: list[object] = []

    class Server:
        def __enter__(self) -> "Server":
            entered.append(self)
            return self

        def __exit__(self, *_: object) -> None:
            entered.append("left")

    used: list[object] = []

    def chunk(rng: Random, server: Server) -> int:
        used.append(server)
        return 1

    part = Part(chunk, full=3, small=2, setup=Server)
    assert soak(Run(1, "full"), {"served": part}, None, QUIET) == []
    assert used == [entered[0]] * 3
    assert entered[1:] == ["left"]


@pytest.mark.parametrize("runs", [100, 10_000])
def test_the_allowed_number_of_errors_passes_and_four_times_as_many_fail(runs: int) -> None:
    Errors(0.05, runs // 20, runs).add(True)
    with pytest.raises(AssertionError, match="5% allowed"):
        Errors(0.05, runs // 5, runs).add(True)
