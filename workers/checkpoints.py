"""Checkpoints of the log of all games by the clock: signed where leaves came since the last one."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from replays.archive.errors import ArchiveError
from replays.archive.signing import LogSigner
from replays.catalogue.errors import CatalogueError
from replays.transparency.errors import TreeError, TreeForked

KNOWN: Final = (ArchiveError, CatalogueError, TreeError)
"""What may go wrong outside of this process; the next time is tried again."""


def signing(signer: LogSigner) -> Callable[[], None]:
    """What the clock does for the log of all games; errors are those of the signer.

    A log that contradicts what was signed is told once by the signer, and looked at again.
    """

    def sign() -> None:
        with suppress(TreeForked):
            signer.sign()

    return sign
