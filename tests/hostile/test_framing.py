"""Group A: requests that are broken, too large, too slow, or ambiguous."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from uuid import uuid4

import pytest

from app.http.body import USUAL, BodySize
from tests.hostile.cases import Case, Send, table
from tests.hostile.service import Answer, Game, Service, bearer
from tests.server.helpers import eventually

PASS: Final = b'{"type":"pass"}'


def moving(head: bytes, body: bytes = b"", *, keep: bool = False, hang_up: bool = False) -> Send:
    """A move of seat 0 with these lines of its head, and then these bytes."""

    def send(service: Service, game: Game) -> list[Answer]:
        whole = b"POST %b/moves HTTP/1.1\r\nHost: localhost\r\n%b%b\r\n%b" % (
            game.path.encode(),
            b"" if keep else b"Connection: close\r\n",
            b"Content-Type: application/json\r\nIdempotency-Key: hostile\r\nAuthorization: Bearer %b\r\n"
            % game.tokens[0].encode()
            + head,
            body,
        )
        return service.send(whole, hang_up=hang_up)

    return send


def wild(request: bytes) -> Send:
    """Just these bytes."""
    return lambda service, game: service.send(request)


def _of(version: str) -> bytes:
    """A request of this version of HTTP."""
    line = f"GET /version {version}".rstrip()
    return f"{line}\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()


def chunked(body: bytes) -> Send:
    return moving(b"Transfer-Encoding: chunked\r\n", b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))


def long(path: str, size: int, media_type: str = "application/json") -> Send:
    """Return a request that announces so many bytes and sends none."""

    def send(service: Service, game: Game) -> list[Answer]:
        headers = {"Content-Type": media_type, "Content-Length": str(size), **bearer(game.tokens[0])}
        return service.send(service.request("POST", path.format(game=game.path), headers=headers))

    return send


def asking(method: str, path: str, **headers: str) -> Send:
    """A request of seat 0 with these headers, written with underscores."""

    def send(service: Service, game: Game) -> list[Answer]:
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        data = PASS if method == "POST" else None
        credentials = bearer(game.tokens[0]) | {"Idempotency-Key": "hostile"} | named
        return [service.ask(method, path.format(game=game.path), data, credentials)]

    return send


SMUGGLED: Final = b"GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n"
"""A second request behind an ambiguous first one, which nobody may answer."""

CODES: Final = {"chunks misspelt": "not_implemented"}
"""Codes of refusals that are more than malformed."""

AMBIGUOUS: Final = {
    "a length and chunks": b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two lengths": b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "a length with a sign": b"Content-Length: +2\r\n\r\n{}",
    "a list of lengths": b"Content-Length: 2, 2\r\n\r\n{}",
    "chunks misspelt": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunks behind a tab": b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
    "a folded header": b"Content-Length: 2\r\nX-Fold: a\r\n b\r\n\r\n{}",
    "a blank before the colon": b"Content-Length : 2\r\n\r\n{}",
    "a bare line feed": b"Content-Length: 2\nX-Bare: 1\r\n\r\n{}",
    "two hosts": b"Content-Length: 2\r\nHost: other\r\n\r\n{}",
}


def ambiguous(framing: bytes) -> Send:
    """A move with framing that proxies read in different ways, on a connection that is to stay open."""

    def send(service: Service, game: Game) -> list[Answer]:
        head = b"POST %b/moves HTTP/1.1\r\nHost: localhost\r\n" % game.path.encode()
        return service.send(head + b"Content-Type: application/json\r\n" + framing + SMUGGLED)

    return send


SIZES: Final = {
    "{game}/moves": (BodySize.COMMAND, "application/json"),
    "{game}/seats": (BodySize.COMMAND, "application/json"),
    "{game}/forks": (BodySize.COMMAND, "application/json"),
    "/v1/players": (BodySize.COMMAND, "application/json"),
    "{game}/disputes": (BodySize.STATEMENT, "application/json"),
    "/v1/games": (BodySize.SHEET, "application/json"),
    "/v1/rules": (BodySize.SHEET, "application/json"),
    "/v1/imports": (BodySize.IMPORT, "text/plain"),
}
"""How long the body of a resource may be, and of which type it is."""

CASES: Final = [
    *(
        Case(1, f"{size} chunked bytes", chunked(PASS.ljust(size)), 411, "length_required")
        for size in (15, 20_000)
    ),
    *(
        Case(
            2, f"a body that is too long for {path}", long(path, USUAL[size] + 1, kind), 413, "body_too_large"
        )
        for path, (size, kind) in SIZES.items()
    ),
    *(
        Case(3, name, ambiguous(framing), (400, 501), CODES.get(name, "bad_request"))
        for name, framing in AMBIGUOUS.items()
    ),
    *(
        Case(4, f"a request line of {version}", wild(_of(version)), 400, "bad_request")
        for version in ("HTTP/1.2", "HTTP/1.9", "HTTP/2.0", "HTTP/3.0", "HTTP/0.9", "HTTP/1", "")
    ),
    Case(4, "no Host", wild(b"GET /version HTTP/1.1\r\nConnection: close\r\n\r\n"), 400, "bad_host"),
    Case(4, "a foreign Host", asking("GET", "{game}", Host="evil.example"), 400, "bad_host"),
    Case(4, "a malformed Host", asking("GET", "{game}", Host="a b"), 400, "bad_host"),
    Case(5, "a request line of 5,000 bytes", asking("GET", "/" + "a" * 5000), 414, "uri_too_long"),
    Case(
        5,
        "120 headers",
        moving(b"".join(b"X-%d: 1\r\n" % number for number in range(120))),
        431,
        "headers_too_large",
    ),
    Case(5, "a header of 9,000 bytes", moving(b"X-Long: " + b"a" * 9000 + b"\r\n"), 431, "headers_too_large"),
    Case(
        7,
        "a body that ends too soon",
        moving(b"Content-Length: 400\r\n", PASS, hang_up=True),
        400,
        "incomplete_body",
    ),
    Case(
        8,
        "another content type",
        asking("POST", "{game}/moves", Content_Type="text/plain"),
        415,
        "unsupported_media_type",
    ),
    Case(
        8,
        "JSON in another character set",
        asking("POST", "{game}/moves", Content_Type="application/json; charset=utf-16"),
        415,
        "unsupported_media_type",
    ),
    Case(
        8,
        "a compressed body",
        asking("POST", "{game}/moves", Content_Encoding="gzip"),
        415,
        "unsupported_media_type",
    ),
    Case(8, "another Accept", asking("GET", "{game}", Accept="text/html"), 406, "not_acceptable"),
    Case(
        8,
        "another Accept of a move",
        asking("POST", "{game}/moves", Accept="image/png"),
        406,
        "not_acceptable",
    ),
    *(
        Case(8, f"{method} {path}", asking(method, path), 405, "method_not_allowed")
        for method in ("TRACE", "DELETE", "PUT", "PATCH")
        for path in ("{game}", "{game}/moves")
    ),
]


@table(CASES)
def test_a_broken_request_has_one_refusal_and_writes_nothing(
    case: Case, service: Service, game: Game
) -> None:
    answer = case.check(service, game)
    if answer.status == 405:
        assert answer.header("Allow")
    if case.number == 5:
        assert len(answer.body) < 1000


def test_a_body_as_long_as_it_may_be_is_read(service: Service, game: Game) -> None:
    body = PASS.ljust(USUAL[BodySize.COMMAND])
    answer = service.ask("POST", f"{game.path}/moves", body, bearer(game.tokens[0]))
    assert (answer.status, answer.code) == (428, "precondition_required")


def slow(service: Service, game: Game) -> dict[str, bytes]:
    """Requests that stop in the middle."""
    head = service.request("POST", f"{game.path}/moves", headers=bearer(game.tokens[0]))
    whole = head.replace(b"\r\n\r\n", b"\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n")
    return {"half a head": whole[:40], "half a body": whole + PASS}


def test_6_a_request_that_stops_in_the_middle_is_cut_and_others_are_served_meanwhile(
    service: Service, game: Game
) -> None:
    before, requests = service.stored(), slow(service, game)
    with ThreadPoolExecutor(16) as pool:
        cut = [pool.submit(service.send, request) for request in requests.values() for _ in range(8)]
        assert service.ask("GET", "/livez").status == 200
        assert service.ask("GET", game.path).status == 200
        replies = [each.result() for each in cut]
    # A head that never ends was no request; after a complete one the answer is about its body.
    assert replies[:8] == [[]] * 8
    assert [[answer.code for answer in answers] for answers in replies[8:]] == [["incomplete_body"]] * 8
    assert service.stored() == before


def test_9_a_move_of_a_client_that_hangs_up_counts_once_and_its_retry_gets_the_same_body(
    service: Service,
) -> None:
    game = service.new_game()
    seat = service.view(game)["awaited"][0]
    (move, *_) = service.ask("GET", f"{game.path}/moves?expand=1", headers=bearer(game.tokens[seat])).json[
        "moves"
    ]
    key = str(uuid4())
    headers = bearer(game.tokens[seat]) | {"Idempotency-Key": key, "If-Match": f'"{game.ply}"'}
    request = service.request("POST", f"{game.path}/moves", json.dumps(move).encode(), headers)
    with service.connect() as client:
        client.sendall(request)
    eventually(lambda: service.view(game)["ply"] > game.ply)
    before = service.stored()
    answers = [service.send(request)[0] for _ in range(3)]
    assert {answer.status for answer in answers} == {200}
    assert {answer.header("Idempotent-Replay") for answer in answers} == {"true"}
    assert len({answer.body for answer in answers}) == 1
    assert service.stored() == before


def left(answer: Answer) -> int:
    """Return how many requests this client has left."""
    match = re.search(r";r=(\d+)", answer.header("RateLimit"))
    assert match
    return int(match[1])


def logged(service: Service, answer: Answer) -> bytes:
    """The line of the log for a request, once it is there."""
    name = answer.header("X-Request-Id").encode()
    eventually(lambda: name in service.log.read_bytes())
    return next(line for line in service.log.read_bytes().splitlines() if name in line)


FORWARDED: Final = {
    "X-Forwarded-For": "203.0.113.9",
    "X_Forwarded_For": "203.0.113.9",
    "X-Forwarded-Host": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Real-IP": "203.0.113.9",
    "Forwarded": "for=203.0.113.9;host=evil.example",
}


@pytest.mark.parametrize("name", FORWARDED)
def test_10_forwarding_headers_change_neither_the_answer_nor_the_log(
    name: str, service: Service, game: Game
) -> None:
    plain = service.ask("GET", game.path)
    spoofed = service.ask("GET", game.path, headers={name: FORWARDED[name]})
    assert spoofed.bytes == plain.bytes
    assert left(spoofed) < left(plain)
    assert b"127.0.0.1" in logged(service, spoofed)
    assert b"203.0.113.9" not in service.log.read_bytes()
