"""`tournament failures`: the author of a bot reads why it forfeited its games."""

import csv
import json
from io import StringIO
from pathlib import Path

from tests.bots.entrant_programs import program
from tests.cli.killed import ran_here
from tests.cli.test_manifests import written
from tests.cli.test_tournament import conquian, ended

FOURTH = """
    asked_before = globals().get("asked_before", 0) + 1
    if asked_before == 4: raise KeyError("no such meld")
"""


def asked(folder: Path, *words: str) -> str:
    """Return what a command about tournaments prints."""
    status, out, err = ran_here(folder, "tournament", *words)
    assert status == 0, err
    return out


def test_a_bot_that_crashes_is_counted_under_the_table_and_explained(tmp_path: Path) -> None:
    bot = program(tmp_path, FOURTH) | {"name": "dora"}
    path = written(tmp_path, bot, variant="mexican-2", format={"type": "gauntlet", "hero": "dora"})
    done = conquian(tmp_path, "run", str(path), "--workers", "1", "--json")
    result, err = ended(done, 0)
    assert '"level"' not in err
    (row,) = [one for one in result["standings"] if one["name"] == "dora"]
    assert row["failures"]["crashed"] >= 3
    assert result["unrated"] == row["forfeits"]
    assert row["time"]["decisions"] > 0
    name = result["tournament"]
    failures = json.loads(asked(tmp_path, "failures", name, "--json"))["failures"]
    assert {failure["name"] for failure in failures} == {"dora"}
    number = str(failures[0]["fixture"])
    (detail,) = json.loads(asked(tmp_path, "failures", name, "--game", number, "--json"))["failures"]
    assert (detail["kind"], detail["ended"], detail["answer"]) == ("crashed", "status 1", None)
    assert "KeyError: 'no such meld'" in detail["stderr"]
    assert detail["question"]["view"]["you"] == detail["seat"]
    output = asked(tmp_path, "failures", name, "--game", number)
    assert f"conquian bot-check --again {detail['game']} {detail['ply']} --command" in output
    assert "KeyError: 'no such meld'" in output
    assert json.dumps(detail["question"]["legal"][0]["type"]) in output
    exported = asked(tmp_path, "export", name, "--as", "games.csv")
    lines = [line for line in csv.DictReader(StringIO(exported)) if line["failure"]]
    assert {(line["name"], line["failure"]) for line in lines} == {("dora", "crashed")}
