"""Errors of the bots that users bring.

EntrantError
    EntrantRefused   the description of an entrant is invalid, or not allowed here; `code` is stable
    EntrantFailed    it did not decide; `reason` is the kind of failure
"""

from enum import StrEnum


class EntrantError(Exception):
    """An external bot cannot be used."""


class EntrantRefused(EntrantError):
    """A participant is refused; `code` is the reason, `field` the wrong part of its description.

    `entrant_malformed`: the description has not exactly one kind, or an invalid value. `entrant_local_only`:
    it names a path or a command, which only the command line may. `entrant_unknown_bot`: no bot of the
    service has that name. `entrant_not_found`: the file, the class, the entry point or the program does not
    exist. `entrant_not_loaded`: the file exists, but running it raised an exception. `entrant_changed`: the
    files have changed since the tournament began.
    """

    def __init__(self, code: str, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.field = field


class FailureReason(StrEnum):
    """Reason why a participant did not decide."""

    NOT_STARTED = "not_started"
    """It ended without reading a question, or could not be created."""
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    ILLEGAL = "illegal"
    MEMORY = "memory"
    PROTOCOL = "protocol"


class EntrantFailed(EntrantError):
    """A participant did not decide, also not after a restart.

    `reason` is stable, the text is one sentence. `stderr` is the end of its standard error, `answer` the
    beginning of its answer, `ended` the end of its process (`status 1`, `signal 11`, the name of an
    exception); each is empty if there is none.
    """

    def __init__(
        self, reason: FailureReason, sentence: str, stderr: str = "", *, answer: str = "", ended: str = ""
    ) -> None:
        super().__init__(f"{reason}: {sentence}")
        self.reason = reason
        self.stderr = stderr
        self.answer = answer
        self.ended = ended
