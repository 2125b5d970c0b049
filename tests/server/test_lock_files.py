"""The lock files: everything pinned by hash, for every machine, without index addresses."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.server.helpers import ROOT

LOCKS = [ROOT / "deploy" / f"requirements{part}.lock" for part in ("", "-extras", "-dev")]
OF_TOOLS = [ROOT / "deploy" / f"requirements-{part}.lock" for part in ("s3", "openapi")]
PIN = re.compile(r"(?m)^([a-z0-9-]+)==([^ ]+)( ; [^\\\n]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$")


def pins(lock: Path) -> dict[str, str]:
    """Name to version of everything in a lock file."""
    return {match[1]: match[2] for match in PIN.finditer(lock.read_text())}


def asked() -> dict[str, list[str]]:
    """Return what pyproject.toml asks for: names without versions, by group."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = [name for names in project["project"]["optional-dependencies"].values() for name in names]
    groups = {"run": project["project"]["dependencies"], "extras": extras, **project["dependency-groups"]}
    return {group: [re.split(r"[<>=!~ ;\[]", each)[0] for each in names] for group, names in groups.items()}


@pytest.mark.parametrize("lock", [*LOCKS, *OF_TOOLS], ids=lambda lock: str(lock.name))
def test_a_lock_file_holds_only_pins_with_hashes(lock: Path) -> None:
    assert not PIN.sub("", lock.read_text()).strip()


def test_every_requirement_is_locked() -> None:
    run, extras, develop = (pins(lock) for lock in LOCKS)
    wanted = asked()
    assert {*wanted["run"], *wanted["build"]} <= run.keys()
    assert {*wanted["run"], *wanted["extras"]} <= extras.keys()
    assert set(wanted["dev"]) <= develop.keys()


def test_tests_and_service_have_the_same_locked_versions() -> None:
    run, extras, develop = (pins(lock) for lock in LOCKS)
    assert run.items() | extras.items() <= develop.items()


def test_the_default_installation_leaves_out_the_extras() -> None:
    run, *_ = (pins(lock) for lock in LOCKS)
    assert not run.keys() & {*asked()["extras"]}
