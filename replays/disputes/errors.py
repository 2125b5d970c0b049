"""What disputes refuse, in one tree.

DisputeError
    DisputeRefused   a command that is not possible; `code` is the stable reason (RULES 13)
"""


class DisputeError(Exception):
    """The base of what disputes raise."""


class DisputeRefused(DisputeError):
    """A command is not possible; nothing changes."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
