"""Both verifiers agree on the start of a fork: alone, and with the record of its parent."""

import json
from base64 import b64encode
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from app.service.entry_codec import rules_hash
from app.store.canonical import canonical
from replays.audit.audit import audit, audit_public
from replays.audit.report_json import as_json
from replays.record.format import Proof
from replays.record.read import read_record
from replays.record.write import write_record
from tests.replays.forging import Page, pages
from tests.verifier.node import Auditor, called, sound
from tests.verifier.sittings import forked, plan, sitting
from tests.verifier.tampered import Game, reforged

Json = dict[str, Any]
Change = Callable[[Json], Any]


def _fork() -> tuple[bytes, bytes]:
    """The records of a game and of a fork of it."""
    for seed in range(20):
        log = sitting(plan(seed, Random(f"parent {seed}")), Random(f"parent {seed}"))
        fork_plan = forked(log, Random(f"fork {seed}"))
        if fork_plan is not None:
            fork = sitting(fork_plan, Random(f"fork {seed}"))
            return b"".join(write_record(log)), b"".join(write_record(fork))
    raise AssertionError("no sitting played a hand")


PARENT, FORK = _fork()
LOG = read_record(FORK).entries
PLY = json.loads(LOG[0].public)["events"][0]["parent"]["ply"]


def begun_otherwise(change: Change, *, event_alone: bool = False) -> bytes:
    """The record of the fork with another beginning, all its hashes made anew."""
    book: list[Page] = deepcopy(pages(LOG))
    first = book[0].public
    for body in (first["events"][0], *([] if event_alone else [first["command"]])):
        change(body)
    return reforged(Game("fork", LOG, Proof()), book)


def first_ply(report: Json) -> int | None:
    return min((finding["ply"] for finding in report["findings"]), default=None)


def _in_position(name: str, value: Any) -> Change:
    def change(body: Json) -> None:
        body["position"][name] = value

    return change


def _taken(body: Json, count: int) -> list[str]:
    return [body["position"]["stock"].pop() for _ in range(count)]


BEGINNINGS: dict[str, Change] = {
    "a parent with more": lambda body: body["parent"].update(more=1),
    "a parent without a digest": lambda body: body["parent"].update(digest=None),
    "a digest in capitals": lambda body: body["parent"].update(digest=body["parent"]["digest"].upper()),
    "a parent that is no game": lambda body: body["parent"].update(game="x"),
    "a parent at ply 0": lambda body: body["parent"].update(ply=0),
    "a parent at ply true": lambda body: body["parent"].update(ply=True),
    "no object for a parent": lambda body: body.update(parent="x"),
    "another stock": lambda body: body.update(stock="odd"),
    "no position": lambda body: body.update(position={}),
    "a position with more": lambda body: body["position"].update(more=1),
    "a seat that is false": lambda body: body["position"]["order"].__setitem__(0, False),
    "turns that are false": _in_position("idle_turns", False),
    "nobody who answered": _in_position("answered", None),
    "a phase that is over": _in_position("phase", "over"),
    "nobody awaited": _in_position("awaited", []),
    "an answer that is none": _in_position("answers", [{"seat": 0, "command": {"type": "pass", "more": 1}}]),
    "another size of hands": _in_position("hand_size", 3),
    "a card too few": lambda body: body["position"]["stock"].pop(),
    "a card of another pack": lambda body: body["position"]["stock"].__setitem__(0, "Ad"),
    "two cards held too many": lambda body: body["position"]["hands"][0].extend(_taken(body, 2)),
    "another on turn": lambda body: body["position"].update(
        turn=next(seat for seat in body["position"]["order"] if seat != body["position"]["turn"])
    ),
    "another visibility": lambda body: body.update(visibility=""),
}


def test_a_field_that_the_sheet_of_an_earlier_version_lacks_has_its_old_meaning_in_both() -> None:
    """A record from before a field was added stays clean, alone and beside its parent."""
    book: list[Page] = deepcopy(pages(LOG))
    first = book[0].public
    for body in (first["events"][0], first["command"]):
        body["rules"] = {name: value for name, value in body["rules"].items() if name != "sits_out"}
    first["rules_hash"] = rules_hash(first["command"]["rules"])
    data = reforged(Game("fork", LOG, Proof()), book)
    assert audit(data, PARENT).findings == audit(data).findings == ()
    assert sound(_beside(data, PARENT))


@pytest.mark.parametrize("name", BEGINNINGS)
def test_both_find_an_invalid_start_of_a_fork_at_its_first_entry(verifier: Auditor, name: str) -> None:
    data = begun_otherwise(BEGINNINGS[name])
    assert (first_ply(as_json(audit(data))), first_ply(verifier.audit(data))) == (1, 1)


def test_a_value_that_python_takes_for_an_equal_one_is_found(verifier: Auditor) -> None:
    for change in (BEGINNINGS["a seat that is false"], BEGINNINGS["turns that are false"]):
        data = begun_otherwise(change, event_alone=True)
        assert (first_ply(as_json(audit(data))), first_ply(verifier.audit(data))) == (1, 1)


def test_an_audited_fork_does_not_affect_later_ones() -> None:
    """Equal values are remembered as one: with `false` for a seat in it, the service would write that."""
    assert not audit(begun_otherwise(BEGINNINGS["a seat that is false"])).sound
    assert audit(FORK).sound
    parent, fork = _fork()
    assert (parent, fork) == (PARENT, FORK)


def test_the_public_audit_finds_it_too() -> None:
    entries = read_record(FORK).entries
    assert audit_public([entry.public for entry in entries], [entry.digest for entry in entries]).sound
    wrong = read_record(begun_otherwise(BEGINNINGS["a parent with more"])).entries
    assert not audit_public([entry.public for entry in wrong], [entry.digest for entry in wrong]).sound


def _lines(change: Callable[[list[bytes]], Any]) -> bytes:
    lines = PARENT.splitlines(keepends=True)
    made = change(lines)
    return b"".join(lines if made is None else made)


def _entry(ply: int, change: Change) -> Callable[[list[bytes]], None]:
    def altered(lines: list[bytes]) -> None:
        document = json.loads(lines[ply + 1])
        change(document)
        lines[ply + 1] = canonical(document) + b"\n"

    return altered


PARENTS: dict[str, bytes] = {
    "cut": _lines(lambda lines: lines[: PLY + 2]),
    "cut before": _lines(lambda lines: lines[: PLY + 1]),
    "without its proof": _lines(lambda lines: lines[:-1]),
    "with a line too many": PARENT + b"x\n",
    "with other ends of lines": PARENT.replace(b"\n", b"\r\n"),
    "an earlier entry altered": _lines(_entry(3, lambda body: body["public"].update(more=1))),
    "its own entry altered": _lines(_entry(PLY, lambda body: body["public"].update(more=1))),
    "a later entry altered": _lines(_entry(PLY + 1, lambda body: body["public"].update(more=1))),
    "an earlier digest altered": _lines(_entry(3, lambda body: body.update(digest="0" * 64))),
    "another header": _lines(lambda lines: [lines[0].replace(b'"plies":', b'"plies":1'), *lines[1:]]),
    "the fork itself": FORK,
    "nothing": b"",
}


@pytest.mark.parametrize("name", PARENTS)
def test_a_parent_that_is_not_clean_proves_nothing_in_both(name: str) -> None:
    """A record in which anything was altered may have been altered where the fork begins."""
    assert first_ply(as_json(audit(FORK, PARENTS[name]))) == 1
    assert first_ply(_beside(FORK, PARENTS[name])) == 1


def test_a_fork_with_its_parent_is_clean_in_both_and_another_start_is_found() -> None:
    assert audit(FORK, PARENT).sound
    assert sound(_beside(FORK, PARENT))
    for change in (
        lambda body: body["parent"].update(ply=PLY - 1),
        lambda body: body["parent"].update(digest="0" * 64),
        lambda body: body["position"]["stock"].reverse(),
    ):
        data = begun_otherwise(change)
        assert (first_ply(as_json(audit(data, PARENT))), first_ply(_beside(data, PARENT))) == (1, 1)


def _beside(fork: bytes, parent: bytes) -> Json:
    """The report of the verifier on a fork beside a record of its parent."""
    read = "const read = (one) => Uint8Array.from(Buffer.from(one, 'base64'));"
    body = f"{{ {read} return verifier.audit(read(asked[0]), {{parent: read(asked[1])}}); }}"
    answer: Json = called(body, [b64encode(fork).decode(), b64encode(parent).decode()])
    return answer


def test_a_seat_may_have_changed_its_mind_more_than_once_where_a_fork_begins(verifier: Auditor) -> None:
    """RULES 8.6: `stood` has a seat for each time that it did."""
    data = begun_otherwise(_in_position("stood", [0, 0]))
    assert 1 not in (first_ply(as_json(audit(data))), first_ply(verifier.audit(data)))
