"""Framing, on raw sockets against a real gunicorn: one refusal for each broken request."""

import json
import re
import socket

import pytest

from tests.http.conftest import exchange

Address = tuple[str, int]
STATUS_LINE = re.compile(rb"HTTP/1\.[01] \d{3} ")
HEAD = b"POST /v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"


def answer(address: Address, request: bytes, *, half_close: bool = False) -> tuple[int, str]:
    """Status and problem code of the only response on the connection."""
    raw = exchange(address, request, half_close=half_close)
    assert len(STATUS_LINE.findall(raw)) == 1
    head, _, body = raw.partition(b"\r\n\r\n")
    is_problem = b"application/problem+json" in head
    return int(head.split()[1]), json.loads(body)["code"] if is_problem else ""


def test_a_request_with_its_exact_length_is_served(server: Address) -> None:
    assert answer(server, HEAD + b'Content-Length: 11\r\n\r\n{"count":1}') == (200, "")


def test_a_body_that_arrives_in_pieces_is_served(server: Address) -> None:
    request = HEAD + b'Content-Length: 8000\r\n\r\n{"count":1}' + b" " * 7989
    assert answer(server, request) == (200, "")


@pytest.mark.parametrize("size", [11, 20_000])
def test_a_chunked_body_of_any_size_is_refused(server: Address, size: int) -> None:
    body = b'{"count":1}'.ljust(size)
    chunked = b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (size, body)
    assert answer(server, HEAD + chunked) == (411, "length_required")


def test_a_body_over_the_limit_is_refused_before_it_is_sent(server: Address) -> None:
    assert answer(server, HEAD + b"Content-Length: 8193\r\n\r\n") == (413, "body_too_large")


def test_a_body_shorter_than_its_length_is_incomplete(server: Address) -> None:
    request = HEAD + b'Content-Length: 40\r\n\r\n{"count":1}'
    assert answer(server, request, half_close=True) == (400, "incomplete_body")


def test_http_1_1_without_host_is_refused(server: Address) -> None:
    assert answer(server, b"GET /v1/whoami HTTP/1.1\r\nConnection: close\r\n\r\n") == (400, "bad_host")


def test_http_1_0_may_do_without_host(server: Address) -> None:
    assert answer(server, b"GET /v1/whoami HTTP/1.0\r\n\r\n") == (200, "")


SMUGGLED = b"GET /v1/whoami HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    "framing",
    [
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"Content-Length: +2\r\n\r\n{}",
        b"Content-Length: 2, 2\r\n\r\n{}",
        b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
        b"Content-Length: 2\r\nX-Fold: a\r\n b\r\n\r\n{}",
        b"Content-Length : 2\r\n\r\n{}",
        b"Content-Length: 2\nX-Bare: 1\r\n\r\n{}",
        b"Content-Length: 2\r\nHost: other\r\n\r\n{}",
    ],
)
def test_ambiguous_framing_gets_one_refusal_and_the_connection_is_closed(
    server: Address, framing: bytes
) -> None:
    raw = exchange(server, HEAD.replace(b"Connection: close\r\n", b"") + framing + SMUGGLED)
    assert len(STATUS_LINE.findall(raw)) == 1
    assert raw.split()[1] in {b"400", b"501"}


@pytest.mark.parametrize(
    ("head", "statuses"),
    [
        (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: localhost\r\n", {400, 414}),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"".join(b"X-%d: 1\r\n" % n for n in range(120)), {431}),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"a" * 9000 + b"\r\n", {431}),
    ],
)
def test_a_head_beyond_the_limits_is_refused(server: Address, head: bytes, statuses: set[int]) -> None:
    assert answer(server, head + b"Connection: close\r\n\r\n")[0] in statuses


@pytest.mark.parametrize("name", ["X-Forwarded-For", "X_Forwarded_For", "Forwarded", "X-Real-IP"])
def test_a_spoofed_forwarding_header_does_not_change_the_peer(server: Address, name: str) -> None:
    head = f"GET /v1/whoami HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{name}: 203.0.113.9\r\n\r\n"
    raw = exchange(server, head.encode())
    assert json.loads(raw.partition(b"\r\n\r\n")[2])["peer"] == "127.0.0.1"


@pytest.mark.parametrize("method", [b"TRACE", b"DELETE"])
def test_a_wrong_method_is_refused_on_the_wire(server: Address, method: bytes) -> None:
    request = method + b" /v1/echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    assert answer(server, request) == (405, "method_not_allowed")


def test_two_authorization_headers_are_no_token(server: Address) -> None:
    head = b"GET /v1/whoami HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    two = b"Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n"
    assert answer(server, head + two) == (401, "unauthenticated")


def test_a_half_sent_request_does_not_hold_up_the_others(server: Address) -> None:
    idle = [socket.create_connection(server, timeout=60) for _ in range(8)]
    try:
        for connection in idle:
            connection.sendall(HEAD + b'Content-Length: 40\r\n\r\n{"count"')
        assert answer(server, HEAD + b'Content-Length: 11\r\n\r\n{"count":1}') == (200, "")
    finally:
        for connection in idle:
            connection.close()
