"""The service secret: created once, private, never replaced while games depend on it."""

import hashlib
import hmac
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

import pytest

from app.api.services import Service
from app.cli.bot_check.remote import RemoteBot
from app.games.table.state import Table
from app.service.secret_keys import BadSecret, NoSecret, keys, make_keys
from app.settings.settings import Settings
from app.tournament.commands import CreateTournament
from workers.live import LiveGames


def write(path: Path, text: str, mode: int = 0o600) -> Path:
    path.write_text(text)
    path.chmod(mode)
    return path


def test_the_key_file_is_created_on_request_and_private(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    with pytest.raises(NoSecret, match="is missing"):
        keys(settings)
    assert not (tmp_path / "data").exists()
    first = make_keys(settings)
    assert stat.S_IMODE((tmp_path / "data" / "service.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert [each.name for each in (tmp_path / "data").iterdir()] == ["service.key"]
    assert keys(settings) == first


def test_two_services_have_different_keys_and_one_service_has_seven_different_ones(tmp_path: Path) -> None:
    one, two = (make_keys(Settings(data=tmp_path / name)) for name in ("one", "two"))
    assert len({*astuple(one), *astuple(two)}) == 14
    assert {len(key) for key in astuple(one)} == {32}


def test_each_key_is_the_hmac_of_its_label(tmp_path: Path) -> None:
    derived = keys(Settings(data=tmp_path, secret=bytes(32)))
    for name in ("token", "vault", "bot", "ids", "sign", "installation"):
        label = f"conquian/service/{name}/1".encode()
        assert getattr(derived, name) == hmac.new(bytes(32), label, hashlib.sha256).digest()


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    for attempt in range(20):
        settings = Settings(data=tmp_path / str(attempt))
        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(make_keys, [settings] * 8))) == 1


def test_a_given_secret_takes_precedence_and_touches_no_disk(tmp_path: Path) -> None:
    keys(Settings(data=tmp_path / "data", secret=bytes(32)))
    assert not (tmp_path / "data").exists()


def test_a_configured_secret_file_is_read(tmp_path: Path) -> None:
    file = write(tmp_path / "mine", "00" * 32 + "\n")
    settings = Settings(data=tmp_path / "data", secret_file=file)
    assert keys(settings) == keys(Settings(secret=bytes(32)))
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("mode", [0o440, 0o640])
def test_a_file_of_another_owner_may_be_read_by_the_group_of_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    path = write(tmp_path / "service.key", "00" * 32, mode)
    monkeypatch.setattr("os.geteuid", lambda: path.stat().st_uid + 1)
    assert keys(Settings(data=tmp_path))


@pytest.mark.parametrize("mode", [0o444, 0o460, 0o441])
def test_a_file_of_another_owner_that_all_may_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    path = write(tmp_path / "service.key", "00" * 32, mode)
    monkeypatch.setattr("os.geteuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(BadSecret, match=rf"service\.key.*mode {mode:o}"):
        keys(Settings(data=tmp_path))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_key_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    write(tmp_path / "service.key", "00" * 32, mode)
    with pytest.raises(BadSecret, match=rf"service\.key.*mode {mode:o}.*600"):
        keys(Settings(data=tmp_path))


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "zz" * 32, "00" * 32 + " 1", "é" * 64])
def test_a_malformed_key_is_refused_without_being_shown(tmp_path: Path, text: str) -> None:
    write(tmp_path / "service.key", text)
    with pytest.raises(BadSecret, match="64 hexadecimal digits") as refused:
        keys(Settings(data=tmp_path))
    assert not text or text not in str(refused.value)


def test_a_missing_key_is_not_replaced_if_games_exist(tmp_path: Path) -> None:
    (tmp_path / "valkey" / "appendonlydir").mkdir(parents=True)
    with pytest.raises(BadSecret, match="missing although games are stored"):
        make_keys(Settings(data=tmp_path))
    assert not (tmp_path / "service.key").exists()


def test_a_secret_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSecret, match="No such file"):
        keys(Settings(data=tmp_path, secret_file=tmp_path / "absent"))


def test_the_text_of_the_keys_shows_none_of_them(tmp_path: Path) -> None:
    derived = keys(Settings(secret=bytes(32)))
    assert not any(repr(key) in repr(derived) or key.hex() in repr(derived) for key in astuple(derived))


@pytest.mark.parametrize(
    ("holder", "name"),
    [
        (Table, "game_key"),
        (CreateTournament, "deck_seed"),
        (CreateTournament, "bot_seed"),
        (LiveGames, "token_key"),
        (RemoteBot, "key"),
        (Service, "id_key"),
    ],
)
def test_the_text_of_a_value_shows_no_key_that_it_holds(holder: Any, name: str) -> None:
    assert not {item.name: item for item in fields(holder)}[name].repr
