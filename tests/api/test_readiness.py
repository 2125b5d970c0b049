"""`/readyz`: state and cause of each part, and whether the service can be used."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from app.api.parts import ApiParts
from app.service.secret_keys import keys
from app.settings.settings import Settings
from app.store.client import connect
from tests.api.helpers import Api, expect, refused, say_farewell
from tests.closing import at_end
from wsgi import create_app

SECRET = b"s" * 32
OK = {"status": "ok", "cause": None}
NOWHERE = "127.0.0.1:1"


def ready(redis: Redis, tmp_path: Path, **more: Any) -> Any:
    """The answer of /readyz by a service with these settings."""
    settings = Settings(data=tmp_path, secret=SECRET, **more)
    app = create_app(ApiParts(settings, keys(settings), redis))
    at_end(partial(say_farewell, app))
    return app.test_client().get("/readyz")


def test_every_part_is_there_and_well(api: Api) -> None:
    parts = expect(api.client.get("/readyz"), 200)["parts"]
    assert parts == {"store": OK, "catalogue": OK, "archive": OK, "queue": OK}


@pytest.mark.parametrize(
    ("part", "settings"),
    [
        ("queue", {"queue_redis_url": f"redis://{NOWHERE}/0"}),
        ("catalogue", {"catalogue_url": f"postgresql://games:word@{NOWHERE}/games"}),
        ("archive", {"archive_url": f"s3://games?endpoint=http://{NOWHERE}&region=us-east-1"}),
    ],
    ids=["queue", "catalogue", "archive"],
)
def test_a_failing_part_is_a_warning_with_its_cause_and_games_continue(
    redis_url: str, tmp_path: Path, part: str, settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "games")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "word")
    with connect(redis_url) as redis:
        body = expect(ready(redis, tmp_path, **settings), 200)
    check = body["parts"].pop(part)
    assert (check["status"], check["cause"]["code"]) == ("warn", "refused")
    assert "word" not in check["cause"]["detail"]
    assert body["checks"][part] == "warn"
    assert check["cause"]["detail"] in body["warnings"]
    assert list(body["parts"].values()) == [OK, OK, OK]


def test_an_archive_that_is_no_directory_is_warned_of(redis_url: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with connect(redis_url) as redis:
        body = expect(ready(redis, tmp_path, archive_url=str(tmp_path / "file")), 200)
    assert body["parts"]["archive"]["status"] == "warn"
    assert body["parts"]["archive"]["cause"]["code"] == "no_file"


def test_without_the_store_the_service_is_not_ready_and_other_parts_are_reported(tmp_path: Path) -> None:
    with connect(f"redis://{NOWHERE}/0") as redis:
        body = refused(ready(redis, tmp_path), 503, "store_unavailable")
    assert body["parts"]["store"]["status"] == "fail"
    assert body["parts"]["store"]["cause"]["code"] == "refused"
    assert body["parts"]["catalogue"] == OK
    assert body["checks"]["store"] == "fail"


def test_a_wrong_password_is_reported_without_showing_it(redis_url: str, tmp_path: Path) -> None:
    with connect(f"{redis_url}?username=nobody&password=hunter2") as redis:
        body = refused(ready(redis, tmp_path), 503, "store_unavailable")
    cause = body["parts"]["store"]["cause"]
    assert cause["code"] == "wrong_password"
    assert "REDIS_URL" in cause["detail"]
    assert "hunter2" not in body["detail"]


def test_a_setting_that_is_not_safe_is_the_cause_of_a_warning(redis_url: str, tmp_path: Path) -> None:
    with connect(redis_url) as redis:
        redis.config_set("appendfsync", "everysec")
        try:
            body = expect(ready(redis, tmp_path), 200)
        finally:
            redis.config_set("appendfsync", "always")
    assert body["parts"]["store"]["status"] == "warn"
    assert body["parts"]["store"]["cause"]["code"] == "appendfsync"
