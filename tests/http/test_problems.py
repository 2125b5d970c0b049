"""Every failure is a problem document without internal details, every answer carries the headers."""

import logging
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from app.http.blueprint import document
from app.http.errors import CODES, Code, FieldError, Problem, register
from app.http.headers import SECURITY_HEADERS
from app.http.problems import install, respond
from tests.api.documents import resolved
from tests.http import echo_app

GAME = "g-0123456789abcdefghijklmn"


def refused(client: FlaskClient, method: str, path: str, **kwargs: Any) -> tuple[int, str]:
    """Status and code of a refusal, after checking that it is a well-formed problem document."""
    response = client.open(path, method=method, **kwargs)
    document = response.get_json(force=True)
    assert response.content_type == "application/problem+json"
    assert set(document) >= {"type", "title", "status", "detail", "code"}
    assert document["type"] == f"/problems/{document['code']}"
    assert document["status"] == response.status_code
    return response.status_code, document["code"]


def test_a_problem_holds_only_known_members() -> None:
    bare = respond(Problem("not_found")).get_json(force=True)
    assert set(bare) == {"type", "title", "status", "detail", "code"}
    errors = [FieldError("unknown_field", "No.", pointer="/a")]
    full = respond(Problem("stale_ply", "Go on.", status=412, rule="7.2", ply=0, errors=errors)).get_json(
        force=True
    )
    assert (full["status"], full["detail"], full["rule"], full["ply"]) == (412, "Go on.", "7.2", 0)
    assert full["errors"] == [{"pointer": "/a", "code": "unknown_field", "detail": "No."}]


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_has_a_status_a_title_and_a_sentence(code: str) -> None:
    entry = CODES[code]
    assert 400 <= HTTPStatus(entry.status) < 600
    assert entry.title
    assert entry.remedy.endswith(".")
    assert respond(Problem(code)).status_code == entry.status


@pytest.mark.parametrize("code", ["store_unavailable", "store_full", "outcome_unknown", "rate_limited"])
def test_a_temporary_refusal_has_retry_after(code: str) -> None:
    assert int(respond(Problem(code)).headers["Retry-After"]) >= 1


def test_a_code_keeps_its_meaning() -> None:
    register({"not_found": CODES["not_found"]})
    with pytest.raises(ValueError, match="not_found"):
        register({"not_found": Code(410, "Gone", "Give up.")})
    assert CODES["not_found"].status == 404


def test_a_table_of_codes_can_be_added() -> None:
    register({"test_only": Code(409, "Test only", "Do not worry.")})
    try:
        assert respond(Problem("test_only", rule="3.1")).status_code == 409
    finally:
        del CODES["test_only"]


def test_an_unknown_code_is_a_programming_mistake() -> None:
    with pytest.raises(KeyError):
        Problem("no_such_code")


@pytest.mark.parametrize(
    "path", ["/", "/v1/nothing", "/v1//whoami", "/v1/whoami/", "/v1/%00", "/v1/..%2f..%2fetc"]
)
def test_an_unknown_address_is_not_found(client: FlaskClient, path: str) -> None:
    assert refused(client, "GET", path) == (404, "not_found")


def test_a_game_id_and_a_ply_of_the_right_shape_are_an_address(client: FlaskClient) -> None:
    answer = client.get(f"/v1/games/{GAME}/positions/37")
    assert answer.get_json() == {"game": GAME, "ply": 37}


@pytest.mark.parametrize(
    "game", ["9" * 4000, "{x}", "*", "g-{0123456789abcdefghijklm}", GAME + "%0A", GAME.upper(), "%00"]
)
def test_a_game_id_of_another_shape_is_not_found(client: FlaskClient, game: str) -> None:
    assert refused(client, "GET", f"/v1/games/{game}/positions/1") == (404, "not_found")


@pytest.mark.parametrize("ply", ["01", "-1", "%D9%A3", "1.0", "9" * 16, "9" * 5000])
def test_a_ply_in_another_spelling_is_not_found(client: FlaskClient, ply: str) -> None:
    assert refused(client, "GET", f"/v1/games/{GAME}/positions/{ply}") == (404, "not_found")


@pytest.mark.parametrize("method", ["DELETE", "TRACE", "PUT", "BREW"])
def test_a_wrong_method_is_refused_with_the_allowed_methods(client: FlaskClient, method: str) -> None:
    assert refused(client, method, "/v1/echo") == (405, "method_not_allowed")
    assert set(client.open("/v1/echo", method=method).headers["Allow"].split(", ")) == {"OPTIONS", "POST"}


@pytest.mark.parametrize(
    "accept", ["text/html", "application/xml, text/*", "garbage", "application/json;q=0"]
)
def test_an_accept_header_that_cannot_be_met_is_not_acceptable(client: FlaskClient, accept: str) -> None:
    for path in ["/v1/whoami", "/v1/thing"]:
        assert refused(client, "GET", path, headers={"Accept": accept}) == (406, "not_acceptable")


@pytest.mark.parametrize(
    "accept", ["*/*", "application/*", "application/json; charset=utf-8", "text/html, */*;q=0.1", ""]
)
def test_an_accept_header_that_admits_json_gets_json(client: FlaskClient, accept: str) -> None:
    assert client.get("/v1/whoami", headers={"Accept": accept}).content_type == "application/json"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/json"),
        ("application/x-ndjson", "application/x-ndjson"),
        ("application/json;q=0.5, application/x-ndjson", "application/x-ndjson"),
    ],
)
def test_a_resource_with_several_media_types_gives_the_preferred(
    client: FlaskClient, accept: str, media_type: str
) -> None:
    assert client.get("/v1/events", headers={"Accept": accept}).content_type == media_type


def test_each_method_of_a_resource_has_its_media_types(client: FlaskClient) -> None:
    accept = {"Accept": "text/csv"}
    assert client.post("/v1/thing", json={}, headers=accept).status_code == 200
    assert refused(client, "GET", "/v1/thing", headers=accept) == (406, "not_acceptable")


def test_a_resource_with_several_media_types_names_them_in_the_refusal(client: FlaskClient) -> None:
    response = client.get("/v1/events", headers={"Accept": "text/html"})
    assert "application/x-ndjson" in response.get_json(force=True)["detail"]


@pytest.mark.parametrize("host", ["", "a b", "a/b", "evil@x", "x:99999", "x:", "{x}", "a,b", "[::1"])
def test_a_malformed_host_is_refused(client: FlaskClient, host: str) -> None:
    assert refused(client, "GET", "/v1/whoami", environ_overrides={"HTTP_HOST": host}) == (400, "bad_host")


@pytest.mark.parametrize("host", ["localhost", "example.org:8080", "127.0.0.1", "[::1]:80"])
def test_a_well_formed_host_passes(client: FlaskClient, host: str) -> None:
    assert client.get("/v1/whoami", environ_overrides={"HTTP_HOST": host}).status_code == 200


def test_a_chunked_body_is_refused_everywhere(client: FlaskClient) -> None:
    for path in ["/v1/echo", "/v1/whoami", "/nowhere"]:
        headers = {"Transfer-Encoding": "chunked"}
        assert refused(client, "POST", path, headers=headers) == (411, "length_required")


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/v1/whoami"), ("GET", "/page"), ("GET", "/nowhere"), ("GET", "/v1/broken")]
)
def test_every_answer_carries_the_security_headers_and_a_request_id(
    client: FlaskClient, method: str, path: str
) -> None:
    first, second = client.open(path, method=method), client.open(path, method=method)
    assert {name: first.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert first.headers["X-Request-Id"] != second.headers["X-Request-Id"]
    assert "Set-Cookie" not in first.headers


def test_views_are_private_and_pages_are_not_marked(client: FlaskClient) -> None:
    view = client.get("/v1/whoami").headers
    assert (view["Cache-Control"], view["Vary"]) == ("private, no-store", "Authorization")
    assert "Cache-Control" not in client.get("/page").headers
    assert client.get("/nowhere").headers["Cache-Control"] == "no-store"


def test_an_unexpected_error_is_answered_and_logged_without_its_text(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        response = client.get("/v1/broken")
    document = response.get_json(force=True)
    assert (response.status_code, document["code"]) == (500, "internal_error")
    assert echo_app.SECRET_TEXT not in response.get_data(as_text=True) + caplog.text
    assert response.headers["X-Request-Id"] in caplog.text
    assert "RuntimeError" in caplog.text
    assert "in broken" in caplog.text


def test_the_causes_of_an_unexpected_error_are_logged_too(caplog: pytest.LogCaptureFixture) -> None:
    app = Flask("causes")
    install(app)

    @app.get("/")
    def fail() -> str:
        try:
            raise KeyError("12B")
        except KeyError as error:
            raise OSError("7O") from error

    assert app.test_client().get("/").status_code == 500
    assert "builtins.OSError" in caplog.text
    assert "builtins.KeyError" in caplog.text
    assert "12B" not in caplog.messages[0].replace('raise KeyError("12B")', "")


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "bad_request"),
        (403, "forbidden"),
        (413, "body_too_large"),
        (414, "uri_too_long"),
        (418, "bad_request"),
        (503, "store_unavailable"),
        (500, "internal_error"),
    ],
)
def test_an_abort_of_the_framework_becomes_a_problem(status: int, code: str) -> None:
    app = Flask("aborts")
    install(app)
    app.add_url_rule("/", "fail", lambda: abort(status))
    assert refused(app.test_client(), "GET", "/") == (status, code)


def described() -> dict[str, Any]:
    """The OpenAPI document of the echo."""
    return document("Echo", "v1", [echo_app.blueprint()])


def test_the_openapi_document_shows_bodies_parameters_and_problems() -> None:
    whole = described()
    post = whole["paths"]["/v1/echo"]["post"]
    schema = whole["components"]["schemas"]["Echo"]["properties"]
    assert post["requestBody"]["required"] is True
    assert post["requestBody"]["content"]["application/json"]["schema"] == {
        "$ref": "#/components/schemas/Echo"
    }
    assert (schema["count"]["type"], schema["count"]["minimum"], schema["count"]["maximum"]) == (
        "integer",
        0,
        100,
    )
    assert schema["melds"]["items"]["items"]["pattern"]
    assert (schema["name"]["maxLength"], schema["colour"]["enum"]) == (40, ["red", "blue"])
    refusal = resolved(whole, post["responses"]["422"])["content"]
    assert refusal["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/Problem"}


def test_the_openapi_document_shows_optional_bodies_queries_and_path_parameters() -> None:
    whole = described()
    paths = whole["paths"]
    assert paths["/v1/optional"]["post"]["requestBody"]["required"] is False
    search = [resolved(whole, p) for p in paths["/v1/search"]["get"]["parameters"]]
    assert {p["name"]: p["schema"]["type"] for p in search if p["in"] == "query"} == {
        "after": "integer",
        "expand": "boolean",
        "tags": "array",
    }
    parameters = [resolved(whole, p) for p in paths["/v1/games/{game}/positions/{ply}"]["parameters"]]
    position = {p["name"]: p["schema"] for p in parameters}
    assert position["ply"] == {"type": "integer", "minimum": 0}
    assert position["game"]["pattern"] == "^g-[0-3][0-9a-f][0-9a-z]{22}$"


def test_a_well_formed_request_id_is_answered_and_any_other_replaced(client: FlaskClient) -> None:
    for asked, taken in [
        ("trace-7f3a.1", True),
        ("x", False),
        ("cq_seat_canary", False),
        ("a b c d e", False),
    ]:
        answered = client.get("/v1/whoami", headers={"X-Request-Id": asked}).headers["X-Request-Id"]
        assert (answered == asked) is taken
