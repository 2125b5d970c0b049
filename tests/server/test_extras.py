"""Optional packages: the service runs without them, and names the extra where one is needed."""

import subprocess
import sys
import tomllib
from pathlib import Path
from pkgutil import walk_packages

import pytest
from click.testing import CliRunner

import app
import replays
import workers
from app.cli.archive.commands import archive
from app.settings.environment import load
from app.settings.errors import BadSetting
from app.settings.parsers import EXTRAS
from tests.server.helpers import ROOT

_NEED_EXTRAS = {"replays.export.parquet", "replays.archive.s3", "replays.catalogue.postgresql"}


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without any extra."""
    for module in EXTRAS.values():
        monkeypatch.setitem(sys.modules, module, None)


def test_every_extra_of_the_project_is_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["optional-dependencies"].keys() == EXTRAS.keys()


def test_no_other_module_imports_an_extra() -> None:
    packages = (app, replays, workers)
    modules = [
        module.name
        for package in packages
        for module in walk_packages(package.__path__, f"{package.__name__}.")
        if module.name not in _NEED_EXTRAS and not module.name.endswith("__main__")
    ]
    script = (
        f"import sys; sys.modules.update(dict.fromkeys({[*EXTRAS.values()]!r}));"
        f" from importlib import import_module; [import_module(name) for name in {modules!r}]"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, timeout=300)
    assert len(modules) > 300


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("name", "text", "extra"),
    [
        ("CATALOGUE_URL", "postgresql://user:canary@host/games", "postgres"),
        ("ARCHIVE_URL", "s3://records/ours", "s3"),
    ],
)
def test_a_setting_that_needs_an_extra_names_it(name: str, text: str, extra: str) -> None:
    with pytest.raises(BadSetting) as refused:
        load({name: text})
    expected = f"{name} needs {EXTRAS[extra]}, which is not installed: pip install 'conquian[{extra}]'"
    assert str(refused.value) == expected


@pytest.mark.usefixtures("bare")
def test_settings_that_need_no_extra_are_read_without_them(tmp_path: Path) -> None:
    settings = load({"ARCHIVE_URL": str(tmp_path), "CATALOGUE_URL": f"sqlite:///{tmp_path}/catalogue"})
    assert settings.archive == str(tmp_path)


@pytest.mark.usefixtures("bare")
def test_an_export_as_parquet_names_the_missing_extra_and_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONQUIAN_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "catalogue.sqlite").touch()  # an archive without games
    out = tmp_path / "games.parquet"
    done = CliRunner().invoke(archive, ["export", "--format", "parquet", "--out", str(out)])
    assert done.exit_code == 2
    assert (
        "the format parquet needs pyarrow, which is not installed: pip install 'conquian[parquet]'"
        in done.output
    )
    assert not list(tmp_path.glob("games.parquet*"))
