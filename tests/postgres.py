"""A PostgreSQL server for tests, from the binaries of this machine, on a unix socket only."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from urllib.parse import parse_qs, urlsplit

from sqlalchemy import create_engine

from tests.server.helpers import free_port

MISSING = "needs the programs of a PostgreSQL server (apt-get install postgresql)"


def programs() -> Path | None:
    """Return the directory with the newest initdb and postgres, or None."""
    places = sorted(map(Path, glob("/usr/lib/postgresql/*/bin")), key=_version, reverse=True)
    if path := shutil.which("initdb"):
        places.append(Path(path).resolve().parent)
    return next((place for place in places if (place / "postgres").exists()), None)


def _version(place: Path) -> int:
    number = place.parent.name
    return int(number) if number.isdigit() else 0


@contextmanager
def server(here: Path) -> Iterator[str]:
    """Context of the address of an empty database on a new server with the programs in `here`."""
    with TemporaryDirectory(prefix="cq-pg-", dir="/tmp") as home, _running(here, Path(home), "", ()):
        yield f"postgresql://games@/postgres?host={home}"


def empty(url: str) -> None:
    """Remove everything from the database at this address."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()


def dial(url: str) -> socket.socket:
    """Return a connection to the unix socket of the server with this address."""
    (home,) = parse_qs(urlsplit(url).query)["host"]
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(f"{home}/.s.PGSQL.5432")
    return connection


@contextmanager
def tcp_server(here: Path, password: str) -> Iterator[str]:
    """Context of the address, without a database, of a server on loopback with a password."""
    with TemporaryDirectory(prefix="cq-pg-", dir="/tmp") as home, NamedTemporaryFile("w") as file:
        file.write(password)
        file.flush()
        os.chmod(file.name, 0o644)
        port = free_port()
        words = ("--auth-host=scram-sha-256", f"--pwfile={file.name}")
        with _running(here, Path(home), f"127.0.0.1 -p {port}", words):
            yield f"postgresql://games:{password}@127.0.0.1:{port}"


@contextmanager
def _running(here: Path, home: Path, listens: str, words: tuple[str, ...]) -> Iterator[None]:
    data, log = home / "data", home / "log"
    if os.geteuid() == 0:  # the server refuses to run as root
        shutil.chown(home, "nobody")
    options = f"-k {home} -c fsync=off -c listen_addresses={listens}"
    _run(here, "initdb", "-D", data, "-U", "games", "-A", "trust", "-E", "UTF8", "--no-sync", *words)
    _run(here, "pg_ctl", "-D", data, "-w", "-l", log, "-o", options, "start")
    try:
        yield
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
