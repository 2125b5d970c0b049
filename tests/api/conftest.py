"""Fixtures of the API's tests."""

from collections.abc import Iterator

import pytest

from tests.api.helpers import Api, running


@pytest.fixture
def api(redis_url: str) -> Iterator[Api]:
    """The API over an empty store."""
    with running(redis_url) as api:
        yield api
