"""The fixture that registers Highcard, and nothing else."""

from collections.abc import Iterator

import pytest

from app.games.registry import GAMES
from app.http.errors import CODES
from tests.api.helpers import Api, running
from tests.second_game.game import HIGHCARD


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register Highcard as a game, until the test ends; its codes are those of an application."""
    monkeypatch.setitem(GAMES, HIGHCARD.name, HIGHCARD)
    codes = dict(CODES)
    yield
    for code in set(CODES) - set(codes):
        del CODES[code]


@pytest.fixture
def api(registered: None, redis_url: str) -> Iterator[Api]:
    """Return the API over an empty store, which knows Highcard."""
    with running(redis_url) as api:
        yield api
