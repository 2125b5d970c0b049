"""Errors of tournaments.

TournamentError
    BadManifest      an invalid manifest; `faults` lists everything that is wrong with it
    Unwelcome        a command that the state does not allow; `code` is the stable reason
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from app.i18n import Message


@dataclass(frozen=True, slots=True)
class ManifestFault:
    """A fault of one member of a manifest: a stable code, and the member as a JSON pointer.

    `possible` has the values `allowed`, or the `minimum` and `maximum` of a number, where these are known.
    `message` describes the fault if that is more precise than the sentence of the code.
    """

    code: str
    field: str
    possible: Mapping[str, Any] = dataclass_field(default_factory=dict)
    message: Message | None = None


class TournamentError(Exception):
    """Root of the errors that tournaments raise for a mistake of the caller."""


class BadManifest(TournamentError):
    """The manifest is malformed or contradicts itself."""

    def __init__(self, faults: tuple[ManifestFault, ...]) -> None:
        super().__init__("; ".join(f"{fault.code} at {fault.field or 'the whole'}" for fault in faults))
        self.faults = faults


class Unwelcome(TournamentError):
    """The state of the tournament does not allow the command."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
