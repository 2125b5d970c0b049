"""The page on disputes: one is opened, judged, accepted, downloaded and proved twice."""

import os
from pathlib import Path

from tests.docs.pages import blocks, needs_curl, run
from tests.verifier.node import NODE


@needs_curl
def test_a_dispute_is_judged_and_proved_by_both_programs(url: str, data: Path, tmp_path: Path) -> None:
    path = f"{Path(NODE).parent}{os.pathsep}{os.environ['PATH']}"
    result = run(blocks("app/docs/disputes.md"), url, tmp_path, PATH=path, CONQUIAN_DATA=str(data))
    assert '"outcome":"undecided"' in result
    assert '"code":"deck_of_service_alone","consequence":"arbiter"' in result
    assert '"deck_follows_from_key":true' in result
    assert "accepted" in result
    assert result.count("clean: everything was checked") == 4  # of game and dispute, first and last
    assert result.count("Clean: everything was checked") == 2
    assert "Judged anew here, it is the same verdict" in result
