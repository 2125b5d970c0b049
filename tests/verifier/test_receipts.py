"""Both verifiers agree on receipts: those of the proof, of a reader, and of a frozen game."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.games.table.commands import Freeze, Void
from app.games.table.decide import decide
from app.games.table.evolve import fold
from app.i18n import Language, translate
from app.service.entry_codec import Position, advance, encode_entry
from app.store.entry import Entry
from replays.audit.audit import audit
from replays.audit.report import Cause, Check, Unchecked
from replays.audit.report_json import as_json
from replays.record.format import Proof
from replays.record.write import write_record
from replays.report.facts import facts_of_record
from replays.report.page import page
from replays.report.words import PHRASES, PROVEN
from tests.replays.games import played
from tests.replays.test_receipts import DOCUMENT, KEYS, LOG, RING, ROTATED_MS, STRANGER, kept, named, resigned
from tests.verifier.node import Auditor, run

Json = dict[str, Any]


def agreed(
    verifier: Auditor, lines: bytes, receipts: list[Any], keys: bool = True
) -> tuple[bool, int | None]:
    """Return whether a record is clean and its first bad ply, by both verifiers; they agree in the
    result, in what was not there, and in the causes of findings."""
    one = as_json(audit(lines, keys=KEYS if keys else None, receipts=receipts))
    other = verifier.audit(lines, DOCUMENT if keys else None, receipts)
    first = [min((finding["ply"] for finding in report["findings"]), default=None) for report in (one, other)]
    assert first[0] == first[1], (one["findings"], other["findings"])
    for name in ("clean", "result"):
        assert one[name] == other[name], (name, one["findings"], other["findings"])
    absent = [[what for what in report["not_checked"] if what in [*Unchecked]] for report in (one, other)]
    assert absent[0] == absent[1]
    causes = [
        Counter((finding["ply"], finding["cause"]) for finding in report["findings"])
        for report in (one, other)
    ]
    assert causes[0] == causes[1]
    return not one["findings"], first[0]


def proved(*receipts: Json) -> bytes:
    """The record of the game with these receipts in its proof."""
    return b"".join(write_record(LOG, Proof(receipts)))


WRONG: dict[str, Callable[[Json], Any]] = {
    "another ply": lambda receipt: receipt | {"ply": 3},
    "another digest": lambda receipt: receipt | {"digest": "00" * 32},
    "another digest, signed": lambda receipt: resigned(receipt, RING, digest="ab" * 32),
    "a later ply, signed": lambda receipt: resigned(receipt, RING, ply=len(LOG) + 5),
    "another time, signed": lambda receipt: resigned(receipt, RING, time=receipt["time"] - 1),
    "another game": lambda receipt: resigned(receipt, RING, game=played("void")[0].game),
    "a stranger": lambda receipt: resigned(receipt, STRANGER),
    "a stranger by our name": lambda receipt: resigned(receipt, STRANGER) | {"key": receipt["key"]},
    "a retired key": lambda receipt: resigned(receipt, RING, 0, time=ROTATED_MS + 1_000),
    "a key before its time": lambda receipt: resigned(receipt, RING, ROTATED_MS, time=ROTATED_MS - 1),
    "no signature": lambda receipt: receipt | {"signature": "00" * 64},
    "another version": lambda receipt: receipt | {"v": 2},
    "a member too many": lambda receipt: receipt | {"more": 1},
    "ply 0": lambda receipt: receipt | {"ply": 0},
}


@pytest.mark.parametrize("keys", [True, False])
def test_honest_receipts_are_clean_in_both(verifier: Auditor, keys: bool) -> None:
    everything = [kept(entry) for entry in LOG]
    assert agreed(verifier, proved(everything[-1]), everything, keys) == (True, None)
    assert agreed(verifier, proved(*everything), [], keys) == (True, None)


@pytest.mark.parametrize("keys", [True, False])
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_receipt_is_found_at_the_same_ply_by_both(verifier: Auditor, name: str, keys: bool) -> None:
    for at in (LOG[3], LOG[-1]):
        receipt = WRONG[name](kept(at))
        clean, ply = agreed(verifier, proved(), [receipt], keys)
        assert clean is (ply is None)
        assert agreed(verifier, proved(receipt), [], keys) == (clean, None if clean else len(LOG))
        assert not (clean and keys)


@pytest.mark.parametrize("key", [*KEYS.keys, "ab" * 8, "x", 7])
def test_both_check_the_key_that_the_first_entry_names(verifier: Auditor, key: Any) -> None:
    lines = named(key)
    assert agreed(verifier, lines, [])[1] in ((None,) if key == next(iter(KEYS.keys)) else (1,))
    agreed(verifier, lines, [], keys=False)


def frozen(receipt: Any, at: int = 20) -> bytes:
    """The record of the game that was frozen on a receipt after its entry `at`, and then ended."""
    log = [*LOG[:at]]
    position = advance(None, tuple(log))
    assert position
    for command in (Freeze("history_rolled_back", receipt), Void("history_rolled_back")):
        position, entry = _entered(position, command)
        log.append(entry)
    return b"".join(write_record(log, Proof()))


def _entered(before: Position, command: Any) -> tuple[Position, Entry]:
    events = decide(before.table, None, command)
    table = fold(before.table, before.ply + 1, events)
    entry = encode_entry(before, table, None, command, events, before.time + 1)
    return Position(table, entry.digest, before.time + 1), entry


@pytest.mark.parametrize("keys", [True, False])
def test_that_a_game_was_frozen_with_a_reason_is_a_finding_of_both(verifier: Auditor, keys: bool) -> None:
    for receipt in (kept(LOG[30]), kept(LOG[5], digest="ab" * 32), resigned(kept(LOG[30]), STRANGER)):
        report = audit(frozen(receipt), keys=KEYS if keys else None)
        assert agreed(verifier, frozen(receipt), [], keys) == (False, 21)
        assert [finding.cause for finding in report.findings] == [Cause.FROZEN]
        assert (report.sound, report.clean) == (True, False)


@pytest.mark.parametrize("language", Language)
def test_both_report_that_a_game_was_frozen_and_not_that_receipts_agree(
    language: Language, tmp_path: Path
) -> None:
    data, path = frozen(kept(LOG[30])), tmp_path / "frozen.record"
    path.write_bytes(data)
    ours = page(audit(data, keys=KEYS), facts_of_record(data), KEYS, language)
    theirs = run("audit", str(path), "--lang", language).stdout
    gone = translate(language, PHRASES["rolled-back"]).format(signed=31)
    agreeing = translate(language, PROVEN[Check.RECEIPTS])
    for report in (" ".join(ours.split()), theirs):
        assert gone in report
        assert agreeing not in report
    at = translate(language, PHRASES["frozen"]).format(ply=21, signed=31)
    assert at in " ".join(ours.split())
    assert at.partition(", ")[2].partition(" (")[0] in theirs


def test_a_game_frozen_without_a_reason_is_found_by_both(verifier: Auditor) -> None:
    for receipt in (kept(LOG[5]), kept(LOG[30]) | {"signature": "00" * 64}, resigned(kept(LOG[30]), RING, 0)):
        assert agreed(verifier, frozen(receipt), []) == (False, 21)
    assert agreed(verifier, frozen(kept(LOG[5])), [], keys=False) == (False, 21)
