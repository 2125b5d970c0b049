"""The page on disputes: one is opened, judged, accepted, downloaded and proved twice."""

import os
from pathlib import Path

from tests.docs.pages import blocks, needs_curl, run
from tests.verifier.node import NODE


@needs_curl
def test_a_dispute_is_judged_and_proved_by_both_programs(url: str, data: Path, tmp_path: Path) -> None:
    path = f"{Path(NODE).parent}{os.pathsep}{os.environ['PATH']}"
    said = run(blocks("app/docs/disputes.md"), url, tmp_path, PATH=path, CONQUIAN_DATA=str(data))
    assert '"outcome":"undecided"' in said
    assert '"code":"deck_of_service_alone","consequence":"arbiter"' in said
    assert '"deck_follows_from_key":true' in said
    assert "accepted" in said
    assert said.count("clean: everything was checked") == 4  # of game and dispute, first and last
    assert said.count("Clean: everything was checked") == 2
    assert "Judged anew here, it is the same verdict" in said
