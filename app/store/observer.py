"""Observer of an event store: supplies the request id of a write and receives its result."""

from typing import Protocol


class StoreObserver(Protocol):
    """Observer of appends. Its methods raise nothing; the store does not depend on them."""

    def request(self) -> str:
        """Return the id of the request on whose behalf an entry is written, empty for none."""

    def appended(self, log: str, ply: int) -> None:
        """Receive that entry `ply` of `log` was written."""

    def conflicted(self, log: str) -> None:
        """Receive that an entry of `log` was refused because of a conflict."""


class NullObserver:
    """Observer that does nothing (default)."""

    def request(self) -> str:
        """Return no request id."""
        return ""

    def appended(self, log: str, ply: int) -> None:
        """Do nothing."""

    def conflicted(self, log: str) -> None:
        """Do nothing."""


NULL_OBSERVER = NullObserver()
