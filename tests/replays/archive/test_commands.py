"""`conquian archive`: archiving now, searches, exports, restoring, and errors in one sentence."""

import re
from pathlib import Path

import orjson
import pytest
from sqlalchemy.pool import QueuePool

from app.cli.archive import parts
from app.cli.archive.commands import find
from app.settings.settings import Settings
from replays.api.games import ListQuery
from replays.archive.archive import Archive
from replays.archive.opening import open_archive

from .helpers import Archiving, Command, adopted, finished


def test_waiting_games_are_archived_now_and_counted(mine: Archiving, conquian: Command) -> None:
    logs = finished(mine)
    assert "6 games wait in the store" in conquian("status").output
    done = conquian("now")
    assert (done.exit_code, done.output) == (0, "6 archived, 0 gone from the store, 0 refused\n")
    output = conquian("status").output
    assert "6 games in the catalogue, 0 of them without their record" in output
    assert "0 games wait in the store, 6 archived ones are kept there" in output
    assert all(mine.archive.entries(game) == entries for game, entries in logs.items())


@pytest.mark.parametrize(
    "words", ["status", "now", "find", "check", "restore", "export --out {}/games.jsonl"]
)
def test_a_command_closes_its_connections_to_the_catalogue(
    words: str, mine: Archiving, conquian: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(mine)
    assert conquian("now").exit_code == 0
    opened: list[Archive] = []

    def noted(settings: Settings) -> Archive:
        opened.append(open_archive(settings))
        return opened[-1]

    monkeypatch.setattr(parts, "open_archive", noted)
    assert conquian(*words.format(tmp_path).split()).exit_code == 0
    pools = [dispute.engine.pool for dispute in opened]
    assert [pool.checkedin() for pool in pools if isinstance(pool, QueuePool)] == [0]


def test_games_are_found_by_their_filters(mine: Archiving, conquian: Command) -> None:
    finished(mine)
    mine.archiver.round()
    lines = [orjson.loads(line) for line in conquian("find", "--json").output.splitlines()]
    assert len(lines) == 6
    output = conquian("find", "--json", "--variant", "mexican-3", "--outcome", "won").output.splitlines()
    fitting = [line for line in lines if (line["variant"], line["outcome"]) == ("mexican-3", "won")]
    assert [orjson.loads(line) for line in output] == fitting
    assert conquian("find", "--json", "--since", "2999-01-01").output == ""
    assert (
        len(conquian("find", "--json", "--until", "2998-01-01T10:00", "--limit", "2").output.splitlines())
        == 2
    )
    assert conquian("find", "--since", "soon").exit_code == 2
    assert re.search(r"mexican-2 +│ +\w+ +│ +\d+ │ 20", conquian("find").output)


def test_the_options_of_find_are_the_filters_of_the_api(mine: Archiving, conquian: Command) -> None:
    finished(mine)
    mine.archiver.round()
    options = {name for option in find.params for name in option.opts if name.startswith("--")}
    own = {"--hidden", "--limit", "--json", "--data"}
    filters = {f"--{name.replace('_', '-')}" for name in ListQuery().fields}
    assert options - own == filters - {"--cursor", "--limit"}
    lines = [orjson.loads(line) for line in conquian("find", "--json").output.splitlines()]
    bots_only = [line for line in lines if all(seat["kind"] == "bot" for seat in line["seats"])]
    assert conquian("find", "--json", "--people", "some").output.count("\n") == len(lines) - len(bots_only)
    game = lines[0]["game"]
    assert [orjson.loads(conquian("find", "--json", "--game", game).output)["game"]] == [game]
    assert conquian("find", "--json", "--tournament", f"t-00{'z' * 22}").output == ""
    assert conquian("find", "--event", "flood").exit_code == 2


def test_games_of_every_variant_can_be_chosen(mine: Archiving, conquian: Command, tmp_path: Path) -> None:
    finished(mine, ["mexican-3", "holdem"])
    mine.archiver.round()
    output = conquian("find", "--json", "--variant", "caesars-holdem").output.splitlines()
    assert [orjson.loads(line)["variant"] for line in output] == ["caesars-holdem"]
    file = tmp_path / "plies.jsonl"
    words = ("--what", "plies", "--variant", "caesars-holdem", "--out", str(file))
    assert conquian("export", *words).exit_code == 0
    rows = [orjson.loads(line) for line in file.read_bytes().splitlines()]
    assert {row["variant"] for row in rows} == {"caesars-holdem"}
    assert sum(row["called"] or 0 for row in rows) > 0


def test_a_store_that_was_lost_gets_every_game_back_with_the_same_head(
    mine: Archiving, conquian: Command, environ: dict[str, str]
) -> None:
    logs = finished(mine)
    conquian("now")
    heads = {game: mine.store.head(game) for game in logs}
    mine.redis.flushall()
    assert "join the games' store by" in conquian("restore").output
    assert adopted(environ).startswith(f"The games' store {environ['REDIS_URL']} is empty; it joins")
    done = conquian("restore")
    assert (done.exit_code, done.output.strip()) == (
        0,
        "6 games with the same head, 0 with another, 0 without their record, 0 with a damaged one",
    )
    for game, entries in logs.items():
        restored, before = mine.store.head(game), heads[game]
        assert restored is not None
        assert before is not None
        assert (restored.ply, restored.digest) == (before.ply, before.digest)
        assert mine.store.read(game) == entries
    assert conquian("restore").output == done.output


def test_a_game_that_differs_in_the_store_is_reported_and_not_changed(
    mine: Archiving, conquian: Command
) -> None:
    (game, _), *_ = finished(mine).items()
    conquian("now")
    mine.redis.hset(f"cq:{{b{game[2:4]}}}:g:{game}:st", "d", b"d" * 32)
    done = conquian("restore")
    assert done.exit_code == 1
    assert f"DIFFERENT {game}" in done.output


def test_an_export_is_written_by_the_command(mine: Archiving, conquian: Command, tmp_path: Path) -> None:
    finished(mine)
    mine.archiver.round()
    file = tmp_path / "hands.jsonl"
    assert conquian("export", "--what", "hands", "--out", str(file)).exit_code == 0
    assert len(file.read_text().splitlines()) >= 6


@pytest.mark.parametrize("words", [("now",), ("restore",)])
def test_a_command_that_needs_a_store_reports_it(words: tuple[str, ...], conquian: Command) -> None:
    done = conquian(*words, REDIS_URL="")
    assert done.exit_code == 1
    assert "REDIS_URL names no store" in done.output


def test_a_catalogue_that_is_away_is_one_sentence(conquian: Command, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = conquian("status", CATALOGUE_URL=f"sqlite:///{tmp_path}/file/x")
    assert done.exit_code == 2
    assert done.output == "Error: The catalogue has no such file or directory; correct CATALOGUE_URL.\n"
