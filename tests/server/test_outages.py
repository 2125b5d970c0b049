"""Outages of parts: the cause of each client's errors, and the log lines of a process."""

import errno
import logging
import socket
import sqlite3
import ssl
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from gevent import Timeout
from redis import exceptions as redis

from app.observability.startup import log_start, without_secrets
from app.parts.outages import OUTAGES, Outage, OutageCause, OutageLog, Part, waiting
from app.settings.settings import Settings
from app.store.connections import of_redis
from replays.archive.errors import of_files
from replays.catalogue.errors import CatalogueUnavailable, of_database


def raised(outer: Exception, inner: BaseException) -> Exception:
    """`outer` as it is raised where `inner` was caught."""
    outer.__context__ = inner
    return outer


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (redis.AuthenticationError("invalid username-password pair or user is disabled."), "wrong_password"),
        (redis.ResponseError("NOAUTH Authentication required."), "wrong_password"),
        (redis.ResponseError("WRONGPASS invalid username-password pair"), "wrong_password"),
        (redis.NoPermissionError("this user has no permissions"), "no_rights"),
        (redis.AuthorizationError("this user may not log in"), "no_rights"),
        (redis.ResponseError("NOPERM this user has no permissions"), "no_rights"),
        (redis.ResponseError("DENIED Redis is running in protected mode"), "no_rights"),
        (redis.ResponseError("MISCONF errors while writing to disk"), "full"),
        (redis.ResponseError("BUSY Redis is busy running a script"), "busy"),
        (redis.ConnectionError("max number of clients reached"), "busy"),
        (redis.MaxConnectionsError("Too many connections"), "busy"),
        (redis.ClusterDownError("The cluster is down"), "starting"),
        (raised(redis.ConnectionError("x"), ConnectionRefusedError(errno.ECONNREFUSED, "x")), "refused"),
        (
            raised(redis.ConnectionError("x"), socket.gaierror(-2, "not known")),
            "unknown_host",
        ),
        (raised(redis.ConnectionError("x"), ssl.SSLCertVerificationError("self-signed")), "certificate"),
        (raised(redis.ConnectionError("x"), ssl.SSLError("WRONG_VERSION_NUMBER")), "tls"),
        (redis.TimeoutError("Timeout connecting to server"), "timed_out"),
        (redis.ConnectionError("Connection closed by server."), "closed"),
        (redis.BusyLoadingError("Redis is loading the dataset in memory"), "starting"),
        (redis.ReadOnlyError("You can't write against a read only replica."), "read_only"),
        (redis.OutOfMemoryError("command not allowed when used memory > 'maxmemory'."), "full"),
        (redis.MovedError("866 127.0.0.1:6380"), "cluster_node"),
        (redis.ResponseError("unknown command 'HGET', with args beginning with: 'x'"), "no_command"),
        (redis.ConnectionError("No Sentinel names a master: nothing answers"), "no_master"),
        (redis.ResponseError("NOREPLICAS Not enough good replicas to write."), "no_replicas"),
        (redis.ResponseError("ERR something new"), "failed"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_error_of_a_redis_server_has_a_cause(error: Exception, cause: str) -> None:
    assert of_redis(error, Part.QUEUE).cause == cause
    assert of_redis(error).part is Part.STORE


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (
            psycopg.OperationalError('password authentication failed for user "me"'),
            "wrong_password",
        ),
        (psycopg.OperationalError('FATAL:  database "nothing" does not exist'), "no_database"),
        (psycopg.OperationalError("port 1 failed: Connection refused"), "refused"),
        (psycopg.OperationalError("failed to resolve host 'nohost.invalid'"), "unknown_host"),
        (psycopg.OperationalError("SSL error: certificate verify failed"), "certificate"),
        (psycopg.OperationalError("connection timeout expired"), "timed_out"),
        (psycopg.errors.InsufficientPrivilege("permission denied for table games"), "no_rights"),
        (psycopg.errors.AdminShutdown("terminating connection"), "starting"),
        (psycopg.errors.DiskFull("could not extend file"), "full"),
        (psycopg.errors.UndefinedTable("relation"), "failed"),
        (raised(psycopg.ProgrammingError("another command is in progress"), Timeout(2)), "timed_out"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_error_of_postgresql_has_a_cause(error: Exception, cause: str) -> None:
    assert of_database(error).cause == cause


def test_a_file_that_is_no_database_and_an_unreadable_one_are_distinguished(tmp_path: Path) -> None:
    file = tmp_path / "catalogue.sqlite"
    file.write_bytes(b"no database at all" * 100)
    with sqlite3.connect(file) as connection, pytest.raises(sqlite3.DatabaseError) as refused:
        connection.execute("SELECT 1 FROM meta")
    connection.close()
    assert of_database(refused.value).cause is OutageCause.NOT_A_DATABASE
    with pytest.raises(sqlite3.OperationalError) as missing:
        sqlite3.connect(tmp_path / "no" / "such.sqlite")
    assert of_database(missing.value).cause is OutageCause.NO_FILE


class _Refusal(Exception):
    """Stand-in for what botocore raises for a refusal."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.response = {"Error": {"Code": code}}


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (_Refusal("NoSuchBucket"), "no_bucket"),
        (_Refusal("404"), "no_bucket"),
        (_Refusal("SignatureDoesNotMatch"), "wrong_password"),
        (_Refusal("AccessDenied"), "no_rights"),
        (_Refusal("Teapot"), "failed"),
        (PermissionError(errno.EACCES, "Permission denied"), "no_rights"),
        (OSError(errno.ENOSPC, "No space left on device"), "full"),
        (OSError(errno.EROFS, "Read-only file system"), "read_only"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_error_of_a_bucket_or_a_disk_has_a_cause(error: Exception, cause: str) -> None:
    assert of_files(error).cause == cause


def test_every_cause_of_every_part_is_a_sentence_without_a_gap() -> None:
    for part in Part:
        for cause in OutageCause:
            sentence = Outage(part, cause).sentence
            assert sentence.endswith(".")
            assert "{" not in sentence
    assert Outage(Part.QUEUE, OutageCause.FAILED, "ResponseError").sentence == (
        "The store of the queue failed (ResponseError)."
    )


def test_a_line_is_written_once_a_cause_and_once_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    log = OutageLog(lambda: now[0])
    log.begin({Part.STORE: "redis://here"})
    for _ in range(5):
        log.failed(Outage(Part.STORE, OutageCause.REFUSED))
        log.failed(Outage(Part.STORE, OutageCause.TIMED_OUT))
    log.works(Part.STORE)  # it answers between two failures
    log.failed(Outage(Part.STORE, OutageCause.REFUSED))
    log.failed(Outage(Part.QUEUE, OutageCause.REFUSED))
    now[0] = 6.0
    log.works(Part.STORE)
    log.works(Part.STORE)
    log.failed(Outage(Part.STORE, OutageCause.REFUSED))
    assert [(line.levelname, line.getMessage().partition(":")[0]) for line in caplog.records] == [
        ("ERROR", "The store of the games refuses the connection"),
        ("ERROR", "The store of the games does not answer in time."),
        ("WARNING", "The store of the queue refuses the connection"),
        ("WARNING", "The store of the games works again."),
        ("ERROR", "The store of the games refuses the connection"),
    ]
    assert caplog.records[0].__dict__["fields"] == {
        "part": "store",
        "cause": "refused",
        "place": "redis://here",
    }


def test_a_command_that_plays_no_role_writes_no_line(caplog: pytest.LogCaptureFixture) -> None:
    OutageLog().failed(Outage(Part.STORE, OutageCause.REFUSED))
    assert caplog.records == []


def test_work_that_waits_for_a_failed_part_logs_no_further_line() -> None:
    assert waiting(CatalogueUnavailable("away")) == logging.DEBUG
    assert waiting(ValueError()) == logging.WARNING


@pytest.fixture
def beginning() -> Iterator[Callable[..., None]]:
    """Return the function that begins a role; its lines about outages end with the test."""
    yield log_start
    OUTAGES.begin(None)


def test_a_role_logs_its_version_and_its_parts_without_secrets(
    caplog: pytest.LogCaptureFixture, tmp_path: Path, beginning: Callable[..., None]
) -> None:
    settings = Settings(
        data=tmp_path,
        redis_url="rediss://games:hunter2@store:6379/0?password=hunter2",
        queue_redis_url="redis://:hunter2@queue/1",
        catalogue_url="postgresql://games:hunter2@db/games?host=/run&password=hunter2",
        archive_url="s3://games?endpoint=http://files:9000",
    )
    beginning(settings, "clock")
    (line,) = caplog.records
    assert line.levelname == "INFO"
    assert "hunter2" not in str(line.__dict__)
    assert line.__dict__["fields"] == {
        "role": "clock",
        "version": line.__dict__["fields"]["version"],
        "store": "rediss://games@store:6379/0",
        "catalogue": "postgresql://games@db/games?host=/run",
        "archive": "s3://games?endpoint=http://files:9000",
        "queue": "redis://queue/1",
    }
    beginning(settings, "clock", quietly=True)
    beginning(replace(settings, redis_url=f"unix://{tmp_path}/valkey/valkey.sock"), "clock")
    assert len(caplog.records) == 1


def test_a_local_address_is_shown_unchanged() -> None:
    assert without_secrets("unix:///run/store.sock?db=1") == "unix:///run/store.sock?db=1"
    assert without_secrets("sqlite:////var/catalogue.sqlite") == "sqlite:////var/catalogue.sqlite"
    assert without_secrets("/var/archive") == "/var/archive"
