"""Checkpoints by the clock: for logs with new leaves only, over all leaves, with the right key."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import Engine, event

from app.service.signing import KeyRing
from app.store.signing_state import LogHead, SignedHead
from replays.archive.archive import Archive
from replays.archive.files import open_files
from replays.archive.signing import LogSigner
from replays.catalogue.connecting import reading, writing
from replays.transparency import store
from replays.transparency.checkpoints import opened
from replays.transparency.errors import ForeignTree
from replays.transparency.merkle import Leaf
from tests.replays.transparency.rings import published, ring
from workers.archive import signing

Signer = Callable[..., LogSigner]


@pytest.fixture
def signer(catalogue: Engine, redis: Redis, tmp_path: Path) -> Signer:
    """Return a signer of the log in the catalogue, with fixed keys."""
    archive = Archive(open_files(str(tmp_path / "archive")), catalogue)

    def made(keys: KeyRing, *times: int) -> LogSigner:
        return LogSigner(archive, SignedHead(redis), keys, iter(times).__next__)

    return made


def append(engine: Engine, *numbers: int) -> None:
    with writing(engine) as connection:
        store.append(connection, [Leaf(f"g-{number}", 1, bytes(32)) for number in numbers])


def notes(engine: Engine) -> list[str]:
    with reading(engine) as connection:
        return store.notes_after(connection, 0, 100)


def test_a_checkpoint_is_signed_where_leaves_came_and_nowhere_else(catalogue: Engine, signer: Signer) -> None:
    keys = ring(0, 2_000)
    sign = signing(signer(keys, 1_000, 3_000))
    sign()
    assert notes(catalogue) == []
    append(catalogue, 1, 2)
    sign()
    sign()
    append(catalogue, 3)
    sign()
    first, second = notes(catalogue)
    assert opened(first, published(keys, only=0)).size == 2
    assert opened(second, published(keys, only=1)).size == 3


def test_a_clock_does_not_sign_a_catalogue_of_another_installation(catalogue: Engine, signer: Signer) -> None:
    append(catalogue, 1)
    signing(signer(ring(0, seed=b"another"), 1_000))()
    append(catalogue, 2)
    with pytest.raises(ForeignTree, match="belongs to another installation"):
        signing(signer(ring(0), 2_000))()


def test_a_clock_without_new_leaves_does_not_claim_the_right_to_write(
    catalogue: Engine, signer: Signer
) -> None:
    append(catalogue, 1)
    sign = signing(signer(ring(0), 1_000))
    sign()
    begun: list[bool] = []
    event.listen(
        catalogue,
        "before_cursor_execute",
        lambda *arguments: begun.append("INSERT" in arguments[2] or "advisory" in arguments[2]),
    )
    sign()
    with writing(catalogue):
        sign()
    assert begun.count(True) == (1 if catalogue.dialect.name == "postgresql" else 0)


def test_a_log_that_differs_from_the_signed_one_is_reported_once(
    catalogue: Engine, signer: Signer, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    SignedHead(redis).move(None, LogHead(7, bytes(32)))
    append(catalogue, 1)
    sign = signing(signer(ring(0), 1_000))
    with caplog.at_level(logging.WARNING):
        sign()
        append(catalogue, 2)  # as while the catalogue is made anew: it lacks less and less
        sign()
        assert notes(catalogue) == []
        assert caplog.text.count("The log of all games is not signed") == 1
        assert "conquian archive rebuild" in caplog.text
        SignedHead(redis).forget()
        sign()
    assert len(notes(catalogue)) == 1
    assert caplog.text.count("is signed again") == 1
