"""Fixtures for tests of the API."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.archive.kinds import FORMS
from app.players.state import KeyScope
from app.service.signing import KeyRing
from app.store.encryption import StorageCipher
from app.store.keys import game_id_from
from app.store.signing_state import StoredGenerations
from replays.archive.archiver import Archiver, ArchiveRound
from replays.archive.opening import open_archive, open_archiver, open_signer
from tests.api.attacking import started_anew
from tests.api.auditor import CLEAN, EARLY, LATE, Auditor, auditor_of
from tests.api.damaged_logs import AT, cut, damage
from tests.api.disputing import ended
from tests.api.documents import published
from tests.api.helpers import Api, Json, Table, running
from tests.api.player_requests import Person, person
from tests.service.helpers import KEYS


@pytest.fixture(scope="session")
def document() -> Json:
    """Return the OpenAPI document."""
    return published()


@pytest.fixture
def api(redis_url: str) -> Iterator[Api]:
    """Return the API over an empty store."""
    with running(redis_url) as api:
        yield api


_OVER: dict[bytes, bytes] = {}
"""What the store holds after the game of `table`, by key, so that it is played once."""


@pytest.fixture
def table(api: Api) -> Table:
    """Return a finished game of two persons."""
    if not _OVER:
        table = ended(api)
        _OVER.update({key: api.redis.dump(key) or b"" for key in api.redis.scan_iter("*")})
        return table
    for key, data in _OVER.items():
        api.redis.restore(key, 0, data, replace=True)
    return api.adopt(game_id_from(bytes([next(api.numbers)]) * 32), (0, 1))


@pytest.fixture
def keeping_archiver(api: Api) -> Iterator[Archiver]:
    """Return an archiver of the games of the API, which stay in the store."""
    archive = open_archive(api.settings)
    signer = open_signer(archive, api.redis, KeyRing(KEYS.sign, StoredGenerations(api.redis)))
    yield open_archiver(api.settings, archive, api.redis, StorageCipher(KEYS.vault), signer, FORMS)
    archive.engine.dispose()


@pytest.fixture
def archiver(keeping_archiver: Archiver) -> Archiver:
    """Return an archiver of the games of the API, which removes them from the store at once."""
    return replace(keeping_archiver, keep_ms=0)


@pytest.fixture
def auditor(table: Table, keeping_archiver: Archiver, tmp_path: Path) -> Auditor:
    """Return an auditor of the game of `table`, which is archived, under a checkpoint, and still stored."""
    assert keeping_archiver.round() == ArchiveRound(archived=1)
    auditor = auditor_of(table, tmp_path, EARLY, LATE, table.view()["ply"])
    assert (auditor.audit(table).status, auditor.audit(table).headline) == (0, CLEAN)
    assert (auditor.audit_by_verifier(table).status, auditor.log_is_unchanged(table)) == (0, True)
    return auditor


@pytest.fixture
def arbiter(api: Api) -> Person:
    """Return a player whose key may rule on disputes."""
    lupe = person(api)
    api.players.grant(lupe.id, KeyScope.AUDIT)
    return lupe.with_scopes("audit")


@pytest.fixture(params=[damage, cut])
def broken(api: Api, table: Table, request: pytest.FixtureRequest) -> Table:
    """Return a finished game that can be read up to the entry before `AT`."""
    request.param(api, table, AT)
    return started_anew(table)
