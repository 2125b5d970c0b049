"""The verifier's own hashes, signatures, shuffle and JSON, against published vectors and other libraries."""

import hashlib
import hmac
import json
from pathlib import Path
from random import Random
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from app.store.canonical import canonical
from replays.record.untrusted_values import parse_object
from tests.verifier.node import called

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "shuffle.json").read_text())
ORDER = 2**252 + 27742317777372353535851937790883648493

FIPS_180 = {
    "": (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        (
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
            "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
        ),
    ),
    "abc": (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        (
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ),
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        (
            "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335"
            "96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445"
        ),
    ),
}

RFC_8032 = (
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
)

SIGNED = "asked.map(([k, m, s]) => verifier.signed(verifier.unhex(k), verifier.unhex(m), verifier.unhex(s)))"
HASHES = (
    "asked.map((m) => [verifier.sha256(verifier.unhex(m)), verifier.sha512(verifier.unhex(m)),"
    " verifier.hmac(verifier.unhex(m), verifier.unhex(m))].map(verifier.hex))"
)


def test_the_hashes_are_those_of_fips_180() -> None:
    answers = called(HASHES, [text.encode().hex() for text in FIPS_180])
    assert [tuple(row[:2]) for row in answers] == list(FIPS_180.values())


def test_hashes_of_every_length_around_the_blocks_are_right() -> None:
    messages = [Random(size).randbytes(size) for size in (*range(150), 239, 240, 241, 1000)]
    expected = [
        [
            hashlib.sha256(message).hexdigest(),
            hashlib.sha512(message).hexdigest(),
            hmac.digest(message, message, "sha256").hex(),
        ]
        for message in messages
    ]
    assert called(HASHES, [message.hex() for message in messages]) == expected


def test_the_signatures_of_rfc_8032_are_valid_and_changed_ones_are_not() -> None:
    changed = [(key, message, f"{int(mark, 16) ^ 1 << 17:0128x}") for key, message, mark in RFC_8032]
    assert called(SIGNED, [*RFC_8032, *changed]) == [True] * 3 + [False] * 3


def _cases(rng: Random) -> list[tuple[bytes, bytes, bytes]]:
    """Right signatures, and ones with a changed bit, a larger S, or points that are none or low."""
    private = Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))
    key = private.public_key().public_bytes_raw()
    message = rng.randbytes(rng.randrange(100))
    mark = private.sign(message)
    larger = int.from_bytes(mark[32:], "little") + ORDER
    at = rng.randrange(512)
    flipped = bytearray(mark)
    flipped[at // 8] ^= 1 << at % 8
    return [
        (key, message, mark),
        (key, message + b"x", mark),
        (key, message, bytes(flipped)),
        (key, message, mark[:32] + larger.to_bytes(32, "little")),
        (rng.randbytes(32), message, mark),
        (key, message, (1).to_bytes(32, "little") + bytes(32)),
        (key, message, (2**255 - 18).to_bytes(32, "little") + mark[32:]),
    ]


def _holds(key: bytes, message: bytes, mark: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(mark, message)
    except InvalidSignature:
        return False
    return True


def test_signatures_are_valid_if_and_only_if_another_library_accepts_them() -> None:
    cases = [case for seed in range(12) for case in _cases(Random(seed))]
    asked = [[part.hex() for part in case] for case in cases]
    answers = called(SIGNED, asked)
    assert answers == [_holds(*case) for case in cases]
    assert answers.count(True) == 12


def _asked(case: dict[str, Any]) -> dict[str, Any]:
    pack, _, packs = case["pack"].partition(" x")
    return case | {"pack": pack, "packs": int(packs or 1)}


def test_keys_commitments_decks_and_draws_follow_as_published() -> None:
    cases = VECTORS["shuffles"]
    names = ("deal_key", "commitment", "game_commitment", "shuffle_key", "deck", "entropy_commitments")
    answers = called("asked.map(verifier.shuffleVector)", [_asked(case) for case in cases])
    for case, answer in zip(cases, answers, strict=True):
        assert answer == {name: case[name] for name in names} | {
            "draws": case["first_draws_below_number_of_seats"]
        }


JSON_TEXTS = """
{}
{"a":1}
{"a":1,"b":[null,true,false,"x"]}
{"b":1,"a":2}
{"a":1,"a":2}
{"a":1.0}
{"a":1e3}
{"a":-0}
{"a":9007199254740991}
{"a":9007199254740992}
{"a":-9007199254740992}
{"a":01}
{"a":+1}
{ "a":1}
{"a":1}\x20
\ufeff{}
{"a":"é"}
{"a":"\\u00e9"}
{"a":"\\ud800"}
{"a":"\\ud83d\\ude00"}
{"a":"\U0001f600"}
{"a":"\\/"}
{"a":"\\u001f\\b\\f\\r\\t"}
{"a":"\x01"}
{"a":"\x7f"}
{"é":1}
{"__proto__":1}
{"__proto__":{"x":1},"constructor":2}
[]
1
null
{"a":[1,]}
{"a":1,}
{"a"}
nan
"""
NESTED = (
    b'{"a":' + b"[" * 30 + b"]" * 30 + b"}",
    b'{"a":' + b"[" * 31 + b"]" * 31 + b"}",
    b'{"a":' + b"[" * 30 + b"1" + b"]" * 30 + b"}",
    b'{"a":' * 40 + b"1" + b"}" * 40,
    b"[" * 50_000,
    b'{"a":"\xff"}',
    b'{"a":1}\x00',
)


def test_json_is_read_and_found_canonical_exactly_where_the_service_does() -> None:
    texts = [*(text.encode() for text in JSON_TEXTS.split("\n")), *NESTED]
    read = "asked.map((text) => verifier.readJson(verifier.unhex(text)))"
    answers = called(read, [digest.hex() for digest in texts])
    for text, answer in zip(texts, answers, strict=True):
        value, exact = parse_object(text)
        assert (answer["canonical"], answer["exact"]) == (
            None if value is None else canonical(value).decode(),
            exact,
        ), text
