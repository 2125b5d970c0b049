"""The data directory of an older version, as commands back it up, move it and restore it."""

import json
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner, Result
from redis import Redis

from app.cli import main
from app.server import embedded_store
from app.store.client import connect
from tests.corpus.old_directory import ARCHIVE


def unpacked(folder: Path) -> Path:
    """A data directory with games at every stage, disputes, players, a webhook and a tournament."""
    with tarfile.open(ARCHIVE) as packed:
        # Python 3.12 warns where there is no filter, and extractall takes none before 3.11.4.
        packed.extraction_filter = lambda member, path: member
        packed.extractall(folder)
    return folder


def empty_parts(redis_url: str, folder: Path) -> dict[str, str]:
    """The settings of empty parts, those of files below `folder`."""
    return {
        "CONQUIAN_DATA": str(folder / "data"),
        "REDIS_URL": redis_url,
        "CATALOGUE_URL": f"sqlite:///{folder}/catalogue.sqlite",
        "ARCHIVE_URL": str(folder / "archive"),
    }


def ran(environ: dict[str, str], *words: str) -> Result:
    return CliRunner().invoke(main, words, env=environ)


def refused(environ: dict[str, str], *words: str) -> str:
    """The sentence of a command that ends with status 1."""
    done = ran(environ, *words)
    assert (done.exit_code, done.stdout) == (1, ""), done.output
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def identity_of(environ: dict[str, str]) -> tuple[str | None, set[str | None]]:
    """The fault of the installation, and the ids of its parts."""
    output = json.loads(ran(environ, "installation", "show", "--json").stdout)
    return output["fault"], {row["installation"] for row in output["parts"].values()}


@contextmanager
def store_of(folder: Path) -> Iterator[Redis]:
    """Context of the store of a data directory."""
    store = embedded_store.start(folder)
    try:
        with connect(store.url) as redis:
            yield redis
    finally:
        store.stop()
