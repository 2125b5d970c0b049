"""Deterministic random bytes for tests instead of those of the operating system."""

import itertools
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

import pytest


class Chance:
    """Random-looking bytes, derived from the name that they are drawn for."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, name: str) -> None:
        """Restart with the bytes of `name`."""
        self._name, self._drawn = name, itertools.count()

    @contextmanager
    def meanwhile(self, name: str) -> Iterator[None]:
        """Use the bytes of `name` within the block, then continue."""
        before = self._name, self._drawn
        self.begin(name)
        try:
            yield
        finally:
            self._name, self._drawn = before

    def __call__(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            data += sha256(f"{self._name} {next(self._drawn)}".encode()).digest()
        return data[:count]


def draw_from(chance: Chance, patch: pytest.MonkeyPatch) -> None:
    """Let `secrets`, `os.urandom` and `uuid4` of this process draw from `chance`.

    Keys by OpenSSL and names of temporary files are not affected, nor are started processes.
    """
    patch.setattr(random, "_urandom", chance)
    patch.setattr(os, "urandom", chance)
