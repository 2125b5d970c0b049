"""Identity for parts that tests have filled themselves."""

from contextlib import closing

from app.service.secret_keys import Keys, keys
from app.settings.settings import Settings
from app.store import installation as in_store
from replays.installation.parts import CARRIERS, Identity, Parts, draw


def united(settings: Settings, secrets: Keys | None = None) -> Identity:
    """Write one identity into all parts of `settings`, and return it."""
    identity = draw((secrets or keys(settings)).installation)
    with closing(Parts(settings)) as parts:
        for part in CARRIERS:
            parts.replace(part, identity)
        in_store.complete(parts.store)
    return identity
