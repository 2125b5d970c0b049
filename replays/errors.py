"""Everything that can go wrong with a replay, in one tree.

ReplayError
    NotRevealed   the game has not ended, so there is no record of it yet
    UnknownEdition   the game is played by a rulebook that this program does not have
    BadNotation   text that is no game in the notation, or no game the rules allow; names line and column
    Untellable    a log that leads to no positions, so that the notation cannot tell it
    BadRecord     bytes that are not a record; names the line, and the ply where the line is an entry's
    NotARecord    a file that is of another kind altogether
    BadKeys       something that was to be a list of keys is none
    BadReceipts   something that was to be receipts is none
    NoSuchReplay  there is neither such a file nor such a game
    Unreachable   the service or the file did not give what was asked for
      Refused     the service answered with a refusal
        Quarantined   what the service has stored of the game is damaged
"""


class ReplayError(Exception):
    """The base of every error of replays; the text is one sentence for who asked."""


class NotRevealed(ReplayError):
    """A record opens every card, so it exists only once the game is over."""


class UnknownEdition(ReplayError):
    """The game is played by an edition of the rulebook that this program does not have."""


class BadRecord(ReplayError):
    """Line `line` (from 1) is not what a record has there; `ply` is that of the entry, 0 for the header."""

    def __init__(self, line: int, ply: int, detail: str) -> None:
        super().__init__(f"line {line} (ply {ply}): {detail}")
        self.line = line
        self.ply = ply
        self.detail = detail


class NotARecord(ReplayError):
    """A file has nothing of a record, not even of one that was cut or altered."""


class BadKeys(ReplayError):
    """What was given as a list of keys is none."""


class BadReceipts(ReplayError):
    """What was given as receipts is none."""


class BadNotation(ReplayError):
    """At `line` and `column` (from 1) stands what cannot stand there; `rule` is the paragraph against it."""

    def __init__(self, line: int, column: int, detail: str, rule: str | None = None) -> None:
        super().__init__(f"line {line}, column {column}: {detail}" + (f" (rules {rule})" if rule else ""))
        self.line = line
        self.column = column
        self.detail = detail
        self.rule = rule


class Untellable(ReplayError):
    """The notation tells moves from positions, and this log leads to none."""


class NoSuchReplay(ReplayError):
    """Neither a file nor a game goes by this name."""


class Unreachable(ReplayError):
    """The file cannot be read, or the service is away or answered something else."""


class Refused(Unreachable):
    """The service answered with the HTTP status `status` and the stable code `code`, None without one."""

    def __init__(self, status: int, code: object, detail: object = None) -> None:
        said = f": {detail.rstrip('.')}" if isinstance(detail, str) else ""
        super().__init__(f"the service refuses: {status} {code!a}{said}")
        self.status = status
        self.code = code
        self.detail = detail


class Quarantined(Refused):
    """The service cannot read the log of the game, or only its beginning."""
