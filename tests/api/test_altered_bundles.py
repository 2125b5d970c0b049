"""Bundles of disputes that were altered: both audits find the change, or the file cannot be read."""

import warnings
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from orjson import loads

from replays.disputes.bundle import zipped
from tests.api.bundles import bundle_of, in_verdict, relinked, rezipped, run
from tests.api.disputing import ended, judged, say
from tests.api.helpers import Api, Table, expect
from tests.verifier import node as elsewhere


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"outcome":"undecided"', b'"outcome":"upheld"'),
        (b'"correction":null', b'"correction":[1,-1]'),
        (b'"actor":"seat:0","command":{"type":"accept"}', b'"actor":"seat:1","command":{"type":"accept"}'),
        (b"that was wrong", b"that was right"),
        (b'"seat":0,"seats":2', b'"seat":1,"seats":2'),
    ],
)
def test_a_changed_dispute_is_found_even_with_all_hashes_recomputed(
    old: bytes, new: bytes, api: Api, table: Table, tmp_path: Path
) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    expect(say(table, name, 0, "accept"), 200)
    data = bundle_of(table, name)
    path = tmp_path / "dispute.zip"
    path.write_bytes(rezipped(data, in_verdict(old, new)))
    assert run(str(path)).exit_code == 1
    if old == b"that was wrong":
        return  # consistent in itself: only what the service has signed tells
    path.write_bytes(
        rezipped(
            data, lambda name, content: relinked(content, old, new) if name == "dispute.record" else content
        )
    )
    result = run(str(path), "--json")
    assert result.exit_code == 1, result.output
    assert loads(result.output)["dispute"]["findings"]


@pytest.mark.parametrize("name", ["dispute.json", "receipts.json", "proofs.json"])
@pytest.mark.parametrize("how", ["changed", "missing"])
def test_files_of_a_bundle_must_agree_with_its_records(
    name: str, how: str, api: Api, table: Table, tmp_path: Path
) -> None:
    data = bundle_of(table, judged(api, table, "deck_chosen")["dispute"])
    path = tmp_path / "dispute.zip"
    path.write_bytes(
        rezipped(
            data, lambda member, old: old.replace(b"rejected", b"upheld") + b" " if member == name else old
        )
        if how == "changed"
        else rezipped(data, lambda one, old: old, leave=name)
    )
    result = run(str(path), "--json")
    assert result.exit_code == 1
    assert [finding["evidence"] for finding in loads(result.output)["dispute"]["findings"]] == [
        {"file": name}
    ]


def _written(data: bytes, how: int) -> bytes:
    """A bundle as another program writes it."""
    made = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(made, "w", how) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return made.getvalue()


def _with_more(data: bytes, name: str, more: bytes, *, first: bool) -> bytes:
    """A bundle with one file more, before all others or after them."""
    made = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(made, "w", ZIP_STORED) as new, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of a name that stands twice, which is what is tried
        rest = [(one, old.read(one)) for one in old.namelist()]
        for each in [(name, more), *rest] if first else [*rest, (name, more)]:
            new.writestr(*each)
    return made.getvalue()


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("name", ["game.record", "dispute.json", "README.txt"])
def test_a_bundle_with_a_duplicate_file_is_refused(
    name: str, first: bool, api: Api, table: Table, tmp_path: Path
) -> None:
    """One program takes the first of them, the next one the last."""
    path = tmp_path / "dispute.zip"
    path.write_bytes(_with_more(bundle_of(table, judged(api, table)["dispute"]), name, b"{}", first=first))
    result = run(str(path))
    assert (result.exit_code, "stands twice" in result.output) == (2, True)
    assert "stands there twice" in elsewhere.run("audit", str(path)).stderr


@pytest.mark.parametrize("name", ["verdict.txt", "Game.record", "a/game.record"])
def test_a_file_that_belongs_to_no_bundle_is_found(name: str, api: Api, table: Table, tmp_path: Path) -> None:
    path = tmp_path / "dispute.zip"
    with ZipFile(BytesIO(bundle_of(table, judged(api, table)["dispute"]))) as file:
        path.write_bytes(zipped({**{one: file.read(one) for one in file.namelist()}, name: b"{}"}))
    output = loads(run(str(path), "--json").output)
    assert [finding["detail"] for finding in output["dispute"]["findings"]] == [
        f"'{name}' does not belong in a bundle"
    ]


def test_a_dispute_in_a_bundle_without_its_proof_is_found(api: Api, table: Table, tmp_path: Path) -> None:
    data = bundle_of(table, judged(api, table, "deck_chosen")["dispute"])
    path = tmp_path / "dispute.zip"

    def cut(name: str, old: bytes) -> bytes:
        return b"".join(old.splitlines(keepends=True)[:-1]) if name == "dispute.record" else old

    path.write_bytes(rezipped(data, cut))
    assert run(str(path)).exit_code == 1


def test_the_dispute_of_another_game_is_found_in_a_bundle(api: Api, table: Table, tmp_path: Path) -> None:
    other = ended(api)
    mine = bundle_of(table, judged(api, table)["dispute"])
    with ZipFile(BytesIO(bundle_of(other, judged(api, other)["dispute"]))) as file:
        theirs = file.read("dispute.record")
    path = tmp_path / "dispute.zip"
    path.write_bytes(rezipped(mine, lambda name, data: theirs if name == "dispute.record" else data))
    result = run(str(path), "--json")
    assert result.exit_code == 1
    assert {finding["check"] for finding in loads(result.output)["dispute"]["findings"]} >= {"parent"}


@pytest.mark.parametrize("how", ["empty", "compressed", "written otherwise", "cut", "other"])
def test_a_zip_file_that_is_no_bundle_cannot_be_read(
    how: str, api: Api, table: Table, tmp_path: Path
) -> None:
    data = bundle_of(table, judged(api, table)["dispute"])
    spoilt = {
        "empty": rezipped(data, lambda name, content: b""),
        "compressed": _written(data, ZIP_DEFLATED),
        "written otherwise": _written(data, ZIP_STORED),
        "cut": data[: len(data) // 2],
        "other": b"PK\x03\x04 and nothing else",
    }[how]
    path = tmp_path / "dispute.zip"
    path.write_bytes(spoilt)
    assert run(str(path)).exit_code in ((1, 2) if how == "empty" else (2,))
