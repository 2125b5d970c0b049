"""File storage of the archive: a directory, or an S3 bucket.

After `put` returns, a file is complete and survives a loss of power; before, it does not exist.
"""

import errno
import os
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, TypeVar, cast
from urllib.parse import parse_qsl, urlsplit

from app.http.blocking_calls import NoAnswer, TimeLimits
from app.parts.outages import OUTAGES, Outage, OutageCause, Part
from replays.archive.errors import MISSING, SHORTER, UNREADABLE, ArchiveUnavailable, DamagedBlob, of_files

DRAFT: Final = ".draft"
"""Suffix of an incomplete file; one of a dead process may be deleted."""

_OF_ONE_FILE: Final = (errno.EIO, errno.EISDIR, errno.EACCES)

T = TypeVar("T")

_S3: Final = "replays.archive.s3"
"""Module that needs boto3, imported only for a bucket."""


class ArchivingStep(StrEnum):
    """Steps of archiving, in order; each is reported when it is done."""

    LOGS_READ = "logs read"
    DRAFT_WRITTEN = "draft written"
    DRAFT_SYNCED = "draft synced"
    RENAMED = "renamed"
    DIRECTORY_SYNCED = "directory synced"
    READ_BACK = "read back"
    VERIFIED = "verified"
    ENTERED = "entered"
    COMMITTED = "committed"
    NOTE_KEPT = "note kept"
    HEAD_KEPT = "head kept"
    SIGNED = "signed"
    KEPT = "kept"
    FORGOTTEN = "forgotten"


Reached = Callable[[ArchivingStep], None]
"""Called after each step; tests interrupt there."""


def go_on(_step: ArchivingStep) -> None:
    """Do nothing (default for `reached`)."""


class Files(Protocol):
    """Files by name, a path with slashes. Every method may raise ArchiveUnavailable."""

    def put(self, name: str, data: bytes) -> None:
        """Write the file durably; concurrent readers see all of it or no file."""

    def put_new(self, name: str, data: bytes) -> bool:
        """Write the file unless it exists; return True if it was written."""

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """Return `length` bytes from `at`, or all to the end. Raises DamagedBlob if the file is shorter."""

    def size(self, name: str) -> int | None:
        """Return the size of the file in bytes; None if it does not exist."""

    def names(self, under: str) -> Iterator[str]:
        """Yield the names of all files in the folder `under`, drafts included, in no order; "" is all."""

    def remove(self, name: str) -> None:
        """Remove the file if it exists."""

    def check(self) -> None:
        """Raise unless the directory or the bucket answers; a missing directory is not an error."""


def open_files(url: str, reached: Reached = go_on) -> Files:
    """Return the files at `url`: a directory, or s3://bucket/path?endpoint=...&region=... (`Bucket`)."""
    if not url.startswith("s3://"):
        return Directory(Path(url), reached)
    parts = urlsplit(url)
    where = dict(parse_qsl(parts.query))
    return cast(Files, import_module(_S3).Bucket(parts.netloc, parts.path.strip("/"), where, reached))


class _WrappedFiles(ABC):
    """Files of which each operation is run by `_run`."""

    def __init__(self, files: Files) -> None:
        self.files = files

    @abstractmethod
    def _run(self, work: Callable[[], T], *, writes: bool = False) -> T:
        """Run an operation; a check of the files counts as one that `writes`."""

    def put(self, name: str, data: bytes) -> None:
        """See Files."""
        self._run(lambda: self.files.put(name, data), writes=True)

    def put_new(self, name: str, data: bytes) -> bool:
        """See Files."""
        return self._run(lambda: self.files.put_new(name, data), writes=True)

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """See Files."""
        return self._run(lambda: self.files.read(name, at, length))

    def size(self, name: str) -> int | None:
        """See Files."""
        return self._run(lambda: self.files.size(name))

    def names(self, under: str) -> Iterator[str]:
        """See Files."""
        yield from self._run(lambda: list(self.files.names(under)))

    def remove(self, name: str) -> None:
        """See Files."""
        self._run(lambda: self.files.remove(name), writes=True)

    def check(self) -> None:
        """See Files."""
        self._run(self.files.check, writes=True)


class ComparedFiles(_WrappedFiles):
    """Files whose owner is compared by `admit` before the first use, and after an outage.

    Before each write it is compared again: a directory may have been unmounted, and then is an empty one.
    """

    def __init__(self, files: Files, admit: Callable[[Files, bool], None]) -> None:
        super().__init__(files)
        self._admit = admit
        self._known = False

    def _run(self, work: Callable[[], T], *, writes: bool = False) -> T:
        known, self._known = self._known, False
        self._admit(self.files, writes or not known)
        returned = work()
        self._known = True
        return returned


class BoundedFiles(_WrappedFiles):
    """Files with the limits of `bounded`; an operation that takes too long counts as unavailable."""

    def __init__(self, files: Files, bounded: TimeLimits) -> None:
        super().__init__(files)
        self._call = bounded.blocking if _in_kernel(files) else bounded.waiting

    def _run(self, work: Callable[[], T], *, writes: bool = False) -> T:
        try:
            return self._call(work)
        except NoAnswer as late:
            raise away(late, Outage(Part.ARCHIVE, OutageCause.TIMED_OUT)) from None


def _in_kernel(files: Files) -> bool:
    """Return True if a call blocks in the kernel, where greenlets cannot switch."""
    return _in_kernel(files.files) if isinstance(files, ComparedFiles) else isinstance(files, Directory)


class Directory:
    """Files below the directory `root`, which is created on first use."""

    def __init__(self, root: Path, reached: Reached = go_on) -> None:
        self._root = root
        self._reached = reached

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """See Files. An unreadable file counts as damaged, not as an unavailable archive."""
        with translated():
            try:
                data = self._part(name, at, length)
            except FileNotFoundError:
                raise DamagedBlob(MISSING.filled(name=name)) from None
            except OSError as problem:
                if problem.errno not in _OF_ONE_FILE:
                    raise
                raise DamagedBlob(UNREADABLE.filled(name=name, error=problem.strerror)) from None
        if length is not None and len(data) != length:
            raise DamagedBlob(SHORTER.filled(name=name))
        return data

    def size(self, name: str) -> int | None:
        """See Files."""
        with translated():
            try:
                return self._path(name).stat().st_size
            except FileNotFoundError:
                return None

    def check(self) -> None:
        """See Files."""
        with translated(), suppress(FileNotFoundError):
            os.scandir(self._root).close()

    def names(self, under: str) -> Iterator[str]:
        """See Files."""
        with translated():
            paths = [path for path in self._path(under).rglob("*") if path.is_file()]
        yield from (path.relative_to(self._root).as_posix() for path in paths)

    def _part(self, name: str, at: int, length: int | None) -> bytes:
        with open(self._path(name), "rb") as file:
            file.seek(at)
            return file.read(-1 if length is None else length)

    def _path(self, name: str) -> Path:
        return self._root / name

    def put(self, name: str, data: bytes) -> None:
        """See Files: write a draft, sync, rename, sync the directory."""
        path = self._path(name)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}{DRAFT}")
        with translated():
            _make(path.parent)
            try:
                self._write(draft, data)
                os.replace(draft, path)
            except OSError:
                with suppress(OSError):
                    draft.unlink()
                raise
            self._reached(ArchivingStep.RENAMED)
            _sync(path.parent)
            self._reached(ArchivingStep.DIRECTORY_SYNCED)

    def put_new(self, name: str, data: bytes) -> bool:
        """See Files: write a draft, sync, link it to the name."""
        path = self._path(name)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}{DRAFT}")
        with translated():
            _make(path.parent)
            try:
                self._write(draft, data)
                os.link(draft, path)
            except FileExistsError:
                return False
            finally:
                draft.unlink(missing_ok=True)
            _sync(path.parent)
        return True

    def _write(self, draft: Path, data: bytes) -> None:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            self._reached(ArchivingStep.DRAFT_WRITTEN)
            os.fsync(file.fileno())
        self._reached(ArchivingStep.DRAFT_SYNCED)

    def remove(self, name: str) -> None:
        """See Files."""
        with translated():
            self._path(name).unlink(missing_ok=True)


def _make(folder: Path) -> None:
    """Create the directory and its parents durably."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path_made in missing:
        _sync(path_made.parent)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def translated(errors: tuple[type[Exception], ...] = (OSError,)) -> Iterator[None]:
    """Translate `errors` to ArchiveUnavailable, and record whether the archive works."""
    try:
        yield
    except errors as problem:
        raise away(problem, of_files(problem)) from problem
    else:
        OUTAGES.works(Part.ARCHIVE)


def away(problem: Exception, outage: Outage) -> ArchiveUnavailable:
    """Record an outage of the archive and return its error."""
    OUTAGES.failed(outage)
    return ArchiveUnavailable(f"the archive is not available: {problem}", outage)
