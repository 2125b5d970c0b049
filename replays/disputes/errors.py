"""What disputes refuse, in one tree.

DisputeError
    DisputeRefused   a command that is not possible; `code` is the stable reason (RULES 13)
ReplayError
    NotOver          a dispute that goes on has no record for the archive yet
    BadBundle        a file that is not the bundle of a dispute
"""

from replays.errors import ReplayError


class DisputeError(Exception):
    """The base of what disputes raise."""


class DisputeRefused(DisputeError):
    """A command is not possible; nothing changes. `dispute` is the id of the one that exists already."""

    def __init__(self, code: str, dispute: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.dispute = dispute


class NotOver(ReplayError):
    """A dispute that goes on has no record for the archive yet."""


class BadBundle(ReplayError):
    """A file is not the bundle of a dispute."""
