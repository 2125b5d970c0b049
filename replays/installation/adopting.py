"""Joining an empty or restored part to the installation whose other parts are there."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.config import Settings
from app.outages import SETTINGS, Part
from app.secret import Keys
from app.store import installation as in_store
from replays.archive import installation as in_archive
from replays.catalogue import installation as in_catalogue
from replays.catalogue.connecting import bare
from replays.installation.comparing import reference, secret_settings, sentence
from replays.installation.errors import InstallationFault
from replays.installation.founding import check_catalogue, check_store, complete
from replays.installation.identity import Identity, draw
from replays.installation.parts import NAMES, Parts, PartState

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
"""What adopting each part means for what it does not hold."""


@dataclass(frozen=True, slots=True)
class Adoption:
    """A part that can be joined, and the identity it then carries."""

    found: PartState
    identity: Identity
    first: bool
    """Whether no part has an identity yet, so that this one is new."""

    @property
    def question(self) -> str:
        """What adopting does, as sentences."""
        what = "is empty" if self.found.empty else "has no identity"
        if self.found.identity is not None:
            what = f"belongs to installation {self.found.identity.id} and holds nothing"
        told = sentence(f"{self.found.named} {what}; it joins installation {self.identity.id}")
        return f"{told} {EMPTY[self.found.part]}"


def plan(parts: Parts, settings: Settings, secrets: Keys, part: Part) -> Adoption | None:
    """How `part` is joined; None where it is a part of the installation already.

    Raises InstallationFault where it may not be: it holds what belongs to another installation or to another
    service secret, or there is nothing to join it to.
    """
    found = parts.all()
    one = next(each for each in found if each.part is part)
    others = [each for each in found if each is not one]
    _check_answers(one)
    identity, first = _identity(others, part, settings, secrets)
    if one.identity == identity:
        return None
    if (one.identity is not None or one.bad) and not _holds_nothing(parts, part):
        told = one.bad or f"it belongs to installation {one.identity.id if one.identity else ''}"
        raise InstallationFault(
            sentence(f"{one.named} is not joined, because {told} and is not empty; look at {SETTINGS[part]}")
        )
    if part is Part.STORE:
        check_store(parts, settings, secrets, one)
    if part is Part.CATALOGUE or first:
        check_catalogue(parts, settings, secrets)
    return Adoption(one, identity, first)


def adopt(parts: Parts, wanted: Adoption) -> None:
    """The part carries the identity of the installation; with a new one the others do, too."""
    parts.replace(wanted.found.part, wanted.identity)
    if wanted.first:
        complete(parts, wanted.identity)
    elif wanted.found.part is Part.STORE:
        in_store.complete(parts.store)


def _identity(
    others: Sequence[PartState], part: Part, settings: Settings, secrets: Keys
) -> tuple[Identity, bool]:
    """The identity of the other parts, and whether it is new."""
    for each in others:
        _check_answers(each)
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


def _check_answers(one: PartState) -> None:
    if one.away:
        raise InstallationFault(
            sentence(f"{one.named} does not answer ({one.away}); look at {SETTINGS[one.part]}")
        )


def _holds_nothing(parts: Parts, part: Part) -> bool:
    """Whether a part of another installation holds nothing but that identity."""
    if part is Part.STORE:
        return not in_store.has_logs(parts.store)
    if part is Part.CATALOGUE:
        with bare(parts.engine) as connection:
            return in_catalogue.is_empty(connection)
    return in_archive.is_empty(parts.files)
