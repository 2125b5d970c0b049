"""Checkpoint step of the clock: signs the log of all games when it has new leaves."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from replays.archive.errors import ArchiveError
from replays.archive.signing import LogSigner
from replays.catalogue.errors import CatalogueError
from replays.transparency.errors import TreeError, TreeForked

KNOWN: Final = (ArchiveError, CatalogueError, TreeError)
"""Errors outside of this process; the next step tries again."""


def signing(signer: LogSigner) -> Callable[[], None]:
    """Return the clock's step for the log of all games; errors are those of the signer.

    A log that contradicts the signed one is logged once by the signer, and checked again.
    """

    def sign() -> None:
        with suppress(TreeForked):
            signer.sign()

    return sign
