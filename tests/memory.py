"""A place in memory for stores and services of which no test needs that they are on a disk."""

from pathlib import Path
from shutil import disk_usage

_ENOUGH = 2**30
"""Bytes that what is put there never comes to."""


def place() -> Path | None:
    """Return a directory in memory, where a busy disk delays no write; None if there is none with room."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and disk_usage(memory).free > _ENOUGH else None
