"""An installation moves from a data directory to Redis 7, PostgreSQL and a bucket, and back."""

import os
from pathlib import Path

import pytest

from app.store.client import connect
from tests.cli.old_backup import identity_of, ran, store_of, unpacked
from tests.operator.parts import MISSING, missing, parts
from tests.operator.site import settings
from tests.store.contents import contents


@pytest.mark.skipif(missing() and "CI" not in os.environ, reason=MISSING)
def test_every_log_record_and_row_moves_between_kinds_of_parts(tmp_path: Path) -> None:
    old, home = unpacked(tmp_path / "old"), tmp_path / "parts"
    home.mkdir()
    with store_of(old) as before:
        wanted = contents(before)
    with parts(home) as servers:
        servers.make_database("games5")
        servers.make_bucket("records5")
        new = settings(servers, 5, "") | {"CONQUIAN_DATA": str(tmp_path / "new")}
        del new["CONQUIAN_SECRET"]
        file = tmp_path / "new.env"
        file.write_text("".join(f"{name}={value}\n" for name, value in new.items()))
        done = ran({"CONQUIAN_DATA": str(old)}, "move", str(tmp_path / "moved"), "--to", str(file))
        assert done.exit_code == 0, done.output
        with connect(new["REDIS_URL"]) as redis:
            assert contents(redis) == wanted
        assert ran(new, "archive", "check").exit_code == 0
        assert identity_of(new)[0] is None
        back = tmp_path / "backup"
        assert ran(new, "backup", str(back)).exit_code == 0
    embedded = {"CONQUIAN_DATA": str(tmp_path / "again")}
    done = ran(embedded, "restore", str(back))
    assert done.exit_code == 0, done.output
    with store_of(tmp_path / "again") as again:
        assert contents(again) == wanted
    assert ran(embedded, "archive", "check").exit_code == 0
