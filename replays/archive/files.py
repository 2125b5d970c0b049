"""Where the archive keeps its files: a directory, or a bucket that speaks S3; both reached by fsspec.

A file that `put` has returned from is there whole, also after a loss of power, or is not there at all.
"""

import errno
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import parse_qsl, urlsplit

from fsspec import AbstractFileSystem, filesystem, register_implementation
from fsspec.implementations.local import LocalFileSystem

from replays.archive.errors import ArchiveUnavailable, DamagedBlob

DRAFT: Final = ".draft"
"""The ending of a file that is not whole yet; one that a dead process left may be deleted."""

_OF_ONE_FILE: Final = (errno.EIO, errno.EISDIR, errno.EACCES)

# fsspec loads the client, which is large, only where a bucket is used.
_S3: Final = ("conquian-s3", "replays.archive.s3.S3")


class Step(StrEnum):
    """The steps of archiving, in their order; each is named when it has been done."""

    LOGS_READ = "logs read"
    DRAFT_WRITTEN = "draft written"
    DRAFT_SYNCED = "draft synced"
    RENAMED = "renamed"
    DIRECTORY_SYNCED = "directory synced"
    READ_BACK = "read back"
    VERIFIED = "verified"
    ENTERED = "entered"
    COMMITTED = "committed"
    SIGNED = "signed"
    KEPT = "kept"
    FORGOTTEN = "forgotten"


Reached = Callable[[Step], None]
"""Is told of every step; tests stop there."""


def go_on(_step: Step) -> None:
    """What is told of the steps where nobody wants to know."""


class Files(Protocol):
    """Files by name, a path with slashes. Every method may raise ArchiveUnavailable."""

    def put(self, name: str, data: bytes) -> None:
        """The file `name` holds `data`, durably; whoever reads meanwhile sees all of it or no file."""

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """`length` bytes from `at`, or from there to the end; DamagedBlob if there are not so many."""

    def size(self, name: str) -> int | None:
        """How many bytes the file has; None if there is none."""

    def names(self, under: str) -> Iterator[str]:
        """The names of all files under the folder `under`, drafts included, in no order."""

    def remove(self, name: str) -> None:
        """There is no file `name` any more."""


def open_files(url: str, reached: Reached = go_on) -> Files:
    """The files at `url`: a directory, or s3://bucket/path?endpoint=...&region=... as `S3` takes them."""
    if not url.startswith("s3://"):
        return Directory(Path(url), reached)
    parts = urlsplit(url)
    register_implementation(*_S3, clobber=True)
    return Bucket(
        filesystem(_S3[0], **dict(parse_qsl(parts.query))), f"{parts.netloc}{parts.path}".rstrip("/"), reached
    )


class _Tree:
    """What directory and bucket have in common: reading by fsspec below one root."""

    def __init__(self, system: AbstractFileSystem, root: str) -> None:
        self._system = system
        self._root = root

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """See Files."""
        end = None if length is None else at + length
        with _translated():
            try:
                data: bytes = self._system.cat_file(self._path(name), at, end)
            except FileNotFoundError:
                raise DamagedBlob(f"the file {name} is missing") from None
        if length is not None and len(data) != length:
            raise DamagedBlob(f"the file {name} is shorter than it was")
        return data

    def size(self, name: str) -> int | None:
        """See Files."""
        with _translated():
            try:
                return int(self._system.size(self._path(name)))
            except FileNotFoundError:
                return None

    def names(self, under: str) -> Iterator[str]:
        """See Files."""
        with _translated():
            try:
                found = self._system.find(self._path(under))
            except FileNotFoundError:
                found = []
        yield from (path[len(self._root) + 1 :] for path in found)

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"


class Directory(_Tree):
    """Files below the directory `root`, which is made on first use."""

    def __init__(self, root: Path, reached: Reached = go_on) -> None:
        super().__init__(LocalFileSystem(), str(root))
        self._reached = reached

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """See Files; a file that the disk does not give is a damaged one, not an archive that is away."""
        try:
            return super().read(name, at, length)
        except ArchiveUnavailable as problem:
            if isinstance(cause := problem.__cause__, OSError) and cause.errno in _OF_ONE_FILE:
                raise DamagedBlob(f"the file {name} cannot be read: {cause.strerror}") from None
            raise

    def put(self, name: str, data: bytes) -> None:
        """See Files: a draft, synced, renamed, and its directory synced."""
        path = Path(self._path(name))
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}{DRAFT}")
        with _translated():
            _make(path.parent)
            try:
                self._write(draft, data)
                os.replace(draft, path)
            except OSError:
                with suppress(OSError):
                    draft.unlink()
                raise
            self._reached(Step.RENAMED)
            _sync(path.parent)
            self._reached(Step.DIRECTORY_SYNCED)

    def _write(self, draft: Path, data: bytes) -> None:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            self._reached(Step.DRAFT_WRITTEN)
            os.fsync(file.fileno())
        self._reached(Step.DRAFT_SYNCED)

    def remove(self, name: str) -> None:
        """See Files."""
        with _translated():
            Path(self._path(name)).unlink(missing_ok=True)


class Bucket(_Tree):
    """Files below a path of a bucket: an object is whole or not there, and durable when it was accepted."""

    def __init__(self, system: AbstractFileSystem, root: str, reached: Reached = go_on) -> None:
        super().__init__(system, root)
        self._reached = reached

    def put(self, name: str, data: bytes) -> None:
        """See Files: put, then read back."""
        with _translated():
            self._system.pipe_file(self._path(name), data)
        self._reached(Step.RENAMED)
        if self.read(name) != data:
            raise DamagedBlob(f"the file {name} reads back as something else")

    def remove(self, name: str) -> None:
        """See Files."""
        with _translated(), suppress(FileNotFoundError):
            self._system.rm_file(self._path(name))


def _make(folder: Path) -> None:
    """The directory is there, and so are those above it, durably."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for made in missing:
        _sync(made.parent)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _translated() -> Iterator[Any]:
    try:
        yield
    except OSError as problem:
        raise ArchiveUnavailable(f"the archive is not available: {problem}") from problem
