"""Records of tournaments of every format that were kept: they are paired today as they were then."""

import pytest

from app.store.canonical import canonical, parse
from app.tournament.formats.registry import FORMATS
from replays.archive.logs import entries_in
from replays.tournaments.check import audit_tournament
from replays.tournaments.record import folded
from tests.tournament.keep import FOLDER, PLANS, document


@pytest.mark.parametrize("name", FORMATS)
def test_a_kept_tournament_is_sound_and_its_rounds_are_paired_as_they_were(name: str) -> None:
    lines = (FOLDER / f"{name}.record").read_bytes()
    report = audit_tournament(lines)
    assert report.clean, report.findings
    state = folded(entries_in(lines))
    assert state.is_over
    assert state.deck_seed == document(name)["deck_seed"]
    assert len(state.results) == sum(1 for _ in state.fixtures)


def test_a_tournament_of_every_format_is_kept() -> None:
    assert set(PLANS) == set(FORMATS)


@pytest.mark.parametrize("name", ["swiss", "league"])
def test_a_round_that_was_paired_otherwise_is_found(name: str) -> None:
    lines = (FOLDER / f"{name}.record").read_bytes().splitlines(keepends=True)
    first = parse(lines[1])
    paired = next(event for event in first["public"]["events"] if event["type"] == "round-paired")
    paired["fixtures"][0]["seats"].reverse()
    lines[1] = canonical(first) + b"\n"
    found = audit_tournament(b"".join(lines)).findings
    assert {"decisions", "digests"} <= {str(one.check) for one in found}
