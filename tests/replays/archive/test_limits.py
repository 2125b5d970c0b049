"""A silent bucket in a process without gevent: each call ends, and a later one is answered."""

import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from app.http.blocking_calls import TimeLimits
from replays.archive.errors import ArchiveUnavailable, DamagedBlob
from replays.archive.files import BoundedFiles, open_files
from tests.server.test_archive_outages import bucket
from tests.unreliable import Mode, Relay, relay_to


@pytest.fixture
def relay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    """A relay before a bucket with one file."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "games")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "games")
    (tmp_path / "one").write_bytes(b"whole" * 100)
    with (
        bucket(tmp_path) as upstream,
        relay_to(partial(socket.create_connection, ("127.0.0.1", upstream))) as relay,
    ):
        yield relay


@pytest.mark.parametrize("mode", [Mode.SILENT, Mode.DRIP])
def test_a_call_ends_where_the_bucket_is_silent_or_drips(mode: Mode, relay: Relay) -> None:
    url = f"s3://records?endpoint=http://127.0.0.1:{relay.port}&region=us-east-1"
    files = open_files(url)
    assert BoundedFiles(files, TimeLimits(60)).read("one") == b"whole" * 100
    hurried = BoundedFiles(files, TimeLimits(0.5, at_once=1))
    relay.mode = mode
    for _ in range(2):  # the second finds no free place
        with pytest.raises(ArchiveUnavailable, match="no answer within"):
            hurried.read("one")
    relay.mode = Mode.PASS
    patient = BoundedFiles(files, TimeLimits(60))
    assert patient.size("one") == 500
    with pytest.raises(DamagedBlob):
        patient.read("none")
