"""The directory of a backup.

  begun.json      {"kind": "conquian-backup", "v": 1, "installation", "keys"}: the backup is not complete
  files.jsonl     a line for each file, {"name", "size", "sha256", "lines"}, and each finished step, {"done"}
  manifest.json   written last: {"kind", "v", "program", "catalogue", "installation", "check", "origin",
                  "keys", "begun_ms", "ended_ms", "counts", "files": {"count", "bytes", "sha256"}}
  service.key     the service secret, unless the backup is without keys
  store/          STEP/NUMBER.jsonl.zst: logs and keys of the store
  catalogue/      TABLE/NUMBER.jsonl.zst: rows of the catalogue
  archive/        the files of the archive, under their names

`sha256` in the manifest is that of files.jsonl, so it covers every file. The directory has mode 700, its
files mode 600. Each file is complete and on the disk before its line is written, so that an interrupted
backup continues with the next one.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import orjson
from zstandard import ZstdCompressor, ZstdDecompressor, ZstdError

from app.settings.errors import StartError
from replays.archive.errors import DamagedBlob
from replays.archive.files import DRAFT, Directory

KIND: Final = "conquian-backup"
VERSION: Final = 1

_BEGUN: Final = "begun.json"
_LIST: Final = "files.jsonl"
_MANIFEST: Final = "manifest.json"
KEY: Final = "service.key"

_PART_BYTES: Final = 16_000_000
"""Size at which a file of lines ends, before compression."""


class BackupRefused(StartError):
    """A directory cannot be used for or as a backup; the text is one sentence."""


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A file of a backup: its size in bytes, its SHA-256 in hex, its number of lines, 0 if it has none."""

    name: str
    size: int
    sha256: str
    lines: int


class NewBackup:
    """A backup that is being made in the directory `path`; a new one, or one that was interrupted.

    Raises BackupRefused for a directory with anything else, or with a backup of other `facts`.
    """

    def __init__(self, path: Path, facts: dict[str, Any], now_ms: int) -> None:
        self._path = path
        self._files = Directory(path)
        self._known: dict[str, BackupFile] = {}
        self._done: set[str] = set()
        self._facts = {"kind": KIND, "v": VERSION, **facts}
        self._begun_ms = now_ms
        self._begin()
        self._list = (path / _LIST).open("ab")

    def _begin(self) -> None:
        try:
            self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path.chmod(0o700)
            present = {path.name for path in self._path.iterdir()}
        except OSError as problem:
            raise BackupRefused(f"The directory {self._path} cannot be used: {problem.strerror}.") from None
        if _MANIFEST in present:
            raise BackupRefused(f"{self._path} has a complete backup; name another directory.")
        if _BEGUN not in present:
            if any(not name.endswith(DRAFT) for name in present):
                raise BackupRefused(f"{self._path} is not empty; name another directory.")
            self._files.put(_BEGUN, orjson.dumps({**self._facts, "begun_ms": self._begun_ms}))
            return
        begun = _document(self._path / _BEGUN)
        self._begun_ms = begun.pop("begun_ms", None)
        if begun != self._facts:
            raise BackupRefused(
                f"{self._path} has an incomplete backup of another installation, or with other options; name"
                " another directory."
            )
        self._resume()

    def _resume(self) -> None:
        """Read the list of an interrupted backup, and remove a last line that is not whole."""
        place = self._path / _LIST
        lines = place.read_bytes().splitlines(keepends=True) if place.exists() else []
        whole = [line for line in lines if line.endswith(b"\n")]
        for row in map(orjson.loads, whole):
            if "done" in row:
                self._done.add(row["done"])
            else:
                self._known[row["name"]] = BackupFile(**row)
        self._files.put(_LIST, b"".join(whole))

    def has(self, name: str) -> bool:
        """Return whether a file was written."""
        return name in self._known

    def under(self, folder: str) -> list[str]:
        """Return the names of the written files in a folder."""
        return [name for name in self._known if name.startswith(f"{folder}/")]

    def is_done(self, step: str) -> bool:
        """Return whether a step was finished, in this or an interrupted run."""
        return step in self._done

    def done(self, step: str) -> None:
        """Record that a step is finished."""
        self._done.add(step)
        self._write({"done": step})

    def put(self, name: str, data: bytes, lines: int = 0) -> None:
        """Write a file."""
        self._files.put(name, data)
        self._known[name] = BackupFile(name, len(data), sha256(data).hexdigest(), lines)
        self._write(asdict(self._known[name]))

    def put_lines(self, folder: str, lines: Iterable[Any]) -> None:
        """Write JSON lines into files in a folder."""
        number = size = 0
        part: list[bytes] = []
        for line in lines:
            part.append(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
            size += len(part[-1])
            if size > _PART_BYTES:
                self._put_part(folder, number, part)
                number, size, part = number + 1, 0, []
        if part:
            self._put_part(folder, number, part)
            number += 1
        for name in self.under(folder):
            if name >= _part_name(folder, number):
                del self._known[name]  # of an interrupted run, which had more

    def lines(self, folder: str) -> Iterator[Any]:
        """Yield the JSON lines in a folder."""
        for name in sorted(self.under(folder)):
            yield from _lines(self._files.read(name))

    def count(self, prefix: str) -> int:
        """Return the number of lines in the files whose names begin with `prefix`."""
        return sum(file.lines for file in self._known.values() if file.name.startswith(prefix))

    def finish(self, facts: dict[str, Any]) -> None:
        """Write the manifest, which makes the backup complete."""
        self._list.close()
        listed = b"".join(
            orjson.dumps(asdict(file), option=orjson.OPT_APPEND_NEWLINE)
            for _, file in sorted(self._known.items())
        )
        self._files.put(_LIST, listed)
        files = {
            "count": len(self._known),
            "bytes": sum(file.size for file in self._known.values()),
            "sha256": sha256(listed).hexdigest(),
        }
        document = {**self._facts, "begun_ms": self._begun_ms, **facts, "files": files}
        self._files.put(_MANIFEST, orjson.dumps(document, option=orjson.OPT_INDENT_2))
        self._files.remove(_BEGUN)

    def close(self) -> None:
        """Close the list of files."""
        self._list.close()

    def _put_part(self, folder: str, number: int, lines: list[bytes]) -> None:
        self.put(_part_name(folder, number), ZstdCompressor().compress(b"".join(lines)), len(lines))

    def _write(self, row: dict[str, Any]) -> None:
        self._list.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
        self._list.flush()
        os.fsync(self._list.fileno())


class Backup:
    """A complete backup. Raises BackupRefused if the directory has none, or one of a later version."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._files = Directory(path)
        if not (path / _MANIFEST).exists():
            is_begun = (path / _BEGUN).exists()
            raise BackupRefused(
                f"The backup in {path} is not complete: `conquian backup {path}` continues it."
                if is_begun
                else f"{path} has no backup."
            )
        self.manifest = _document(path / _MANIFEST)
        if (self.manifest.get("kind"), self.manifest.get("v")) != (KIND, VERSION):
            raise BackupRefused(f"{path} has a backup of a version that this program does not read.")
        listed = self._bytes(_LIST)
        if sha256(listed).hexdigest() != self.manifest["files"]["sha256"]:
            raise BackupRefused(f"The backup in {path} was altered: {_LIST} is not what was written.")
        rows = map(orjson.loads, listed.splitlines())
        self.files = {row["name"]: BackupFile(**row) for row in rows}

    @property
    def digest(self) -> str:
        """SHA-256 of the list of files, which identifies the backup."""
        return str(self.manifest["files"]["sha256"])

    def read(self, name: str) -> bytes:
        """Return a file. Raises BackupRefused if it is missing or was altered."""
        data = self._bytes(name)
        if sha256(data).hexdigest() != self.files[name].sha256:
            raise BackupRefused(f"The backup in {self.path} was altered: {name} is not what was written.")
        return data

    def under(self, folder: str) -> list[str]:
        """Return the names of the files in a folder, sorted."""
        return sorted(name for name in self.files if name.startswith(f"{folder}/"))

    def lines(self, name: str) -> Iterator[Any]:
        """Yield the JSON lines of a file."""
        try:
            return _lines(self.read(name))
        except ZstdError:
            raise BackupRefused(f"The backup in {self.path} has an unreadable file, {name}.") from None

    def _bytes(self, name: str) -> bytes:
        try:
            return self._files.read(name)
        except DamagedBlob as damage:
            raise BackupRefused(f"The backup in {self.path} is not complete: {damage}.") from None


def is_complete(path: Path) -> bool:
    """Return whether a directory has a complete backup."""
    return (path / _MANIFEST).exists()


def _document(path: Path) -> dict[str, Any]:
    try:
        document = orjson.loads(path.read_bytes())
    except (OSError, ValueError):
        document = None
    if not isinstance(document, dict):
        raise BackupRefused(f"{path} cannot be read.")
    return document


def _part_name(folder: str, number: int) -> str:
    return f"{folder}/{number:05d}.jsonl.zst"


def _lines(data: bytes) -> Iterator[Any]:
    return map(orjson.loads, ZstdDecompressor().decompress(data).splitlines())
