"""The page on proofs: a game is proved, a witness stores checkpoints and compares."""

from pathlib import Path

from replays.transparency.remote import split
from tests.docs.pages import blocks, needs_curl, run


@needs_curl
def test_a_game_is_proved_and_compared_with_the_checkpoints_of_a_witness(url: str, tmp_path: Path) -> None:
    result = run(blocks("app/docs/proofs.md"), url, tmp_path)
    assert '"leaf"' in result
    assert result.count("clean: everything was checked") == 4  # the verdict stands first and last
    assert "this was signed with " in result
    assert '"consistent":true' in result
    assert "begins with all of them" in result
    assert len(split((tmp_path / "kept.txt").read_text())) >= 2
    assert b'"checkpoint":{' in (tmp_path / "game.record").read_bytes().splitlines()[-1]
