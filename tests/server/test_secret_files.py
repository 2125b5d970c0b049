"""Settings with passwords may be in files, as systemd, Kubernetes and containers give them."""

from pathlib import Path

import pytest

from app.server import serve
from app.server.supervisor import StopSignal
from app.settings.environment import load, names_in_files
from app.settings.errors import BadSetting

VALUES = {
    "REDIS_URL": "redis://user:word@store/0",
    "QUEUE_REDIS_URL": "redis://user:word@queue/0",
    "CATALOGUE_URL": "postgresql://games:word@db/catalogue",
    "CONQUIAN_METRICS_TOKEN": "a-token-of-20-letters",
}


def test_every_setting_with_a_password_may_be_in_a_file(tmp_path: Path) -> None:
    assert {*names_in_files()} == VALUES.keys()
    for name, text in VALUES.items():
        (tmp_path / name).write_text(f"{text}\n")
    assert load({f"{name}_FILE": str(tmp_path / name) for name in VALUES}) == load(VALUES)


def test_a_setting_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "url").write_text("redis://store/0")
    with pytest.raises(BadSetting, match="REDIS_URL and REDIS_URL_FILE are both set; keep one of them"):
        load({"REDIS_URL": "redis://store/0", "REDIS_URL_FILE": str(tmp_path / "url")})


def test_an_empty_path_counts_as_absent() -> None:
    assert load({"REDIS_URL_FILE": " ", "REDIS_URL": "redis://store/0"}).redis_url == "redis://store/0"


@pytest.mark.parametrize(("content", "reason"), [("", "is empty"), ("redis://störe", "one line of ASCII")])
def test_a_file_without_a_value_is_refused(tmp_path: Path, content: str, reason: str) -> None:
    (tmp_path / "url").write_text(content)
    with pytest.raises(BadSetting, match=f"REDIS_URL_FILE .*{reason}"):
        load({"REDIS_URL_FILE": str(tmp_path / "url")})


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=rf"REDIS_URL_FILE cannot be read: {tmp_path}/url \(No such file"):
        load({"REDIS_URL_FILE": str(tmp_path / "url")})


def test_a_wrong_value_in_a_file_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "url").write_text("http://canary@store")
    with pytest.raises(BadSetting, match="REDIS_URL must be an address") as refused:
        load({"REDIS_URL_FILE": str(tmp_path / "url")})
    assert "canary" not in str(refused.value)


@pytest.mark.parametrize("name", ["REDIS_URI_FILE", "CONQUIAN_METRICS_FILE", "CONQUIAN_HOST_FILE"])
def test_a_misspelt_name_of_a_file_is_refused(name: str) -> None:
    with pytest.raises(BadSetting, match=f"{name} is not a setting"):
        load({name: "/run/secrets/text"})


def test_children_of_the_service_get_the_value_or_the_path_but_not_both(
    tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = VALUES | {
        "REDIS_URL": redis_url,
        "QUEUE_REDIS_URL": redis_url,
        "CATALOGUE_URL": f"sqlite:///{tmp_path}/own",
    }
    for name, text in values.items():
        (tmp_path / name).write_text(text)
        monkeypatch.setenv(f"{name}_FILE", str(tmp_path / name))
    monkeypatch.setenv("CONQUIAN_DATA", str(tmp_path))
    settings = load()
    with serve.running_servers(settings, StopSignal()) as (_, environ):
        assert load(environ) == settings
