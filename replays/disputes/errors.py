"""What disputes refuse, in one tree.

DisputeError
    DisputeRefused   a command that is not possible; `code` is the stable reason (RULES 13); Declined too
ReplayError
    DisputeNotOver   a dispute that goes on has no record for the archive yet
    BadBundle        a file that is not the bundle of a dispute
"""

from app.service.event_log import Declined
from replays.record.errors import ReplayError


class DisputeError(Exception):
    """The base of what disputes raise."""


class DisputeRefused(DisputeError, Declined):
    """A command is not possible; nothing changes. `dispute` is the id of the one that exists already.

    `rule` is the paragraph that it rests on, None for that of its code. `ply` is that of the log of the
    dispute it was decided on; of an opening that of the log of the game, as far as it can be read.
    `frozen` says that the hand cannot end before the operator ends its game.
    """

    def __init__(
        self, code: str, dispute: str | None = None, rule: str | None = None, *, frozen: bool = False
    ) -> None:
        super().__init__(code)
        self.frozen = frozen
        self.code = code
        self.dispute = dispute
        self.rule = rule


class DisputeNotOver(ReplayError):
    """A dispute that goes on has no record for the archive yet."""


class BadBundle(ReplayError):
    """A file is not the bundle of a dispute."""
