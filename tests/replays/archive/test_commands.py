"""`conquian archive`: what it counts, finds, checks and restores, and the sentences where it cannot."""

import re
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result
from redis import Redis

from app.cli import main
from app.config import load
from app.secret import keys
from app.store.vault import Vault
from replays.catalogue.connecting import connect as catalogue_at

from .helpers import House, finished
from .helpers import house as house_in

Command = Callable[..., Result]


@pytest.fixture
def environ(redis_url: str, tmp_path: Path) -> dict[str, str]:
    """The settings of a service that has a store."""
    return {"CONQUIAN_DATA": str(tmp_path), "REDIS_URL": redis_url, "CONQUIAN_SECRET": "5e" * 32}


@pytest.fixture
def mine(redis: Redis, environ: dict[str, str]) -> House:
    """A house with the settings of the commands."""
    settings = load(environ)
    vault = Vault(keys(settings).vault)
    return house_in(redis, catalogue_at(settings.catalogue), settings.archive, vault=vault)


@pytest.fixture
def conquian(environ: dict[str, str]) -> Command:
    """The program, run with these settings."""

    def run(*words: str, **more: str) -> Result:
        return CliRunner().invoke(main, ["archive", *words], env=environ | more)

    return run


def test_what_waits_is_archived_now_and_counted(mine: House, conquian: Command) -> None:
    logs = finished(mine)
    assert "6 games wait in the store" in conquian("status").output
    done = conquian("now")
    assert (done.exit_code, done.output) == (0, "6 archived, 0 gone from the store, 0 refused\n")
    told = conquian("status").output
    assert "6 games in the catalogue, 0 of them without their record" in told
    assert "0 games wait in the store, 6 archived ones are kept there" in told
    assert all(mine.archive.entries(game) == entries for game, entries in logs.items())


def test_games_are_found_by_their_filters(mine: House, conquian: Command) -> None:
    finished(mine)
    mine.archiver.round()
    lines = [orjson.loads(line) for line in conquian("find", "--json").output.splitlines()]
    assert len(lines) == 6
    found = conquian("find", "--json", "--variant", "mexican-3", "--outcome", "won").output.splitlines()
    fitting = [line for line in lines if (line["variant"], line["outcome"]) == ("mexican-3", "won")]
    assert [orjson.loads(line) for line in found] == fitting
    assert conquian("find", "--json", "--since", "2999-01-01").output == ""
    assert (
        len(conquian("find", "--json", "--until", "2998-01-01T10:00", "--limit", "2").output.splitlines())
        == 2
    )
    assert conquian("find", "--since", "soon").exit_code == 2
    assert re.search(r"mexican-2 +│ +\w+ +│ +\d+ │ 20", conquian("find").output)


def test_a_store_that_was_lost_gets_every_game_back_with_the_same_head(
    mine: House, conquian: Command
) -> None:
    logs = finished(mine)
    conquian("now")
    heads = {game: mine.store.head(game) for game in logs}
    mine.redis.flushall()
    done = conquian("restore")
    assert (done.exit_code, done.output.strip()) == (
        0,
        "6 games with the same head, 0 with another, 0 without their record",
    )
    for game, entries in logs.items():
        restored, before = mine.store.head(game), heads[game]
        assert restored is not None
        assert before is not None
        assert (restored.ply, restored.digest) == (before.ply, before.digest)
        assert mine.store.read(game) == entries
    assert conquian("restore").output == done.output


def test_a_game_that_goes_on_otherwise_in_the_store_is_told_and_left(mine: House, conquian: Command) -> None:
    (game, _), *_ = finished(mine).items()
    conquian("now")
    mine.redis.hset(f"cq:{{b{game[2:4]}}}:g:{game}:st", "d", b"d" * 32)
    done = conquian("restore")
    assert done.exit_code == 1
    assert f"DIFFERENT {game}" in done.output


def test_a_check_names_each_damaged_record_and_counts_what_nobody_needs(
    mine: House, conquian: Command, tmp_path: Path
) -> None:
    logs = finished(mine)
    mine.archiver.round()
    assert (
        conquian("check", "--audit").output == "0 damaged records; 0 files that no game needs, left alone\n"
    )
    (file,) = (tmp_path / "archive").rglob("*.zst")
    (file.parent / "left.draft").write_bytes(b"half")
    data = bytearray(file.read_bytes())
    data[2_000] ^= 1
    file.write_bytes(data)
    found = conquian("check")
    assert found.exit_code == 1
    (line, end) = found.output.splitlines()
    assert re.fullmatch(rf"DAMAGED ({'|'.join(logs)}): a record \D+", line)
    assert end == "1 damaged records; 1 files that no game needs, left alone"
    assert conquian("check", "--remove-strays").output.endswith("1 files that no game needs, removed\n")
    assert conquian("check").output.endswith("0 files that no game needs, left alone\n")


def test_an_export_is_written_by_the_command(mine: House, conquian: Command, tmp_path: Path) -> None:
    finished(mine)
    mine.archiver.round()
    file = tmp_path / "hands.jsonl"
    assert conquian("export", "--what", "hands", "--out", str(file)).exit_code == 0
    assert len(file.read_text().splitlines()) >= 6


@pytest.mark.parametrize("words", [("now",), ("restore",)])
def test_what_needs_a_store_says_so(words: tuple[str, ...], conquian: Command) -> None:
    done = conquian(*words, REDIS_URL="")
    assert done.exit_code == 1
    assert "REDIS_URL names no store" in done.output


def test_a_catalogue_that_is_away_is_one_sentence(conquian: Command, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = conquian("status", CATALOGUE_URL=f"sqlite:///{tmp_path}/file/x")
    assert done.exit_code == 2
    assert re.fullmatch(r"Error: The catalogue is not available: .*\n", done.output)
