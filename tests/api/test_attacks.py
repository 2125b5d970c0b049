"""Six attacks of a dishonest operator, each with what a careful auditor would sign, and no more.

Somebody has kept receipts, the list of keys and the checkpoints. What the service and both verifiers say of
the game is compared as a whole: result, exit status, headline, findings, and what they do not call proved.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click import Command
from click.testing import CliRunner
from sqlalchemy import delete, select, update

from app.api.services import Service
from app.cli import main
from app.cli.archive.kinds import FORMS
from app.cli.log import log
from app.cli.replay.commands import COMMANDS
from app.i18n import translations
from app.service.signing import KeyRing, receipt
from app.store.encryption import StorageCipher
from app.store.key_epochs import StoredGenerations
from app.store.keys import SIGNED, GameId, bucket, ended_key, kept_key, log_key
from replays.archive.archiver import Archiver, ArchiveRound
from replays.archive.opening import open_archive, open_archiver, open_signer
from replays.catalogue.connecting import reading, writing
from replays.catalogue.tables import blobs, checkpoints, games, hands, leaves, nodes, players
from replays.disputes.words import FROZEN
from replays.record.receipts import KEYS_PATH
from tests.api.attacking import remade, started_anew
from tests.api.disputing import dispute, dispute_service, shown
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.loopback import on_loopback
from tests.replays.forging import Page, find
from tests.service.helpers import KEYS
from tests.service.races import Backup
from tests.verifier.node import run

AUDIT = next(one for one in COMMANDS if one.name == "audit")
AT, EARLY, LATE = 20, 8, 30
"""The ply of the attack, and plies before and after it for which there are receipts."""

CLEAN = "clean: everything was checked and nothing was found"
AGREEING = "The receipts agree with the log."
COVERED = "Its last digest is covered by a signed checkpoint of the log of all games."
UNBROKEN = "to change one would break"
UNCHANGED = "Proved: each tree begins with the one before, so no leaf under the first was changed or removed."
NO_RECORDS = "Not looked at: the records."
REMADE = (
    "Whoever has the keys of the service could have made all of this anew and signed it again: only a receipt"
    " or a checkpoint that somebody has kept shows whether that was done."
)
ONLY_THE_SERVICE = (
    "Only the service, or whoever has its key, could have caused it: no player and nobody who held this file"
    " can make these signatures."
)
LOST_BY_THE_SERVICE = (
    "If the service gives the log out like this, only the service, or whoever can write to its store, could"
    " have lost the entries: no player can remove any. What is missing is not shown here."
)
NOT_GIVEN = (
    "Nothing that was signed before was shown: neither that the log was altered nor that it was not is"
    " proved."
)
UNREADABLE = f"From entry {AT} on, the service could not read the log of the game as it had been written."
SECRET = "5e" * 32


@pytest.fixture
def archiver(api: Api) -> Iterator[Archiver]:
    """What archives the games of the API, which stay in the store."""
    archive = open_archive(api.settings)
    signer = open_signer(archive, api.redis, KeyRing(KEYS.sign, StoredGenerations(api.redis)))
    yield open_archiver(api.settings, archive, api.redis, StorageCipher(KEYS.vault), signer, FORMS)
    archive.engine.dispose()


@dataclass(frozen=True)
class Told:
    """What a program has said: its exit status, its words, and its headline, which is the second line."""

    status: int
    text: str
    headline: str

    @property
    def proved(self) -> str:
        """Return what it calls proved."""
        return self.text.partition("What is proven")[2].partition("What cannot be proven")[0]

    @property
    def unproved(self) -> str:
        """Return what it says that nothing proves."""
        return self.text.partition("What cannot be proven")[2]


def told(status: int, output: str) -> Told:
    """The output of a program, without its breaks of lines."""
    return Told(status, " ".join(output.split()), output.splitlines()[1])


@dataclass(frozen=True)
class Auditor:
    """Somebody with what was kept of a service: keys, receipts of a game and checkpoints, in files."""

    kept: Path
    receipts: tuple[Json, ...]

    def audit(self, table: Table, receipts: bool = True) -> Told:
        """Return what `conquian audit` says of the game."""
        return self._asked(AUDIT, table, table.id, *self._receipts(receipts))

    def verify(self, table: Table) -> tuple[int, bool, bool]:
        """The exit status of `conquian log verify` with the checkpoints that were kept, whether it says that
        no leaf was changed, and whether it says that it has not looked at records.
        """
        said = self._asked(log, table, "verify", str(self.kept / "checkpoints.txt"))
        return said.status, UNCHANGED in said.text, NO_RECORDS in said.text

    def contradicted(self, table: Table) -> Told:
        """Return what `conquian log verify` says where it says one sentence."""
        return self._asked(log, table, "verify", str(self.kept / "checkpoints.txt"))

    def other(self, table: Table, receipts: bool = True) -> Told:
        """Return what `verifier.js` says of the record."""
        answer = table.get("/record")
        assert answer.status_code == 200
        (self.kept / "game.record").write_bytes(answer.data)
        words = ("--keys", str(self.kept / "keys.json"), *self._receipts(receipts))
        done = run("audit", str(self.kept / "game.record"), *words)
        return told(done.returncode, done.stdout + done.stderr)

    def _asked(self, command: Command, table: Table, *words: str) -> Told:
        with on_loopback(table.api.app) as url:
            done = CliRunner().invoke(command, [*words, "--keys", str(self.kept / "keys.json"), "--url", url])
        return told(done.exit_code, done.output + "\n\n")

    def _receipts(self, given: bool) -> tuple[str, ...]:
        (self.kept / "receipts.json").write_text(json.dumps(self.receipts))
        return ("--receipts", str(self.kept / "receipts.json")) if given else ()


def auditor(table: Table, path: Path, *plies: int) -> Auditor:
    """Somebody who keeps the keys, the checkpoints so far, and receipts of the game for `plies`."""
    signed = [expect(table.get(f"/events?after={ply - 1}&limit=1"), 200)["events"][0] for ply in plies]
    receipts = [
        receipt(ring(table), table.id, one["ply"], bytes.fromhex(one["digest"]), one["public"]["time"])
        for one in signed
    ]
    (path / "keys.json").write_text(table.api.client.get(KEYS_PATH).text)
    with on_loopback(table.api.app) as url:
        exported = CliRunner().invoke(log, ["export", "--url", url])
    (path / "checkpoints.txt").write_text(exported.stdout)
    return Auditor(path, tuple(receipts))


def ring(table: Table) -> KeyRing:
    service: Service = table.api.app.extensions["conquian"]
    return service.ring


@pytest.fixture
def kept(table: Table, archiver: Archiver, tmp_path: Path) -> Auditor:
    """What was kept of the game of `table`, which is archived, under a checkpoint, and still in the store."""
    assert archiver.round() == ArchiveRound(archived=1)
    somebody = auditor(table, tmp_path, EARLY, LATE, table.view()["ply"])
    assert (somebody.audit(table).status, somebody.audit(table).headline) == (0, CLEAN)
    assert (somebody.other(table).status, somebody.verify(table)) == (0, (0, True, True))
    return somebody


def found(table: Table) -> tuple[str, list[tuple[int, str, str]]]:
    """The result of the audit over HTTP, and ply, cause and words of its findings."""
    said = expect(table.get("/audit"), 200)
    assert said["clean"] == (said["result"] == "clean")
    return said["result"], [(one["ply"], one["cause"], one["detail"]) for one in said["findings"]]


def held(table: Table, auditor: Auditor) -> list[tuple[bool | None, str | None]]:
    """By receipt whether the service calls it consistent, and what it says of two signatures."""
    answers = [expect(table.confront(one), 200) for one in auditor.receipts]
    return [(one["consistent"], one.get("two_signatures", {}).get("detail")) for one in answers]


def verdict(table: Table, claim: str, **more: Any) -> tuple[str, str, list[int] | None]:
    """The outcome of a dispute of seat 0, the reason that it gives, and the correction of the ledger."""
    name = expect(dispute(table, 0, claim, **more), 201)["dispute"]
    assert dispute_service(table.api).settle(GameId(name)) == "judged"
    said = shown(table, name)["verdict"]
    return said["outcome"], said["sentences"]["reason"], said["correction"]


def turned(data: bytes, at: int) -> bytes:
    """The data with one bit of the byte at `at` turned."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def later(book: list[Page]) -> None:
    """Every entry from `AT` on is dated one millisecond later."""
    for page in book[AT - 1 :]:
        page.public["time"] += 1


def test_a_byte_of_the_stored_log_is_changed(table: Table, kept: Auditor) -> None:
    redis = table.api.redis
    rows: Any = redis.xrange(log_key(GameId(table.id)))
    redis.delete(log_key(GameId(table.id)))
    for ply, (name, fields) in enumerate(rows, 1):
        crude: Any = {b"z": turned(fields[b"z"], 30)} if ply == AT else {}
        redis.xadd(log_key(GameId(table.id)), {**fields, **crude}, id=name)
    game = started_anew(table)
    for path in ("", "/record"):
        assert refused(game.get(path), 409, "quarantined")["ply"] == AT
    assert expect(game.get("/events"), 200)["damaged_at"] == AT
    damage = "what is stored is not what was written"
    assert found(game) == ("findings", [(AT, "damage", damage)])
    # Of what cannot be read, nothing is said: neither that it agrees nor that it does not.
    assert held(game, kept) == [(True, None), (None, None), (None, None)]
    said = kept.audit(game)
    assert (said.status, said.headline) == (1, f"findings: 1; the first at entry {AT}")
    assert f"entry {AT}, gaps: {damage}." in said.text
    assert "If the service gives the log out like this, only the service" in said.text
    assert "Only what is before the damage can be read" in said.unproved
    assert AGREEING not in said.proved
    assert verdict(game, "history_altered") == ("upheld", UNREADABLE, None)
    assert verdict(game, "wrong_payment") == ("undecided", UNREADABLE, None)
    assert kept.verify(game) == (0, True, True)


def test_the_chain_is_made_anew_after_an_altered_entry(table: Table, kept: Auditor) -> None:
    game = remade(table, later)
    last = game.view()["ply"]
    path = "the hashes do not lead from the end of the game to the root of the checkpoint"
    assert found(game) == ("findings", [(last, "checkpoint", path)])
    alone, both, other = kept.audit(game, receipts=False), kept.audit(game), kept.other(game)
    assert held(game, kept) == [(True, None), (False, twice(LATE)), (False, twice(last))]
    assert [one["ply"] for one in game.view()["contradictions"]] == [LATE, last]
    # What somebody has shown to the service is then held against the log for everybody.
    assert kept.audit(game, receipts=False).headline == f"findings: 5; the first at entry {LATE}"
    assert (alone.status, alone.headline) == (1, f"findings: 1; the first at entry {last}")
    assert f"{path}. The rulebook says" in alone.text
    assert "That this is in the log of all games is not proved" in alone.text
    assert (both.status, both.headline) == (1, f"findings: 5; the first at entry {LATE}")
    assert (other.status, other.headline) == (1, f"Findings: 5. The first is at entry {LATE}.")
    for said in (both, other):
        assert f"the service has signed two different entries for ply {last}" in said.text
        assert f"the service has signed two histories: another entry {LATE}, and entry {last}," in said.text
        assert ONLY_THE_SERVICE in said.text
        assert not any(sentence in said.proved for sentence in (AGREEING, COVERED, UNBROKEN))
    assert kept.verify(game) == (0, True, True)
    outcome, reason, _ = verdict(game, "history_altered")
    assert (outcome, reason.endswith(NOT_GIVEN)) == ("undecided", True)


def test_the_receipt_of_an_altered_entry_decides_the_dispute(table: Table, kept: Auditor) -> None:
    game = remade(table, later)
    outcome, reason, _ = verdict(game, "history_altered", receipt=kept.receipts[1])
    signed = f"The log does not have entry {LATE} as the service signed it in a receipt."
    assert (outcome, reason) == ("upheld", signed)


def test_a_log_is_cut_and_frozen(api: Api, tmp_path: Path) -> None:
    table = api.table("me open", "mexican-2")
    table.play(2, plies=AT - 2)
    backup, before = Backup(api.redis, table.id), table.view()["ply"]
    table.play(2, plies=10)
    somebody = auditor(table, tmp_path, EARLY, table.view()["ply"])
    lost = somebody.receipts[1]["ply"]
    backup.restore()
    game = started_anew(table)
    # Before anybody shows a receipt, the rest of the log is as good as a game that is at this ply.
    assert found(game) == ("incomplete", [])
    assert held(game, somebody) == [(True, None), (False, None)]
    assert (game.view()["status"], game.view()["frozen"]["receipt"]) == ("frozen", somebody.receipts[1])
    ends = f"the log ends before entry {lost}, for which there is a receipt"
    gone = f"frozen: the log does not have the entry {lost} for which there is a receipt"
    assert found(game) == ("findings", [(before + 1, "contradiction", ends), (before + 1, "frozen", gone)])
    alone, both = somebody.audit(game, receipts=False), somebody.audit(game)
    assert (alone.status, alone.headline) == (1, f"findings: 2; the first at entry {before + 1}")
    assert (both.status, both.headline) == (1, f"findings: 2; the first at entry {before + 1}")
    for said in (alone, both):
        assert f"{ends}. The rulebook says" in said.text
        assert f"{gone}. The rulebook says" in said.text
        assert LOST_BY_THE_SERVICE in said.text
        assert f"Entry {lost}, which the service has signed, is not here" in said.unproved
        assert AGREEING not in said.proved
    for language, sentence in translations(FROZEN).items():
        answer = dispute(game, 0, "history_altered", Accept_Language=str(language))
        assert refused(answer, 409, "dispute_hand_open")["detail"] == sentence


def test_log_leaf_and_checkpoint_are_made_anew_and_signed_again(
    table: Table, kept: Auditor, archiver: Archiver
) -> None:
    game = remade(table, later)
    last = game.view()["ply"]
    with writing(archiver.archive.engine) as connection:
        for one in (checkpoints, nodes, leaves, hands, players, games, blobs):
            connection.execute(delete(one))
    for file in table.api.settings.data.glob("archive/**/*"):
        if file.is_file():
            file.unlink()
    table.api.redis.delete(SIGNED)
    table.api.redis.zrem(kept_key(bucket(GameId(game.id))), game.id)
    table.api.redis.zadd(ended_key(bucket(GameId(game.id))), {game.id: 1})
    assert archiver.round() == ArchiveRound(archived=1)
    game = started_anew(game)
    # Without what was kept nothing can be found, and the report says what that does not prove.
    assert found(game) == ("clean", [])
    for said in (kept.audit(game, receipts=False), kept.other(game, receipts=False)):
        assert (said.status, said.headline.lower().rstrip(".")) == (0, CLEAN)
        assert REMADE in said.unproved
        assert "not changed" not in said.text
    for said in (kept.audit(game), kept.other(game)):
        assert (said.status, said.headline.startswith(("findings: 4;", "Findings: 4."))) == (1, True)
        assert f"the service has signed two different entries for ply {last}" in said.text
        assert f"the service has signed two histories: another entry {LATE}, and entry {last}," in said.text
        assert ONLY_THE_SERVICE in said.text
        assert AGREEING not in said.proved
    assert held(game, kept) == [(True, None), (False, twice(LATE)), (False, twice(last))]
    said = kept.contradicted(game)
    forked = "Not proved: two checkpoints of 1 leaves have different roots: there are two logs."
    assert (said.status, said.text) == (1, forked)
    outcome, reason, _ = verdict(game, "history_altered")
    assert (outcome, reason.endswith(NOT_GIVEN)) == ("undecided", True)


def test_a_payment_is_tripled(api: Api, table: Table, archiver: Archiver, tmp_path: Path) -> None:
    def change(book: list[Page]) -> None:
        """The hand pays three times what the rules say."""
        _, event = find(book, "hand-settled")
        for member in ("amounts", "balances"):
            event[member] = [3 * one for one in event[member]]

    last, due = table.view()["ply"], [one["balance"] for one in table.view()["seats"]]
    assert any(due)
    somebody = auditor(table, tmp_path, EARLY, last - 1)
    game, paid = remade(table, change), [3 * one for one in due]
    wrong = (
        f"event 2 is not what the rules give: HandSettled.amounts is recorded as {paid}, the rules give {due}"
    )
    assert found(game) == ("findings", [(last, "play", wrong)])
    # What was kept is from before the payment, and agrees: nothing is said of it but that.
    assert held(game, somebody) == [(True, None), (True, None)]
    ours, other = somebody.audit(game), somebody.other(game)
    assert (ours.status, ours.headline) == (1, f"findings: 1; the first at entry {last}")
    assert (other.status, other.headline) == (1, f"Findings: 1. The first is at entry {last}.")
    assert f"{wrong}. The rulebook says" in ours.text
    for said in (ours, other):
        assert "it has accepted what the rules do not allow, or somebody has changed the log" in said.text
        assert "What some have won others have lost" not in said.proved
        assert "has signed two different" not in said.text
    correction = [one - three for one, three in zip(due, paid, strict=True)]
    reason = "The hand has not paid what the rules say."
    assert verdict(game, "wrong_payment") == ("upheld", reason, correction)
    outcome, reason, more = verdict(game, "history_altered")
    assert (outcome, reason.endswith(NOT_GIVEN), more) == ("undecided", True, None)
    assert archiver.round() == ArchiveRound(refused=1)


def test_a_byte_of_the_record_of_another_game_is_changed(
    api: Api, table: Table, archiver: Archiver, tmp_path: Path
) -> None:
    other = archived_beside(api, table, archiver)
    somebody = auditor(table, tmp_path, EARLY, table.view()["ply"])
    archiver.after.keep(GameId(table.id), 0)
    archiver.after.keep(GameId(other.id), 0)
    assert archiver.round() == ArchiveRound(forgotten=2)
    with reading(archiver.archive.engine) as connection:
        row = connection.execute(select(games).where(games.c.game == other.id)).one()
    file = api.settings.data / "archive" / row.blob
    file.chmod(0o600)
    file.write_bytes(turned(file.read_bytes(), row.at + row.length // 2))
    game, own = started_anew(other), started_anew(table)
    for path in ("", "/record", "/head"):
        problem = refused(game.get(path), 409, "quarantined")
        assert problem["detail"].endswith("you can dispute.")
    assert (expect(game.get("/events"), 200)["damaged_at"], found(game)) == (
        1,
        ("findings", [(1, "damage", "what is stored is not what was written")]),
    )
    said = somebody.audit(game, receipts=False)
    assert (said.status, said.headline) == (1, "findings: 1; the first at entry 1")
    assert (somebody.audit(own).status, somebody.audit(own).headline) == (0, CLEAN)
    assert somebody.verify(own) == (0, True, True)
    for more in ([], ["--audit"]):
        assert checked(api, more) == (1, [f"DAMAGED {game.id}: a record does not decompress ({row.blob})"])


def test_the_digest_of_another_game_is_changed_in_the_catalogue(
    api: Api, table: Table, archiver: Archiver
) -> None:
    other = archived_beside(api, table, archiver)
    with writing(archiver.archive.engine) as connection:
        row = connection.execute(select(games).where(games.c.game == other.id)).one()
        named = games.c.game == other.id
        connection.execute(update(games).where(named).values(digest=turned(row.digest, 3)))
    differing = "its leaf is missing, or the catalogue says something else than it"
    # The record and the leaf are as they were: the audit speaks of them, the check of the catalogue.
    assert found(started_anew(other))[1] == []
    status, lines = checked(api, [])
    assert (status, lines[0]) == (1, f"DAMAGED {other.id}: {differing} ({row.blob})")


def archived_beside(api: Api, table: Table, archiver: Archiver) -> Table:
    """Another game than that of `table`, both archived."""
    other = api.table("greedy greedy", "mexican-2")
    api.bots(other.id)
    assert archiver.round() == ArchiveRound(archived=2)
    return other


def checked(api: Api, words: list[str]) -> tuple[int, list[str]]:
    """The exit status of `conquian archive check`, and what it calls damaged."""
    socket = api.redis.connection_pool.connection_kwargs["path"]
    environ = {
        "CONQUIAN_DATA": str(api.settings.data),
        "REDIS_URL": f"unix://{socket}",
        "CONQUIAN_SECRET": SECRET,
    }
    done = CliRunner().invoke(main, ["archive", "check", *words], env=environ)
    return done.exit_code, [line for line in done.output.splitlines() if line.startswith("DAMAGED")]


def twice(ply: int) -> str:
    return f"The service has signed two different entries for ply {ply}."
