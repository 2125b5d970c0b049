"""The trial of wrong settings: each row of the table in each of its roles, beside games that are played.

    python -m tests.operator

Prints a line for each, and what the process said; exit status 1 if one is not as the table has it, or if a
game was disturbed.
"""

import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.operator.installation import Installation, Play, installed
from tests.operator.parts import parts
from tests.operator.roles import COMMANDS, Role, answers, started
from tests.operator.site import site as site_on
from tests.operator.wrong_settings import EMPTY, FOREIGN, Row
from tests.server.helpers import eventually

_TRACEBACK = "Traceback (most recent call last)"
_PATIENCE_SECONDS = 60.0
_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Result:
    """Output of a process with a wrong setting, and the fault in it, if any."""

    row: str
    role: str
    said: str
    fault: str = ""


@contextmanager
def site() -> Iterator[Installation]:
    """An installation with all its roles, beside the parts of another one and of one that was never made."""
    with TemporaryDirectory(prefix="cq-") as home, parts(Path(home)) as running:
        # The first process of an installation gives its parts an identity.
        with site_on(running, FOREIGN, running.home / "foreign") as foreign:
            foreign.start("clock", "clock")
        running.make_database(f"games{EMPTY}")
        running.make_bucket(f"records{EMPTY}")
        with installed(running, 0) as installation:
            yield installation


def trial(installation: Installation, cases: Iterable[tuple[Row, str]]) -> Iterator[Result]:
    """The result of each row in its role, two at a time, then that of the games played meanwhile."""
    with Play(installation.api) as play:
        eventually(lambda: play.moves or play.faults, seconds=_PATIENCE_SECONDS)
        pool = ThreadPoolExecutor(_AT_ONCE)
        try:
            yield from pool.map(lambda case: tried(installation, *case), cases)
        finally:
            pool.shutdown(cancel_futures=True)
        before = play.moves
        eventually(lambda: play.moves > before or play.faults, seconds=_PATIENCE_SECONDS)
    yield Result("games beside it", "api", f"{play.moves} moves", " ".join(play.faults))


def tried(installation: Installation, row: Row, role: str) -> Result:
    """Start the role with the wrong setting and look at what it does."""
    home = installation.parts.home / "trial" / row.name.replace(" ", "-") / role.replace(" ", "-")
    home.mkdir(parents=True)
    changed = {**installation.settings, **row.change(installation, home)}
    wrong = {name: text for name, text in changed.items() if text is not None}
    with started(role, wrong, home / "process") as process:
        try:
            output, fault = _looked_at(row, process)
        except AssertionError as waited:
            output, fault = process.output.strip(), str(waited)
        if _TRACEBACK in process.output:
            fault = fault or "a traceback"
    shutil.rmtree(home)
    return Result(row.name, role, output, fault)


def _looked_at(row: Row, process: Role) -> tuple[str, str]:
    """Return what the process said, and what is wrong with that or with what it did."""
    if row.outage is not None:
        return _outage(row, process)
    return _warning(row, process) if row.warns else _refusal(row, process)


def _warning(row: Row, process: Role) -> tuple[str, str]:
    """The process runs, and says what does not work."""
    eventually(lambda: row.warns in process.output or process.status is not None, seconds=_PATIENCE_SECONDS)
    output = next((line for line in process.output.splitlines() if row.warns in line), process.output.strip())
    return output, "" if process.status is None else f"ended with {process.status}"


def _refusal(row: Row, process: Role) -> tuple[str, str]:
    """The process ends with status 1 and one sentence that names what the row says."""
    eventually(lambda: process.status is not None, seconds=_PATIENCE_SECONDS)
    output = process.output.strip()
    if process.status != 1:
        return output, f"exit status {process.status}"
    lacks = [word for word in row.says if word not in output]
    return output, f"does not say {lacks}" if lacks else ""


def _outage(row: Row, process: Role) -> tuple[str, str]:
    """The process says the sentence of the outage; a command ends with it, the API has it at `/readyz`."""
    assert row.outage is not None
    sentence = row.outage.sentence
    eventually(lambda: sentence in process.output or process.status is not None, seconds=_PATIENCE_SECONDS)
    output = next((line for line in process.output.splitlines() if sentence in line), process.output.strip())
    if sentence not in output:
        return output, f"does not say: {sentence}"
    if process.name in COMMANDS:
        return output, "" if process.ended() in (1, 2) else f"exit status {process.status}"
    if process.name == "api":
        answers(process)
        status, document = process.readiness()
        cause = (document["parts"][row.outage.part]["cause"] or {}).get("code")
        return output, "" if cause == row.outage.cause else f"/readyz is {status} and has the cause {cause}"
    return output, "" if process.status is None else f"ended with {process.status}"
