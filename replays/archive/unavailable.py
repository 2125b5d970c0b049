"""Lists that are incomplete because the catalogue or the archive does not answer."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from marshmallow import Schema, fields

from app.games.codec import Json
from app.http.openapi_schemas import OPTIONAL
from app.outages.causes import Part
from replays.archive.errors import ArchiveUnavailable
from replays.catalogue.errors import CatalogueUnavailable


class Incomplete(Schema):
    """Member of a list response with the parts that did not answer."""

    missing = fields.List(
        fields.String(metadata={"enum": [str(Part.CATALOGUE), str(Part.ARCHIVE)]}),
        metadata={
            OPTIONAL: True,
            "description": "Parts that did not answer, whose share is not here; else absent",
        },
    )


@contextmanager
def passed_over(missing: set[Part]) -> Iterator[None]:
    """Add an unavailable part to `missing` and leave the block."""
    try:
        yield
    except (ArchiveUnavailable, CatalogueUnavailable) as problem:
        missing.add(problem.outage.part)


def incomplete(missing: Iterable[Part]) -> Json:
    """Return the member of `Incomplete`; no member if nothing is missing.

    >>> incomplete({Part.CATALOGUE}), incomplete(())
    ({'missing': ['catalogue']}, {})
    """
    named = sorted(map(str, missing))
    return {"missing": named} if named else {}
