"""The wheel has every file of the packages, so that the service runs outside of a checkout."""

import json
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.server.helpers import ROOT

PACKAGES = ("app", "replays", "workers")
BESIDE = ("wsgi.py", "pyproject.toml", "README.md", "LICENSE", "deploy/gunicorn.conf.py")
PROGRAM = """
import json, sys
sys.path[:0] = json.loads(sys.argv[1])
from dataclasses import fields
from pathlib import Path
import app, wsgi
from click.testing import CliRunner
from app.api.parts import ApiParts
from app.cli import main
from app.observability.worker_hooks import SHUTDOWN_HOOKS
from app.service.secret_keys import Keys
from app.settings.settings import Settings
from app.store.client import connect

with connect("redis://127.0.0.1:1") as nowhere:
    keys = Keys(**{field.name: bytes([at]) * 32 for at, field in enumerate(fields(Keys))})
    made = wsgi.create_app(ApiParts(Settings(data=Path(sys.argv[2])), keys, nowhere))
    client, french = made.test_client(), {"Accept-Language": "fr"}
    page = client.get("/", headers={**french, "Accept": "text/html"})
    refusal = client.get("/v1/variants?color=red", headers=french)
    found = {
        "help": CliRunner().invoke(main, ["audit", "--help"], env={"LANGUAGE": "fr"}).output,
        "home": app.__file__,
        "page": [page.status_code, page.headers["Content-Language"], page.text],
        "refusal": [refusal.status_code, refusal.headers["Content-Language"], refusal.get_json(force=True)],
    }
    for end in made.extensions[SHUTDOWN_HOOKS]:
        end()
sys.stdout.write(json.dumps(found))
"""
"""Asks the installed service, which finds no store, for a help page, a page and a refusal in French."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    (source / "deploy").mkdir()
    for name in BESIDE:
        shutil.copy(ROOT / name, source / name)
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(source)], check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_a_wheel_has_every_file_of_the_packages_and_the_settings_of_the_server(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    kept = {path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.*")}
    files = {path.as_posix() for path in kept if path.suffix != ".pyc" and (ROOT / path).is_file()}
    assert files <= names, sorted(files - names)
    assert "wsgi.py" in names
    assert any(name.endswith("/share/conquian/gunicorn.conf.py") for name in names)


def test_an_installed_wheel_answers_in_french(wheel: Path, tmp_path: Path) -> None:
    """Without the checkout: the libraries are those of this environment, found by their folder alone."""
    home = tmp_path / "installed"
    options = ["--quiet", "--no-deps", "--no-index", "--no-compile", "--target", str(home)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(wheel)], check=True)
    libraries = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    words = [json.dumps([str(home), *libraries]), str(tmp_path / "data")]
    command = [sys.executable, "-I", "-S", "-c", PROGRAM, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    output = json.loads(done.stdout)
    assert Path(output["home"]).is_relative_to(home)
    assert output["help"].startswith("Usage :")
    assert "Vérifier une partie" in output["help"]
    status, language, page = output["page"]
    assert (status, language) == (200, "fr")
    assert '<html lang="fr"' in page
    assert "Jouer" in page
    status, language, refusal = output["refusal"]
    assert (status, language) == (422, "fr")
    assert [error["detail"] for error in refusal["errors"]] == ["Ce champ n'est pas connu ici."]
