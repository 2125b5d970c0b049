"""An archive in a bucket, against a server that speaks S3."""

import os
from collections.abc import Iterator
from urllib.request import Request, urlopen

import pytest
from redis import Redis
from sqlalchemy import Engine

from app.cli.archive.kinds import FORMS
from app.parts.outages import OutageCause
from replays.archive import installation
from replays.archive.archiver import ArchiveRound
from replays.archive.checking import damages, strays
from replays.archive.errors import ArchiveUnavailable, DamagedBlob
from replays.archive.files import open_files
from replays.transparency.errors import TreeForked
from tests import s3

from .helpers import NAMES, finished
from .helpers import archiving as archiving_in
from .test_rebuilding import rebuilt
from .test_signing import archived, lost, signed

pytestmark = pytest.mark.skipif(not s3.SERVER.exists() and "CI" not in os.environ, reason=s3.MISSING)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """The address of a server that speaks S3, on loopback."""
    with s3.server() as address:
        yield address


@pytest.fixture
def bucket(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of an empty bucket, whose credentials are in the environment."""
    for name, value in {
        "AWS_ACCESS_KEY_ID": "games",
        "AWS_SECRET_ACCESS_KEY": "games",
    }.items():
        monkeypatch.setenv(name, value)
    urlopen(Request(f"{endpoint}/moto-api/reset", method="POST"), timeout=60).close()
    urlopen(Request(f"{endpoint}/records", method="PUT"), timeout=60).close()
    return f"s3://records/of/ours?{_where(endpoint)}"


def _where(endpoint: str) -> str:
    return f"endpoint={endpoint}&region=us-east-1"


def test_games_go_into_a_bucket_and_are_read_from_it(bucket: str, redis: Redis, catalogue: Engine) -> None:
    archiving = archiving_in(redis, catalogue, bucket)
    logs = finished(archiving, NAMES[:3])
    assert archiving.archiver.round() == ArchiveRound(archived=3, forgotten=3)
    assert archiving.gone()
    other = archiving_in(redis, catalogue, bucket)
    assert all(other.archive.entries(game) == entries for game, entries in logs.items())
    assert list(damages(other.archive, FORMS, lambda: None)) == []
    assert strays(other.archive) == []
    assert other.archive.retire(archiving.archiver.clock() + 1, 0) == 3
    assert list(other.archive.files.names("records")) == []


def test_a_lost_catalogue_is_rebuilt_from_a_bucket_and_the_log_continues(
    bucket: str, redis: Redis, catalogue: Engine
) -> None:
    archiving = archiving_in(redis, catalogue, bucket)
    archived(archiving, NAMES[:2], NAMES[2:3])
    before = signed(catalogue)
    lost(catalogue)
    redis.delete("cq:signed")
    finished(archiving, NAMES[3:4])
    with pytest.raises(TreeForked, match="the archive keeps the head"):
        archiving.archiver.round()
    assert rebuilt(archiving).checkpoints == 2
    assert archiving.archiver.round().archived == 1
    assert signed(catalogue)[:2] == before
    assert len(signed(catalogue)) == 3


def test_a_file_of_a_bucket_is_complete_or_missing_or_the_bucket_unavailable(
    bucket: str, endpoint: str
) -> None:
    files = open_files(bucket)
    files.put("records/a", b"whole")
    assert (files.read("records/a"), files.read("records/a", 1, 3)) == (b"whole", b"hol")
    assert (files.size("records/a"), files.size("records/b")) == (5, None)
    for read in (("records/b", 0, None), ("records/a", 3, 9)):
        with pytest.raises(DamagedBlob):
            files.read(*read)
    files.remove("records/a")
    files.remove("records/a")
    assert list(files.names("records")) == []
    with pytest.raises(ArchiveUnavailable):
        open_files(f"s3://no-such-bucket/x?{_where(endpoint)}").put("records/a", b"whole")


def test_a_new_file_of_a_bucket_is_put_once(bucket: str) -> None:
    files = open_files(bucket)
    assert installation.read(files) is None
    assert files.put_new(installation.NAME, b"first")
    assert not files.put_new(installation.NAME, b"second")
    assert installation.read(files) == b"first"
    with pytest.raises(ArchiveUnavailable):
        installation.read(open_files(bucket.replace("records", "no-such-bucket", 1)))


def test_a_bucket_that_is_not_there_is_an_outage_and_no_damage(bucket: str) -> None:
    nowhere = open_files(bucket.replace("s3://records/", "s3://nowhere/"))
    for asks in (nowhere.check, lambda: nowhere.read("records/one"), lambda: nowhere.put("one", b"1")):
        with pytest.raises(ArchiveUnavailable) as refused:
            asks()
        assert refused.value.outage.cause is OutageCause.NO_BUCKET
    open_files(bucket).check()
