"""The verifier as the service serves it: one script, one page, nothing that a strict policy would stop."""

import re
from hashlib import sha256
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.http.problems import install as problems
from replays.api import verifier
from tests.verifier.node import FILE

PAGE = Path(FILE).with_name("verifier.html")


@pytest.fixture
def client() -> FlaskClient:
    """A client of an application that has nothing but the verifier."""
    app = Flask(__name__)
    problems(app)
    app.register_blueprint(verifier.blueprint())
    return app.test_client()


VECTORS = FILE.with_name("proof-vectors.json")
DIGEST = sha256(FILE.read_bytes()).hexdigest()
TOLD = PAGE.read_text().replace('data-sha256=""', f'data-sha256="{DIGEST}"').encode()


@pytest.mark.parametrize(
    ("path", "media_type", "body"),
    [
        ("/verifier", "text/html", TOLD),
        ("/verifier.js", "text/javascript", FILE.read_bytes()),
        ("/proof-vectors.json", "application/json", VECTORS.read_bytes()),
    ],
)
def test_files_are_served_as_they_are_and_the_page_with_the_digest_of_the_script(
    client: FlaskClient, path: str, media_type: str, body: bytes
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype, answer.data) == (200, media_type, body)
    assert (DIGEST.encode() in answer.data) == (path == "/verifier")
    assert answer.headers["Cache-Control"] == verifier.CACHE
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_page_may_run_its_script_and_reach_nothing(client: FlaskClient) -> None:
    policy = client.get("/verifier").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'none'" in policy
    assert "unsafe" not in policy


def test_the_page_has_nothing_inline_and_loads_its_script_from_the_same_folder() -> None:
    text = PAGE.read_text()
    assert re.findall(r"<script[^>]*>(.*?)</script>", text, flags=re.DOTALL) == [""]
    assert re.findall(r'(?:src|href)="([^"]*)"', text) == ["verifier.js"]
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", text)
    assert 'id="conquian-verifier"' in text


def test_without_a_script_the_page_explains_the_alternative_in_every_language() -> None:
    (inside,) = re.findall(r"<noscript>(.*?)</noscript>", PAGE.read_text(), flags=re.DOTALL)
    assert set(re.findall(r'<p lang="(..)">', inside)) == {"en", "es", "fr"}
    assert inside.count("node verifier.js audit") == 3


def test_the_script_sends_no_requests_and_builds_no_markup() -> None:
    text = FILE.read_text()
    assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|innerHTML|\beval\(|new Function|import\(", text)
