"""The identity of a new installation, and of one whose data is older than identities.

The store is written first, by one command that the first of several processes wins; the others wait until
every part has the identity, and compare. Data without any identity takes one only if the service secret fits:
the catalogue was signed with our keys, and the store's sealed entries open. It must be whole, too: an empty
part beside others with games is a wrong setting, or a loss.
"""

import time
from collections.abc import Sequence
from typing import Final

from app.config import Settings
from app.outages import SETTINGS, Part
from app.secret import Keys
from app.signing import KeyRing
from app.store import installation as in_store
from app.store.afterlife import Retention
from app.store.generations import StoredGenerations
from app.store.vault import StorageCipher
from replays.catalogue import installation as in_catalogue
from replays.catalogue.connecting import bare
from replays.installation.comparing import fault, secret_settings, sentence
from replays.installation.errors import InstallationFault
from replays.installation.identity import Identity, draw
from replays.installation.parts import CARRIERS, NAMES, Parts, PartState
from replays.tree.owner import foreign

PATIENCE_SECONDS: Final = 10.0
"""How long a process waits for the one that founds the installation; that one may have died."""

_LOOK_SECONDS: Final = 0.05


def found_installation(parts: Parts, settings: Settings, secrets: Keys) -> Identity:
    """The identity that all parts have, made or completed. InstallationFault if they do not fit together.

    Every part has to answer: what one of them holds decides whether the others may be taken.
    """
    seen = _all(parts)
    found = {one.part: one for one in seen}
    store = found[Part.STORE]
    if store.identity is None:
        check_fit(parts, settings, secrets, found)
        mine = draw(secrets.installation)
        parts.write(Part.STORE, mine)
        store = parts.find(Part.STORE)
        if store.identity != mine:
            store = _waited(parts)
    elif not store.complete:
        store = _waited(parts)
    if store.identity is None:
        raise InstallationFault(_away(store))
    if not store.complete:
        check_catalogue(parts, settings, secrets)
        complete(parts, store.identity)
    problem = fault(_all(parts), secrets.installation, secret_settings(settings))
    if problem is not None:
        raise InstallationFault(problem)
    return store.identity


def check_fit(parts: Parts, settings: Settings, secrets: Keys, found: dict[Part, PartState]) -> None:
    """InstallationFault unless parts without an identity are whole and of the service secret."""
    check_catalogue(parts, settings, secrets)
    store, catalogue, archive = (found[part] for part in CARRIERS)
    if store.empty:
        _check_beside(store, [catalogue, archive])
    if catalogue.empty:
        _check_beside(catalogue, [archive])
        if kept := Retention(parts.store, StorageCipher(secrets.vault)).kept():
            raise InstallationFault(_missing(catalogue, f"{store.named} has {kept} games that were archived"))
    if archive.empty and not catalogue.empty:
        check_archive(parts, archive, catalogue)
    check_store(parts, settings, secrets, store)


def check_catalogue(parts: Parts, settings: Settings, secrets: Keys) -> None:
    """InstallationFault if the last checkpoint of the catalogue was signed with other keys than ours."""
    ring = KeyRing(secrets.sign, StoredGenerations(parts.store), settings.origin)
    with bare(parts.engine) as connection:
        if in_catalogue.is_empty(connection) or connection is None:
            return
        strange = foreign(connection, ring)
    if strange is not None:
        raise InstallationFault(f"{strange} The catalogue is {parts.find(Part.CATALOGUE).where}.")


def check_store(parts: Parts, settings: Settings, secrets: Keys, store: PartState) -> None:
    """InstallationFault if most of what the store has sealed does not open with the service secret."""
    if in_store.opens(parts.store, StorageCipher(secrets.vault)) is False:
        raise InstallationFault(
            sentence(
                f"{store.named} holds games of another service secret than that of this process; look at"
                f" {secret_settings(settings)}, or at {SETTINGS[Part.STORE]}"
            )
        )


def check_archive(parts: Parts, archive: PartState, catalogue: PartState) -> None:
    """InstallationFault if the archive lacks the file that the catalogue entered last."""
    with bare(parts.engine) as connection:
        newest = in_catalogue.newest_blob(connection)
    if newest is not None and parts.files.size(newest) is None:
        raise InstallationFault(_missing(archive, f"{catalogue.named} names files that it should have"))


def _check_beside(empty: PartState, others: Sequence[PartState]) -> None:
    """InstallationFault if a part is empty beside one that is not."""
    for other in others:
        if not other.empty:
            whose = f" of installation {other.identity.id}" if other.identity else ""
            raise InstallationFault(_missing(empty, f"{other.named} has games{whose}"))


def _missing(empty: PartState, told: str) -> str:
    return sentence(
        f"{empty.named} is empty, but {told}; look at {SETTINGS[empty.part]}, or join the"
        f" {NAMES[empty.part]} by `conquian installation adopt {empty.part}`"
    )


def complete(parts: Parts, identity: Identity) -> None:
    """Write the identity of the store where it is missing, and remember that it is everywhere."""
    for part in (Part.CATALOGUE, Part.ARCHIVE):
        parts.write(part, identity)
        there = parts.find(part)
        if there.away:
            raise InstallationFault(_away(there))
        if there.identity != identity:
            return  # the comparison that follows says so
    in_store.complete(parts.store)


def _waited(parts: Parts) -> PartState:
    """The store once its identity is complete, or when the one who began it has had time enough."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while not (store := parts.find(Part.STORE)).complete and time.monotonic() < ends:
        time.sleep(_LOOK_SECONDS)
    return store


def _all(parts: Parts) -> list[PartState]:
    """What is found in every part; InstallationFault if one does not answer."""
    found = parts.all()
    for one in found:
        if one.away:
            raise InstallationFault(_away(one))
    return found


def _away(one: PartState) -> str:
    return sentence(
        f"{one.named} does not answer ({one.away}), and the installation has no identity yet, which needs all"
        f" its parts; start it, or look at {SETTINGS[one.part]}"
    )
