"""Who is told what an event store does, and says on whose behalf; nothing depends on it."""

from typing import Protocol


class Witness(Protocol):
    """Knows the request that writes, hears what came of it; it raises nothing."""

    def request(self) -> str:
        """The id of the request on whose behalf an entry is written now, empty for none."""

    def appended(self, log: str, ply: int) -> None:
        """Entry `ply` of `log` is written."""

    def conflicted(self, log: str) -> None:
        """An entry of `log` came second and is not written."""


class Nobody:
    """Asks for nothing and remembers nothing."""

    def request(self) -> str:
        """No request."""
        return ""

    def appended(self, log: str, ply: int) -> None:
        """Nothing."""

    def conflicted(self, log: str) -> None:
        """Nothing."""


NOBODY = Nobody()
