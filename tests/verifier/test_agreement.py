"""Both audits find nothing in honest records, and of those tampered with they name the same first ply."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest
from orjson import loads

from app.games.codec import Json
from app.store.canonical import canonical
from app.store.proof import START_DIGEST, digest
from replays.audit import audit
from replays.findings import as_json
from tests.verifier.agreement import Disagreement, check_honest, check_tampered, fault, game, old_game
from tests.verifier.node import Auditor, auditor
from tests.verifier.tampering import WAYS, Game, Tampered

_MOST_PLIES = 90


@pytest.fixture(scope="module")
def verifier() -> Iterator[Auditor]:
    """A verifier in Node."""
    with auditor() as running:
        yield running


@cache
def games() -> tuple[Game, ...]:
    """Some short games, always the same."""
    found = (game(f"agreement {row}", row) for row in range(30))
    return tuple(one for one in found if 20 < one.plies < _MOST_PLIES)[:6]


def test_both_find_nothing_in_honest_records(verifier: Auditor) -> None:
    for one in games():
        check_honest(verifier, one)


@pytest.mark.parametrize("way", WAYS)
def test_both_name_the_same_first_ply_of_a_record_tampered_with(verifier: Auditor, way: str) -> None:
    rng = Random(way)
    done = [check_tampered(verifier, one, way, rng) for one in rng.sample(games(), 4)]
    assert any(done)


@pytest.mark.parametrize("seed", range(3))
def test_both_name_the_same_first_ply_of_an_old_record_tampered_with(verifier: Auditor, seed: int) -> None:
    old, rng = old_game(f"old {seed}"), Random(seed)
    check_honest(verifier, old)
    assert sum(check_tampered(verifier, old, way, rng) for way in rng.sample(list(WAYS), 8)) > 3


def test_what_is_not_tampered_with_counts_as_unnoticed(verifier: Auditor) -> None:
    honest = games()[0]
    assert "unnoticed" in (fault(verifier, Tampered(honest.data, 1)) or "")
    cut = Tampered(honest.data[:-1], 1)
    assert "named" in (fault(verifier, cut) or "")


def test_a_disagreement_is_raised(verifier: Auditor) -> None:
    broken = game("agreement broken", 6)
    broken.data = broken.data[:-1]
    with pytest.raises(Disagreement):
        check_honest(verifier, broken)


def _lines(data: bytes) -> list[Json]:
    return [loads(line) for line in data.splitlines()]


def _chained(lines: list[Json]) -> bytes:
    """The record of these lines, every digest made anew."""
    before = START_DIGEST
    for line in lines:
        if "public" in line:
            before = digest(before, canonical(line["public"]))
            line["digest"] = before.hex()
    return b"".join(canonical(line) + b"\n" for line in lines)


def _more_on_the_proof_line(lines: list[Json]) -> int:
    lines[-1]["rules"] = {}
    return len(lines) - 4


def _more_in_a_command_of_the_table(lines: list[Json]) -> int:
    lines[3]["public"]["command"]["seats"] = [0]
    return 2


def _more_in_a_command_and_a_wrong_header(lines: list[Json]) -> int:
    lines[0]["variant"] = "paco-x"
    return _more_in_a_command_of_the_table(lines)


def _a_seat_that_is_none(lines: list[Json]) -> int:
    seats = lines[2]["public"]["events"][0]["seats"]
    seats[0]["kind"] = 7
    return 1


def _an_edition_that_there_cannot_be(lines: list[Json]) -> int:
    lines[2]["public"]["rulebook"]["edition"] = 0
    return 1


def _no_hash_of_the_rules_and_a_wrong_header(lines: list[Json]) -> int:
    lines[2]["public"]["rules_hash"] = None
    lines[0]["rules_hash"] = "0" * 64
    return 0


def _a_ledger_without_balances_that_goes_on(lines: list[Json]) -> int:
    at = next(at for at, line in enumerate(lines) if "hand-settled" in str(line.get("public")))
    settled = next(one for one in lines[at]["public"]["events"] if one["type"] == "hand-settled")
    del settled["balances"]
    lines[at]["public"]["events"].append({**settled, "balances": [0, 0]})
    return at - 1


@pytest.mark.parametrize(
    "change",
    [
        _more_on_the_proof_line,
        _more_in_a_command_of_the_table,
        _more_in_a_command_and_a_wrong_header,
        _a_seat_that_is_none,
        _an_edition_that_there_cannot_be,
        _no_hash_of_the_rules_and_a_wrong_header,
        _a_ledger_without_balances_that_goes_on,
    ],
)
def test_both_name_the_same_first_ply_of_what_only_a_forger_writes(
    verifier: Auditor, change: Callable[[list[Json]], int]
) -> None:
    lines = _lines(games()[0].data)
    ply = change(lines)
    data = _chained(lines)
    theirs = verifier.audit(data)["findings"]
    assert (first_ply(as_json(audit(data))["findings"]), first_ply(theirs)) == (ply, ply)


def first_ply(findings: list[Json]) -> int:
    return min(int(one["ply"]) for one in findings)
