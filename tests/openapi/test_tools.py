import json
import os
from pathlib import Path

import pytest

from tests.client.document import document
from tests.openapi import tools

ERROR = 0
"""The number with which Spectral marks errors."""

EXPECTED = {"oas3-operation-security-defined"}
"""Rules that may warn. This one knows scopes of OAuth alone; OpenAPI 3.1 permits them for every scheme."""


@pytest.fixture(scope="module")
def openapi(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the document that the service serves; skips where the programs are missing, fails in CI."""
    if not tools.installed():
        assert "CI" not in os.environ, tools.MISSING
        pytest.skip(tools.MISSING)
    path = tmp_path_factory.mktemp("openapi") / "openapi.json"
    path.write_text(json.dumps(document()))
    return path


def test_spectral_finds_no_error(openapi: Path, tmp_path: Path) -> None:
    (tmp_path / ".spectral.yaml").write_text("extends: spectral:oas\n")
    words = ("lint", "--quiet", "--format=json", "--output=found.json", openapi)
    linted = tools.run("spectral", *words, cwd=tmp_path)
    document = json.loads((tmp_path / "found.json").read_text())
    assert [
        (problem["code"], problem["path"], problem["message"])
        for problem in document
        if problem["severity"] == ERROR
    ] == []
    assert linted.returncode == 0, linted.stdout
    assert {problem["code"] for problem in document} <= EXPECTED


def test_openapi_python_client_writes_a_client_without_a_warning(openapi: Path, tmp_path: Path) -> None:
    words = ("generate", "--path", openapi, "--output-path", tmp_path / "client", "--fail-on-warning")
    written = tools.run("openapi-python-client", *words, cwd=tmp_path)
    assert written.returncode == 0, written.stdout
    assert "warning" not in written.stdout.lower()
    assert list(tmp_path.rglob("client/*/api/**/*.py"))


def test_openapi_typescript_writes_types_that_compile(openapi: Path, tmp_path: Path) -> None:
    written = tools.run("openapi-typescript", openapi, "--output", "api.ts", cwd=tmp_path)
    assert written.returncode == 0, written.stdout
    assert "warn" not in written.stdout.lower(), written.stdout
    assert "export interface operations" in (tmp_path / "api.ts").read_text()
    compiled = tools.run("tsc", "--strict", "--noEmit", "api.ts", cwd=tmp_path)
    assert (compiled.returncode, compiled.stdout) == (0, "")
