"""The page on lost answers does what it says."""

from pathlib import Path

from tests.docs.pages import blocks, needs_curl, run


@needs_curl
def test_what_is_sent_again_is_answered_as_before_and_done_once(url: str, tmp_path: Path) -> None:
    replay, first, again, stale, reused = run(blocks("app/docs/once.md"), url, tmp_path).splitlines()
    assert replay.lower().startswith("idempotent-replay: true")
    assert first == again
    assert first.startswith('{"ply":')
    assert "stale_ply" in stale
    assert "idempotency_key_reused" in reused
