"""An auditor with receipts, keys and checkpoints that a service signed, and the output of both verifiers."""

import json
from dataclasses import dataclass
from pathlib import Path

from click import Command
from click.testing import CliRunner

from app.cli.log import log
from app.cli.replay.commands import audit
from app.service.signing import KeyRing, receipt
from replays.record.receipts import KEYS_PATH
from tests.api.helpers import Json, Table, expect
from tests.loopback import on_loopback
from tests.verifier.node import run

AT, EARLY, LATE = 20, 8, 30
"""The ply of an attack, and plies before and after it for which there are receipts."""

CLEAN = "clean: everything was checked and nothing was found"
UNCHANGED = "Proved: each tree begins with the one before, so no leaf under the first was changed or removed."
NO_RECORDS = "Not looked at: the records."
AGREEING = "The receipts agree with the log."
ONLY_THE_SERVICE = (
    "Only the service, or whoever has its key, could have caused it: no player and nobody who held this file"
    " can make these signatures."
)
NOT_GIVEN = (
    "Nothing that was signed before was shown: neither that the log was altered nor that it was not is"
    " proved."
)


@dataclass(frozen=True)
class ProgramOutput:
    """The exit status of a program, its text without line breaks, and its headline, the second line."""

    status: int
    text: str
    headline: str

    @property
    def proved(self) -> str:
        """Return the section on proofs."""
        return self.text.partition("What is proven")[2].partition("What cannot be proven")[0]

    @property
    def unproved(self) -> str:
        """Return the section on what nothing proves."""
        return self.text.partition("What cannot be proven")[2]


def _parsed(status: int, output: str) -> ProgramOutput:
    return ProgramOutput(status, " ".join(output.split()), output.splitlines()[1])


@dataclass(frozen=True)
class Auditor:
    """Files that an auditor keeps of a service: keys, receipts of a game and checkpoints."""

    folder: Path
    receipts: tuple[Json, ...]

    def audit(self, table: Table, receipts: bool = True) -> ProgramOutput:
        """Run `conquian audit` on the game."""
        return self._run(audit, table, table.id, *self._receipts(receipts))

    def verify_log(self, table: Table) -> ProgramOutput:
        """Run `conquian log verify` with the checkpoints of the auditor."""
        return self._run(log, table, "verify", str(self.folder / "checkpoints.txt"))

    def log_is_unchanged(self, table: Table) -> bool:
        """Return whether `log verify` proves that no leaf was changed, without having read the records."""
        output = self.verify_log(table)
        return output.status == 0 and UNCHANGED in output.text and NO_RECORDS in output.text

    def audit_by_verifier(self, table: Table, receipts: bool = True) -> ProgramOutput:
        """Run `verifier.js` on the record of the game."""
        answer = table.get("/record")
        assert answer.status_code == 200
        (self.folder / "game.record").write_bytes(answer.data)
        options = ("--keys", str(self.folder / "keys.json"), *self._receipts(receipts))
        done = run("audit", str(self.folder / "game.record"), *options)
        return _parsed(done.returncode, done.stdout + done.stderr)

    def _run(self, command: Command, table: Table, *arguments: str) -> ProgramOutput:
        with on_loopback(table.api.app) as url:
            options = ["--keys", str(self.folder / "keys.json"), "--url", url]
            done = CliRunner().invoke(command, [*arguments, *options])
        return _parsed(done.exit_code, done.output + "\n\n")

    def _receipts(self, given: bool) -> tuple[str, ...]:
        (self.folder / "receipts.json").write_text(json.dumps(self.receipts))
        return ("--receipts", str(self.folder / "receipts.json")) if given else ()


def auditor_of(table: Table, folder: Path, *plies: int) -> Auditor:
    """Return an auditor with the keys, the checkpoints so far, and receipts of the game for `plies`."""
    entries = [expect(table.get(f"/events?after={ply - 1}&limit=1"), 200)["events"][0] for ply in plies]
    receipts = [_receipt(table.api.parts.ring, table, entry) for entry in entries]
    (folder / "keys.json").write_text(table.api.client.get(KEYS_PATH).text)
    with on_loopback(table.api.app) as url:
        exported = CliRunner().invoke(log, ["export", "--url", url])
    (folder / "checkpoints.txt").write_text(exported.stdout)
    return Auditor(folder, tuple(receipts))


def _receipt(ring: KeyRing, table: Table, entry: Json) -> Json:
    return receipt(ring, table.id, entry["ply"], bytes.fromhex(entry["digest"]), entry["public"]["time"])


def audit_findings(table: Table) -> tuple[str, list[tuple[int, str, str]]]:
    """Return the result of the audit over HTTP, with ply, cause and text of each finding."""
    answer = expect(table.get("/audit"), 200)
    assert answer["clean"] == (answer["result"] == "clean")
    return answer["result"], [(each["ply"], each["cause"], each["detail"]) for each in answer["findings"]]


def receipt_answers(table: Table, auditor: Auditor) -> list[tuple[bool | None, str | None]]:
    """Return for each receipt whether the service calls it consistent, and its text on two signatures."""
    answers = [expect(table.confront(receipt), 200) for receipt in auditor.receipts]
    return [(each["consistent"], each.get("two_signatures", {}).get("detail")) for each in answers]
