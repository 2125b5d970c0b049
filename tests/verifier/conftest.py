"""Fixtures for tests of the verifier."""

from collections.abc import Iterator

import pytest

from tests.verifier.node import Auditor, auditor


@pytest.fixture(scope="session")
def verifier() -> Iterator[Auditor]:
    """Run the verifier in Node for all tests of this session."""
    with auditor() as running:
        yield running
