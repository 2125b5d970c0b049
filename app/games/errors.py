"""Refusals by the rules.

GameError
    Refused        a command that the rules do not allow here: nothing changes
    ConfigRefused  rules that cannot be played: the table is not made
"""

from collections.abc import Mapping
from typing import Any


class GameError(Exception):
    """The root of errors that the games raise for a mistake of a caller."""

    def __init__(self, code: str, rule: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.play: str | None = None
        """The name of the game, once somebody knows it."""


class Refused(GameError):
    """A command is not possible; `code` is the stable reason, `rule` the paragraph of RULES.md.

    `why` names a narrower cause of the code, where there are several, with `values` for its sentence. `at` is
    a JSON pointer (RFC 6901) to the member of the command that is at fault, `possible` has the values
    `allowed` there, or its `minimum` and `maximum`. `ply` is the one on which the
    command was decided, None until it is known.
    """

    def __init__(
        self,
        code: str,
        rule: str | None = None,
        *,
        why: str | None = None,
        at: str | None = None,
        possible: Mapping[str, Any] | None = None,
        **values: str | int,
    ) -> None:
        super().__init__(code, rule)
        self.why = why
        self.at = at
        self.possible = possible or {}
        self.values = values
        self.ply: int | None = None


class ConfigRefused(GameError):
    """Rules contradict themselves or the variant; `field` names the option, `possible` its bounds."""

    def __init__(self, code: str, field: str, **possible: int) -> None:
        super().__init__(code)
        self.field = field
        self.possible = possible
