"""Host checks: requests under a foreign name are refused, probes are answered under any."""

import pytest
from flask import Flask

from app.http.problems import install

OURS = ["localhost", "play.example"]


@pytest.fixture
def hosted() -> Flask:
    """Return an application that answers under the host names OURS."""
    app = Flask(__name__, static_folder=None)
    install(app, hosts=OURS)
    for path in ("/here", "/livez"):
        app.add_url_rule(path, path[1:], lambda: "here")
    return app


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/here", "localhost", 200),
        ("/here", "play.example:8080", 200),
        ("/here", "evil.example", 400),
        ("/nowhere", "evil.example", 400),
        ("/nowhere", "localhost", 404),
        ("/livez", "10.0.0.7", 200),
        ("/livez", "a b", 400),
    ],
)
def test_only_probes_are_answered_under_a_foreign_host(
    hosted: Flask, path: str, host: str, status: int
) -> None:
    answer = hosted.test_client().get(path, headers={"Host": host})
    assert answer.status_code == status
    if status == 400:
        assert answer.get_json()["code"] == "bad_host"


def test_any_host_is_answered_where_none_is_set() -> None:
    app = Flask(__name__, static_folder=None)
    install(app)
    app.add_url_rule("/here", "here", lambda: "here")
    assert app.test_client().get("/here", headers={"Host": "any.example"}).text == "here"
