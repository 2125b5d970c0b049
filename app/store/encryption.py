"""Encryption at rest: hidden parts as AES-256-GCM under a service key, request fingerprints as a MAC."""

import hmac
from collections.abc import Iterable
from os import urandom
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.store.errors import Unreadable

_NONCE: Final = 12
_OWN: Final = b"conquian/own-key/1"


class StorageCipher:
    """Cipher that encrypts with `key` (32 bytes) and decrypts blobs of `key` or one of the `older` keys.

    An encrypted blob is a random 96-bit nonce, then ciphertext and tag. The game and the ply are
    authenticated with it, so a blob can be decrypted for its own entry only. One key must not encrypt more
    than 2^32 blobs (NIST SP 800-38D, 8.3); rotate it before.
    """

    def __init__(self, key: bytes, older: Iterable[bytes] = ()) -> None:
        self._keys = (key, *older)
        self._ciphers = tuple(map(_cipher, self._keys))
        self._blinding = hmac.digest(key, b"conquian/once/1", "sha256")

    def __repr__(self) -> str:
        return "<StorageCipher>"

    def own(self, key: bytes) -> "StorageCipher":
        """Return the cipher of a log with a `key` of its own: what it encrypts needs that key, too."""
        current, *older = (hmac.digest(each, _OWN + key, "sha256") for each in self._keys)
        return StorageCipher(current, older)

    def seal(self, game: str, ply: int, blob: bytes) -> bytes:
        """Return `blob` encrypted for entry `ply` of `game`."""
        nonce = urandom(_NONCE)
        return nonce + self._ciphers[0].encrypt(nonce, blob, _place(game, ply))

    def open(self, game: str, ply: int, sealed: bytes) -> bytes:
        """Return the blob that was encrypted for entry `ply` of `game`.

        Raises Unreadable if no key decrypts it.
        """
        for cipher in self._ciphers:
            try:
                return cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], _place(game, ply))
            except (InvalidTag, ValueError):
                # ValueError: too short for a nonce and a tag.
                continue
        raise Unreadable(game, ply)

    def opens(self, game: str, ply: int, sealed: bytes) -> bool:
        """Return whether a key decrypts the blob of entry `ply` of `game`."""
        try:
            self.open(game, ply, sealed)
        except Unreadable:
            return False
        return True

    def blind(self, game: str, field: str, fingerprint: bytes) -> bytes:
        """Return a 16-byte MAC of `fingerprint` for the record `field` of `game`.

        A command may name a hidden card. A plain hash would reveal the card to a reader of the store who
        tries every card.
        """
        message = b"\n".join((game.encode(), fingerprint, field.encode()))
        return hmac.digest(self._blinding, message, "sha256")[:16]


def _cipher(key: bytes) -> AESGCM:
    if len(key) != 32:
        raise ValueError("a key of stored data has 32 bytes")
    return AESGCM(key)


def _place(game: str, ply: int) -> bytes:
    return game.encode() + ply.to_bytes(8)
