"""What goes wrong with the bots that others bring.

EntrantError
    EntrantRefused   the description of an entrant is not one, or not allowed here; `code` is stable
    EntrantFailed    it did not decide; `reason` says how, `said` holds its last words
"""

from enum import StrEnum


class EntrantError(Exception):
    """Something is wrong with a bot that was brought."""


class EntrantRefused(EntrantError):
    """An entrant cannot take part; `code` is one of the codes, `field` the part of it that is at fault.

    `entrant_malformed`: the description has not exactly one kind, or a value that it cannot have.
    `entrant_local_only`: it names a path or a command, which only the command line may.
    `entrant_unknown_bot`: no bot of the house has that name.
    `entrant_not_found`: the file, the class, the entry point or the program is not there.
    `entrant_not_loaded`: the file is there, but running it raised.
    `entrant_changed`: the files are others than when the tournament began.
    """

    def __init__(self, code: str, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.field = field


class Reason(StrEnum):
    """How an entrant failed to decide."""

    NOT_STARTED = "not_started"
    """It ended without having read a question, or could not be made at all."""
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    ILLEGAL = "illegal"
    MEMORY = "memory"
    PROTOCOL = "protocol"


class EntrantFailed(EntrantError):
    """An entrant did not decide, nor did it after it was started again.

    `reason` is stable, the text one sentence, `said` the end of what it wrote on standard error. `answer` is
    the beginning of what it answered, empty if nothing. `ended` says in one word or two how it ended
    (`status 1`, `signal 11`, the name of an exception), empty where it did not.
    """

    def __init__(
        self, reason: Reason, sentence: str, said: str = "", *, answer: str = "", ended: str = ""
    ) -> None:
        super().__init__(f"{reason}: {sentence}")
        self.reason = reason
        self.said = said
        self.answer = answer
        self.ended = ended
