"""What a process or a command does first: find its service secret, and compare the parts it uses."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from app.config import Settings, StartError
from app.outages import SETTINGS, Part, sentence_of
from app.secret import KEY_FILE, Keys, NoSecret, keys, make_keys
from app.store.errors import StoreError
from replays.archive.errors import ArchiveError
from replays.catalogue.errors import CatalogueError
from replays.installation.comparing import fault, reference, secret_settings, sentence
from replays.installation.errors import InstallationFault
from replays.installation.founding import check_catalogue, found_installation
from replays.installation.identity import Identity
from replays.installation.parts import Parts, PartState


def parts_of(settings: Settings) -> Parts:
    """The parts that `settings` name; StartError for a catalogue that cannot be used."""
    try:
        return Parts(settings)
    except CatalogueError as problem:
        raise StartError(str(problem)) from None


def service_keys(settings: Settings) -> Keys:
    """The keys of the service, from a new secret if there is none and nothing is stored anywhere.

    Raises BadSecret, and InstallationFault where a part holds something that a new secret would not open, or
    does not answer.
    """
    try:
        return keys(settings)
    except NoSecret as missing:
        with closing(parts_of(settings)) as parts:
            for one in parts.all():
                _check_unused(one, settings, missing)
        return make_keys(settings)


def join(settings: Settings) -> tuple[Keys, Identity | None]:
    """The keys of the service, and the identity that every part which answers has.

    The first start of an installation makes the identity. None where the store does not answer and no other
    part tells: nobody plays without the store, and it is compared before its first use. Raises
    InstallationFault and BadSecret.
    """
    secrets = service_keys(settings)
    with _refused(), closing(parts_of(settings)) as parts:
        found = parts.all()
        if problem := fault(found, secrets.installation, secret_settings(settings)):
            raise InstallationFault(problem)
        store, *others = found
        if not store.away and (store.identity is None or not store.complete):
            return secrets, found_installation(parts, settings, secrets)
        if not store.away and not others[0].away:
            check_catalogue(parts, settings, secrets)
        base = reference(found, secrets.installation)
        return secrets, None if base is None else base.identity


def join_store(settings: Settings) -> Keys:
    """The keys of the service for a command that uses the store alone, which has been compared.

    A store without an identity gets one by `join`. Raises InstallationFault and BadSecret.
    """
    secrets = service_keys(settings)
    with closing(parts_of(settings)) as parts:
        store = parts.find(Part.STORE)
    if problem := fault([store], secrets.installation, secret_settings(settings)):
        raise InstallationFault(problem)
    return secrets if store.identity or store.away else join(settings)[0]


def check_records(settings: Settings) -> None:
    """InstallationFault if catalogue and archive, and a store that runs, are not one installation.

    For commands that only read, without the service secret.
    """
    with closing(parts_of(settings)) as parts:
        if problem := fault(parts.all(), None, ""):
            raise InstallationFault(problem)


@contextmanager
def _refused() -> Iterator[None]:
    """What goes wrong in a part while it is compared or written, as the reason not to start."""
    try:
        yield
    except (StoreError, CatalogueError, ArchiveError) as problem:
        told = sentence_of(problem).rstrip(".")
        raise InstallationFault(f"The parts cannot be compared: {told}.") from None


def _check_unused(one: PartState, settings: Settings, missing: NoSecret) -> None:
    """InstallationFault if a part is not known to be empty."""
    if one.empty and not one.away:
        return
    if one.identity is not None:
        told = f"belongs to installation {one.identity.id}"
    elif one.away:
        told = f"does not answer ({one.away}), so that nobody knows whether it is new"
    else:
        told = "is not empty"
    raise InstallationFault(
        sentence(
            f"{str(missing).rstrip('.')}, and {one.named} {told}; look at CONQUIAN_SECRET and"
            f" CONQUIAN_SECRET_FILE, or put {settings.data / KEY_FILE} back, or look at {SETTINGS[one.part]}"
        )
    )
