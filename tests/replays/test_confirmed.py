"""The audit confirms entries by deciding and encoding them again, with the same findings as without."""

from random import Random
from typing import Any

import pytest

from replays.audit.audit import audit
from replays.audit.confirmed import NOTHING_CONFIRMED, confirm
from replays.audit.report import Report
from replays.audit.report_json import as_json
from replays.record.read import RecordLines
from tests.corpus.test_corpus import RECORDS, kept, keys, parent

from .games import PLANS, recorded
from .tamper import GAMES


def unconfirmed(monkeypatch: pytest.MonkeyPatch, *given: Any) -> Report:
    """The audit in which the checks look at every entry."""
    with monkeypatch.context() as patch:
        patch.setattr("replays.audit.audit.confirm", lambda lines: NOTHING_CONFIRMED)
        return audit(*given)


@pytest.mark.parametrize(("form", "name"), RECORDS)
def test_checks_agree_with_confirmation_on_the_corpus(
    form: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = kept(form, name), parent(form, name), keys(form), ()
    lines = RecordLines(given[0]).entries
    assert confirm(lines).plies == len(lines)
    report, checked = audit(*given), unconfirmed(monkeypatch, *given)
    assert (as_json(report), report.signers) == (as_json(checked), checked.signers)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", PLANS)
def test_checks_agree_with_confirmation_on_each_kind_of_game(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = RecordLines(recorded(name, seed)).entries
    assert confirm(lines).plies == len(lines)
    assert audit(recorded(name, seed)) == unconfirmed(monkeypatch, recorded(name, seed))


def test_checks_agree_with_confirmation_on_altered_records(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(11)
    for _ in range(60):
        data = bytearray(recorded(random.choice(GAMES)))
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        report = audit(bytes(data))
        assert report.findings
        assert report == unconfirmed(monkeypatch, bytes(data))


def test_entries_before_an_altered_one_are_confirmed() -> None:
    lines = RecordLines(recorded("persons")).entries
    for at in (1, len(lines) // 2, len(lines) - 1):
        altered = [*lines[:at], lines[at].replace(b'"time":', b'"time":1'), *lines[at + 1 :]]
        assert confirm(altered).plies == at


def test_an_entry_after_the_end_is_not_confirmed() -> None:
    lines = RecordLines(recorded("persons")).entries
    assert confirm([*lines, lines[-1]]).plies == len(lines)


def test_a_float_with_an_integral_value_is_not_confirmed() -> None:
    first = RecordLines(recorded("north-american")).entries[0]
    assert confirm([first]).plies == 1
    assert confirm([first.replace(b'"stake":1', b'"stake":1.0')]).plies == 0
