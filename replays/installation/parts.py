"""The three parts with the identity of an installation, and their states."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from redis import Redis

from app.observability.startup import places
from app.outages.causes import Part, sentence_of
from app.settings.settings import Settings
from app.store import installation as in_store
from app.store.client import connect as connect_store
from app.store.errors import StoreError
from replays.archive import installation as in_archive
from replays.archive.errors import ArchiveError
from replays.archive.files import open_files
from replays.catalogue import installation as in_catalogue
from replays.catalogue.connecting import bare
from replays.catalogue.connecting import connect as connect_catalogue
from replays.catalogue.errors import CatalogueError
from replays.installation.identity import BadIdentity, Identity, parse

CARRIERS: Final = (Part.STORE, Part.CATALOGUE, Part.ARCHIVE)
"""Parts with the identity."""

NAMES: Final = MappingProxyType(
    {Part.STORE: "games' store", Part.CATALOGUE: "catalogue", Part.ARCHIVE: "archive"}
)
"""Names of the parts in sentences."""


@dataclass(frozen=True, slots=True)
class PartState:
    """State of a part: its identity, or that it has none and whether it is empty.

    `away` is the reason if the part did not answer, `bad` if its identity cannot be read. `complete` is False
    for a store whose identity may be missing in other parts.
    """

    part: Part
    where: str = ""
    identity: Identity | None = None
    empty: bool = False
    complete: bool = True
    away: str = ""
    bad: str = ""

    @property
    def named(self) -> str:
        """Name of the part in a sentence, with its address if known."""
        return f"the {NAMES[self.part]} {self.where}".rstrip()

    def anonymous(self) -> "PartState":
        """Return the state without the address, for clients."""
        return replace(self, where="")


class Parts:
    """The parts in `settings`, with connections of their own, which `close` closes.

    The store is left out if the settings name none. Raises BadAddress for an unusable catalogue.
    """

    def __init__(self, settings: Settings) -> None:
        self.redis = connect_store(settings.redis_url) if settings.redis_url else None
        self.engine = connect_catalogue(settings.catalogue)
        self.files = open_files(settings.archive)
        self._where = places(settings)

    def close(self) -> None:
        """Close the connections."""
        if self.redis is not None:
            self.redis.close()
            self.redis.connection_pool.disconnect()
        self.engine.dispose()

    def all(self) -> list[PartState]:
        """Return the states of all parts, the store first."""
        return [self.find(part) for part in CARRIERS if part is not Part.STORE or self.redis is not None]

    def find(self, part: Part) -> PartState:
        """Return the state of a part, also if it does not answer."""
        state = PartState(part, self._where[part])
        try:
            return _FIND[part](self, state)
        except BadIdentity as problem:
            return replace(state, bad=str(problem))
        except (StoreError, CatalogueError, ArchiveError) as problem:
            return replace(state, away=sentence_of(problem).rstrip("."))

    def write(self, part: Part, identity: Identity) -> None:
        """Write the identity into a part that has none."""
        if part is Part.STORE:
            in_store.write(self.store, identity.text)
        elif part is Part.CATALOGUE:
            in_catalogue.write(self.engine, identity.text)
        else:
            in_archive.write(self.files, identity.text)

    def replace(self, part: Part, identity: Identity) -> None:
        """Overwrite the identity of a part."""
        if part is Part.STORE:
            in_store.replace(self.store, identity.text)
        elif part is Part.CATALOGUE:
            in_catalogue.replace(self.engine, identity.text)
        else:
            in_archive.replace(self.files, identity.text)

    @property
    def store(self) -> Redis:
        """Client of the store. Raises LookupError if the settings name none."""
        if self.redis is None:
            raise LookupError("the settings name no store")
        return self.redis


def _in_store(parts: Parts, state: PartState) -> PartState:
    text, complete = in_store.read(parts.store)
    if text is None:
        return replace(state, empty=in_store.is_empty(parts.store))
    return replace(state, identity=parse(text), complete=complete)


def _in_catalogue(parts: Parts, state: PartState) -> PartState:
    with bare(parts.engine) as connection:
        text = None if connection is None else in_catalogue.read_in(connection)
        if text is None:
            return replace(state, empty=in_catalogue.is_empty(connection))
    return replace(state, identity=parse(text))


def _in_archive(parts: Parts, state: PartState) -> PartState:
    text = in_archive.read(parts.files)
    if text is None:
        return replace(state, empty=in_archive.is_empty(parts.files))
    return replace(state, identity=parse(text))


_FIND: Final[dict[Part, Callable[[Parts, PartState], PartState]]] = {
    Part.STORE: _in_store,
    Part.CATALOGUE: _in_catalogue,
    Part.ARCHIVE: _in_archive,
}
