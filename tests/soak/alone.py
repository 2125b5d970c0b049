"""kill -9 of a tournament without a service: run again it ends, with the undisturbed digests."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from app.tournament.exports import games_csv
from tests.cli.killed import begun, kill_all, ran, ran_here
from tests.remote.service import Json
from tests.server.helpers import eventually
from tests.soak.tournaments import manifest, played, undisturbed

_FIXTURES: Final = 1_000_000
_RUN: Final = ("tournament", "run", "cup.json", "--workers", "2", "--json")


def kill(rng: Random, _: None, *, kills: int = 4, decks: int = 40) -> int:
    """One tournament, killed with all of its processes some times, then run to its end and compared."""
    document = manifest(rng, decks)
    with TemporaryDirectory(prefix="cq-") as directory:
        folder = Path(directory)
        (folder / "cup.json").write_text(json.dumps(document))
        for _time in range(kills):
            _killed(rng, folder)
        assert_ends_undisturbed(folder, document, _RUN)
    return kills


def assert_ends_undisturbed(folder: Path, document: Json, run: Sequence[str]) -> None:
    """Run the killed tournament of `document` to its end, and compare it with an undisturbed one."""
    status, out, err = ran(folder, *run)
    assert status == 0, err
    bots = [entrant["bot"] for entrant in document["entrants"]]
    right = played(undisturbed(document), _FIXTURES, bots)
    assert (json.loads(out)["tournament"], json.loads(out)["state"]) == (right.id, "finished")
    status, listed, err = ran_here(folder, "tournament", "export", right.id, "--as", "games.csv")
    assert status == 0, err
    assert listed.splitlines() == games_csv(right.manifest, right.played).splitlines()
    status, _out, err = ran_here(folder, "archive", "check", "--audit")
    assert status == 0, err


def _killed(rng: Random, folder: Path) -> None:
    """The tournament ran for an instant, before its store was there or after, and all of it was killed."""
    run, store = begun(folder, *_RUN), folder / "data" / "valkey" / "appendonlydir"
    if rng.random() < 0.8:
        eventually(lambda: store.exists() or run.poll() is not None)
    time.sleep(rng.uniform(0.0, 3.0))
    kill_all(run)
