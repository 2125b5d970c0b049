"""`conquian installation`: the shown parts, and which of them it joins."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.service.secret_keys import keys
from app.service.signing import KeyRing
from app.settings.environment import load
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.signing_state import StoredGenerations
from replays.archive.opening import open_signer
from replays.catalogue.connecting import connect as catalogue_at
from replays.installation.starting import join
from tests.installation import united
from tests.replays.archive.helpers import archiving as archiving_in
from tests.replays.archive.helpers import finished

SECRET = "5e" * 32


@pytest.fixture
def environ(redis_url: str, tmp_path: Path) -> dict[str, str]:
    """The settings of a service over empty parts."""
    return {
        "CONQUIAN_DATA": str(tmp_path / "data"),
        "REDIS_URL": redis_url,
        "CONQUIAN_SECRET": SECRET,
        "CATALOGUE_URL": f"sqlite:///{tmp_path}/catalogue.sqlite",
        "ARCHIVE_URL": str(tmp_path / "archive"),
    }


def ran(environ: dict[str, str], *words: str, answer: str = "") -> Result:
    return CliRunner().invoke(main, ["installation", *words], env=environ, input=answer)


def installation_of(environ: dict[str, str]) -> tuple[int, dict[str, str | None], str | None]:
    """The exit status, the installation of each part, and the fault."""
    done = ran(environ, "show", "--json")
    output = json.loads(done.stdout)
    ids = {part: row["installation"] for part, row in output["parts"].items()}
    return done.exit_code, ids, output["fault"]


def test_empty_parts_are_shown_and_not_changed(environ: dict[str, str], tmp_path: Path) -> None:
    done = ran(environ)
    assert done.exit_code == 0
    assert [line.split()[:2] for line in done.output.splitlines()] == [
        ["store", "empty"],
        ["catalogue", "empty"],
        ["archive", "empty"],
    ]
    assert list(tmp_path.iterdir()) == []


def test_every_part_is_shown_with_its_installation(environ: dict[str, str]) -> None:
    _, identity = join(load(environ))
    assert identity is not None
    assert installation_of(environ) == (
        0,
        dict.fromkeys(("store", "catalogue", "archive"), identity.id),
        None,
    )
    assert SECRET not in ran(environ).output


def test_another_secret_is_shown_with_exit_status_1(environ: dict[str, str]) -> None:
    join(load(environ))
    done = ran(environ | {"CONQUIAN_SECRET": "7f" * 32})
    assert done.exit_code == 1
    assert "another secret" in done.output
    assert "look at CONQUIAN_SECRET" in done.output


@pytest.mark.parametrize("part", ["catalogue", "archive"])
def test_an_empty_part_joins_after_a_confirmation_that_explains_it(
    part: str, environ: dict[str, str], tmp_path: Path
) -> None:
    _, identity = join(load(environ))
    assert identity is not None
    name = {"catalogue": "CATALOGUE_URL", "archive": "ARCHIVE_URL"}[part]
    other = environ | {name: {"catalogue": "sqlite:///", "archive": ""}[part] + str(tmp_path / "new")}
    assert installation_of(other)[0] == 1
    asked = ran(other, "adopt", part, answer="n\n")
    assert asked.exit_code == 1
    assert f"is empty; it joins installation {identity.id}" in asked.output
    assert "is in the" in asked.output or "are in the" in asked.output
    assert installation_of(other)[0] == 1
    assert ran(other, "adopt", part, answer="y\n").exit_code == 0
    assert installation_of(other) == (0, dict.fromkeys(("store", "catalogue", "archive"), identity.id), None)
    assert "already" in ran(other, "adopt", part).output


def test_an_empty_store_joins_the_installation_of_catalogue_and_archive(environ: dict[str, str]) -> None:
    _, identity = join(load(environ))
    assert identity is not None
    other = environ | {"REDIS_URL": f"{environ['REDIS_URL']}?db=3"}
    asked = ran(other, "adopt", "store", "--yes")
    assert asked.exit_code == 0
    assert "conquian archive restore" in asked.output
    assert installation_of(other)[2] is None
    assert join(load(other))[1] == identity


def test_a_store_joins_a_catalogue_of_an_earlier_version_that_our_keys_signed(
    environ: dict[str, str],
) -> None:
    settings = load(environ)
    redis = connect(environ["REDIS_URL"])
    archiving = archiving_in(redis, catalogue_at(settings.catalogue), settings.archive)
    finished(archiving, ("north-american",))
    ring = KeyRing(keys(settings).sign, StoredGenerations(redis))
    assert (
        replace(archiving.archiver, signer=open_signer(archiving.archive, redis, ring)).round().archived == 1
    )
    redis.flushall()
    refused = ran(environ | {"CONQUIAN_SECRET": "7f" * 32}, "adopt", "store", "--yes")
    assert refused.exit_code == 1
    assert "belongs to another installation" in refused.output
    assert ran(environ, "adopt", "store", "--yes").exit_code == 0
    assert len(set(installation_of(environ)[1].values())) == 1
    assert join(settings)[1] is not None


def test_a_part_of_another_installation_joins_only_if_it_is_empty(
    environ: dict[str, str], tmp_path: Path
) -> None:
    _, identity = join(load(environ))
    assert identity is not None
    theirs = environ | {
        "REDIS_URL": f"{environ['REDIS_URL']}?db=3",
        "CATALOGUE_URL": f"sqlite:///{tmp_path}/theirs.sqlite",
    }
    united(load(theirs | {"ARCHIVE_URL": str(tmp_path / "theirs")}))
    mixed = environ | {"REDIS_URL": theirs["REDIS_URL"]}
    redis = connect(theirs["REDIS_URL"])
    cipher = StorageCipher(keys(load(environ)).vault)
    finished(
        archiving_in(redis, catalogue_at(theirs["CATALOGUE_URL"]), tmp_path, cipher=cipher), ("entropy",)
    )
    refused = ran(mixed, "adopt", "store", "--yes")
    assert refused.exit_code == 1
    assert "is not joined" in refused.output
    assert (
        ran(environ | {"CATALOGUE_URL": theirs["CATALOGUE_URL"]}, "adopt", "catalogue", "--yes").exit_code
        == 0
    )
    redis.flushdb()
    united(load(theirs | {"ARCHIVE_URL": str(tmp_path / "theirs")}))
    assert ran(mixed, "adopt", "store", "--yes").exit_code == 0
    assert installation_of(mixed)[2] is None


def test_no_part_joins_under_another_secret(environ: dict[str, str], tmp_path: Path) -> None:
    join(load(environ))
    other = environ | {"ARCHIVE_URL": str(tmp_path / "new"), "CONQUIAN_SECRET": "7f" * 32}
    refused = ran(other, "adopt", "archive", "--yes")
    assert refused.exit_code == 1
    assert "another service secret" in refused.output


def test_joining_is_refused_before_any_part_is_stored(environ: dict[str, str], tmp_path: Path) -> None:
    refused = ran(environ, "adopt", "catalogue", "--yes")
    assert refused.exit_code == 1
    assert "no installation yet" in refused.output
    alone = ran({"CONQUIAN_DATA": str(tmp_path / "none"), "CONQUIAN_SECRET": SECRET, "REDIS_URL": ""})
    assert alone.exit_code == 1
    assert "nothing is stored there" in alone.output
    assert not (tmp_path / "none").exists()
