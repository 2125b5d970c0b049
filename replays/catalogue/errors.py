"""Errors of the catalogue.

CatalogueError
    BadAddress            CATALOGUE_URL names no usable database
    CatalogueTooNew       the tables were created by a newer version of the program
    CatalogueUnavailable  the database is unreachable, locked for too long or out of space
"""

from app.outages.causes import Outage, OutageCause, Part


class CatalogueError(Exception):
    """Base of the errors of the catalogue; the text is one sentence."""


class BadAddress(CatalogueError):
    """CATALOGUE_URL names no usable database."""


class CatalogueTooNew(CatalogueError):
    """The tables have a version that this program does not know."""


class CatalogueUnavailable(CatalogueError):
    """The database failed, and nothing was changed; `outage` has the cause."""

    def __init__(self, detail: str, outage: Outage | None = None) -> None:
        super().__init__(detail)
        self.outage = outage or Outage(Part.CATALOGUE, OutageCause.FAILED)
