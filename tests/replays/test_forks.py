"""Forks in an audit: their start by itself, and beside the record of their parent."""

import pytest

from app.store.canonical import parse
from replays.audit.audit import audit
from replays.audit.report import Check, Report, Unchecked
from tests.verifier.test_forks import BEGINNINGS, FORK, LOG, PARENT, begun_otherwise

WRONG = {
    "parent": [name for name in BEGINNINGS if "parent" in name or "digest" in name],
    "stock": ["another stock"],
    "position": [
        "no position",
        "a seat that is false",
        "a card too few",
        "another size of hands",
        "nobody awaited",
    ],
}


def against(report: Report, check: Check) -> list[tuple[int, str | None, str]]:
    return [
        (finding.ply, finding.rule, finding.detail) for finding in report.findings if finding.check is check
    ]


@pytest.mark.parametrize(("part", "name"), [(part, name) for part, names in WRONG.items() for name in names])
def test_the_part_of_a_start_that_is_wrong_by_itself_is_named(part: str, name: str) -> None:
    report = audit(begun_otherwise(BEGINNINGS[name]))
    assert (1, "11.14", f"a fork cannot begin so: {part}") in against(report, Check.DECISIONS)


def test_a_fork_beside_its_parent_is_clean_and_alone_the_parent_is_what_lacks() -> None:
    beside, alone = audit(FORK, PARENT), audit(FORK)
    assert (beside.findings, alone.findings) == ((), ())
    assert [done.looked for done in beside.checks if done.check is Check.PARENT] == [1]
    assert Unchecked.PARENT_RECORD in alone.absent
    assert Unchecked.PARENT_RECORD not in beside.absent
    assert not against(audit(PARENT, FORK), Check.PARENT), "a game that is no fork has no parent"


def test_a_parent_that_is_not_clean_proves_nothing() -> None:
    findings = against(audit(FORK, PARENT[:-30]), Check.PARENT)
    assert findings == [(1, "11.14", "the record of the parent is not clean itself")]


@pytest.mark.parametrize("ply", [1, 10**6])
def test_a_parent_that_plays_no_hand_at_the_ply_does_not_have_the_entry(ply: int) -> None:
    fork = begun_otherwise(lambda command: command["parent"].update(ply=ply))
    findings = against(audit(fork, PARENT), Check.PARENT)
    assert findings == [(1, "11.14", "the record of the parent does not have that entry")]


def test_each_fact_that_is_not_that_of_the_parent_is_named() -> None:
    other = begun_otherwise(lambda command: command["parent"].update(digest="ab" * 32))
    assert against(audit(other, PARENT), Check.PARENT) == [(1, "11.14", "digest is not that of the parent")]
    stranger = parse(LOG[0].public)["game"]
    renamed = begun_otherwise(lambda opening: opening["parent"].update(game=stranger))
    assert against(audit(renamed, PARENT), Check.PARENT) == [(1, "11.14", "game is not that of the parent")]
    moved = begun_otherwise(
        lambda opening: opening["position"]["stock"].append(opening["position"]["stock"].pop(0))
    )
    assert (1, "11.14", "position is not that of the parent") in against(audit(moved, PARENT), Check.PARENT)
    odd = begun_otherwise(BEGINNINGS["another stock"])
    assert (1, "11.14", "stock is not that of the parent") in against(audit(odd, PARENT), Check.PARENT)
