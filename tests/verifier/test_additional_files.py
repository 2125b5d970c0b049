"""Files given with a record: both verifiers read them equally, or both refuse them."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from app.service.signing import is_signed, key_id
from replays.audit.audit import audit
from replays.audit.report_json import as_json
from replays.record.errors import BadKeys, ReplayError
from replays.record.receipts import read_keys
from replays.report.source import receipts_in
from tests.replays.games import played, recorded
from tests.replays.test_receipts import DOCUMENT, LOG, RING, STRANGER, kept, resigned
from tests.verifier.node import Auditor, called
from tests.verifier.test_receipts import agreed, frozen

Json = dict[str, Any]

LIST = json.dumps(DOCUMENT)
FIRST = DOCUMENT["keys"][0]
RECEIPT = json.dumps(kept(LOG[5]))
PRIME = 2**255 - 19


LISTS: dict[str, tuple[str, bool]] = {
    "as published": (LIST, True),
    "with a key that may sign at any time": (LIST.replace('"from": 0', '"from": -5', 1), True),
    "with keys whose times overlap": (
        json.dumps(DOCUMENT | {"keys": [key | {"until": None} for key in DOCUMENT["keys"]]}),
        True,
    ),
    "of version true": (LIST.replace('"v": 1', '"v": true', 1), False),
    "of version 1.0": (LIST.replace('"v": 1', '"v": 1.0', 1), False),
    "from 1e2": (LIST.replace('"from": 0', '"from": 1e2', 1), False),
    "from 0.0": (LIST.replace('"from": 0', '"from": 0.0', 1), False),
    "from 2^53": (LIST.replace('"from": 0', f'"from": {2**53}', 1), False),
    "with a version twice": (LIST.replace('"v": 1', '"v": 2, "v": 1', 1), False),
    "with a key in capitals": (LIST.replace(FIRST["public"], FIRST["public"].upper()), False),
    "with a key and a space": (LIST.replace(FIRST["public"], f" {FIRST['public']}"), False),
    "of half a character": (LIST.replace(DOCUMENT["origin"], "\\ud800"), False),
    "with a fraction beside": (LIST.replace('"v": 1', '"v": 1, "x": 1.5', 1), False),
    "with another name beside": (LIST.replace('"v": 1', '"v": 1, "é": 1', 1), False),
    "with depths beside": (LIST.replace('"v": 1', f'"v": 1, "x": {"[" * 40}{"]" * 40}', 1), False),
    "with abysses beside": (LIST.replace('"v": 1', f'"x": {"[" * 999}{"]" * 999}, "x": 1, "v": 1', 1), False),
    "after a mark of order": (f"\ufeff{LIST}", False),
}


def _read_elsewhere(name: str, data: bytes) -> Any:
    """Return what `files.keysIn` or `files.receiptsIn` make of bytes, null for what they refuse."""
    body = (
        "{ const bytes = Uint8Array.from(Buffer.from(asked, 'base64'));"
        f" try {{ return verifier.files.{name}(bytes); }}"
        " catch (fault) { if (fault instanceof verifier.files.Unreadable) return null; throw fault; } }"
    )
    return called(body, b64encode(data).decode())


@pytest.mark.parametrize("name", LISTS)
def test_both_take_the_same_for_a_list_of_keys(name: str) -> None:
    text, right = LISTS[name]
    try:
        ours: Any = read_keys(text.encode()).keys.keys()
    except BadKeys:
        ours = None
    theirs = _read_elsewhere("keysIn", text.encode())
    assert (ours is not None, theirs is not None) == (right, right)


RECEIPTS: dict[str, tuple[bytes, int | None]] = {
    "one": (RECEIPT.encode(), 1),
    "two on lines": (f"{RECEIPT}\r\n \n\n{RECEIPT}\n".encode(), 2),
    "a list": (f"\n [{RECEIPT}]".encode(), 1),
    "an answer": (f'{{"receipt": {RECEIPT}}}'.encode(), 1),
    "none": (b"", 0),
    "a fraction": (RECEIPT.replace('"ply": 6', '"ply": 6.0').encode(), None),
    "an exponent": (RECEIPT.replace('"ply": 6', '"ply": 6e0').encode(), None),
    "a ply twice": (RECEIPT.replace('"ply": 6', '"ply": 1, "ply": 6').encode(), None),
    "half a character": (RECEIPT.replace('"key": "', '"key": "\\ud800').encode(), None),
    "no UTF-8": (b'{"a": "\xff"}', None),
    "UTF-16": (RECEIPT.encode("utf-16"), None),
    "another space": (f"\u00a0[{RECEIPT}]".encode(), None),
    "a form feed": (f"{RECEIPT}\n\f\n".encode(), None),
    "a return alone": (f"{RECEIPT}\r{RECEIPT}".encode(), None),
}


@pytest.mark.parametrize("name", RECEIPTS)
def test_both_take_the_same_for_receipts(name: str, tmp_path: Path) -> None:
    data, count = RECEIPTS[name]
    path = tmp_path / "receipts"
    path.write_bytes(data)
    try:
        ours: Any = receipts_in(str(path))
    except ReplayError:
        ours = None
    theirs = _read_elsewhere("receiptsIn", data)
    assert ours == theirs
    assert (None if ours is None else len(ours)) == count


@pytest.mark.parametrize("inner", [{}, [1], 7, {"ply": 4}])
def test_a_finding_on_an_invalid_receipt_has_the_same_ply(
    verifier: Auditor, tmp_path: Path, inner: Any
) -> None:
    path = tmp_path / "receipts"
    path.write_text(json.dumps({"receipt": inner, "ply": 3}))
    given = receipts_in(str(path))
    assert given == _read_elsewhere("receiptsIn", path.read_bytes())
    assert agreed(verifier, recorded("persons"), given)[0] is False


def _with_key(public: bytes) -> Json:
    row = {"id": key_id(public), "algorithm": "Ed25519", "public": public.hex(), "from": 0, "until": None}
    return DOCUMENT | {"keys": [row]}


@pytest.mark.parametrize(
    "number", [1, PRIME + 1, 1 + 2**255, PRIME + 1 + 2**255, 0, PRIME, PRIME - 1, PRIME - 1 + 2**255]
)
def test_a_key_counts_in_one_encoding_alone(verifier: Auditor, number: int) -> None:
    """RFC 8032, 5.1.3: what a library takes besides is no key here, or the two would not agree."""
    public = number.to_bytes(32, "little")
    receipt = kept(LOG[5]) | {"key": key_id(public), "signature": f"{1:02x}{'00' * 63}"}
    data, document = recorded("persons"), _with_key(public)
    ours = as_json(audit(data, keys=read_keys(json.dumps(document).encode()), receipts=[receipt]))
    theirs = verifier.audit(data, document, [receipt])
    assert len(ours["findings"]) == len(theirs["findings"])
    if number not in (1, 0):
        assert not is_signed(public, b"any", bytes([1, *bytes(63)]))


@pytest.mark.parametrize("keys", [True, False])
@pytest.mark.parametrize("ring", [RING, STRANGER])
@pytest.mark.parametrize("game", [played("void")[0].game, f"d{LOG[0].game[1:]}", "x", ""])
def test_a_game_is_not_frozen_with_reason_on_a_receipt_of_another_one(
    verifier: Auditor, game: str, ring: Any, keys: bool
) -> None:
    statement = resigned(kept(LOG[30]), ring, game=game)
    assert agreed(verifier, frozen(statement), [], keys) == (False, 21)


def test_a_receipt_names_a_log(verifier: Auditor) -> None:
    for game in ("x", f"{LOG[0].game[:-1]}а"):
        assert agreed(verifier, recorded("persons"), [kept(LOG[5]) | {"game": game}], keys=False) == (
            False,
            6,
        )
