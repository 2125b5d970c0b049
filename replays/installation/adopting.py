"""Adoption of an empty or restored part into the installation of the other parts."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.outages.causes import SETTINGS, Part
from app.service.secret_keys import Keys
from app.settings.settings import Settings
from app.store import installation as in_store
from replays.archive import installation as in_archive
from replays.catalogue import installation as in_catalogue
from replays.catalogue.connecting import bare
from replays.installation.comparing import reference, secret_settings, sentence
from replays.installation.founding import check_catalogue, check_store, complete
from replays.installation.parts import NAMES, Identity, InstallationFault, Parts, PartState, draw

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
