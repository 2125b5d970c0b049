"""Fixtures of the tests of webhooks: the API over an empty store, and a receiver."""

from collections.abc import Iterator

import pytest

from tests.api.helpers import Api, running
from tests.webhooks.helpers import PRIVATE, Post, posting
from tests.webhooks.receiver import Receiver, receiving


@pytest.fixture
def api(redis_url: str) -> Iterator[Api]:
    """The API over an empty store, whose webhooks may reach loopback."""
    with running(redis_url, webhook_networks=PRIVATE) as api:
        yield api


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver on loopback."""
    with receiving() as started:
        yield started


@pytest.fixture
def post(api: Api, redis_url: str) -> Iterator[Post]:
    with posting(api, redis_url) as started:
        yield started
