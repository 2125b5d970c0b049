"""The audit of a bundle: the game by its record, the dispute by its own and by that of the game."""

from dataclasses import dataclass
from pathlib import Path

from replays.audit import audit
from replays.disputes.bundle import MAGIC, Bundle, read
from replays.disputes.check import audit_dispute
from replays.errors import BadKeys, BadRecord, Unreachable
from replays.findings import Report
from replays.receipts import KeyList, read_keys
from replays.record import read as read_record
from replays.scan import SIZE_LIMIT


@dataclass(frozen=True, slots=True)
class Audited:
    """What was found in a bundle, and the keys it was checked with: the caller's, or those in it."""

    game: Report
    dispute: Report
    keys: KeyList
    own: bool

    @property
    def clean(self) -> bool:
        """Whether nothing was found and nothing left out."""
        return self.game.clean and self.dispute.clean


def in_file(name: str) -> Bundle | None:
    """The bundle in the file `name`; None if that is no zip file. BadBundle for any other zip file."""
    path = Path(name)
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return None
            file.seek(0)
            return read(file.read(SIZE_LIMIT + 1))
    except (OSError, ValueError) as problem:
        raise Unreachable(f"the file cannot be read: {problem}") from None


def audited(bundle: Bundle, keys: KeyList | None) -> Audited:
    """The audit of both records in `bundle`; BadKeys if no keys are given and those in it are none."""
    trusted = keys or read_keys(bundle.keys)
    try:
        game = read_record(bundle.game).entries
    except (BadRecord, BadKeys):
        game = ()
    return Audited(
        audit(bundle.game, keys=trusted), audit_dispute(bundle.dispute, game, trusted), trusted, keys is None
    )
