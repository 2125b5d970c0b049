"""Errors of the archive.

ArchiveError
    ArchiveUnavailable  the directory or the bucket failed
    DamagedBlob         a file of the archive differs from what was written
    RecordRemoved       the record was removed, by age or by the operator, at `removed_ms`
"""

from app.outages.causes import Outage, OutageCause, Part


class ArchiveError(Exception):
    """Base of the errors of the archive; the text is one sentence without a full stop."""


class ArchiveUnavailable(ArchiveError):
    """The directory or the bucket is unreachable, full, or refuses access; `outage` has the cause."""

    def __init__(self, detail: str, outage: Outage | None = None) -> None:
        super().__init__(detail)
        self.outage = outage or Outage(Part.ARCHIVE, OutageCause.FAILED)


class DamagedBlob(ArchiveError):
    """A file of the archive is missing or differs from what was written."""


class RecordRemoved(ArchiveError):
    """The record of the game was removed at `removed_ms` (ms since 1970); its leaf and its row remain."""

    def __init__(self, game: str, removed_ms: int) -> None:
        super().__init__(f"the record of {game} was removed")
        self.game = game
        self.removed_ms = removed_ms
