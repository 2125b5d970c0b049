"""What several commands need before they start: the settings of a process, the store, the keys that sign."""

from app import scratch
from app.config import Settings, StartError, load
from app.logs import configure
from app.secret import Keys
from app.signing import KeyRing
from app.store.client import connect
from app.store.generations import StoredGenerations
from app.store.log import EventStore
from app.store.vault import Vault


def configured() -> Settings:
    """The settings of a process of the service, which writes its lines as they say."""
    settings = load()
    configure(settings.log_level, settings.log_format)
    if settings.redis_url is None:
        raise StartError("REDIS_URL names no store; `conquian serve` starts one of its own.")
    scratch.provide(settings.run)
    return settings


def store(settings: Settings, secrets: Keys) -> EventStore:
    """The store of the games."""
    return EventStore(connect(settings.redis_url or ""), Vault(secrets.vault))


def ring(settings: Settings, secrets: Keys) -> KeyRing:
    """The keys that sign."""
    return KeyRing(secrets.sign, StoredGenerations(connect(settings.redis_url or "")), settings.origin)
