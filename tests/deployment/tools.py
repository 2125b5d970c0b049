"""The programs that read the files for operators; in CI each of them must be there."""

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"


def needs(program: str, package: str) -> Callable[[Any], Any]:
    """Return the mark of a test that needs a program of a package of Debian."""
    missing = shutil.which(program, path=_places()) is None and "CI" not in os.environ
    return pytest.mark.skipif(missing, reason=f"needs {program} (apt-get install {package})")


def output_of(*words: str, **environ: str) -> str:
    """Return the output of a program that must succeed, warnings included."""
    done = _run(words, environ)
    assert done.returncode == 0, done.stdout
    return done.stdout


def refused(*words: str, **environ: str) -> str:
    """Return the output of a program that must fail."""
    done = _run(words, environ)
    assert done.returncode, done.stdout
    return done.stdout


def path(program: str) -> str:
    """Return the path of a program, of those for administrators, too."""
    return shutil.which(program, path=_places()) or program


def _places() -> str:
    return f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"


def _run(words: tuple[str, ...], environ: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [path(words[0]), *words[1:]],
        env=os.environ | environ,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
