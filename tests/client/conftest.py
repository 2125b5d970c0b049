"""The service of the client's tests."""

from tests.remote.conftest import url

__all__ = ["url"]
