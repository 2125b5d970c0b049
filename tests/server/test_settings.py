"""The settings: allowed values of the environment, and one sentence for each wrong one."""

from pathlib import Path

import pytest

from app.cli.serve import table
from app.settings.environment import load
from app.settings.errors import BadSetting
from app.settings.parsers import LogLevel, database, with_database
from app.settings.settings import Settings


def test_an_empty_environment_gives_the_documented_defaults() -> None:
    settings = load({})
    assert settings.data == Path("data").absolute()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert (settings.api_processes, settings.workers, settings.cache) == (2, 1, 2048)
    unset = (settings.redis_url, settings.queue_url, settings.secret, settings.secret_file)
    assert unset == (None, None, None, None)


def test_every_variable_reaches_its_setting(tmp_path: Path) -> None:
    settings = load(
        {
            "CONQUIAN_DATA": str(tmp_path),
            "CONQUIAN_HOST": "::1",
            "PORT": "80",
            "REDIS_URL": "redis://store:6379/0",
            "QUEUE_REDIS_URL": "rediss://queue/5",
            "WEB_CONCURRENCY": "3",
            "CONQUIAN_WORKERS": "0",
            "LOG_LEVEL": "INFO",
            "CONQUIAN_CACHE": "0",
            "CONQUIAN_SECRET": "ab" * 32,
            "CATALOGUE_URL": "postgresql://games@db/catalogue",
            "ARCHIVE_URL": "s3://records/of/ours?endpoint=http://127.0.0.1:9000&region=eu-1",
            "CONQUIAN_KEEP_HOURS": "48",
            "CONQUIAN_ARCHIVE_DAYS": "3650",
        }
    )
    assert settings == Settings(
        data=tmp_path,
        host="::1",
        port=80,
        redis_url="redis://store:6379/0",
        queue_redis_url="rediss://queue/5",
        api_processes=3,
        workers=0,
        log_level=LogLevel.INFO,
        cache=0,
        secret=b"\xab" * 32,
        catalogue_url="postgresql://games@db/catalogue",
        archive_url="s3://records/of/ours?endpoint=http://127.0.0.1:9000&region=eu-1",
        keep_hours=48,
        archive_days=3650,
    )


def test_an_empty_or_blank_variable_counts_as_absent() -> None:
    assert load({"PORT": "", "REDIS_URL": "  "}) == load({})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "80a"),
        ("PORT", "٨٠"),
        ("PORT", "-1"),
        ("PORT", "1_000"),
        ("CONQUIAN_HOST", "http://localhost"),
        ("CONQUIAN_HOST", "host:80"),
        ("CONQUIAN_HOST", "-host"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "http://localhost"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "redis://host:port/0"),
        ("REDIS_URL", "redis://host/games"),
        ("REDIS_URL", "redis+sentinel://host:26379,host:26380"),
        ("REDIS_URL", "redis+sentinel://host:26379,/games"),
        ("REDIS_URL", "redis+sentinel://host:port/games"),
        ("REDIS_URL", "redis+sentinel://host/games?db=none"),
        ("REDIS_URL", "redis+cluster://"),
        ("REDIS_URL", "redis+cluster://host:6379,/"),
        ("REDIS_URL", "redis+cluster://host:port,host:6379/"),
        ("REDIS_URL", "rediss+cluster://host:6379/1"),
        ("REDIS_URL", "unix+cluster:///path"),
        ("QUEUE_REDIS_URL", "redis+cluster://host:6379/"),
        ("REDIS_URL", "unix://"),
        ("QUEUE_REDIS_URL", "amqp://host"),
        ("WEB_CONCURRENCY", "0"),
        ("CONQUIAN_WORKERS", "65"),
        ("LOG_LEVEL", "loud"),
        ("CONQUIAN_CACHE", "many"),
        ("CATALOGUE_URL", "mysql://host/games"),
        ("CATALOGUE_URL", "catalogue.sqlite"),
        ("ARCHIVE_URL", "gs://bucket"),
        ("ARCHIVE_URL", "s3://"),
        ("ARCHIVE_URL", "s3://records/of/ours?acl=public"),
        ("CONQUIAN_KEEP_HOURS", "0"),
        ("CONQUIAN_ARCHIVE_DAYS", "0"),
        ("CONQUIAN_SECRET", "ab" * 31),
        ("CONQUIAN_SECRET", "zz" * 32),
        ("CONQUIAN_DATA", "~nobody-of-that-name/x"),
    ],
)
def test_a_value_that_cannot_be_used_stops_the_start_with_a_sentence_that_names_the_variable(
    name: str, text: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        load({name: text})
    sentence = str(refused.value)
    assert sentence.startswith(f"{name} ")
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_two_places_for_the_secret_are_refused() -> None:
    with pytest.raises(BadSetting, match="CONQUIAN_SECRET and CONQUIAN_SECRET_FILE"):
        load({"CONQUIAN_SECRET": "ab" * 32, "CONQUIAN_SECRET_FILE": "/run/secret"})


def test_neither_a_sentence_nor_the_text_of_the_settings_shows_a_secret() -> None:
    settings = load({"REDIS_URL": "redis://user:canary@host/0", "CONQUIAN_SECRET": "ca" * 32})
    assert "canary" not in repr(settings)
    assert "ca" * 8 not in repr(settings)
    assert repr(b"\xca" * 32) not in repr(settings)
    for name, text in [("REDIS_URL", "http://canary@host"), ("CONQUIAN_SECRET", "canary")]:
        with pytest.raises(BadSetting) as refused:
            load({name: text})
        assert "canary" not in str(refused.value)


@pytest.mark.parametrize(
    ("games", "queue"),
    [
        ("redis://host", "redis://host/1"),
        ("redis://host:6379/3", "redis://host:6379/4"),
        ("redis://host/0?db=2", "redis://host/3"),
        ("redis+sentinel://a:1,b:2/games", "redis+sentinel://a:1,b:2/games?db=1"),
        ("rediss+sentinel://u:p@a/games?db=2&x=y", "rediss+sentinel://u:p@a/games?x=y&db=3"),
        ("rediss://u:p@host/0?ssl_cert_reqs=none", "rediss://u:p@host/1?ssl_cert_reqs=none"),
        ("unix:///a%20b/s.sock", "unix:///a%20b/s.sock?db=1"),
        ("unix://u:p@/s.sock?db=0", "unix://u:p@/s.sock?db=1"),
    ],
)
def test_the_queue_lives_in_the_next_database_of_the_games_server(games: str, queue: str) -> None:
    assert load({"REDIS_URL": games}).queue_url == queue
    assert database(with_database(games, 7)) == 7


def test_a_cluster_needs_a_queue_of_its_own() -> None:
    cluster = "rediss+cluster://games:pw@a:7000,b:7001/?ssl_ca_certs=/ca.crt"
    with pytest.raises(BadSetting, match="QUEUE_REDIS_URL is not set"):
        load({"REDIS_URL": cluster})
    settings = load({"REDIS_URL": cluster, "QUEUE_REDIS_URL": "redis://queue/0"})
    assert (settings.redis_url, settings.queue_url) == (cluster, "redis://queue/0")


def test_a_separate_queue_address_takes_precedence() -> None:
    assert load({"REDIS_URL": "redis://a", "QUEUE_REDIS_URL": "redis://b/9"}).queue_url == "redis://b/9"


def test_archive_and_catalogue_lie_in_the_data_directory_unless_they_are_set(tmp_path: Path) -> None:
    settings = load({"CONQUIAN_DATA": str(tmp_path)})
    assert settings.catalogue == f"sqlite:///{tmp_path}/catalogue.sqlite"
    assert settings.archive == f"{tmp_path}/archive"
    moved = load({"CATALOGUE_URL": "sqlite:///games.sqlite", "ARCHIVE_URL": "file:///srv/records"})
    assert moved.catalogue == f"sqlite:///{Path.cwd()}/games.sqlite"
    assert moved.archive == "/srv/records"


def test_the_table_explains_every_setting_once() -> None:
    rows = list(table())
    assert len({name for name, _, _ in rows}) == len(rows) == len(Settings.__slots__)
    assert all(meaning for _, _, meaning in rows)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("CATALOG_URL", "CATALOGUE_URL"),
        ("REDIS_ULR", "REDIS_URL"),
        ("redis_url", "REDIS_URL"),
        ("ARCHIVES_URL", "ARCHIVE_URL"),
        ("WEB_CONCURENCY", "WEB_CONCURRENCY"),
        ("CONQUIAN_SECRT_FILE", "CONQUIAN_SECRET_FILE"),
        ("CONQUIAN_WORKER", "CONQUIAN_WORKERS"),
        ("CONQUIAN_LOG_LEVEL", "LOG_LEVEL"),
    ],
)
def test_a_misspelt_setting_is_refused_with_the_similar_name(name: str, meant: str) -> None:
    with pytest.raises(BadSetting, match=f"^{name} is not a setting; {meant} was probably meant.$"):
        load({name: "1"})


def test_an_unknown_variable_of_our_name_is_refused_like_no_setting_at_all() -> None:
    with pytest.raises(BadSetting, match=r"^CONQUIAN_XYZZY is not a setting; `conq"):
        load({"CONQUIAN_XYZZY": "1"})


@pytest.mark.parametrize(
    "environ",
    [
        {"RQ_REDIS_URL": "redis://other"},
        {"SUPPORT": "1", "HTTP_PORT": "80", "PORTS": "1"},
        {"REDIS_URL": "redis://ours/0", "REDIS_URI": "redis://of-another-program/0"},
        {"CONQUIAN_SECRT": " "},
        {"CONQUIAN_KEY": "cq_key_1", "CONQUIAN_WEBHOOK_SECRET": "whsec_1"},
        {"CONQUIAN_PORT": "tcp://10.0.0.1:8000", "CONQUIAN_SERVICE_HOST": "10.0.0.1"},
        {"CONQUIAN_REDIS_PORT_6379_TCP_ADDR": "10.0.0.2", "CONQUIAN_SERVICE_PORT_HTTP": "8000"},
    ],
    ids=lambda environ: next(iter(environ)),
)
def test_variables_of_others_are_left_alone(environ: dict[str, str]) -> None:
    load(environ)
