"""The units of systemd: read by systemd itself, and compared with the program that they start."""

import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from app.cli import COMMANDS
from app.processes.registry import ROLES
from app.settings.environment import load
from tests.deployment.tools import DEPLOY, needs, output_of
from tests.server.helpers import ROOT, environment, finish, free_port

UNITS = DEPLOY / "systemd"
SERVICES = ("conquian.service", *(f"conquian@{role}.service" for role in ROLES))
SECRETS = {
    "secret": "ab" * 32,
    "redis-url": "redis://user:word@store/0",
    "queue-redis-url": "redis://user:word@queue/0",
    "catalogue-url": "postgresql://games:word@db/catalogue",
    "aws": "[default]\n",
}
MOST = 20
"""Ten times the exposure that systemd may find, from 0 (none) to 100."""

needs_systemd = needs("systemd-analyze", "systemd")


def section(unit: str) -> dict[str, list[str]]:
    """The settings of the service of a unit and its drop-ins, each with all of its values."""
    template = f"{unit.partition('@')[0]}@.service" if "@" in unit else unit
    files = [UNITS / template, *sorted((UNITS / f"{unit}.d").glob("*.conf"))]
    rows: dict[str, list[str]] = defaultdict(list)
    for file in files:
        for line in file.read_text().partition("[Service]")[2].partition("[Install]")[0].splitlines():
            if line and not line.startswith("#"):
                name, _, value = line.partition("=")
                rows[name].append(value)
    return rows


def variables(unit: str, credentials: Path) -> dict[str, str]:
    """The environment that systemd gives the process of a unit."""
    words = [word for line in section(unit)["Environment"] for word in shlex.split(line)]
    given = dict(word.split("=", 1) for word in words)
    instance = unit.partition("@")[2].removesuffix(".service")
    replaced = {"%d": str(credentials), "%S": "/var/lib", "%i": instance}
    for name, text in given.items():
        for mark, value in replaced.items():
            text = text.replace(mark, value)
        given[name] = text
    return given


@needs_systemd
def test_systemd_finds_no_fault_in_the_units(tmp_path: Path) -> None:
    units, prefix = tmp_path / "units", tmp_path / "program"
    (prefix / "bin").mkdir(parents=True)
    shutil.copy(sys.executable, prefix / "bin" / "conquian")  # the program of a unit must be there
    shutil.copytree(UNITS, units)
    for unit in units.glob("*.service"):
        text = unit.read_text()
        assert "/usr/local/lib/conquian/" in text
        unit.write_text(text.replace("/usr/local/lib/conquian/", f"{prefix}/"))
    checks = [f"conquian-health@{role}.{kind}" for role in ROLES for kind in ("service", "timer")]
    words = ("systemd-analyze", "verify", "--man=no", *SERVICES, *checks, "conquian.target")
    assert output_of(*words, SYSTEMD_UNIT_PATH=f"{units}:") == ""


@needs_systemd
@pytest.mark.parametrize("unit", ["conquian.service", "conquian@.service"])
def test_the_units_are_exposed_to_little(unit: str) -> None:
    options = ("security", "--offline=true", f"--threshold={MOST}", "--no-pager")
    assert "Overall exposure level" in output_of("systemd-analyze", *options, str(UNITS / unit))


@pytest.mark.parametrize("role", ROLES)
def test_the_unit_of_each_role_starts_its_command(role: str, tmp_path: Path) -> None:
    unit = f"conquian@{role}.service"
    assert section(unit)["ExecStart"] == ["/usr/local/lib/conquian/bin/conquian $COMMAND"]
    command = variables(unit, tmp_path)["COMMAND"]
    assert command == ("worker --people" if role == "people" else role)
    assert command.split()[0] in COMMANDS


def test_a_role_finds_its_secrets_where_systemd_puts_them(tmp_path: Path) -> None:
    unit = "conquian@worker.service"
    loaded = dict(line.split(":") for line in section(unit)["LoadCredential"])
    assert loaded == {name: f"/etc/conquian/credentials/{name}" for name in SECRETS}
    for name, text in SECRETS.items():
        (tmp_path / name).write_text(text)
    given = variables(unit, tmp_path)
    settings = load(given)
    assert settings.secret_file == tmp_path / "secret"
    addresses = (settings.redis_url, settings.queue_redis_url, settings.catalogue_url)
    assert addresses == (SECRETS["redis-url"], SECRETS["queue-redis-url"], SECRETS["catalogue-url"])
    assert settings.data == Path("/var/lib/conquian")
    assert given["AWS_SHARED_CREDENTIALS_FILE"] == f"{tmp_path}/aws"


def test_roles_and_the_whole_service_are_confined_alike() -> None:
    def confined(unit: str) -> str:
        return (UNITS / unit).read_text().partition("User=")[2].partition("[Install]")[0]

    assert confined("conquian.service") == confined("conquian@.service") != ""


def checked(unit: str, setting: str, folder: Path, **environ: str) -> tuple[int, list[str]]:
    """Run a command of a unit with other programs, and return its status and what these were called with."""
    calls = folder / "calls"
    for name in ("conquian", "systemctl", "sleep"):
        stub = folder / name
        stub.write_text(f'#!/bin/sh\necho {name} "$@" >> {calls}\ntest {name} != conquian || read -r _\n')
        stub.chmod(0o755)
    (line,) = section(unit)[setting]
    program, *words = shlex.split(line.removeprefix("+").replace("$$", "$").replace("%i", "worker"))
    path = shutil.which(program)
    assert path
    environ["PATH"] = f"{folder}:{os.defpath}"
    answers = environ.pop("ANSWERS", "")
    done = subprocess.run([path, *words], input=answers, env=environ, text=True, check=False)
    return done.returncode, calls.read_text().splitlines() if calls.exists() else []


HEALTH = "conquian-health@worker.service"


@pytest.mark.parametrize(
    ("answers", "status", "calls"),
    [
        ("works\n", 0, ["conquian health worker"]),
        ("", 1, ["conquian health worker", "sleep 30", "conquian health worker"]),
    ],
)
def test_a_role_is_checked_again_before_it_fails(
    answers: str, status: int, calls: list[str], tmp_path: Path
) -> None:
    assert checked(HEALTH, "ExecStart", tmp_path, ANSWERS=answers) == (status, calls)


@pytest.mark.parametrize(
    ("result", "restarts"), [("exit-code", 1), ("timeout", 1), ("success", 0), ("exec-condition", 0)]
)
def test_a_role_is_started_again_if_its_check_fails(result: str, restarts: int, tmp_path: Path) -> None:
    status, calls = checked(HEALTH, "ExecStopPost", tmp_path, SERVICE_RESULT=result)
    assert (status, calls) == (0, ["systemctl restart --no-block conquian@worker*.service"] * restarts)


def test_the_api_tells_systemd_that_it_listens(tmp_path: Path, redis_url: str) -> None:
    assert section("conquian@api.service")["Type"] == ["exec", "notify"], "the last one counts"
    place = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(place)
        systemd.settimeout(60)
        process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "api"],
            env=environment(tmp_path / "data", free_port())
            | {"REDIS_URL": redis_url, "NOTIFY_SOCKET": place, "CONQUIAN_SECRET": "cd" * 32},
            cwd=ROOT,
            text=True,
            start_new_session=True,
        )
        try:
            assert systemd.recv(1000).startswith(b"READY=1")
        finally:
            finish(process)
