"""The form and the clock of the public part, in logs whose digests were computed again after each change."""

from collections.abc import Callable
from typing import Any

import pytest

from app.games.codec import Json
from app.store.canonical import canonical, parse
from app.store.entry import START_DIGEST, digest
from replays.audit.audit import audit_public
from replays.audit.report import Check, Report

from .games import played


def audited(name: str, change: Callable[[list[Json]], Any]) -> Report:
    """Return the report on the public parts of the game `name` after `change`, with correct digests."""
    documents = [parse(entry.public) for entry in played(name)]
    change(documents)
    publics = [canonical(document) for document in documents]
    digests = [START_DIGEST]
    for public in publics:
        digests.append(digest(digests[-1], public))
    return audit_public(publics, digests[1:])


def plies_and_checks(report: Report) -> list[tuple[int, Check]]:
    return [(finding.ply, finding.check) for finding in report.findings]


PART = [0, "ab" * 32]
"""A seal: an audience and a hash."""


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("v", 0),
        ("v", True),
        ("v", "1"),
        ("game", played("void")[0].game),
        ("command", []),
        ("command", None),
        ("events", []),
        ("events", {}),
        ("events", ["hand-begun"]),
        ("events", [{"type": 1}]),
        ("seals", {}),
        ("seals", [[0]]),
        ("seals", [PART, PART]),
        ("seals", [[1, PART[1]], PART]),
        ("seals", [[-1, PART[1]]]),
        ("seals", [[256, PART[1]]]),
        ("seals", [[True, PART[1]]]),
        ("seals", [[0, "ab"]]),
    ],
)
def test_a_wrong_value_of_a_member_is_a_finding_of_the_form(member: str, value: Any) -> None:
    report = audited("mexican-2", lambda book: book[5].update({member: value}))
    assert (6, Check.FORMAT) in plies_and_checks(report)


@pytest.mark.parametrize("seals", [[], [PART], [[255, PART[1]]], [PART, [255, PART[1]]]])
def test_seals_of_any_audiences_in_rising_order_have_the_form(seals: list[Any]) -> None:
    assert audited("mexican-2", lambda book: book[5].update(seals=seals)).sound


def test_a_first_entry_of_a_game_without_an_id_is_a_finding_of_the_form() -> None:
    def change(book: list[Json]) -> None:
        for document in book:
            document["game"] = "g-1"

    report = audited("mexican-2", change)
    assert [ply for ply, check in plies_and_checks(report) if check is Check.FORMAT] == list(
        range(1, report.plies + 1)
    )


@pytest.mark.parametrize("time", [-1, "5", None, True])
def test_a_time_that_is_no_number_of_milliseconds_is_found_at_its_entry_only(time: Any) -> None:
    report = audited("persons", lambda book: book[5].update(time=time))
    assert plies_and_checks(report) == [(6, Check.TIMES)]


def test_a_clock_that_goes_back_is_found_at_each_entry_before_the_latest_time() -> None:
    def change(book: list[Json]) -> None:
        book[4]["time"] = book[6]["time"] + 1

    assert plies_and_checks(audited("persons", change)) == [(6, Check.TIMES), (7, Check.TIMES)]


def test_equal_times_are_a_clock_that_runs() -> None:
    assert audited("persons", lambda book: book[5].update(time=book[4]["time"])).sound


def test_a_game_of_bots_alone_has_no_times() -> None:
    assert plies_and_checks(audited("mexican-2", lambda book: book[5].update(time=7)))[0] == (6, Check.TIMES)


@pytest.mark.parametrize("promise", [None, "ab", 7])
def test_a_hand_that_does_not_promise_the_key_of_the_next_is_found_at_its_entry(promise: Any) -> None:
    def change(book: list[Json]) -> None:
        begun = next(event for event in book[1]["events"] if event["type"] == "hand-begun")
        begun["next_commitment"] = promise

    assert plies_and_checks(audited("mexican-2", change)) == [(2, Check.COMMITMENTS)]
