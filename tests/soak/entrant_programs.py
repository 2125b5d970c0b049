"""Programs that misbehave now and then: their games end lawfully, or they fail for the reason that there was.

What a program does wrong follows from the chance that it is told, so that a run can be seen again. Started
again it does what is right, until it has been started again as often as it may. However it ends, no process
of it is left.
"""

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from app.bots.errors import EntrantFailed
from app.bots.external.limits import ParticipantLimits
from app.bots.external.participants import opened
from tests.bots.entrant_programs import FIRST, PROGRAM, greedy, lines, played
from tests.server.helpers import eventually, is_alive

LIMITS: Final = ParticipantLimits(decision_seconds=10.0, memory_mb=256, restarts=2)
_RATE: Final = 60
_WRONGS: Final = {
    "crashed": "sys.exit('enough')",
    "timed_out": "time.sleep(60)",
    "illegal": "legal[:] = [{'type': 'exchange', 'card': '??'}]",
    "memory": "bytearray(1 << 33)",
    "protocol": "print('one moment', flush=True)",
}
_BODY: Final = """
    import os, pathlib, subprocess, time
    if not pathlib.Path(str(os.getpid())).exists():
        child = subprocess.Popen(["sleep", "60"])
        pathlib.Path(str(os.getpid())).touch()
        open("pids", "a").write(json.dumps([os.getpid(), child.pid]) + chr(10))
    done, wrong = pathlib.Path("done-" + str(asked["chance"])), asked["chance"] % {rate}
    if wrong < {count} and not done.exists():
        done.write_text(str(wrong))
        exec({wrongs}[wrong])
"""


def games(rng: Random, _: None) -> int:
    """One game of a program against `greedy`."""
    with TemporaryDirectory(prefix="cq-") as directory:
        folder = Path(directory)
        text = _BODY.format(rate=_RATE, count=len(_WRONGS), wrongs=list(_WRONGS.values()))
        (folder / "bot.py").write_text(PROGRAM.format(body=text.strip(), answer=FIRST))
        entrant = {"name": "odd", "command": [sys.executable, "-I", "-S", "bot.py"]}
        moves = _moves(entrant, folder, rng.randrange(256))
        wrongs = [int(path.read_text()) for path in folder.glob("done-*")]
        assert (moves is None) == (len(wrongs) > LIMITS.restarts)
        for group in lines(folder / "pids"):
            eventually(lambda group=group: not any(map(is_alive, group)))  # type: ignore[misc]
    return 1


def _moves(entrant: dict[str, Any], folder: Path, number: int) -> list[Any] | None:
    """The moves of a game; None where the program has failed, for the reason that there was."""
    try:
        with opened(entrant, folder, LIMITS) as make:
            return played([make, greedy], number)
    except EntrantFailed as failure:
        reason = failure.reason
    last = max(folder.glob("done-*"), key=lambda path: path.stat().st_mtime_ns)
    assert list(_WRONGS)[int(last.read_text())] == reason
    return None
