"""Log lines of a process, in both formats."""

import io
import logging
import sys
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from app.observability.logs import access, begin, formatter, log_fields, on_behalf_of, redact, request_id
from app.settings.parsers import LogFormat

TOKEN = "cq_seat_g-1.0.1_abc"
BAD = ["", "short", "a" * 65, "two words", 'quo"te1234', "line\nbreak1", TOKEN, "über-1234"]


@pytest.fixture(autouse=True)
def nobody() -> Iterator[None]:
    """Run each test outside a request."""
    begin("")
    yield
    begin("")


def line(form: LogFormat, message: str, **about: Any) -> str:
    """The line of one record, as a handler writes it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter(form))
    record = {"name": "x", "levelno": 30, "levelname": "WARNING", "msg": message}
    handler.handle(logging.makeLogRecord(record | about))
    return stream.getvalue()


def test_a_json_line_is_one_object_with_time_level_logger_message_and_context() -> None:
    written = line(LogFormat.JSON, "first\nsecond", **log_fields(ply=7, route="/v1/games"))
    assert written.count("\n") == 1
    document = orjson.loads(written)
    assert document.pop("time").endswith("+00:00")
    assert document == {
        "level": "warning", "logger": "x", "message": "first\nsecond", "ply": 7, "route": "/v1/games",
    }  # fmt: skip


def test_a_text_line_ends_with_its_context() -> None:
    assert line(LogFormat.TEXT, "written", **log_fields(ply=7)).endswith("WARNING x: written ply=7\n")


@pytest.mark.parametrize("form", list(LogFormat))
def test_no_format_shows_a_token(form: LogFormat) -> None:
    try:
        raise ValueError(TOKEN)
    except ValueError as error:
        caught = (ValueError, error, error.__traceback__)
    written = line(form, f'said "{TOKEN}"', exc_info=caught, **log_fields(one=TOKEN, many=[TOKEN]))
    assert "abc" not in written.replace("tests/", "")
    assert written.count("[token]") == 3
    assert form is LogFormat.TEXT or orjson.loads(written)["message"] == 'said "[token]"'


@pytest.mark.parametrize("form", list(LogFormat))
def test_a_line_has_the_id_of_the_request_that_caused_it(form: LogFormat) -> None:
    with on_behalf_of("request-1"):
        assert "request-1" in line(form, "done")
    assert "request" not in line(form, "done")


@pytest.mark.parametrize("asked", BAD)
def test_an_id_that_is_not_well_formed_is_not_taken_over(asked: str) -> None:
    made = request_id(asked)
    assert made != asked
    assert request_id(made) == made
    with on_behalf_of(asked):
        assert "request" not in line(LogFormat.JSON, "done")


def test_an_access_line_has_the_route_and_never_the_query() -> None:
    environ = {"REQUEST_METHOD": "GET", "RAW_URI": f"/v1/{TOKEN}?secret=1"}
    about = access(environ, "10.0.0.1", "404 NOT FOUND", 12, 0.00149)
    assert about == {
        "address": "10.0.0.1", "method": "GET", "route": "/v1/[token]", "status": "404",
        "ms": 1.5, "bytes": 12, "request": "-",
    }  # fmt: skip
    assert access(environ | {"conquian.route": "/v1/games"}, "", "200 OK", 1, 0.0)["route"] == "/v1/games"


@pytest.mark.parametrize("form", list(LogFormat))
def test_an_error_is_logged_with_type_and_place_and_not_with_its_text(form: LogFormat) -> None:
    hidden = "12B"
    try:
        try:
            raise KeyError(hidden)
        except KeyError as cause:
            raise ValueError(f"the hand {hidden}") from cause
    except ValueError:
        told_of = line(form, "failed", exc_info=sys.exc_info())
    assert "builtins.ValueError" in told_of
    assert "builtins.KeyError" in told_of
    assert "test_log_lines.py" in told_of
    assert hidden not in told_of


def test_the_secret_of_a_webhook_is_no_text_for_a_line() -> None:
    assert redact("signed with whsec_AAAAabc+/=") == "signed with [token]"


def test_redacting_twice_changes_nothing() -> None:
    assert redact(redact(TOKEN)) == redact(TOKEN) == "[token]"
