"""The body reader: every malformed body has its code, and none reaches a view."""

import io
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder

from app.http.body import MAX_INTEGER, parse_json, read_json
from app.http.errors import Problem
from app.http.parser import raw_body
from tests.http import echo_app

CANARY = "zanahoria"


def post(client: FlaskClient, raw: bytes, **kwargs: Any) -> tuple[int, str]:
    """Status and code of the answer to a body."""
    usual = {"content_type": "application/json", "headers": {"Content-Length": str(len(raw))}}
    response = client.post("/v1/echo", data=raw, **usual | kwargs)
    return response.status_code, (response.get_json(force=True) or {}).get("code", "")


def announce(client: FlaskClient, stream: io.BytesIO, length: int) -> tuple[int, str]:
    """Status and code of the answer to a body whose Content-Length is `length`, whatever its real length."""
    environ = {"wsgi.input": stream, "CONTENT_LENGTH": str(length)}
    response = client.post("/v1/echo", content_type="application/json", environ_overrides=environ)
    return response.status_code, response.get_json(force=True)["code"]


def test_a_plain_object_arrives_as_it_was_sent(client: FlaskClient) -> None:
    body = {"count": 3, "flag": False, "name": "José", "melds": [["1O", "2O", "3O"]]}
    assert client.post("/v1/echo", json=body).get_json() == body


@pytest.mark.parametrize(
    "raw", [b" ", b"{", b'{"count":1', b'{"count":1} x', b"{}{}", b"{'a':1}", b'{"a":01}']
)
def test_empty_truncated_and_trailing_text_is_malformed_json(client: FlaskClient, raw: bytes) -> None:
    assert post(client, raw) == (400, "malformed_json")


def test_an_empty_body_is_malformed_json(client: FlaskClient) -> None:
    assert announce(client, io.BytesIO(), 0) == (400, "malformed_json")


@pytest.mark.parametrize("raw", [b'{"a":1,}', b'{"a":+1}', b'{"a":.5}', b'{"a":"\t"}', b"/**/{}", b"\x0c{}"])
def test_extensions_of_json_are_malformed_json(client: FlaskClient, raw: bytes) -> None:
    assert post(client, raw) == (400, "malformed_json")


@pytest.mark.parametrize("raw", [b"[" * 9, b'{"a":' * 9, b'{"count":[' + b"[" * 8000, b'{"a":' + b"[" * 8])
def test_nesting_deeper_than_eight_is_too_deep(client: FlaskClient, raw: bytes) -> None:
    assert post(client, raw) == (400, "too_deep")


def test_nesting_of_exactly_eight_is_read() -> None:
    assert parse_json(b'{"a":' + b"[" * 7 + b"]" * 7 + b"}") == {"a": [[[[[[[]]]]]]]}


@pytest.mark.parametrize("text", ["[" * 50, '\\"' + "[" * 50, "\\\\"])
def test_brackets_inside_strings_are_no_depth(text: str) -> None:
    assert len(parse_json(f'{{"text":"{text}"}}'.encode())) == 1


@pytest.mark.parametrize(
    "raw", [b'{"count":1,"count":1}', b'{"seats":[{"bot":"a","bot":"b"}]}', b'{"count":1,"\\u0063ount":2}']
)
def test_a_repeated_key_is_refused_at_any_depth_and_in_any_spelling(client: FlaskClient, raw: bytes) -> None:
    assert post(client, raw) == (400, "duplicate_key")


@pytest.mark.parametrize(
    "raw",
    [
        '{"text":"é"}'.encode("latin-1"),
        '{"text":"x"}'.encode("utf-16"),
        '{"text":"x"}'.encode("utf-16-le"),
        '{"text":"x"}'.encode("utf-8-sig"),
        b'{"text":"\xed\xa0\x80"}',
        b'{"text":"\\ud800"}',
        b'{"text":"\\udc00\\ud800"}',
        b'{"\\ud800":1}',
        b'{"seats":[{"bot":"\\uDBFF"}]}',
        b'{"text":"\\u0000"}',
        b'{"text":"\0"}',
        b'{"text":"\xc0\x80"}',
    ],
)
def test_text_that_is_not_clean_utf8_is_bad_encoding(client: FlaskClient, raw: bytes) -> None:
    assert post(client, raw) == (400, "bad_encoding")


def test_a_surrogate_pair_is_one_character(client: FlaskClient) -> None:
    response = client.post("/v1/echo", data=b'{"text":"\\ud83c\\udccf"}', content_type="application/json")
    assert response.get_json() == {"text": "\U0001f0cf"}


@pytest.mark.parametrize("raw", [b"null", b"[]", b'"x"', b"1", b"true", b"1.5"])
def test_a_root_that_is_no_object_fails_validation(client: FlaskClient, raw: bytes) -> None:
    assert post(client, raw) == (422, "validation_failed")


NUMBERS = ["1e400", "-1e400", "NaN", "Infinity", "-Infinity", "9" * 4000, "9" * 8000, "9007199254740992"]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_beyond_json_interchange_fails_validation(client: FlaskClient, number: str) -> None:
    raw = f'{{"a":{number}}}'.encode()
    with pytest.raises(Problem, match="validation_failed"):
        parse_json(raw)
    assert post(client, raw) == (422, "validation_failed")


def test_the_largest_exact_integers_are_read() -> None:
    assert parse_json(f'{{"a":{MAX_INTEGER},"b":-{MAX_INTEGER}}}'.encode()) == {
        "a": MAX_INTEGER,
        "b": -MAX_INTEGER,
    }


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/merge-patch+json",
        "application/json; charset=latin-1",
        "application/json; charset=utf-16",
        "application/json, application/json",
        "application/jsonx",
    ],
)
def test_another_content_type_is_unsupported(client: FlaskClient, content_type: str | None) -> None:
    assert post(client, b"{}", content_type=content_type) == (415, "unsupported_media_type")


@pytest.mark.parametrize(
    "content_type", ["application/json;charset=UTF-8", 'Application/JSON; charset="utf-8"']
)
def test_utf8_may_be_named(client: FlaskClient, content_type: str) -> None:
    assert post(client, b"{}", content_type=content_type)[0] == 200


def test_a_compressed_body_is_unsupported(client: FlaskClient) -> None:
    assert post(client, b"{}", headers={"Content-Encoding": "gzip"}) == (415, "unsupported_media_type")


def test_a_body_of_the_limit_is_read_and_one_byte_more_is_too_large(client: FlaskClient) -> None:
    assert post(client, b"{}".ljust(8192))[0] == 200
    assert post(client, b"{}".ljust(8193)) == (413, "body_too_large")


def test_a_schema_may_allow_a_longer_body(client: FlaskClient) -> None:
    assert client.post("/v1/wide", json={"note": "a\n" * 6000}).get_json() == {"length": 12000}
    assert client.post("/v1/wide", json={"note": "x" * 20_000}).status_code == 413


def test_a_body_too_large_is_refused_without_reading_it(client: FlaskClient) -> None:
    stream = io.BytesIO(b"x" * 100)
    assert announce(client, stream, 10**9) == (413, "body_too_large")
    assert stream.tell() == 0


def test_a_body_shorter_than_announced_is_incomplete(client: FlaskClient) -> None:
    assert announce(client, io.BytesIO(b'{"count":1}'), 12) == (400, "incomplete_body")


class BrokenLine(io.BytesIO):
    """A connection that breaks while it is read."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Raises what a socket raises."""
        raise ConnectionResetError


def test_a_connection_that_breaks_leaves_an_incomplete_body(client: FlaskClient) -> None:
    assert announce(client, BrokenLine(), 12) == (400, "incomplete_body")


def test_the_reader_refuses_a_chunked_body_by_itself() -> None:
    headers = Headers({"Transfer-Encoding": "chunked", "Content-Length": "2"})
    environ = EnvironBuilder(headers=headers).get_environ()
    with pytest.raises(Problem, match="length_required"):
        read_json(environ, required=False)


@pytest.mark.parametrize("length", ["-1", "+3", "0x10", "1e3", "٣", "9" * 30])
def test_a_content_length_that_is_no_number_is_a_bad_request(client: FlaskClient, length: str) -> None:
    assert post(client, b"{}", environ_overrides={"CONTENT_LENGTH": length}) == (400, "bad_request")


def test_without_content_length_a_needed_body_is_refused_and_an_optional_one_is_empty(
    client: FlaskClient,
) -> None:
    assert client.post("/v1/echo").get_json(force=True)["code"] == "length_required"
    assert client.post("/v1/optional").get_json() == {}
    assert client.post("/v1/optional", json={"count": 1}).get_json() == {"count": 1}


def test_the_body_stays_readable_as_it_came(client: FlaskClient) -> None:
    with client:
        client.post("/v1/echo", json={"name": "e\u0301"})
        assert raw_body() == {"name": "e\u0301"}
        client.get("/v1/whoami")
        assert raw_body() == {}


def test_an_optional_body_is_read_as_strictly(client: FlaskClient) -> None:
    response = client.post("/v1/optional", data=b"{", content_type="application/json")
    assert response.get_json(force=True)["code"] == "malformed_json"


@pytest.mark.parametrize(
    "raw",
    [
        f'{{"text":"{CANARY}',
        f'{{"{CANARY}!":1}}',
        f'{{"count":"{CANARY}"}}',
        f'["{CANARY}"]',
        f'{{"colour":"{CANARY}"}}',
    ],
)
def test_no_refusal_repeats_the_request(client: FlaskClient, raw: str) -> None:
    response = client.post("/v1/echo", data=raw.encode(), content_type="application/json")
    assert response.status_code in {400, 422}
    assert CANARY not in response.get_data(as_text=True) + str(response.headers)


FUZZ_CLIENT = echo_app.create().test_client()


@settings(max_examples=300)
@given(
    st.one_of(st.binary(max_size=300), st.text('{}[]",:\\u0d8 1eE+-.trufalsn', max_size=80).map(str.encode))
)
def test_no_sequence_of_bytes_makes_a_server_error(raw: bytes) -> None:
    response = FUZZ_CLIENT.post("/v1/echo", data=raw, content_type="application/json")
    assert response.status_code in {200, 400, 411, 422}


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-100, 100) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200)
@given(
    st.dictionaries(st.sampled_from(["count", "flag", "name", "use", "melds", "seats", "other"]), JSON_VALUES)
)
def test_no_json_object_makes_a_server_error(body: dict[str, object]) -> None:
    response = FUZZ_CLIENT.post("/v1/echo", json=body)
    assert response.status_code in {200, 400, 422}


@settings(max_examples=200)
@given(st.binary(max_size=60))
def test_the_reader_returns_an_object_or_raises_a_problem(raw: bytes) -> None:
    assert read_alone(raw) in {"an object", 400, 422}


def read_alone(raw: bytes) -> str | int:
    """The status of the problem that `raw` earns without a schema."""
    try:
        return "an object" if isinstance(parse_json(raw), dict) else "something else"
    except Problem as problem:
        return problem.status
