"""Parts that tests have filled by themselves, made one installation."""

from contextlib import closing

from app.config import Settings
from app.secret import keys
from app.store import installation as in_store
from replays.installation.identity import Identity, draw
from replays.installation.parts import Part, Parts


def united(settings: Settings) -> Identity:
    """The identity that every part of `settings` carries from now on, whatever it held before."""
    identity = draw(keys(settings).installation)
    with closing(Parts(settings)) as parts:
        for part in Part:
            parts.replace(part, identity)
        in_store.complete(parts.store)
    return identity
