"""Creation of the identity of an installation, and adoption of a part into one.

A new installation gets an identity, and so does one whose data is older than identities. The store is written
first, by a command that only the first of several processes completes; the others wait until every part has
the identity, and compare. Data without an identity gets one only if it fits the service secret: the catalogue
was signed with the keys of the service, and the store's sealed entries can be decrypted. It must also be
complete: an empty part beside others with games is a wrong setting, or a loss.

The operator can adopt an empty or restored part into the installation of the other parts.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.parts.outages import SETTINGS, Part
from app.service.secret_keys import Keys
from app.service.signing import KeyRing
from app.settings.settings import Settings
from app.store import installation as in_store
from app.store.encryption import StorageCipher
from app.store.retention import Retention
from app.store.signing_state import StoredGenerations
from replays.archive import installation as in_archive
from replays.catalogue import installation as in_catalogue
from replays.catalogue.connecting import bare
from replays.installation.parts import (
    CARRIERS,
    NAMES,
    Identity,
    InstallationFault,
    Parts,
    PartState,
    draw,
    fault,
    reference,
    secret_settings,
    sentence,
)
from replays.transparency.store import foreign

PATIENCE_SECONDS: Final = 10.0
"""Time limit of waiting for the process that creates the identity; it may have died."""

_LOOK_SECONDS: Final = 0.05


def found_installation(parts: Parts, settings: Settings, secrets: Keys) -> Identity:
    """Create or complete the identity of all parts and return it. Raises InstallationFault.

    Every part has to answer: the data of one decides whether the others may be used.
    """
    states = _all(parts)
    by_part = {state.part: state for state in states}
    store = by_part[Part.STORE]
    if store.identity is None:
        check_fit(parts, settings, secrets, by_part)
        drawn = draw(secrets.installation)
        parts.write(Part.STORE, drawn)
        store = parts.find(Part.STORE)
        if store.identity != drawn:
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


def check_fit(parts: Parts, settings: Settings, secrets: Keys, by_part: dict[Part, PartState]) -> None:
    """Raise InstallationFault unless parts without an identity are complete and of the service secret."""
    check_catalogue(parts, settings, secrets)
    store, catalogue, archive = (by_part[part] for part in CARRIERS)
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
    """Raise InstallationFault if the catalogue's last checkpoint was signed with other keys."""
    ring = KeyRing(secrets.sign, StoredGenerations(parts.store), settings.origin)
    with bare(parts.engine) as connection:
        if in_catalogue.is_empty(connection) or connection is None:
            return
        strange = foreign(connection, ring)
    if strange is not None:
        raise InstallationFault(f"{strange} The catalogue is {parts.find(Part.CATALOGUE).where}.")


def check_store(parts: Parts, settings: Settings, secrets: Keys, store: PartState) -> None:
    """Raise InstallationFault if most of the store's sealed data cannot be decrypted."""
    if in_store.opens(parts.store, StorageCipher(secrets.vault)) is False:
        raise InstallationFault(
            sentence(
                f"{store.named} holds games of another service secret than that of this process; look at"
                f" {secret_settings(settings)}, or at {SETTINGS[Part.STORE]}"
            )
        )


def check_archive(parts: Parts, archive: PartState, catalogue: PartState) -> None:
    """Raise InstallationFault if the archive lacks the file that the catalogue entered last."""
    with bare(parts.engine) as connection:
        newest = in_catalogue.newest_blob(connection)
    if newest is not None and parts.files.size(newest) is None:
        raise InstallationFault(_missing(archive, f"{catalogue.named} names files that it should have"))


def _check_beside(empty: PartState, others: Sequence[PartState]) -> None:
    """Raise InstallationFault if a part is empty beside one that is not."""
    for other in others:
        if not other.empty:
            whose = f" of installation {other.identity.id}" if other.identity else ""
            raise InstallationFault(_missing(empty, f"{other.named} has games{whose}"))


def _missing(empty: PartState, reason: str) -> str:
    return sentence(
        f"{empty.named} is empty, but {reason}; look at {SETTINGS[empty.part]}, or join the"
        f" {NAMES[empty.part]} by `conquian installation adopt {empty.part}`"
    )


def complete(parts: Parts, identity: Identity) -> None:
    """Write the identity where it is missing, and record in the store that it is complete."""
    for part in (Part.CATALOGUE, Part.ARCHIVE):
        parts.write(part, identity)
        written = parts.find(part)
        if written.away:
            raise InstallationFault(_away(written))
        if written.identity != identity:
            return  # reported by the comparison that follows
    in_store.complete(parts.store)


def _waited(parts: Parts) -> PartState:
    """Return the store once its identity is complete, or after the time limit."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while not (store := parts.find(Part.STORE)).complete and time.monotonic() < ends:
        time.sleep(_LOOK_SECONDS)
    return store


def _all(parts: Parts) -> list[PartState]:
    """Return the states of all parts. Raises InstallationFault if one does not answer."""
    states = parts.all()
    for state in states:
        if state.away:
            raise InstallationFault(_away(state))
    return states


def _away(state: PartState) -> str:
    return sentence(
        f"{state.named} does not answer ({state.away}), and the installation has no identity yet, which needs"
        f" all its parts; start it, or look at {SETTINGS[state.part]}"
    )


EMPTY: Final = MappingProxyType(
    {
        Part.STORE: (
            "Players, their API keys, webhooks, tournaments that go on and games that were not over are in"
            " the store alone: what it does not hold is lost. Finished games come back with"
            " `conquian archive restore`."
        ),
        Part.CATALOGUE: (
            "Lists, searches and the log of all finished games are in the catalogue. What it does not hold"
            " comes back with `conquian archive rebuild`; until then nothing is archived or signed."
        ),
        Part.ARCHIVE: (
            "The records of finished games are in the archive. What it does not hold cannot be read once it"
            " has left the store."
        ),
    }
)
"""Consequences of adopting each part for data that it does not hold."""


@dataclass(frozen=True, slots=True)
class Adoption:
    """A part that can be adopted, and its new identity."""

    found: PartState
    identity: Identity
    first: bool
    """True if no part has an identity yet, so that this one is new."""

    @property
    def question(self) -> str:
        """Description of the adoption, as sentences."""
        what = "is empty" if self.found.empty else "has no identity"
        if self.found.identity is not None:
            what = f"belongs to installation {self.found.identity.id} and holds nothing"
        fact = sentence(f"{self.found.named} {what}; it joins installation {self.identity.id}")
        return f"{fact} {EMPTY[self.found.part]}"


def plan(parts: Parts, settings: Settings, secrets: Keys, part: Part) -> Adoption | None:
    """Return the adoption of `part`; None if it already belongs to the installation.

    Raises InstallationFault if it holds data of another installation or service secret, or if no other part
    has an identity.
    """
    states = parts.all()
    own = next(state for state in states if state.part is part)
    others = [state for state in states if state is not own]
    _check_answers(own)
    identity, first = _identity(others, part, settings, secrets)
    if own.identity == identity:
        return None
    if (own.identity is not None or own.bad) and not _holds_nothing(parts, part):
        reason = own.bad or f"it belongs to installation {own.identity.id if own.identity else ''}"
        raise InstallationFault(
            sentence(
                f"{own.named} is not joined, because {reason} and is not empty; look at {SETTINGS[part]}"
            )
        )
    if part is Part.STORE:
        check_store(parts, settings, secrets, own)
    if part is Part.CATALOGUE or first:
        check_catalogue(parts, settings, secrets)
    return Adoption(own, identity, first)


def adopt(parts: Parts, wanted: Adoption) -> None:
    """Write the identity of the installation into the part; a new identity also into the others."""
    parts.replace(wanted.found.part, wanted.identity)
    if wanted.first:
        complete(parts, wanted.identity)
    elif wanted.found.part is Part.STORE:
        in_store.complete(parts.store)


def _identity(
    others: Sequence[PartState], part: Part, settings: Settings, secrets: Keys
) -> tuple[Identity, bool]:
    """Return the identity of the other parts, and True if it is new."""
    for other in others:
        _check_answers(other)
    base = reference(others, secrets.installation)
    if base is None or base.identity is None:
        if part is Part.STORE:
            return draw(secrets.installation), True
        raise InstallationFault(
            f"There is no installation yet that the {NAMES[part]} could join; start the service, which makes"
            " it."
        )
    if not base.identity.fits(secrets.installation):
        raise InstallationFault(
            sentence(
                f"{base.named} belongs to installation {base.identity.id}, which has another service secret"
                f" than this command; look at {secret_settings(settings)}"
            )
        )
    return base.identity, False


def _check_answers(state: PartState) -> None:
    if state.away:
        raise InstallationFault(
            sentence(f"{state.named} does not answer ({state.away}); look at {SETTINGS[state.part]}")
        )


def _holds_nothing(parts: Parts, part: Part) -> bool:
    """Return True if a part of another installation holds nothing but its identity."""
    if part is Part.STORE:
        return not in_store.has_logs(parts.store)
    if part is Part.CATALOGUE:
        with bare(parts.engine) as connection:
            return in_catalogue.is_empty(connection)
    return in_archive.is_empty(parts.files)
