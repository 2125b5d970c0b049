"""A disk that fills up in the middle of games, again and again: nothing acknowledged is lost, games go on.

The data directory is on a small disk of its own where this machine lets us mount one (a tmpfs, as root); then
not a byte is left, and the store ends at its next write. Elsewhere the disk is shared, and filled only below
the reserve at which the store takes no more entries.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.server.helpers import eventually
from tests.soak.client import PATIENCE_SECONDS, Client, Lost, Service
from tests.soak.kills import amid

_DISK_MB = 256
_RESERVE_MB = 32
_STEP = 1 << 20
_FULL_SECONDS = (0.2, 3.0)


@dataclass(frozen=True, slots=True)
class Site:
    """A service, the file that fills its disk, and how many bytes each fill may leave."""

    service: Service
    filler: Path
    left: list[int]

    def fill(self, rng: Random) -> None:
        """The disk is full for some time, and entries are refused. Then there is space again."""
        size = shutil.disk_usage(self.filler.parent).free - rng.choice(self.left)
        try:
            _allocate(self.filler, size)
            eventually(self._refuses_entries, PATIENCE_SECONDS)
            time.sleep(rng.uniform(*_FULL_SECONDS))
        finally:
            self.filler.unlink()

    def _refuses_entries(self) -> bool:
        client = Client(self.service.port)
        try:
            reply = client.send("GET", "/readyz")
            return reply.status == 503 and reply.json["code"] == "store_full"
        except Lost:
            return False
        finally:
            client.close()


def _allocate(path: Path, size: int) -> None:
    """A file of so many bytes, or of all that the disk has left."""
    with path.open("wb") as file, suppress(OSError):
        for at in range(0, size, _STEP):
            os.posix_fallocate(file.fileno(), at, min(_STEP, size - at))


@contextmanager
def site() -> Iterator[Site]:
    """A service whose data are on a disk that can be filled."""
    with TemporaryDirectory(prefix="cq-") as directory:
        home = Path(directory)
        own = _mounted(home)
        reserve, left = _RESERVE_MB, [0, 8_000_000]
        if not own:
            free = shutil.disk_usage(home).free
            margin = min(free // 5, 1_000_000_000)  # more than others write or free meanwhile
            reserve, left = (free - margin) // 1_000_000, [free - 2 * margin]
        service = Service(home, CONQUIAN_RESERVE_MB=str(reserve))
        try:
            service.start()
            yield Site(service, home / "filler", left)
        finally:
            service.stop()
            if own:
                # A process that was killed a moment ago may still hold a file.
                subprocess.run(["umount", "--lazy", str(home)], check=True)


def _mounted(home: Path) -> bool:
    if os.geteuid() != 0:
        return False
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK_MB}m", "tmpfs", str(home)]
    return subprocess.run(mount, check=False, stderr=subprocess.DEVNULL).returncode == 0


def fills(rng: Random, full: Site, *, deals: int = 2) -> int:
    """One full disk amid three games, then their end and their audit."""
    amid(rng, full.service, lambda: full.fill(rng), deals)
    return 1
