"""The page on lost answers."""

from pathlib import Path

from tests.docs.pages import blocks, needs_curl, run


@needs_curl
def test_a_repeated_request_of_the_page_is_done_once_with_the_same_answer(url: str, tmp_path: Path) -> None:
    replay, first, again, stale, reused = run(blocks("app/docs/once.md"), url, tmp_path).splitlines()
    assert replay.lower().startswith("idempotent-replay: true")
    assert first == again
    assert first.startswith('{"ply":')
    assert "stale_ply" in stale
    assert "idempotency_key_reused" in reused
