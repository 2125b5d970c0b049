"""What the rules refuse.

GameError
    Refused        a command that the rules do not allow here: nothing changes
    ConfigRefused  rules that cannot be played: the table is not made
"""


class GameError(Exception):
    """The root of what the games raise for something a caller did."""

    def __init__(self, code: str, rule: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule


class Refused(GameError):
    """A command is not possible; `code` is the stable reason, `rule` the paragraph of RULES.md."""


class ConfigRefused(GameError):
    """Rules contradict themselves or the variant; `field` names the option at fault."""

    def __init__(self, code: str, field: str) -> None:
        super().__init__(code)
        self.field = field
