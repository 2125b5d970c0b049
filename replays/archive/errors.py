"""Everything that can go wrong with the archive, in one tree.

ArchiveError
    ArchiveUnavailable  the directory or the bucket did not do the work
    DamagedBlob         a file of the archive is not what was written
    RecordRemoved       the record was removed, by time or by the operator; names the moment
"""

from app.outages import Cause, Outage, Part


class ArchiveError(Exception):
    """The base of every error of the archive; the text is one sentence without a full stop."""


class ArchiveUnavailable(ArchiveError):
    """The directory or the bucket is away, full, or refuses us; `outage` has the cause."""

    def __init__(self, detail: str, outage: Outage | None = None) -> None:
        super().__init__(detail)
        self.outage = outage or Outage(Part.ARCHIVE, Cause.FAILED)


class DamagedBlob(ArchiveError):
    """A file of the archive is missing or not what was written."""


class RecordRemoved(ArchiveError):
    """The record of the game was removed at `removed_ms` (ms since 1970); its leaf and its row remain."""

    def __init__(self, game: str, removed_ms: int) -> None:
        super().__init__(f"the record of {game} was removed")
        self.game = game
        self.removed_ms = removed_ms
