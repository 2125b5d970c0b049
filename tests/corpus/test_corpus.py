"""Old records of every stored format are replayed and audited on every run."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.games.conquian import commands as hand_commands
from app.games.conquian import events as hand_events
from app.games.conquian.game import Conquian
from app.games.conquian.rules import Rules
from app.games.table import clocks, seats
from app.games.table import commands as table_commands
from app.games.table import events as table_events
from app.service.entry_codec import advance
from app.store.canonical import parse
from replays.audit.audit import audit
from replays.audit.report import Cause, Check
from replays.record.read import read_record
from replays.record.receipts import KeyList, key_list, read_keys
from tests.replays.transparency.rings import ring

CORPUS = Path(__file__).parent
FORMATS = sorted(folder.name for folder in CORPUS.glob("v*"))
RECORDS = [
    (form, name)
    for form in FORMATS
    for name in sorted(json.loads((CORPUS / form / "heads.json").read_text()))
]


def kept(form: str, name: str) -> bytes:
    """A record of the corpus."""
    return (CORPUS / form / f"{name}.record").read_bytes()


def head(form: str, name: str) -> dict[str, Any]:
    """Its length and last digest, as written down when it was made."""
    document: dict[str, Any] = json.loads((CORPUS / form / "heads.json").read_text())[name]
    return document


@cache
def keys(form: str) -> KeyList | None:
    """The keys that signed the records of a format, None for a format without signatures."""
    path = CORPUS / form / "keys.json"
    return read_keys(path.read_bytes()) if path.exists() else None


def parent(form: str, name: str) -> bytes | None:
    """The record that a fork of the corpus comes from."""
    return kept(form, "signed") if name.startswith("fork-") else None


@pytest.mark.parametrize("name", ["signed", "signed-entropy", "frozen", "fork-same", "fork-fresh"])
def test_a_stored_proof_is_still_valid(name: str) -> None:
    report = audit(kept("v2", name), parent("v2", name), keys("v2"))
    assert report.sound
    assert report.signers
    looked = {done.check for done in report.checks}
    assert looked >= {Check.RECEIPTS, Check.INCLUSION}
    assert (Check.PARENT in looked) == name.startswith("fork-")
    stranger = key_list(ring(0, seed=b"stranger").document())
    assert not audit(kept("v2", name), parent("v2", name), stranger).sound


@pytest.mark.parametrize(("form", "name"), RECORDS)
def test_an_old_record_replays_and_audits_clean(form: str, name: str) -> None:
    data = kept(form, name)
    report = audit(data, parent(form, name), keys(form))
    assert report.faults == ()
    assert {finding.cause for finding in report.findings} == ({Cause.FROZEN} if name == "frozen" else set())
    assert report.sound
    assert {"plies": report.plies, "digest": report.digest} == head(form, name)
    position = advance(None, read_record(data).entries)
    assert position is not None
    assert position.table.is_over
    assert (position.ply, position.digest.hex()) == (report.plies, report.digest)


@pytest.mark.parametrize("form", FORMATS)
def test_every_record_of_the_folder_is_listed(form: str) -> None:
    assert {path.stem for path in (CORPUS / form).glob("*.record")} == {n for f, n in RECORDS if f == form}


def whole(data: bytes) -> Iterator[dict[str, Any]]:
    """Every command and event of a record, those that were sealed included."""
    for line in data.splitlines():
        document = parse(line)
        public = document.get("public", {"command": {}, "events": []})
        yield from [public["command"], *public["events"]]
        yield from (part["part"].get("command", {}) for part in document.get("hidden", ()))


def test_every_command_and_event_is_in_the_oldest_format() -> None:
    types = {event.get("type") for form, name in RECORDS if form == "v1" for event in whole(kept(form, name))}
    assert types >= set(_V1.split())
    known = {*hand_commands.COMMANDS, *hand_events.EVENTS, *table_commands.COMMANDS, *table_events.EVENTS}
    assert known >= set(_V1.split())


_V1 = """
    create sit ready reveal leave choose_dealer deal expire void exchange meld pass force keep fold standing
    created seated left seats-asked readied entropy-revealed dealer-chosen house-charged hand-begun
    timed-out returned hand-settled key-revealed game-ended game-voided dealt asked answered exchanged
    card-turned passed declined melded forced kept folded standing-changed claims-closed hand-ended
"""


def _more_pay(self: Conquian, hand: Any, stake: int) -> tuple[int, ...]:
    amounts = _PAYMENTS(hand, stake)
    return tuple(2 * amount for amount in amounts)


def _dealer_stays(self: Conquian, rules: Any, dealer: Any, winner: Any, playing: Any) -> Any:
    return dealer


_PAYMENTS = Conquian.payments

CHANGES: dict[str, tuple[Any, str, Any]] = {
    "a winner gets double": (Conquian, "payments", _more_pay),
    "the dealer stays": (Conquian, "next_dealer", _dealer_stays),
    "a hand has a card more": (Rules, "hand_size", lambda self, number: self.hand_sizes[0] + 1),
    "two answers missed are too many": (clocks, "MISSED_MAX", 2),
    "nobody sits out": (seats, "next_order", lambda table: table.seats),
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_a_rule_makes_the_corpus_fail(
    form: str, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*CHANGES[change])
    assert any(not audit(kept(*record)).sound for record in RECORDS if record[0] == form)
