"""Chance that is the same in every run, drawn in tests instead of that of the operating system."""

import itertools
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

import pytest


class Chance:
    """Bytes that look drawn by chance and are the same whenever the same thing is drawn for."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, name: str) -> None:
        """From now on the bytes are those of `name`, from the first."""
        self._name, self._drawn = name, itertools.count()

    @contextmanager
    def meanwhile(self, name: str) -> Iterator[None]:
        """The bytes are those of `name`; afterwards it goes on where it was."""
        before = self._name, self._drawn
        self.begin(name)
        try:
            yield
        finally:
            self._name, self._drawn = before

    def __call__(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            found += sha256(f"{self._name} {next(self._drawn)}".encode()).digest()
        return found[:count]


def draw_from(chance: Chance, patch: pytest.MonkeyPatch) -> None:
    """Whatever is drawn in this process by `secrets`, `os.urandom` or `uuid4` is drawn from `chance`.

    The keys that OpenSSL makes and the names of temporary files stay as they are. A process that is started
    draws its own.
    """
    patch.setattr(random, "_urandom", chance)
    patch.setattr(os, "urandom", chance)
