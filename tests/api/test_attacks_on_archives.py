"""An operator alters archive and catalogue: results of the audit, both verifiers and the archive check."""

from pathlib import Path

from click.testing import CliRunner
from sqlalchemy import delete, select, update

from app.cli import main
from app.store.keys import SIGNED, GameId, bucket, ended_key, kept_key
from replays.archive.archiver import Archiver, ArchiveRound
from replays.catalogue.connecting import reading, writing
from replays.catalogue.tables import blobs, checkpoints, games, hands, leaves, nodes, players
from tests.api.attacking import date_later, flipped, remade, signed_twice, started_anew
from tests.api.auditor import (
    AGREEING,
    AT,
    CLEAN,
    EARLY,
    LATE,
    NOT_GIVEN,
    ONLY_THE_SERVICE,
    Auditor,
    audit_findings,
    auditor_of,
    receipt_answers,
)
from tests.api.disputing import verdict
from tests.api.helpers import Api, Table, expect, refused

REMADE = (
    "Whoever has the keys of the service could have made all of this anew and signed it again: only a receipt"
    " or a checkpoint that somebody has kept shows whether that was done."
)
SECRET = "5e" * 32


def test_only_receipts_and_old_checkpoints_show_an_archive_that_was_rebuilt(
    table: Table, auditor: Auditor, keeping_archiver: Archiver
) -> None:
    game = remade(table, date_later(AT))
    last = game.view()["ply"]
    with writing(keeping_archiver.archive.engine) as connection:
        for stored in (checkpoints, nodes, leaves, hands, players, games, blobs):
            connection.execute(delete(stored))
    for file in table.api.settings.data.glob("archive/**/*"):
        if file.is_file():
            file.unlink()
    table.api.redis.delete(SIGNED)
    table.api.redis.zrem(kept_key(bucket(GameId(game.id))), game.id)
    table.api.redis.zadd(ended_key(bucket(GameId(game.id))), {game.id: 1})
    assert keeping_archiver.round() == ArchiveRound(archived=1)
    game = started_anew(game)
    # Without receipts nothing can be found, and the report says what that does not prove.
    assert audit_findings(game) == ("clean", [])
    for output in (auditor.audit(game, receipts=False), auditor.audit_by_verifier(game, receipts=False)):
        assert (output.status, output.headline.lower().rstrip(".")) == (0, CLEAN)
        assert REMADE in output.unproved
        assert "not changed" not in output.text
    for output in (auditor.audit(game), auditor.audit_by_verifier(game)):
        assert (output.status, output.headline.startswith(("findings: 4;", "Findings: 4."))) == (1, True)
        assert f"the service has signed two different entries for ply {last}" in output.text
        assert f"the service has signed two histories: another entry {LATE}, and entry {last}," in output.text
        assert ONLY_THE_SERVICE in output.text
        assert AGREEING not in output.proved
    assert receipt_answers(game, auditor) == [
        (True, None),
        (False, signed_twice(LATE)),
        (False, signed_twice(last)),
    ]
    output = auditor.verify_log(game)
    forked = "Not proved: two checkpoints of 1 leaves have different roots: there are two logs."
    assert (output.status, output.text) == (1, forked)
    outcome, reason, _ = verdict(game, "history_altered")
    assert (outcome, reason.endswith(NOT_GIVEN)) == ("undecided", True)


def test_a_damaged_record_leaves_the_other_games_clean(
    api: Api, table: Table, keeping_archiver: Archiver, tmp_path: Path
) -> None:
    other = archived_beside(api, table, keeping_archiver)
    auditor = auditor_of(table, tmp_path, EARLY, table.view()["ply"])
    keeping_archiver.after.keep(GameId(table.id), 0)
    keeping_archiver.after.keep(GameId(other.id), 0)
    assert keeping_archiver.round() == ArchiveRound(forgotten=2)
    with reading(keeping_archiver.archive.engine) as connection:
        row = connection.execute(select(games).where(games.c.game == other.id)).one()
    file = api.settings.data / "archive" / row.blob
    file.chmod(0o600)
    file.write_bytes(flipped(file.read_bytes(), row.at + row.length // 2))
    game, own = started_anew(other), started_anew(table)
    for path in ("", "/record", "/head"):
        problem = refused(game.get(path), 409, "quarantined")
        assert problem["detail"].endswith("you can dispute the hand.")
    assert (expect(game.get("/events"), 200)["damaged_at"], audit_findings(game)) == (
        1,
        ("findings", [(1, "damage", "what is stored is not what was written")]),
    )
    output = auditor.audit(game, receipts=False)
    assert (output.status, output.headline) == (1, "findings: 1; the first at entry 1")
    assert (auditor.audit(own).status, auditor.audit(own).headline) == (0, CLEAN)
    assert auditor.log_is_unchanged(own)
    for more in ([], ["--audit"]):
        assert checked(api, more) == (1, [f"DAMAGED {game.id}: a record does not decompress ({row.blob})"])


def test_the_archive_check_finds_a_changed_digest_in_the_catalogue(
    api: Api, table: Table, keeping_archiver: Archiver
) -> None:
    other = archived_beside(api, table, keeping_archiver)
    with writing(keeping_archiver.archive.engine) as connection:
        row = connection.execute(select(games).where(games.c.game == other.id)).one()
        named = games.c.game == other.id
        connection.execute(update(games).where(named).values(digest=flipped(row.digest, 3)))
    differing = "its leaf is missing, or the catalogue says something else than it"
    # Record and leaf are unchanged: only the check reads the catalogue.
    assert audit_findings(started_anew(other))[1] == []
    status, lines = checked(api, [])
    assert (status, lines[0]) == (1, f"DAMAGED {other.id}: {differing} ({row.blob})")


def archived_beside(api: Api, table: Table, keeping_archiver: Archiver) -> Table:
    """Return another game than `table`, both archived."""
    other = api.table("greedy greedy", "mexican-2")
    api.bots(other.id)
    assert keeping_archiver.round() == ArchiveRound(archived=2)
    return other


def checked(api: Api, options: list[str]) -> tuple[int, list[str]]:
    """Return the exit status of `conquian archive check`, and the lines on damage."""
    socket = api.redis.connection_pool.connection_kwargs["path"]
    environ = {
        "CONQUIAN_DATA": str(api.settings.data),
        "REDIS_URL": f"unix://{socket}",
        "CONQUIAN_SECRET": SECRET,
    }
    done = CliRunner().invoke(main, ["archive", "check", *options], env=environ)
    return done.exit_code, [line for line in done.output.splitlines() if line.startswith("DAMAGED")]
