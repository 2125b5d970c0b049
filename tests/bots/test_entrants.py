"""Bots of entrants: equal information, limits, one restart, then failure with a reason."""

import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from app.bots.errors import EntrantFailed, EntrantRefused
from app.bots.external.limits import ParticipantLimits, limits_in
from app.bots.external.participants import ParticipantKind, kind_of, opened
from tests.bots import entrant_programs
from tests.bots.entrant_programs import greedy, played, program, python, question
from tests.server.helpers import eventually, is_alive

SMALL = ParticipantLimits(memory_mb=256)
SOON = ParticipantLimits(decision_seconds=0.1, start_seconds=0.1)


def failing(entrant: dict[str, Any], folder: Path, limits: ParticipantLimits = SMALL) -> EntrantFailed:
    """Return how an entrant fails at its first decision."""
    with opened(entrant, folder, limits) as make, pytest.raises(EntrantFailed) as failed:
        make()(*question())
    return failed.value


def test_a_program_plays_a_whole_game_and_receives_game_sheet_and_seat(tmp_path: Path) -> None:
    note = "open('told', 'a').write(json.dumps([hello, asked]) + '\\n')"
    with opened(program(tmp_path, note), tmp_path) as make:
        moves = played([make, greedy])
    lines = entrant_programs.lines(tmp_path / "told")
    hello, first = lines[0]
    assert (hello["game"], hello["seat"], hello["conquian"]) == (entrant_programs.GAME, 0, 1)
    assert hello["rules"]["variant"] == "north-american"
    assert set(first) == {"view", "legal", "events", "ms", "chance"}
    assert (first["ms"], first["view"]["you"]) == (10_000, 0)
    assert all(opening == hello for opening, _ in lines), "one process plays the game"
    assert {one["chance"] for _, one in lines} != {first["chance"]}
    assert len(moves) > 20


def test_a_program_receives_every_event_once_and_an_object_can_read_all(tmp_path: Path) -> None:
    note = "open('told', 'a').write(json.dumps(asked['events']) + '\\n')"
    text = "json.dumps(list(seen.events))"
    keep = f"import json, pathlib\npathlib.Path({str(tmp_path / 'all')!r}).write_text({text})"
    keep += "\nreturn legal[0]"
    with opened(program(tmp_path, note, "legal[0]"), tmp_path) as make:
        played([make, greedy])
    with opened(python(tmp_path, keep), tmp_path) as make:
        played([make, greedy])
    received = [event for events in entrant_programs.lines(tmp_path / "told") for event in events]
    assert [received] == entrant_programs.lines(tmp_path / "all")
    assert len(received) > 20


def test_an_object_plays_the_game_that_the_same_program_plays(tmp_path: Path) -> None:
    body = "return next((one for one in legal if one['type'] != 'fold'), legal[0])"
    with opened(program(tmp_path), tmp_path) as theirs, opened(python(tmp_path, body), tmp_path) as ours:
        assert played([theirs, greedy]) == played([ours, greedy])


def test_every_game_and_seat_has_a_separate_object(tmp_path: Path) -> None:
    with opened(python(tmp_path, "return legal[self.asked - 1]"), tmp_path) as make:
        one, other = make(), make()
        asked = question()
        assert one(*asked) == other(*asked) == asked[1][0]
        assert one(*asked) == asked[1][1]


def test_a_bot_that_changes_its_arguments_changes_nothing_else(tmp_path: Path) -> None:
    asked = question()
    before = repr(asked[:2])
    with opened(python(tmp_path, "view.clear()\nreturn legal.pop()"), tmp_path) as make:
        assert make()(*asked) == asked[1][-1]
    assert repr(asked[:2]) == before


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise SystemExit(3)", "crashed"),
        ("1 / 0", "crashed"),
        ("legal[0] = {'type': 'exchange', 'card': '??'}", "illegal"),
        ("bytearray(1 << 30)", "memory"),
        ("print('thinking', flush=True)", "protocol"),
        ("print('[]', flush=True)", "protocol"),
        ("print('1' * 99_999, flush=True)", "protocol"),
    ],
)
def test_a_program_that_does_not_decide_fails_with_its_reason(body: str, reason: str, tmp_path: Path) -> None:
    failure = failing(program(tmp_path, body, "legal[0]"), tmp_path)
    assert failure.reason == reason


def test_a_program_that_thinks_too_long_fails_with_its_reason(tmp_path: Path) -> None:
    assert failing(program(tmp_path, "import time; time.sleep(9)"), tmp_path, SOON).reason == "timed_out"


def test_a_program_that_answers_twice_fails_at_the_next_questions(tmp_path: Path) -> None:
    twice = "print(json.dumps(legal[0]) + '\\n' + json.dumps(legal[0]), flush=True); continue"
    with opened(program(tmp_path, twice), tmp_path) as make:
        strategy = make()
        assert strategy(*question()) == strategy(*question()) == question()[1][0]
        with pytest.raises(EntrantFailed) as failed:
            strategy(*question())
    assert failed.value.reason == "protocol"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise SystemExit(3)", "crashed"),
        ("while True: pass", "timed_out"),
        ("while True:\n    try: import time; time.sleep(9)\n    except Exception: pass", "timed_out"),
        ("raise MemoryError", "memory"),
        ("return {'type': 'exchange', 'card': '??'}", "illegal"),
        ("return 'pass'", "protocol"),
        ("return {'type': object()}", "protocol"),
    ],
)
def test_an_object_that_does_not_decide_fails_with_its_reason(body: str, reason: str, tmp_path: Path) -> None:
    limits = SOON if reason == "timed_out" else SMALL
    assert failing(python(tmp_path, body), tmp_path, limits).reason == reason


def test_an_interrupt_raised_by_the_bot_is_its_failure_without_ctrl_c(tmp_path: Path) -> None:
    bot = python(tmp_path, "raise KeyboardInterrupt")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            failing(bot, tmp_path)
        signal.signal(signal.SIGINT, lambda *_: None)
        assert failing(bot, tmp_path).reason == "crashed"
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_program_that_crashes_once_is_restarted_and_asked_the_same(tmp_path: Path) -> None:
    body = (
        "import os\n    open('told', 'a').write(line)\n"
        "    if not os.path.exists('crashed'): open('crashed', 'w'); sys.exit('oh no')"
    )
    with opened(program(tmp_path, body), tmp_path) as make:
        assert make()(*question()) in question()[1]
    first, second = entrant_programs.lines(tmp_path / "told")
    assert first == second


def test_a_second_crash_in_one_game_is_a_failure_with_the_last_output(tmp_path: Path) -> None:
    failure = failing(program(tmp_path, "sys.exit('x' * 99_999 + ' oh no')"), tmp_path)
    assert failure.reason == "crashed"
    assert failure.stderr.endswith("x oh no\n")
    assert len(failure.stderr) == 16_384


def test_a_program_ends_with_its_group_at_the_end_of_the_block_or_of_its_references(tmp_path: Path) -> None:
    body = "import subprocess, os; child = subprocess.Popen(['sleep', '60']); pids = (os.getpid(), child.pid)"
    body += "; open('pids', 'a').write(json.dumps(pids) + '\\n')"
    with opened(program(tmp_path, body), tmp_path, ParticipantLimits()) as make:
        gone, held = make(), make()
        gone(*question())
        held(*question())
        groups = entrant_programs.lines(tmp_path / "pids")
        del gone
        eventually(lambda: not any(is_alive(pid) for pid in groups[0]))
        assert all(is_alive(pid) for pid in groups[1])
    eventually(lambda: not any(is_alive(pid) for pid in groups[1]))


def test_the_end_of_a_program_is_noticed_though_its_child_lives_on(tmp_path: Path) -> None:
    body = "import subprocess; subprocess.Popen(['sleep', '60']); sys.exit('gone')"
    failure = failing(program(tmp_path, body), tmp_path, ParticipantLimits(decision_seconds=60.0))
    assert failure.reason == "crashed"
    assert failure.stderr == "gone\n"
    assert "status 1" in str(failure)


def test_a_program_gets_no_variable_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", "unix:///secret")
    body = "import os; open('told', 'a').write(json.dumps(sorted(os.environ)) + '\\n')"
    with opened(program(tmp_path, body), tmp_path) as make:
        make()(*question())
    ((*names,),) = entrant_programs.lines(tmp_path / "told")
    assert "PATH" in names
    assert not {"REDIS_URL", *[name for name in names if name.startswith("CONQUIAN")]} & set(names)


def test_a_program_that_cannot_be_started_has_not_started(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("#!/nobody/interprets/this\n")
    (tmp_path / "mine").chmod(0o700)
    failure = failing({"name": "mine", "command": ["./mine"]}, tmp_path)
    assert failure.reason == "not_started"
    assert "./mine" in failure.stderr


def test_a_program_that_ends_before_it_reads_a_question_has_not_started(tmp_path: Path) -> None:
    failure = failing({"name": "mine", "command": ["python3", "nofile.py"]}, tmp_path)
    assert (failure.reason, failure.ended) == ("not_started", "status 2")
    assert "nofile.py" in failure.stderr
    (tmp_path / "bad.py").write_text(
        "class Bot:\n    def __init__(self):\n        raise OSError('no model')\n"
    )
    failure = failing({"name": "bad", "python": "bad.py:Bot"}, tmp_path)
    assert (failure.reason, failure.ended) == ("not_started", "OSError")
    assert "no model" in failure.stderr


def test_a_failure_records_the_exit_and_the_answer_of_the_bot(tmp_path: Path) -> None:
    crashed = failing(program(tmp_path, "raise SystemExit(3)"), tmp_path)
    assert (crashed.reason, crashed.ended) == ("crashed", "status 3")
    illegal = failing(program(tmp_path, "legal[0] = {'type': 'exchange', 'card': '??'}"), tmp_path)
    assert (illegal.reason, illegal.answer) == ("illegal", '{"card":"??","type":"exchange"}')
    words = failing(program(tmp_path, "print('thinking', flush=True)"), tmp_path)
    assert (words.reason, words.answer) == ("protocol", "thinking")


def test_a_missing_program_is_refused_before_it_is_asked(tmp_path: Path) -> None:
    with pytest.raises(EntrantRefused) as refused, opened({"name": "m", "command": ["./nobody"]}, tmp_path):
        pass
    assert (refused.value.code, refused.value.field) == ("entrant_not_found", "command")


@pytest.mark.parametrize(
    ("entrant", "code", "field"),
    [
        ({"name": "a"}, "entrant_malformed", ""),
        ({"name": "a", "bot": "greedy", "command": ["x"]}, "entrant_malformed", ""),
        ({"name": "a", "bot": "greedy", "elo": 3}, "entrant_malformed", ""),
        ({"name": "a", "bot": "deep blue"}, "entrant_unknown_bot", "bot"),
        ({"name": "a", "bot": "greedy", "nodes": 0}, "entrant_malformed", "nodes"),
        ({"name": "a", "bot": "greedy", "nodes": 1, "milliseconds": 1}, "entrant_malformed", "nodes"),
        ({"name": "a", "bot": "greedy", "nodes": 1}, "entrant_malformed", "nodes"),
        ({"name": "a", "player": "p-1", "milliseconds": 1}, "entrant_malformed", "milliseconds"),
        ({"name": "a", "command": "./bot"}, "entrant_malformed", "command"),
        ({"name": "a", "command": []}, "entrant_malformed", "command"),
        ({"name": "a", "command": ["a\0b"]}, "entrant_malformed", "command"),
        ({"name": "a", "python": 1}, "entrant_malformed", "python"),
    ],
)
def test_a_description_that_is_none_is_refused(entrant: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(EntrantRefused) as refused:
        kind_of(entrant, local=True)
    assert (refused.value.code, refused.value.field) == (code, field)


@pytest.mark.parametrize("entrant", [{"name": "a", "command": ["ls"]}, {"name": "a", "python": "a.py:B"}])
def test_only_the_command_line_names_code(entrant: dict[str, Any]) -> None:
    assert kind_of(entrant, local=True) in {ParticipantKind.COMMAND, ParticipantKind.PYTHON}
    with pytest.raises(EntrantRefused) as refused:
        kind_of(entrant, local=False)
    assert refused.value.code == "entrant_local_only"


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("nobody.py:Bot", "entrant_not_found"),
        ("mine.py:Robot", "entrant_not_found"),
        ("no.such.module:Bot", "entrant_not_found"),
        ("no-entry-point", "entrant_not_found"),
        ("mine.py:Bot.asked", "entrant_not_found"),
        ("broken.py:Bot", "entrant_not_loaded"),
    ],
)
def test_an_object_that_is_not_there_is_refused_at_once(spec: str, code: str, tmp_path: Path) -> None:
    python(tmp_path, "pass")
    (tmp_path / "broken.py").write_text("import = 3")
    with pytest.raises(EntrantRefused) as refused, opened({"name": "a", "python": spec}, tmp_path):
        pass
    assert refused.value.code == code


def test_an_installed_package_brings_a_bot_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "robo-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: robo\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[conquian.bots]\nrobo = robo_bot:choose\n")
    (tmp_path / "robo_bot.py").write_text("def choose(view, moves, chance, seen):\n    return moves[-1]\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with opened({"name": "a", "python": "robo"}) as make:
        assert make()(*question()) == question()[1][-1]


def test_a_bot_of_the_house_is_opened_by_its_name() -> None:
    with opened({"name": "a", "bot": "greedy"}) as make:
        assert played([make, make]) == played([greedy, greedy])


def test_limits_of_a_manifest_are_checked_and_the_rest_is_left_alone() -> None:
    assert limits_in({"memory_mb": 64, "clock": 3}) == ParticipantLimits(memory_mb=64)
    for wrong in (
        {"decision_seconds": 0},
        {"decision_seconds": "1"},
        {"memory_mb": 1.5},
        {"start_seconds": True},
    ):
        with pytest.raises(EntrantRefused):
            limits_in(wrong)


def test_an_earlier_timer_continues(tmp_path: Path) -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    signal.setitimer(signal.ITIMER_REAL, 60)
    try:
        with opened(python(tmp_path, "return legal[0]"), tmp_path) as make:
            make()(*question())
        left, _ = signal.getitimer(signal.ITIMER_REAL)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert 50 < left <= 60
    assert not rung
