"""The wheel has every file of the packages, so that the service runs outside of a checkout."""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from tests.house.helpers import ROOT

PACKAGES = ("app", "replays", "workers")
BESIDE = ("wsgi.py", "pyproject.toml", "README.md", "LICENSE", "deploy/gunicorn.conf.py")


def test_a_wheel_has_every_file_of_the_packages_and_the_settings_of_the_server(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    (source / "deploy").mkdir()
    for name in BESIDE:
        shutil.copy(ROOT / name, source / name)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(tmp_path)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(source)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    kept = {path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.*")}
    files = {path.as_posix() for path in kept if path.suffix != ".pyc" and (ROOT / path).is_file()}
    assert files <= names, sorted(files - names)
    assert "wsgi.py" in names
    assert any(name.endswith("/share/conquian/gunicorn.conf.py") for name in names)
