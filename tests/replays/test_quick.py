"""The audit that writes a record again against the one that checks it line by line."""

from random import Random

import pytest

from app.entries import advance
from replays.audit.audit import audit, examined
from replays.audit.quick import quick
from replays.audit.report import as_json
from replays.record.read import read_record
from replays.record.replay import tables
from tests.corpus.test_corpus import RECORDS, kept, keys, parent

from .games import PLANS, recorded
from .tamper import GAMES


@pytest.mark.parametrize(("form", "name"), RECORDS)
def test_both_ways_report_the_same_of_every_record_of_the_corpus(form: str, name: str) -> None:
    given = kept(form, name), parent(form, name), keys(form), ()
    report = quick(*given)
    if name == "frozen":  # a finding, which the quick way leaves to the other one
        assert report is None
        return
    assert report is not None
    assert (as_json(report), report.signers) == (as_json(examined(*given)), report.signers)
    assert report == audit(*given)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", PLANS)
def test_both_ways_report_the_same_of_a_game_of_each_kind(name: str, seed: int) -> None:
    report = quick(recorded(name, seed), None, None, ())
    assert report is not None
    assert report == examined(recorded(name, seed))


def test_of_an_altered_record_nothing_is_said_in_a_hurry() -> None:
    random = Random(11)
    for _ in range(150):
        data = bytearray(recorded(random.choice(GAMES)))
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        assert quick(bytes(data), None, None, ()) is None


@pytest.mark.parametrize("name", PLANS)
def test_a_plain_replay_comes_to_the_positions_of_the_log(name: str) -> None:
    position, found = None, list(tables(recorded(name)))
    entries = read_record(recorded(name)).entries
    for entry, table in zip(entries, found, strict=True):
        position = advance(position, (entry,))
        assert position is not None
        assert position.table == table
