"""Fixture with the two services that the tests compare."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.twins.proof import Proof, proof


@pytest.fixture(scope="module")
def proven(valkey_socket: Path) -> Iterator[Proof]:
    """Yield two services side by side, over databases of their own."""
    with proof(f"unix://{valkey_socket}") as started:
        yield started
