"""What tournaments refuse.

TournamentError
    BadManifest      a manifest that no tournament can be played by; `faults` says all that is wrong with it
    Unwelcome        a command that has no sense now; `code` is the stable reason
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from app.games.languages import Words


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one member of a manifest: a stable code, and the member as a JSON pointer.

    `possible` has, where it is known, the values `allowed`, or the `minimum` and `maximum` of a number.
    `said` says what is wrong here, where that is more than the sentence of the code.
    """

    code: str
    field: str
    possible: Mapping[str, Any] = dataclass_field(default_factory=dict)
    said: Words | None = None


class TournamentError(Exception):
    """The root of what tournaments raise for something a caller did."""


class BadManifest(TournamentError):
    """A manifest is malformed or contradicts itself; nothing is made of it."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(f"{fault.code} at {fault.field or 'the whole'}" for fault in faults))
        self.faults = faults


class Unwelcome(TournamentError):
    """A command cannot be carried out on the tournament as it is."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
