"""Identity of an installation: a random id, and a check value of the service secret.

The check value is HMAC-SHA-256(k, "conquian/installation/1" || id) where k is the key derived for it from the
service secret (`app.service.secret_keys.Keys.installation`). It reveals nothing about the secret, and cannot
be computed without it. The event store, the catalogue and the archive hold the same text.

Errors of the start: the parts are not one installation.
"""

import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Final

import orjson

from app.games.codec import Json
from app.settings.settings import StartError

_LABEL: Final = b"conquian/installation/1"
_VERSION: Final = 1
_ID: Final = re.compile(r"i-[0-9a-f]{16}")
_CHECK: Final = re.compile(r"[0-9a-f]{64}")


class BadIdentity(ValueError):
    """The stored text is not an identity, or one of a later version of the program."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The id of an installation and the check value of its service secret, 64 hex digits."""

    id: str
    check: str

    def fits(self, key: bytes) -> bool:
        """Return True if the check value was computed with `key`."""
        return hmac.compare_digest(self.check, _check(key, self.id))

    @property
    def text(self) -> str:
        """The stored form of the identity."""
        document = {"v": _VERSION, "id": self.id, "check": self.check}
        return orjson.dumps(document, option=orjson.OPT_SORT_KEYS).decode()


def draw(key: bytes) -> Identity:
    """Return a new identity under the service secret that `key` (32 bytes) was derived from."""
    drawn = f"i-{secrets.token_hex(8)}"
    return Identity(drawn, _check(key, drawn))


def parse(text: str | bytes) -> Identity:
    """Return the identity in a stored text. Raises BadIdentity."""
    try:
        document: Json = orjson.loads(text)
        version, id_, check = document["v"], str(document["id"]), str(document["check"])
    except (ValueError, TypeError, KeyError):
        raise BadIdentity("it holds an identity that cannot be read") from None
    if version != _VERSION:
        raise BadIdentity(f"it holds an identity of version {version}, and this program knows {_VERSION}")
    if not _ID.fullmatch(id_) or not _CHECK.fullmatch(check):
        raise BadIdentity("it holds an identity that cannot be read")
    return Identity(id_, check)


def _check(key: bytes, id_: str) -> str:
    return hmac.digest(key, _LABEL + id_.encode(), "sha256").hex()


class InstallationFault(StartError):
    """The parts are not one installation, or not of the service secret; the text names them."""
