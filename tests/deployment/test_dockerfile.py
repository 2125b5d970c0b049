"""The Dockerfile: its own lines are carried out, and what comes of them runs."""

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.deployment.dockerfile import Builder, Stage, lines, moved, stages
from tests.deployment.tools import DEPLOY
from tests.scale import scaled
from tests.server.helpers import ROOT, eventually, finish, free_port

TEXT = (DEPLOY / "Dockerfile").read_text()
LOCK: Final = "requirements-extras.lock"
LEFT_OUT: Final[tuple[str, ...]] = scaled(
    (
        "pyarrow",
        "boto3",
        "botocore",
        "s3transfer",
        "jmespath",
        "psycopg",
        "psycopg-binary",
        "matplotlib",
        "contourpy",
        "cycler",
        "fonttools",
        "kiwisolver",
        "numpy",
        "pyparsing",
        "networkx",
    ),
    (),
)
"""Packages that an API does not need to start; to unpack them takes longer than all the rest of the build."""


def image() -> Stage:
    """The last stage, which is the image."""
    return stages(TEXT)[-1]


def context(folder: Path) -> Path:
    """Make what the image is built from: this checkout, with a lock that lacks some of the packages."""
    (folder / "deploy").mkdir(parents=True)
    for home in (folder, folder / "deploy"):
        for path in (ROOT / home.relative_to(folder)).iterdir():
            if path.name not in ("deploy", LOCK):
                (home / path.name).symlink_to(path)
    packages = re.split(r"\n(?=\S)", (DEPLOY / LOCK).read_text())
    names = [re.split("[=;\\s]", package)[0] for package in packages]
    assert set(names) >= set(LEFT_OUT)
    kept = [text for name, text in zip(names, packages, strict=True) if name not in LEFT_OUT]
    (folder / "deploy" / LOCK).write_text("\n".join(kept))
    return folder


def environment(built: tuple[Builder, Stage]) -> dict[str, str]:
    """The variables of a container."""
    builder, stage = built
    return stage.environment(builder.root, builder.base())


@pytest.mark.skipif(os.geteuid() != 0 and "CI" not in os.environ, reason="only root can give files away")
def test_what_the_lines_build_has_no_installers_and_a_role_of_it_is_healthy(
    tmp_path: Path, redis_url: str
) -> None:
    """One test, so that the image is built once even where several processes share the tests of a file."""
    builder, parsed = Builder(tmp_path, context(tmp_path / "context")), stages(TEXT)
    builder.build(parsed)
    built = builder, parsed[-1]
    _check_version(built)
    installed = {
        path.name for path in builder.root.glob("usr/local/lib/conquian/lib/python3*/site-packages/*")
    }
    assert "flask" in installed
    assert not installed & {"pip", "setuptools", "pytest"}
    _check_role(built, redis_url)


def _check_version(built: tuple[Builder, Stage]) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    environ = environment(built)
    (entry,) = image().last("ENTRYPOINT").words()
    done = subprocess.run(
        ["sh", "-c", f"{entry} --version"], env=environ, cwd=built[0].root, text=True, stdout=subprocess.PIPE
    )
    assert done.returncode == 0
    assert version in done.stdout
    assert f"ARG VERSION={version}\n" in TEXT


def _check_role(built: tuple[Builder, Stage], redis_url: str) -> None:
    builder, stage = built
    environ = environment(built)
    environ |= {"PORT": str(free_port()), "REDIS_URL": redis_url, "CONQUIAN_SECRET": "ef" * 32}
    environ |= {"CONQUIAN_HOST": "127.0.0.1", "WEB_CONCURRENCY": "1"}
    here = Path(moved(stage.last("WORKDIR").rest, builder.root))
    assert here.stat().st_mode & 0o777 == 0o700
    assert f"{here.stat().st_uid}:{here.stat().st_gid}" == stage.last("USER").rest
    check = stage.last("HEALTHCHECK").rest.removeprefix("CMD ")
    program, *words = json.loads(check)

    def state() -> int:
        command = [f"{builder.root}/usr/local/lib/conquian/bin/{program}", *words]
        return subprocess.run(command, env=environ, cwd=here, capture_output=True).returncode

    assert state() == 1, "nothing runs yet"
    process = subprocess.Popen(
        [f"{builder.root}/usr/local/lib/conquian/bin/conquian", "api"],
        env=environ,
        cwd=here,
        text=True,
        start_new_session=True,
    )
    try:
        eventually(lambda: state() == 0 or process.poll() is not None, pause=2)
        assert process.poll() is None
    finally:
        finish(process)
    assert state() == 1


def test_the_image_is_no_root_and_takes_the_role_as_its_argument() -> None:
    stage = image()
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", stage.last("USER").rest)
    assert stage.last("STOPSIGNAL").rest == "SIGTERM"
    for word in ("ENTRYPOINT", "CMD", "VOLUME"):
        assert stage.last(word).rest.startswith("["), "a shell would not pass signals on"
    labels = stage.last("LABEL").pairs()
    assert {f"org.opencontainers.image.{name}" for name in ("title", "licenses", "revision")} <= labels.keys()


def test_the_build_takes_locked_packages_by_their_hashes() -> None:
    runs = [line.rest for line in lines(TEXT) if line.word == "RUN"]
    (installs,) = (run for run in runs if "requirements" in run)
    assert "--require-hashes" in installs
    assert not any("apt-get" in run or "curl" in run for run in runs)


def test_the_context_of_the_build_is_what_it_copies_and_no_more() -> None:
    rules = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    allowed = {rule.removeprefix("!") for rule in rules if rule.startswith("!")}
    copied = {
        source
        for line in lines(TEXT)
        if line.word == "COPY" and not line.options
        for source in line.words()[:-1]
    }
    assert allowed == copied
    assert "*" in rules
