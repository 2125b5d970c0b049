"""Everything that can go wrong with the catalogue, in one tree.

CatalogueError
    BadAddress            CATALOGUE_URL names no database that can be used
    CatalogueTooNew       the tables were made by a newer version of the program
    CatalogueUnavailable  the database is away, locked for too long or out of space
"""

from app.outages import Cause, Outage, Part


class CatalogueError(Exception):
    """The base of every error of the catalogue; the text is one sentence."""


class BadAddress(CatalogueError):
    """CATALOGUE_URL names no database that can be used."""


class CatalogueTooNew(CatalogueError):
    """The tables have a version that this program does not know."""


class CatalogueUnavailable(CatalogueError):
    """The database did not do the work, and nothing was changed; `outage` has the cause."""

    def __init__(self, detail: str, outage: Outage | None = None) -> None:
        super().__init__(detail)
        self.outage = outage or Outage(Part.CATALOGUE, Cause.FAILED)
