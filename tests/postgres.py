"""A PostgreSQL server of our own for tests, from the binaries of this machine, on a unix socket only."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from tempfile import TemporaryDirectory

MISSING = "needs the programs of a PostgreSQL server (apt-get install postgresql)"


def programs() -> Path | None:
    """The directory with initdb and postgres, of the newest version that is here; None if there is none."""
    places = sorted(map(Path, glob("/usr/lib/postgresql/*/bin")), key=_version, reverse=True)
    if found := shutil.which("initdb"):
        places.append(Path(found).resolve().parent)
    return next((place for place in places if (place / "postgres").exists()), None)


def _version(place: Path) -> int:
    number = place.parent.name
    return int(number) if number.isdigit() else 0


@contextmanager
def server(here: Path) -> Iterator[str]:
    """The address of an empty database on a server with the programs in `here`, gone afterwards."""
    with TemporaryDirectory(prefix="cq-pg-", dir="/tmp") as home:
        data, log = Path(home, "data"), Path(home, "log")
        if os.geteuid() == 0:  # the server refuses to run as root
            shutil.chown(home, "nobody")
        options = f"-k {home} -c listen_addresses= -c fsync=off"
        _run(here, "initdb", "-D", data, "-U", "games", "-A", "trust", "-E", "UTF8", "--no-sync")
        _run(here, "pg_ctl", "-D", data, "-w", "-l", log, "-o", options, "start")
        try:
            yield f"postgresql://games@/postgres?host={home}"
        finally:
            _run(here, "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")


def _run(here: Path, name: str, *words: str | Path) -> None:
    user = ("setpriv", "--reuid=nobody", "--clear-groups") if os.geteuid() == 0 else ()
    # The server would hold a pipe of ours open for as long as it lives.
    done = subprocess.run(
        [*user, here / name, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/"
    )
    if done.returncode:
        raise OSError(f"{name} of PostgreSQL failed")
