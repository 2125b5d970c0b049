"""The verifier is the bundle of its modules, and the modules of games are separate."""

import os
import re
from pathlib import Path, PurePosixPath

import pytest

from tests.verifier import building
from tests.verifier.building import SOURCES
from tests.verifier.node import FILE

MODULES = sorted(path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.js"))
GAMES = sorted(path.name for path in (SOURCES / "games").iterdir() if path.is_dir())


def _imports(module: str) -> set[str]:
    """The modules from which a module imports, named from the folder of sources."""
    text = (SOURCES / module).read_text()
    names = re.findall(r'\bfrom "(\.[^"]+)";', text)
    folder = SOURCES / PurePosixPath(module).parent
    return {(folder / name).resolve().relative_to(SOURCES).as_posix() for name in names}


def test_the_committed_script_is_the_bundle_of_the_modules(tmp_path: Path) -> None:
    if not building.installed():
        assert "CI" not in os.environ, building.MISSING
        pytest.skip(building.MISSING)
    building.build(tmp_path / "verifier.js")
    assert (tmp_path / "verifier.js").read_bytes() == FILE.read_bytes(), "run make verifier"


def test_only_the_list_of_games_imports_a_game() -> None:
    assert GAMES
    importing = {
        module
        for module in MODULES
        for imported in _imports(module)
        if imported.startswith("games/")
        and imported != "games/games.js"
        and PurePosixPath(module).parent != PurePosixPath(imported).parent
    }
    assert importing == {"games/games.js"}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_module_imports_nothing_of_tables_audits_or_disputes(game: str) -> None:
    inside = [module for module in MODULES if module.startswith(f"games/{game}/")]
    outside = {name for module in inside for name in _imports(module) if name not in inside}
    assert outside <= {"refusal.js", "values.js", "record/sealing.js", "words/message.js"}
