"""Fixtures for tests of the verifier."""

from collections.abc import Iterator

import pytest

from tests.verifier.node import Auditor, auditor


@pytest.fixture(scope="module")
def verifier() -> Iterator[Auditor]:
    """Run the verifier in Node for the tests of a module."""
    with auditor() as running:
        yield running
