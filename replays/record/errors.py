"""Errors of replays.

ReplayError
    NotRevealed   the game has not ended, so it has no record yet
    UnknownEdition   this program does not have the game's edition of the rulebook
    BadNotation   the text is invalid, or violates the rules; with line and column
    Untellable    the log has no positions, so it cannot be written in the notation
    BadRecord     the bytes are not a record; with the line, and the ply of an entry's line
    BadKeys       the document is not a list of keys
    Unreachable   the service or the file could not be read
      RequestRefused  the service answered with a refusal
      Quarantined   the service's log of the game is damaged
"""

from app.i18n import Message


class ReplayError(Exception):
    """An error of replays; `message` is one sentence for the user, in English as text.

    Errors that no caller handles apart, such as a missing file, are of this class itself.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class NotRevealed(ReplayError):
    """The game is not over: a record reveals all cards."""


class UnknownEdition(ReplayError):
    """This program does not have the game's edition of the rulebook."""


class BadRecord(ReplayError):
    """Line `line` (from 1) of a record is invalid; `ply` is that of the entry, 0 for the header."""

    def __init__(self, line: int, ply: int, detail: Message) -> None:
        message = Message("line {line} (ply {ply}): {detail}")
        super().__init__(message.filled(line=line, ply=ply, detail=detail))
        self.line = line
        self.ply = ply
        self.detail = detail


class BadKeys(ReplayError):
    """The document is not a list of keys."""


class BadNotation(ReplayError):
    """The text is invalid at `line` and `column` (from 1); `rule` is the violated paragraph."""

    def __init__(self, line: int, column: int, detail: Message | str, rule: str | None = None) -> None:
        if rule is None:
            message = Message("line {line}, column {column}: {detail}")
        else:
            message = Message("line {line}, column {column}: {detail} (rules {rule})").filled(rule=rule)
        super().__init__(message.filled(line=line, column=column, detail=detail))
        self.line = line
        self.column = column
        self.detail = detail
        self.rule = rule


class Untellable(ReplayError):
    """The log leads to no positions, which the notation needs."""


class Unreachable(ReplayError):
    """The file cannot be read, or the service gives no valid answer."""


class RequestRefused(Unreachable):
    """The service answered with the HTTP status `status` and the stable code `code`, None without one."""

    def __init__(self, status: int, code: object, detail: object = None) -> None:
        if isinstance(detail, str):
            message = Message("the service refuses: {status} {code}: {detail}").filled(
                detail=detail.rstrip(".")
            )
        else:
            message = Message("the service refuses: {status} {code}")
        super().__init__(message.filled(status=status, code=ascii(code)))
        self.status = status
        self.code = code
        self.detail = detail


class Quarantined(RequestRefused):
    """The service cannot read the log of the game, or only its beginning."""
