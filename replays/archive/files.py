"""Where the archive keeps its files: a directory, or a bucket that speaks S3.

A file that `put` has returned from is there whole, also after a loss of power, or is not there at all.
"""

import errno
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, TypeVar, cast
from urllib.parse import parse_qsl, urlsplit

from app.http.bounded import NoAnswer, TimeLimits
from app.outage_log import OUTAGES
from app.outages import Cause, Outage, Part
from replays.archive.errors import ArchiveUnavailable, DamagedBlob
from replays.archive.outage import of_files

DRAFT: Final = ".draft"
"""The ending of a file that is not whole yet; one that a dead process left may be deleted."""

_OF_ONE_FILE: Final = (errno.EIO, errno.EISDIR, errno.EACCES)

T = TypeVar("T")

_S3: Final = "replays.archive.s3"
"""The module that needs boto3, loaded only where a bucket is used."""


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
    NOTE_KEPT = "note kept"
    HEAD_KEPT = "head kept"
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

    def put_new(self, name: str, data: bytes) -> bool:
        """Put the file unless there is one of that name; return whether it was put."""

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """`length` bytes from `at`, or from there to the end; DamagedBlob if there are not so many."""

    def size(self, name: str) -> int | None:
        """How many bytes the file has; None if there is none."""

    def names(self, under: str) -> Iterator[str]:
        """The names of all files under the folder `under`, drafts included, in no order."""

    def remove(self, name: str) -> None:
        """There is no file `name` any more."""

    def check(self) -> None:
        """The directory or the bucket answers and is there; a directory that is not made yet counts."""


def open_files(url: str, reached: Reached = go_on) -> Files:
    """The files at `url`: a directory, or s3://bucket/path?endpoint=...&region=... as `Bucket` takes them."""
    if not url.startswith("s3://"):
        return Directory(Path(url), reached)
    parts = urlsplit(url)
    where = dict(parse_qsl(parts.query))
    return cast(Files, import_module(_S3).Bucket(parts.netloc, parts.path.strip("/"), where, reached))


class ComparedFiles:
    """`files` of an archive whose owner `admit` compares before the first use, and when it answers again.

    What is written is compared each time: a directory may have come off its place, and is an empty one then.
    """

    def __init__(self, files: Files, admit: Callable[[Files, bool], None]) -> None:
        self.files = files
        self._admit = admit
        self._known = False

    def put(self, name: str, data: bytes) -> None:
        """See Files."""
        self._compared(lambda: self.files.put(name, data), again=True)

    def put_new(self, name: str, data: bytes) -> bool:
        """See Files."""
        return self._compared(lambda: self.files.put_new(name, data), again=True)

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """See Files."""
        return self._compared(lambda: self.files.read(name, at, length))

    def size(self, name: str) -> int | None:
        """See Files."""
        return self._compared(lambda: self.files.size(name))

    def names(self, under: str) -> Iterator[str]:
        """See Files."""
        yield from self._compared(lambda: self.files.names(under))

    def remove(self, name: str) -> None:
        """See Files."""
        self._compared(lambda: self.files.remove(name), again=True)

    def check(self) -> None:
        """See Files."""
        self._compared(self.files.check, again=True)

    def _compared(self, work: Callable[[], T], again: bool = False) -> T:
        known, self._known = self._known, False
        self._admit(self.files, again or not known)
        found = work()
        self._known = True
        return found


def _in_kernel(files: Files) -> bool:
    """Whether a call waits in the kernel, where no greenlet can wait."""
    return _in_kernel(files.files) if isinstance(files, ComparedFiles) else isinstance(files, Directory)


class BoundedFiles:
    """`files` within the limits of `bounded`; a file operation that does not end in time is unavailable."""

    def __init__(self, files: Files, bounded: TimeLimits) -> None:
        self._files = files
        self._call = bounded.blocking if _in_kernel(files) else bounded.waiting

    def put(self, name: str, data: bytes) -> None:
        """See Files."""
        self._bounded(lambda: self._files.put(name, data))

    def put_new(self, name: str, data: bytes) -> bool:
        """See Files."""
        return self._bounded(lambda: self._files.put_new(name, data))

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """See Files."""
        return self._bounded(lambda: self._files.read(name, at, length))

    def size(self, name: str) -> int | None:
        """See Files."""
        return self._bounded(lambda: self._files.size(name))

    def names(self, under: str) -> Iterator[str]:
        """See Files."""
        yield from self._bounded(lambda: list(self._files.names(under)))

    def remove(self, name: str) -> None:
        """See Files."""
        self._bounded(lambda: self._files.remove(name))

    def check(self) -> None:
        """See Files."""
        self._bounded(self._files.check)

    def _bounded(self, work: Callable[[], T]) -> T:
        try:
            return self._call(work)
        except NoAnswer as late:
            raise away(late, Outage(Part.ARCHIVE, Cause.TIMED_OUT)) from None


class Directory:
    """Files below the directory `root`, which is made on first use."""

    def __init__(self, root: Path, reached: Reached = go_on) -> None:
        self._root = root
        self._reached = reached

    def read(self, name: str, at: int = 0, length: int | None = None) -> bytes:
        """See Files; a file that the disk does not give is a damaged one, not an archive that is away."""
        with _translated():
            try:
                data = self._part(name, at, length)
            except FileNotFoundError:
                raise DamagedBlob(f"the file {name} is missing") from None
            except OSError as problem:
                if problem.errno not in _OF_ONE_FILE:
                    raise
                raise DamagedBlob(f"the file {name} cannot be read: {problem.strerror}") from None
        if length is not None and len(data) != length:
            raise DamagedBlob(f"the file {name} is shorter than it was")
        return data

    def size(self, name: str) -> int | None:
        """See Files."""
        with _translated():
            try:
                return self._path(name).stat().st_size
            except FileNotFoundError:
                return None

    def check(self) -> None:
        """See Files."""
        with _translated(), suppress(FileNotFoundError):
            os.scandir(self._root).close()

    def names(self, under: str) -> Iterator[str]:
        """See Files."""
        with _translated():
            found = [path for path in self._path(under).rglob("*") if path.is_file()]
        yield from (path.relative_to(self._root).as_posix() for path in found)

    def _part(self, name: str, at: int, length: int | None) -> bytes:
        with open(self._path(name), "rb") as file:
            file.seek(at)
            return file.read(-1 if length is None else length)

    def _path(self, name: str) -> Path:
        return self._root / name

    def put(self, name: str, data: bytes) -> None:
        """See Files: a draft, synced, renamed, and its directory synced."""
        path = self._path(name)
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

    def put_new(self, name: str, data: bytes) -> bool:
        """See Files: a draft, synced, and linked to the name."""
        path = self._path(name)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}{DRAFT}")
        with _translated():
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
            self._reached(Step.DRAFT_WRITTEN)
            os.fsync(file.fileno())
        self._reached(Step.DRAFT_SYNCED)

    def remove(self, name: str) -> None:
        """See Files."""
        with _translated():
            self._path(name).unlink(missing_ok=True)


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
def _translated() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise away(problem, of_files(problem)) from problem
    else:
        OUTAGES.works(Part.ARCHIVE)


def away(problem: Exception, outage: Outage) -> ArchiveUnavailable:
    """The error of an archive that did not do the work, which is written down as an outage."""
    OUTAGES.failed(outage)
    return ArchiveUnavailable(f"the archive is not available: {problem}", outage)
