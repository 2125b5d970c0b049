"""Answers whose bytes are at hand are those of any other answer."""

import pytest
from flask import Response

from app.http.routing import App
from app.http.whole import Whole

HEADERS = (("Content-Type", "application/json"), ("ETag", '"37"'))


def _asked(made: Response, method: str) -> tuple[str, dict[str, str], bytes]:
    app = App(__name__, static_folder=None)
    app.add_url_rule("/", "here", lambda: made, methods=["GET", "POST"])
    found = app.test_client().open("/", method=method, buffered=True)
    return found.status, dict(found.headers), found.data


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("status", [200, 201, 304, 409])
def test_it_says_what_any_other_answer_says(method: str, status: int) -> None:
    other = Response(b"{}", status, list(HEADERS))
    assert _asked(Whole(b"{}", status, *HEADERS), method) == _asked(other, method)


def test_what_is_to_be_done_when_it_is_sent_is_done() -> None:
    done = list[str]()
    answer = Whole(b"{}", 200, *HEADERS)
    answer.call_on_close(lambda: done.append("closed"))
    _asked(answer, "GET")
    assert done == ["closed"]
