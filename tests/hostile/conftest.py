"""The service that every hostile request goes to."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.service import Game, Service, running


@pytest.fixture(scope="package")
def service(valkey_socket: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The whole service behind gunicorn, one for all of these tests, none of which empties the store."""
    with running(valkey_socket, tmp_path_factory.mktemp("hostile")) as service:
        yield service


@pytest.fixture(scope="module")
def game(service: Service) -> Game:
    """A dealt game that no hostile request may change."""
    return service.new_game()
