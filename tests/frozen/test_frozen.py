"""The outside of the product is unchanged; see the package for how to change it."""

from pathlib import Path

import pytest

from tests.frozen.__main__ import main
from tests.frozen.lines import differences
from tests.frozen.snapshots import DATA, SNAPSHOTS, kept, path_of, taken

LIMIT = 2_000_000
"""The most bytes that all snapshots have."""

COMMAND = "If this change is intended, run `python -m tests.frozen --write` and commit the snapshots with it."


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_the_outside_is_as_it_was_frozen(name: str) -> None:
    changes = differences(kept(name), taken(name))
    assert not changes, "\n".join([f"The outside has changed ({name}):", *changes, COMMAND])


def test_every_file_is_a_snapshot_and_all_are_small() -> None:
    files = list(DATA.iterdir())
    assert {path.name for path in files} == {path_of(name).name for name in SNAPSHOTS}
    assert sum(path.stat().st_size for path in files) < LIMIT


def test_a_changed_missing_or_new_fact_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = kept("settings")
    monkeypatch.setattr("tests.frozen.snapshots.DATA", tmp_path)
    name, _, _ = facts[0].partition(" = ")
    path_of("settings").write_text("\n".join([f'{name} = "other"', "GONE = 1", *facts[2:]]) + "\n")
    assert main(["settings"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f'settings: changed  {name} = "other"  ->  {facts[0].partition(" = ")[2]}',
        "settings: gone     GONE = 1",
        f"settings: new      {facts[1]}",
    ]
    assert main(["--write", "settings"]) == 0
    assert kept("settings") == facts
    assert main(["settings"]) == 0
