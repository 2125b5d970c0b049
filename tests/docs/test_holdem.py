"""The guide to hold'em."""

from pathlib import Path

from tests.docs.pages import blocks, needs_curl, run


@needs_curl
def test_the_commands_of_the_guide_to_holdem_play_a_hand_and_buy_chips(url: str, tmp_path: Path) -> None:
    lines = run(blocks("app/docs/holdem.md"), url, tmp_path).splitlines()
    assert lines[0].startswith('"hand":["')
    assert lines[1] == '"moves":[{"type":"check"},{"type":"bet","to":3}]}'
    assert lines[2:5] == ['"title":"This is not a level"', '"allowed":[3]', '"level":3,']
    assert '"result":{"showdown":true' in lines
    assert sum(line.startswith('"category":') for line in lines) == 3
    assert lines[-3:] == ['"short_buys":0', '"title":"You have used your short buy"', '"hand_number":2']
