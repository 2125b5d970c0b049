"""The service that the client plays at."""

from tests.remote.conftest import url

__all__ = ["url"]
