"""Group B: bodies that are not strict JSON, values of wrong types, invalid names and ids."""

import json
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final
from urllib.parse import unquote

import pytest

from app.http.body import USUAL, BodySize
from tests.hostile.cases import Case, Send, table
from tests.hostile.service import Answer, Game, Service, bearer

RAW: Final[list[tuple[int, str, bytes, int, str]]] = [
    (11, "nothing", b"", 400, "malformed_json"),
    (11, "blanks", b"  \n ", 400, "malformed_json"),
    (11, "half an object", b'{"type":"pa', 400, "malformed_json"),
    (11, "an object and text after it", b'{"type":"pass"} x', 400, "malformed_json"),
    (11, "two objects", b'{"type":"pass"}{"type":"pass"}', 400, "malformed_json"),
    (11, "a comment", b'{"type":"pass"} // mine', 400, "malformed_json"),
    (11, "a comma too many", b'{"type":"pass",}', 400, "malformed_json"),
    (12, "nine levels", b'{"a":' * 9 + b"1" + b"}" * 9, 400, "too_deep"),
    (12, "2,000 brackets", b"[" * 2000, 400, "too_deep"),
    (12, "8,000 brackets of an object", b'{"":' * 2000, 400, "too_deep"),
    (13, "a name twice", b'{"type":"pass","type":"fold"}', 400, "duplicate_key"),
    (13, "a name twice, once escaped", b'{"type":"pass","t\\u0079pe":"fold"}', 400, "duplicate_key"),
    (13, "a name twice within", b'{"type":"pass","x":{"a":1,"a":2}}', 400, "duplicate_key"),
    (14, "UTF-16", '{"type":"pass"}'.encode("utf-16"), 400, "bad_encoding"),
    (14, "UTF-16 without a mark", '{"type":"pass"}'.encode("utf-16-le"), 400, "bad_encoding"),
    (14, "UTF-32", '{"type":"pass"}'.encode("utf-32"), 400, "bad_encoding"),
    (14, "a byte order mark", b'\xef\xbb\xbf{"type":"pass"}', 400, "bad_encoding"),
    (14, "Latin-1", '{"type":"ñ"}'.encode("latin-1"), 400, "bad_encoding"),
    (14, "an overlong slash", b'{"type":"\xc0\xaf"}', 400, "bad_encoding"),
    (14, "half a surrogate pair", b'{"type":"\\ud800"}', 400, "bad_encoding"),
    (14, "half a pair as a name", b'{"\\udfff":1}', 400, "bad_encoding"),
    (14, "a surrogate in UTF-8", b'{"type":"\xed\xa0\x80"}', 400, "bad_encoding"),
    (14, "NUL", b'{"type":"pa\0ss"}', 400, "bad_encoding"),
    (14, "NUL, escaped", b'{"type":"pa\\u0000ss"}', 400, "bad_encoding"),
    *(
        (15, root.decode(), root, 422, "validation_failed")
        for root in (b"null", b"[]", b'[{"type":"pass"}]', b'"pass"', b"7", b"-1.5", b"true")
    ),
]
"""Bodies of a move that are no JSON object."""

NUMBERS: Final = [
    *(
        "true",
        "false",
        "null",
        "[]",
        "{}",
        "1.0",
        "1.9",
        "1e0",
        "1e400",
        "-1e400",
        "NaN",
        "Infinity",
        "-Infinity",
    ),
    *("-1", "9" * 4000, "9007199254740992", "18446744073709551616", "9223372036854775808", "1E400"),
    *(json.dumps(text) for text in ("1", "1_0", " 7 ", "٣", "0x1", "", "１", "+1")),
]
"""What is no whole number from 0 on below 2**53, as JSON; "null" is no number either."""

BOOLEANS: Final = ['"on"', '"true"', "1", "0", '"yes"', "null", "[]"]
"""What is neither true nor false, as JSON."""


def move(body: bytes) -> Send:
    """This body as a move of seat 0, with a key of its own."""

    def send(service: Service, game: Game) -> list[Answer]:
        headers = bearer(game.tokens[0]) | {"Idempotency-Key": "hostile"}
        return [service.ask("POST", f"{game.path}/moves", body, headers)]

    return send


def moved(**members: str) -> Send:
    """A move with these members, given as JSON."""
    members_text = ",".join(f"{json.dumps(name)}:{text}" for name, text in members.items())
    return move(f"{{{members_text}}}".encode())


def posted(path: str, body: Any, **headers: str) -> Send:
    """Return the sender of a body to a resource."""
    return lambda service, game: [
        service.ask("POST", path.format(game=game.path), json.dumps(body).encode(), headers)
    ]


def got(path: str, method: str = "GET") -> Send:
    """A path as it is, with the token of seat 0."""
    return lambda service, game: [
        service.ask(method, path.format(game=game.path), headers=bearer(game.tokens[0]))
    ]


SEATS: Final = {"variant": "north-american", "seats": ["me", "open"]}
SMUGGLED: Final = ("__proto__", "constructor", "seat", "state", "actor", "hand", "game_key", "")
NAMES: Final = {
    "10,000 characters, but for those of the body": "n" * (USUAL[BodySize.COMMAND] - 100),
    "41 characters": "n" * 41,
    "no character": "",
    "blanks": "   ",
    "an override of direction": "Lu\u202ee",
    "an isolate": "Lu\u2067e",
    "a mark of direction": "Lupe\u200f",
    "a line feed": "Lupe\nX-Forged: 1",
    "a carriage return": "Lupe\rX",
    "a tab": "Lu\tpe",
    "an escape": "Lu\x1b[31mpe",
    "a separator of lines": "Lu\u2028pe",
    "a character for private use": "Lu\ue000pe",
    "an invisible character": "Lu\u2060pe",
}
IDS: Final = {
    "4,000 digits": "9" * 4000,
    "a way up": "..%2f..%2fetc",
    "a way up with a backslash": "..%5c",
    "NUL": "g-00%00" + "a" * 22,
    "braces": "%7Bb00%7D",
    "braces in an id": "g-00%7Bb17%7D" + "a" * 17,
    "a star": "*",
    "a line feed": "g-00%0a" + "a" * 22,
    "capital letters": "g-00" + "A" * 22,
    "a bucket beyond the last": "g-40" + "a" * 22,
    "a character too few": "g-00" + "a" * 21,
    "a character too many": "g-00" + "a" * 23,
    "an id in full width": "g-00" + "%EF%BD%81" * 22,
    "the id of a player": "p-00" + "a" * 22,
    "an id twice encoded": "%2567-00" + "a" * 22,
}

CASES: Final = [
    *(Case(number, name, move(body), status, code) for number, name, body, status, code in RAW),
    *(
        Case(
            16, f"expected_ply {text[:20]}", moved(type='"pass"', expected_ply=text), 422, "validation_failed"
        )
        for text in NUMBERS
    ),
    *(
        Case(16, f"seat {text[:20]}", moved(type='"force"', seat=text), 422, "validation_failed")
        for text in NUMBERS
    ),
    *(
        Case(17, f"claim {text}", moved(type='"standing"', claim=text), 422, "validation_failed")
        for text in BOOLEANS
    ),
    *(
        Case(18, f"a move with {name!r}", moved(type='"pass"', **{name: "1"}), 422, "unknown_field")
        for name in SMUGGLED
    ),
    *(
        Case(18, f"a game with {name!r}", posted("/v1/games", {**SEATS, name: 1}), 422, "unknown_field")
        for name in SMUGGLED
    ),
    *(
        Case(18, f"a seat with {name!r}", posted("{game}/seats", {name: 1}), 422, "unknown_field")
        for name in SMUGGLED
        if name != "seat"
    ),
    *(
        Case(19, f"a name of {name}", posted("/v1/players", {"name": text}), 422, "name_invalid")
        for name, text in NAMES.items()
    ),
    *(
        Case(20, f"{name}, {rest or 'alone'}", got(f"/v1/games/{text}{rest}"), 404, "not_found")
        for name, text in IDS.items()
        for rest in ("", "/moves", "/events")
    ),
]


@table(CASES)
def test_malformed_input_is_refused_with_its_code_and_writes_nothing(
    case: Case, service: Service, game: Game
) -> None:
    case.check(service, game)


def test_12_eight_levels_are_not_too_deep(service: Service, game: Game) -> None:
    body = b'{"type":"pass","x":' + b'{"a":' * 6 + b"[]" + b"}" * 6 + b"}"
    (answer,) = move(body)(service, game)
    assert (answer.status, answer.code) == (422, "unknown_field")


def test_18_an_unknown_field_is_not_echoed(service: Service, game: Game) -> None:
    (answer,) = moved(type='"pass"', **{"<script>canary": "1"})(service, game)
    assert (answer.status, answer.code) == (422, "unknown_field")
    assert b"canary" not in answer.body


def test_19_html_in_a_name_is_text_in_json_and_in_no_header_and_no_log(service: Service) -> None:
    name = "<b>canary</b>&amp;\"'"
    made = service.ask("POST", "/v1/players", {"name": name})
    assert made.status == 201
    answer = service.ask("GET", f"/v1/players/{made.json['player']}")
    assert answer.json["name"] == name
    assert answer.header("Content-Type") == "application/json"
    assert answer.header("X-Content-Type-Options") == "nosniff"
    assert "canary" not in repr((made.headers, answer.headers))
    assert b"canary" not in service.log.read_bytes()


@pytest.mark.parametrize("text", IDS.values(), ids=IDS)
def test_20_an_invalid_id_never_reaches_the_store(text: str, service: Service) -> None:
    store: Any = service.redis
    with store.monitor() as watched:
        assert service.ask("GET", f"/v1/games/{text}").code == "not_found"
        assert service.ask("POST", f"/v1/games/{text}/seats").code == "not_found"
        service.redis.echo("that is all")
        heard = list(takewhile(lambda line: "that is all" not in line, said_to(watched)))
    assert not [line for line in heard if ":g:" in line or text in line or unquote(text) in line]


def said_to(watched: Any) -> Iterator[str]:
    """Every command that the store is given."""
    while True:
        yield watched.next_command()["command"]
