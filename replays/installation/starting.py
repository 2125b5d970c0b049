"""First steps of a process or command: find the service secret, and compare the parts."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from app.parts.outages import SETTINGS, Part, sentence_of
from app.service.secret_keys import KEY_FILE, Keys, NoSecret, keys, make_keys
from app.settings.errors import StartError
from app.settings.settings import Settings
from app.store.errors import StoreError
from replays.archive.errors import ArchiveError
from replays.catalogue.errors import CatalogueError
from replays.installation.founding import check_catalogue, found_installation
from replays.installation.parts import (
    Identity,
    InstallationFault,
    Parts,
    PartState,
    fault,
    reference,
    secret_settings,
    sentence,
)


def parts_of(settings: Settings) -> Parts:
    """Return the parts in `settings`. Raises StartError for an unusable catalogue."""
    try:
        return Parts(settings)
    except CatalogueError as problem:
        raise StartError(str(problem)) from None


def service_keys(settings: Settings) -> Keys:
    """Return the keys of the service; create a secret if there is none and no part holds data.

    Raises BadSecret, and InstallationFault if a part holds data that a new secret could not decrypt, or does
    not answer.
    """
    try:
        return keys(settings)
    except NoSecret as missing:
        with closing(parts_of(settings)) as parts:
            for state in parts.all():
                _check_unused(state, settings, missing)
        return make_keys(settings)


def join(settings: Settings) -> tuple[Keys, Identity | None]:
    """Return the keys of the service, and the identity of the answering parts.

    The first start of an installation creates the identity. It is None if the store does not answer and no
    other part has one: without the store no game can be played, and it is compared before its first use.
    Raises InstallationFault and BadSecret.
    """
    secrets = service_keys(settings)
    with _refused(), closing(parts_of(settings)) as parts:
        store, *others = states = _one_installation(parts, secrets.installation, secret_settings(settings))
        if not store.away and (store.identity is None or not store.complete):
            return secrets, found_installation(parts, settings, secrets)
        if not store.away and not others[0].away:
            check_catalogue(parts, settings, secrets)
        base = reference(states, secrets.installation)
        return secrets, None if base is None else base.identity


def join_store(settings: Settings) -> Keys:
    """Return the keys of the service for a command that uses the store only, after comparing it.

    A store without an identity gets one by `join`. Raises InstallationFault and BadSecret.
    """
    secrets = service_keys(settings)
    with closing(parts_of(settings)) as parts:
        store = parts.find(Part.STORE)
    if problem := fault([store], secrets.installation, secret_settings(settings)):
        raise InstallationFault(problem)
    return secrets if store.identity or store.away else join(settings)[0]


def check_records(settings: Settings) -> None:
    """Raise InstallationFault if catalogue, archive and a running store are not one installation.

    For commands that only read, without the service secret.
    """
    with closing(parts_of(settings)) as parts:
        _one_installation(parts, None, "")


def _one_installation(parts: Parts, key: bytes | None, secret: str) -> list[PartState]:
    """Return the states of the parts. Raises InstallationFault if they are not one installation.

    A fault is confirmed by reading the parts again: a process that founds the installation writes the store
    first, so it may have written the others after the store was read here.
    """
    states = parts.all()
    if fault(states, key, secret):
        states = parts.all()
    if problem := fault(states, key, secret):
        raise InstallationFault(problem)
    return states


@contextmanager
def _refused() -> Iterator[None]:
    """Translate errors of the parts to InstallationFault."""
    try:
        yield
    except (StoreError, CatalogueError, ArchiveError) as problem:
        detail = sentence_of(problem).rstrip(".")
        raise InstallationFault(f"The parts cannot be compared: {detail}.") from None


def _check_unused(state: PartState, settings: Settings, missing: NoSecret) -> None:
    """Raise InstallationFault unless a part is known to be empty."""
    if state.empty and not state.away:
        return
    if state.identity is not None:
        fact = f"belongs to installation {state.identity.id}"
    elif state.away:
        fact = f"does not answer ({state.away}), so that nobody knows whether it is new"
    else:
        fact = "is not empty"
    raise InstallationFault(
        sentence(
            f"{str(missing).rstrip('.')}, and {state.named} {fact}; look at CONQUIAN_SECRET and"
            f" CONQUIAN_SECRET_FILE, or put {settings.data / KEY_FILE} back, or look at"
            f" {SETTINGS[state.part]}"
        )
    )
