"""Lists that are made while the catalogue or the archive does not answer: what is live, marked incomplete."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from marshmallow import Schema, fields

from app.games.codec import Json
from app.http.shapes import OPTIONAL
from app.outages import Part
from replays.archive.errors import ArchiveUnavailable
from replays.catalogue.errors import CatalogueUnavailable


class Incomplete(Schema):
    """The member of an answer with a list that says which parts did not answer."""

    missing = fields.List(
        fields.String(metadata={"enum": [str(Part.CATALOGUE), str(Part.ARCHIVE)]}),
        metadata={
            OPTIONAL: True,
            "description": "Parts that did not answer, whose share is not here; else absent",
        },
    )


@contextmanager
def passed_over(missing: set[Part]) -> Iterator[None]:
    """Add to `missing` the part that does not answer within the block, which ends there."""
    try:
        yield
    except (ArchiveUnavailable, CatalogueUnavailable) as problem:
        missing.add(problem.outage.part)


def incomplete(missing: Iterable[Part]) -> Json:
    """Return the member of `Incomplete`; no member where nothing is missing.

    >>> incomplete({Part.CATALOGUE}), incomplete(())
    ({'missing': ['catalogue']}, {})
    """
    named = sorted(map(str, missing))
    return {"missing": named} if named else {}
