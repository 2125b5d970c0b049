"""Lists that are incomplete because the catalogue or the archive does not answer."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, NotRequired, TypedDict

from app.parts.outages import Part
from replays.archive.errors import ArchiveUnavailable
from replays.catalogue.errors import CatalogueUnavailable


class Incomplete(TypedDict):
    """Member of a list response with the parts that did not answer."""

    missing: NotRequired[
        Annotated[
            list[Annotated[str, {"enum": [str(Part.CATALOGUE), str(Part.ARCHIVE)]}]],
            "Parts that did not answer, whose share is not here; else absent",
        ]
    ]


@contextmanager
def passed_over(missing: set[Part]) -> Iterator[None]:
    """Add an unavailable part to `missing` and leave the block."""
    try:
        yield
    except (ArchiveUnavailable, CatalogueUnavailable) as problem:
        missing.add(problem.outage.part)


def incomplete(missing: Iterable[Part]) -> Incomplete:
    """Return the member of `Incomplete`; no member if nothing is missing.

    >>> incomplete({Part.CATALOGUE}), incomplete(())
    ({'missing': ['catalogue']}, {})
    """
    named = sorted(map(str, missing))
    return {"missing": named} if named else {}
