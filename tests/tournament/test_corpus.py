"""Records of tournaments of every format in the corpus: they are paired today as when they were made."""

from collections.abc import Callable
from typing import Any

import pytest

from app.games.codec import Json
from app.store.canonical import canonical, parse
from app.store.entry import START_DIGEST, digest
from app.tournament.formats import FORMATS
from replays.archive.kinds import entries_in
from replays.tournaments.audit import audit_tournament
from replays.tournaments.record import folded
from tests.tournament.keep import FOLDER, PLANS, document


@pytest.mark.parametrize("name", FORMATS)
def test_a_stored_tournament_is_sound_and_its_rounds_are_paired_as_before(name: str) -> None:
    lines = (FOLDER / f"{name}.record").read_bytes()
    report = audit_tournament(lines)
    assert report.sound, report.findings
    state = folded(entries_in(lines))
    assert state.is_over
    assert state.deck_seed == document(name)["deck_seed"]
    assert len(state.results) == sum(1 for _ in state.fixtures)


def test_the_corpus_has_a_tournament_of_every_format() -> None:
    assert set(PLANS) == set(FORMATS)


@pytest.mark.parametrize("name", ["swiss", "league"])
def test_a_round_that_was_paired_otherwise_is_found(name: str) -> None:
    lines = (FOLDER / f"{name}.record").read_bytes().splitlines(keepends=True)
    first = parse(lines[1])
    paired = next(event for event in first["public"]["events"] if event["type"] == "round-paired")
    paired["fixtures"][0]["seats"].reverse()
    lines[1] = canonical(first) + b"\n"
    findings = audit_tournament(b"".join(lines)).findings
    assert {"decisions", "digests"} <= {str(finding.check) for finding in findings}


def _forged(change: Callable[[list[Json]], None]) -> bytes:
    """A kept tournament after `change` of the public parts of its entries, every digest made anew."""
    documents = [parse(line) for line in (FOLDER / "swiss.record").read_bytes().splitlines()]
    entries = [line for line in documents if "public" in line]
    change([entry["public"] for entry in entries])
    before = START_DIGEST
    for linked in entries:
        before = digest(before, canonical(linked["public"]))
        linked["digest"] = before.hex()
    return b"".join(canonical(line) + b"\n" for line in documents)


def _everywhere(box: Any, name: str, value: object) -> None:
    """Another value wherever a member of that name stands."""
    if isinstance(box, dict) and name in box:
        box[name] = value
    for value_inside in box.values() if isinstance(box, dict) else box if isinstance(box, list) else ():
        _everywhere(value_inside, name, value)


@pytest.mark.parametrize(
    "change",
    [
        lambda publics: publics[0].update(v=True),
        lambda publics: publics[0].update(ply=True),
        lambda publics: publics[0]["events"][0].update(v=1),
        lambda publics: publics[-1]["events"][-1].update(deck_seed="no hex"),
        lambda publics: publics[-1]["events"][-1].update(deck_seed=None),
        lambda publics: publics[0].update(actor="p-00" + "a" * 22),
        lambda publics: publics[-1].update(actor=True),
        lambda publics: publics[-1].update(actor="p-00" + "a" * 22),
        lambda publics: publics[-1]["command"]["results"][0].update(stray=1),
        lambda publics: _everywhere(publics[-1], "hands", True),
    ],
)
def test_commands_that_no_service_writes_are_found_in_a_tournament(
    change: Callable[[list[Json]], None],
) -> None:
    assert audit_tournament(_forged(lambda publics: None)).sound
    assert audit_tournament(_forged(change)).findings


@pytest.mark.parametrize("number", [[1], {"a": 1}])
def test_a_schedule_with_wrong_types_is_found_before_any_game(number: object) -> None:
    def change(publics: list[Json]) -> None:
        paired = next(event for event in publics[0]["events"] if event["type"] == "round-paired")
        paired["fixtures"][-1]["number"] = number

    record = b"".join(_forged(change).splitlines(keepends=True)[:2])
    assert any("cannot be understood" in finding.detail for finding in audit_tournament(record).findings)
