"""Fixtures for tests of the API."""

from collections.abc import Iterator

import pytest

from app.store.keys import game_id_from
from tests.api.disputing import ended
from tests.api.helpers import Api, Table, running


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
