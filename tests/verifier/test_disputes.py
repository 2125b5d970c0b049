"""Both audits find nothing in honest disputes, and name the same first ply of forged ones."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from app.store.canonical import parse
from app.store.keys import LogKind, game_id_from
from tests.replays.forging import pages
from tests.verifier import dispute_forging
from tests.verifier.agreement import game, holdem_game
from tests.verifier.dispute_forging import WAYS, forged
from tests.verifier.disputing import (
    Case,
    Json,
    Publics,
    audits,
    disagreements,
    honest,
    lines,
    names,
    opened,
    packed,
)
from tests.verifier.tampered import Game, Tampered, Unfit, reforged

_SHORT = (0, 2, 5, 9, 11)
_FORGED = 60


@cache
def games() -> tuple[Game, ...]:
    """Some short games of persons, always the same."""
    return tuple(game(f"disputes {row}", row) for row in _SHORT)


def test_both_find_nothing_in_honest_disputes_on_holdem() -> None:
    rng = Random("honest disputes on hold'em")
    games = [holdem_game(f"holdem {number}") for number in (160, 104, 33)]
    cases = [Case("honest", honest(rng, played)[1], played.data) for played in games for _ in range(6)]
    assert disagreements(cases) == ([], 0)
    assert len({parse(case.dispute.splitlines()[1])["public"]["command"]["claim"] for case in cases}) > 4


def test_both_find_nothing_in_honest_disputes() -> None:
    rng = Random("honest disputes")
    cases = [Case("honest", honest(rng, played)[1], played.data) for played in games() for _ in range(2)]
    assert len(games()) == 5
    assert disagreements(cases) == ([], 0)


def test_both_name_the_same_first_ply_of_forged_disputes() -> None:
    rng = Random("forged disputes")
    cases: list[Case] = []
    missing = {*WAYS, "tampered", "cheated"}
    while len(cases) < _FORGED or (missing and len(cases) < 3 * _FORGED):
        try:
            cases.append(forged(rng, rng.choice(games()), games()))
        except Unfit:
            continue
        missing.discard(cases[-1].way)
    wrong, unclean = disagreements(cases)
    assert wrong == []
    assert unclean > len(cases) * 0.7
    assert not missing


@pytest.mark.parametrize("member", ["time", "command"])
def test_a_game_with_a_missing_member_cannot_be_disputed(
    member: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = games()[0]
    book = pages(chosen.log)
    for page in book[3:]:
        del page.public[member]
    tampered = Tampered(reforged(chosen, book), 4)
    monkeypatch.setattr(dispute_forging, "TAMPERINGS", {"lacking": lambda rng, game: tampered})
    monkeypatch.setattr(dispute_forging, "WAYS", {})
    unfit = 0
    for seed in range(12):
        try:
            forged(Random(seed), chosen, games())
        except Unfit:
            unfit += 1
    assert unfit > 0


def _both(publics: Publics, chosen: Game) -> list[int | None]:
    """The first bad ply of a dispute's log by each audit."""
    data = packed(lines(publics, None, names(publics, chosen)))
    return [verdict.first for verdict in audits([Case("", data, chosen.data)])[0]]


def _everywhere(name: str, value: object) -> Callable[[Publics], None]:
    """Another value of a member in command and event of the first entry."""

    def change(publics: Publics) -> None:
        for box in (publics[0]["command"], publics[0]["events"][0]):
            box[name] = value

    return change


def _in(at: int, name: str, value: object) -> Callable[[Publics], None]:
    return lambda publics: publics[at].update({name: value})


@pytest.mark.parametrize(
    ("ply", "change"),
    [
        (1, _in(0, "v", True)),
        (1, _in(0, "ply", True)),
        (1, _in(0, "actor", "seat:00")),
        (1, _in(0, "actor", "system")),
        (2, _in(1, "events", 5)),
        (2, _in(1, "seals", 0)),
        (1, _everywhere("text", None)),
        (1, _everywhere("v", 1)),
        (1, _everywhere("dispute", "d-00" + "0" * 22)),
        (1, _everywhere("hand_number", 7)),
        (1, _everywhere("first", 1)),
        (1, _everywhere("seats", 12)),
        (1, _everywhere("parties", [{"seat": 0, "player": None}])),
        (1, _everywhere("refused", {"type": "pass"})),
        (1, _everywhere("receipt", {})),
    ],
)
def test_entries_that_no_service_writes_are_found_in_their_place(
    ply: int, change: Callable[[Publics], None]
) -> None:
    chosen = games()[0]
    publics = _spoken(chosen)
    assert _both(publics, chosen) == [None, None]
    change(publics)
    assert _both(publics, chosen) == [ply, ply]


def _spoken(chosen: Game) -> Publics:
    """A dispute of a few entries, of a claim without evidence."""
    return deepcopy(_of_payment(chosen))


@cache
def _of_payment(chosen: Game) -> Publics:
    tries = (opened(Random(seed), chosen) for seed in range(100))
    return next(publics for publics in tries if len(publics) > 3 and _is_of_payment(publics))


def _is_of_payment(publics: Publics) -> bool:
    judged = any(public["command"]["type"] == "judge" for public in publics)
    return judged and bool(publics[0]["command"]["claim"] == "wrong_payment")


@pytest.mark.parametrize("head", [None, {"ply": 1, "digest": "0" * 64}])
def test_a_verdict_covers_the_whole_hand(head: Json | None) -> None:
    chosen = games()[0]
    publics = _spoken(chosen)
    at = next(at for at, public in enumerate(publics) if public["command"]["type"] == "judge")
    for box in (publics[at]["command"], publics[at]["events"][0]):
        box["verdict"]["head"] = head
    assert _both(publics, chosen) == [at + 1, at + 1]


@pytest.mark.parametrize("name", ["facts", "findings", "legal", "outcome", "rule", "revealed", "correction"])
def test_every_member_of_a_verdict_is_checked(name: str) -> None:
    chosen = games()[0]
    publics = _spoken(chosen)
    at = next(at for at, public in enumerate(publics) if public["command"]["type"] == "judge")
    for box in (publics[at]["command"], publics[at]["events"][0]):
        verdict = box["verdict"]
        verdict[name] = {
            "facts": {**verdict["facts"], "stake": 17},
            "findings": [{"ply": 1, "check": "deal", "rule": "12.1", "detail": "chosen", "evidence": {}}],
            "legal": {"ply": 2, "seat": 0, "moves": [], "count": 0},
            "outcome": "upheld",
            "rule": "1.1",
            "revealed": not verdict["revealed"],
            "correction": [1, -1],
        }[name]
    assert _both(publics, chosen) == [at + 1, at + 1]


@pytest.mark.parametrize("where", [0, 1])
def test_a_verdict_on_a_game_that_is_not_clean_is_not_judged(where: int) -> None:
    """A damaged entry before its head or after it leaves the verdict out, true or not."""
    chosen, publics, head = _judged_early()
    lines_of_game = list(chosen.lines)
    ply = head + where
    lines_of_game[ply - 1] = lines_of_game[ply - 1].replace(b'"time":', b'"time":1', 1)
    damaged = chosen.record(lines_of_game)
    forged_publics = deepcopy(publics)
    for box in _verdicts(forged_publics):
        box["rule"] = "9.1"
    named = names(publics, chosen)
    honest_one, forged_one = (packed(lines(events, None, named)) for events in (publics, forged_publics))
    cases = [Case("", one, game) for game in (chosen.data, damaged) for one in (honest_one, forged_one)]
    firsts = [[(verdict.first, verdict.clean) for verdict in pair] for pair in audits(cases)]
    judged = next(at for at, public in enumerate(publics, 1) if public["command"]["type"] == "judge")
    assert firsts == [[(None, True)] * 2, [(judged, False)] * 2, *[[(None, False)] * 2] * 2]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rule", {}),
        ("rule", ["9.1"]),
        ("revealed", 1),
        ("facts", []),
        ("findings", {}),
        ("legal", []),
        ("correction", "5"),
        ("correction", [True, -1]),
        ("correction", {"0": 5}),
    ],
)
def test_a_member_of_another_type_in_a_verdict_is_found_for_any_game(name: str, value: Any) -> None:
    chosen, publics, head = _judged_early()
    damaged = chosen.record([*chosen.lines[:head], *chosen.lines[head + 1 :]])
    for box in _verdicts(publics):
        box[name] = value
    data = packed(lines(publics, None, names(publics, chosen)))
    judged = next(at for at, public in enumerate(publics, 1) if public["command"]["type"] == "judge")
    for pair in audits([Case("", data, record) for record in (chosen.data, damaged)]):
        assert [audited.first for audited in pair] == [judged, judged]


def _verdicts(publics: Publics) -> list[Json]:
    """The verdict of a dispute, in its command and in its event."""
    judged = next(public for public in publics if public["command"]["type"] == "judge")
    return [judged["command"]["verdict"], judged["events"][0]["verdict"]]


def _judged_early() -> tuple[Game, Publics, int]:
    """A dispute about a payment with a verdict on a log that went on, and the ply of its head."""
    chosen = game("disputes 1", 1)
    publics = opened(Random(7), chosen)
    head: int = next(
        public["command"]["verdict"]["head"]["ply"]
        for public in publics
        if public["command"]["type"] == "judge"
    )
    assert _is_of_payment(publics)
    assert head < chosen.plies - 1
    return chosen, publics, head


@pytest.mark.parametrize(("header", "ply"), [({"v": True}, 0), ({"plies": True}, 0), ({"game": None}, 0)])
def test_the_header_of_a_dispute_is_held_to_its_log(header: Json, ply: int) -> None:
    chosen = games()[0]
    publics = _spoken(chosen)[:1]
    documents = lines(publics, None, names(publics, chosen))
    documents[0] |= header
    (pair,) = audits([Case("", packed(documents), chosen.data)])
    assert [audited.first for audited in pair] == [ply, ply]


def test_damage_is_named_where_it_is_and_not_in_the_header() -> None:
    chosen = games()[0]
    publics = _spoken(chosen)
    data = packed(lines(publics, None, names(publics, chosen))).splitlines(keepends=True)
    for broken in (data[2].replace(b"{", b"[", 1), data[2][:-1]):
        cut = [*data[:2], broken, *(data[3:] if broken.endswith(b"\n") else [])]
        (pair,) = audits([Case("", b"".join(cut), chosen.data)])
        assert [audited.first for audited in pair] == [2, 2]


def test_a_record_without_its_proof_or_without_entries_is_found() -> None:
    chosen = games()[0]
    publics = _spoken(chosen)
    data = lines(publics, None, names(publics, chosen))
    empty = [{**data[0], "plies": 0, "game": None}, data[-1]]
    for documents, ply in ((data[:-1], len(publics)), (empty, 0)):
        (pair,) = audits([Case("", packed(documents), chosen.data)])
        assert [audited.first for audited in pair] == [ply, ply]


def test_the_parties_are_the_players_of_the_game() -> None:
    """Of a seat that was left and taken again, any who held it from the entry in dispute on may be named."""
    chosen = game("disputes 391", 391)
    taken = [
        (entry.ply, event.get("player"))
        for entry in chosen.log
        for event in parse(entry.public)["events"]
        if event["type"] == "seated" and event["seat"] == 1
    ]
    (again, player) = taken[-1]
    publics = _of_payment(chosen)
    stranger = game_id_from(b"a stranger".ljust(32), LogKind.PLAYER)
    assert publics[0]["command"]["ply"] < again
    for name, first in ((None, None), (player, None), (stranger, 1)):
        named = deepcopy(publics)
        for box in (named[0]["command"], named[0]["events"][0]):
            next(party for party in box["parties"] if party["seat"] == 1)["player"] = name
        assert _both(named, chosen) == [first, first], name
