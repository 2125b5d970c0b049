"""Secrecy at rest: hidden parts are stored only as AES-256-GCM under a service key, requests as a MAC."""

import hmac
from collections.abc import Iterable
from os import urandom
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.store.errors import Unreadable

_NONCE: Final = 12


class Vault:
    """Seals with `key` (32 bytes), opens what `key` or one of the `older` keys sealed.

    A sealed blob is a random 96-bit nonce, then ciphertext and tag. The game and the ply are
    authenticated with it, so a blob opens nowhere but at its own entry. One key must not seal
    more than 2^32 blobs (NIST SP 800-38D, 8.3); rotate it before.
    """

    def __init__(self, key: bytes, older: Iterable[bytes] = ()) -> None:
        self._ciphers = tuple(_cipher(each) for each in (key, *older))
        self._blinding = hmac.digest(key, b"conquian/once/1", "sha256")

    def __repr__(self) -> str:
        return "<Vault>"

    def seal(self, game: str, ply: int, blob: bytes) -> bytes:
        """`blob` sealed for entry `ply` of `game`."""
        nonce = urandom(_NONCE)
        return nonce + self._ciphers[0].encrypt(nonce, blob, _place(game, ply))

    def open(self, game: str, ply: int, sealed: bytes) -> bytes:
        """The blob that was sealed for entry `ply` of `game`; Unreadable if no key opens it."""
        for cipher in self._ciphers:
            try:
                return cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], _place(game, ply))
            except (InvalidTag, ValueError):
                # ValueError: too short to hold a nonce and a tag.
                continue
        raise Unreadable(game, ply)

    def opens(self, game: str, ply: int, sealed: bytes) -> bool:
        """Return whether a key opens the blob of entry `ply` of `game`."""
        try:
            self.open(game, ply, sealed)
        except Unreadable:
            return False
        return True

    def blind(self, game: str, field: str, fingerprint: bytes) -> bytes:
        """16 bytes that stand for `fingerprint` in the record `field` of `game`.

        A command may name a hidden card. Its bare hash would tell the card to whoever reads the store and
        tries every card.
        """
        said = b"\n".join((game.encode(), fingerprint, field.encode()))
        return hmac.digest(self._blinding, said, "sha256")[:16]


def _cipher(key: bytes) -> AESGCM:
    if len(key) != 32:
        raise ValueError("a vault key has 32 bytes")
    return AESGCM(key)


def _place(game: str, ply: int) -> bytes:
    return game.encode() + ply.to_bytes(8)
