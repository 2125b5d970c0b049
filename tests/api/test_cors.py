"""CORS and security headers."""

import re
from collections.abc import Iterable, Iterator
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from app.http.errors import Problem
from app.http.headers import REQUEST_HEADERS, RESPONSE_HEADERS, SECURITY_HEADERS
from app.http.problems import install
from app.observability.logs import access
from tests.api.helpers import Api, refused

ORIGIN = {"Origin": "https://elsewhere.example"}
ASKS = ORIGIN | {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization, if-match",
}
SHARED = ("/v1/", "/.well-known/", "/problems")


def words(text: str) -> set[str]:
    return set(re.split(r",\s*", text))


def addresses(api: Api) -> Iterator[tuple[str, Rule]]:
    """Every address of the application with an id in each place, none of which there is."""
    for rule in api.app.url_map.iter_rules():
        path = re.sub(r"<game_id:\w+>", "g-00" + "z" * 22, str(rule))
        path = re.sub(r"<player_id:\w+>", "p-00" + "z" * 22, path)
        path = re.sub(r"<dispute_id:\w+>", "d-00" + "z" * 22, path)
        yield re.sub(r"<[^>]+>", "7", path), rule


def test_a_preflight_is_answered_for_every_shared_address_and_method(api: Api) -> None:
    tried = 0
    for path, rule in addresses(api):
        if not path.startswith(SHARED):
            continue
        for method in (rule.methods or set()) - {"OPTIONS"}:
            answer = api.client.options(path, headers=ASKS | {"Access-Control-Request-Method": method})
            assert (answer.status_code, answer.data) == (204, b""), path
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
            assert method in words(answer.headers["Access-Control-Allow-Methods"])
            assert words(answer.headers["Access-Control-Allow-Headers"]) == set(REQUEST_HEADERS)
            assert int(answer.headers["Access-Control-Max-Age"]) > 0
            assert "Access-Control-Allow-Credentials" not in answer.headers
            tried += 1
    assert tried > 40


def test_the_access_line_of_a_preflight_is_as_that_of_other_requests(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, environs = api.app.wsgi_app, list[WSGIEnvironment]()

    def noted(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environs.append(environ)
        return whole(environ, start_response)

    monkeypatch.setattr(api.app, "wsgi_app", noted)
    for method in ("OPTIONS", "POST"):
        headers = ASKS | {"X-Request-Id": "asked-for-1"}
        answer = api.client.open(f"/v1/games/g-00{'z' * 22}/moves", method=method, headers=headers)
        assert answer.headers["X-Request-Id"] == "asked-for-1"
    preflight, move = (access(environ, "", "204", 0, 0.0) for environ in environs)
    assert preflight == {**move, "method": "OPTIONS"}
    assert (move["route"], move["request"]) == ("/v1/games/<game_id:game>/moves", "asked-for-1")


def test_the_headers_that_clients_need_may_be_sent_and_read() -> None:
    assert {
        "Authorization",
        "Content-Type",
        "If-Match",
        "If-None-Match",
        "Idempotency-Key",
        "Last-Event-ID",
        "X-Request-Id",
    } <= set(REQUEST_HEADERS)
    assert {
        "ETag",
        "Location",
        "Link",
        "Idempotent-Replay",
        "RateLimit",
        "RateLimit-Policy",
        "Retry-After",
        "X-Request-Id",
    } <= set(RESPONSE_HEADERS)


def test_every_answer_can_be_read_from_elsewhere_where_it_is_shared_and_is_guarded(api: Api) -> None:
    kinds = set()
    for path, rule in addresses(api):
        for method in (rule.methods or set()) | {"PUT"}:
            answer = api.client.open(path, method=method, headers=ORIGIN)
            kinds.add(answer.status_code)
            assert answer.status_code < 500, (method, path)
            shared = answer.headers.get("Access-Control-Allow-Origin") == "*"
            assert shared == path.startswith((*SHARED, "/clients", "/openapi.json")), (method, path)
            if shared:
                assert words(answer.headers["Access-Control-Expose-Headers"]) == set(RESPONSE_HEADERS)
            for name in ("Access-Control-Allow-Credentials", "Set-Cookie"):
                assert name not in answer.headers, (method, path)
            for name, value in SECURITY_HEADERS.items():
                # The page of the verifier may do less than others; the keys are public.
                other = name == "Content-Security-Policy" and path.startswith("/verifier")
                other |= name == "Cross-Origin-Resource-Policy" and path.startswith("/.well-known/")
                assert other or answer.headers[name] == value, (method, path, name)
            assert answer.headers["X-Request-Id"]
    assert kinds >= {200, 401, 404, 405, 411}


def test_a_refusal_of_the_guard_can_be_read_from_elsewhere(api: Api) -> None:
    for answer, status, code in (
        (api.client.get("/v1/nowhere", headers=ORIGIN), 404, "not_found"),
        (api.client.get("/v1/games?token=x", headers=ORIGIN), 400, "token_in_url"),
        (
            api.client.post("/v1/games", headers=ORIGIN | {"Transfer-Encoding": "chunked"}),
            411,
            "length_required",
        ),
        (api.client.get("/v1/games", headers=ORIGIN | {"Host": "a b"}), 400, "bad_host"),
    ):
        refused(answer, status, code)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("code", ["rate_limited", "store_unavailable", "internal_error"])
def test_a_limit_or_a_failure_can_be_read_from_elsewhere(code: str) -> None:
    app = Flask(__name__)
    install(app)

    @app.get("/v1/fails")
    def fails() -> Response:
        raise Problem(code) if code != "internal_error" else RuntimeError

    client: FlaskClient = app.test_client()
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = client.get("/v1/fails", headers=ORIGIN)
    assert answer.get_json()["code"] == code
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Retry-After" in words(answer.headers["Access-Control-Expose-Headers"])


def test_an_options_request_without_an_origin_lists_the_methods(api: Api) -> None:
    answer = api.client.options("/v1/games")
    assert answer.status_code == 200
    assert words(answer.headers["Allow"]) == {"GET", "HEAD", "OPTIONS", "POST"}
    elsewhere = api.client.options("/livez", headers=ASKS)
    assert "Access-Control-Allow-Origin" not in elsewhere.headers
