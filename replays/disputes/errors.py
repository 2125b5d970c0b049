"""Errors of disputes.

DisputeError
    DisputeRefused   a command is not possible; `code` is the stable reason (RULES 13); also a DecisionRefused
ReplayError
    DisputeNotOver   a dispute that is not over has no record for the archive yet
    BadBundle        the file is not the bundle of a dispute
"""

from app.service.event_log import DecisionRefused
from replays.record.errors import ReplayError


class DisputeError(Exception):
    """The base of what disputes raise."""


class DisputeRefused(DisputeError, DecisionRefused):
    """A command is not possible; nothing changes.

    `dispute` is the id of an existing dispute. `rule` is the paragraph of the reason, None for that of the
    code. `ply` is that of the dispute's log on which the command was decided; for an opening, that of the
    game's log as far as it can be read. `frozen` means that the hand cannot end before the operator ends its
    game.
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
