"""The pages as served: their language, their policy and their files."""

import json
import re
import subprocess
from collections.abc import Iterator
from posixpath import dirname, join, normpath
from typing import Final

import pytest
from werkzeug.test import TestResponse

from app.http.headers import SECURITY_HEADERS
from app.web import assets
from app.web.pages import PAGES, Page
from tests import npm
from tests.api.helpers import PROBLEM, Api, running
from tests.verifier import building

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
SAME_SYNTAX: Final = """
import { parseAst } from "rollup/parseAst";
import { readFileSync } from "node:fs";
const LEFT = ["start", "end", "_rollupAnnotations"];
const without = (key, value) => (LEFT.includes(key) ? undefined : value);
const plain = (text) => JSON.stringify(parseAst(text), without);
const pairs = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(pairs.map(([file, sent]) => plain(file) === plain(sent))));
"""
"""Compares the syntax trees of pairs of scripts, without positions and comments."""

needs_rollup = pytest.mark.skipif(not building.installed(), reason=building.MISSING)

ADDRESS = re.compile(r'(?:href|src)="(/static/[^"#]+)')


@pytest.fixture
def api(redis_url: str) -> Iterator[Api]:
    """The whole application over an empty store."""
    with running(redis_url) as api:
        yield api


def address(page: Page) -> str:
    return (
        re.sub("<game_id:game>", "g-00" + "z" * 22, page.path)
        .replace("<string:tournament>", "t-1")
        .replace("<string:play>", "holdem")
        .replace("<string:variant>", "mexican-2")
        .replace("<dispute_id:dispute>", "d-00" + "z" * 22)
        .replace("<player_id:player>", "p-00" + "z" * 22)
    )


def asked(api: Api, page: Page, query: str = "", **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    answer = api.client.get(address(page) + query, headers=BROWSER | named)
    assert answer.status_code == 200
    return answer


def test_a_page_has_its_policy_and_all_its_files_exist(api: Api) -> None:
    for page in PAGES:
        answer = asked(api, page)
        assert answer.headers["Content-Security-Policy"] == SECURITY_HEADERS["Content-Security-Policy"]
        named = ADDRESS.findall(answer.text)
        assert len(named) > 4
        for file in {*named}:
            asset = api.client.get(file)
            assert asset.status_code == 200, file
            assert "immutable" in asset.headers["Cache-Control"]


def test_a_page_has_no_inline_script_or_style_and_nothing_of_other_origins(api: Api) -> None:
    for page in PAGES:
        text = asked(api, page).text
        scripts = re.findall(r"<script\b[^>]*>", text)
        assert len(scripts) >= 3
        assert all("src=" in line or 'type="application/json"' in line for line in scripts)
        assert not re.search(r"<style|\sstyle=|\son\w+=|(?:href|src)=\"(?:https?:)?//", text)


def test_the_language_is_that_of_the_address_else_of_the_browser(api: Api) -> None:
    for query, accepted, language in (
        ("", "fr-CA, en;q=0.5", "fr"),
        ("", "es-MX", "es"),
        ("", "de", "en"),
        ("?lang=es", "fr", "es"),
        ("?lang=xx", "fr", "fr"),
    ):
        answer = asked(api, PAGES[0], query, Accept_Language=accepted)
        assert f'<html lang="{language}"' in answer.text, (query, accepted)
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]


def test_the_chosen_language_is_kept_in_links_and_the_query_in_other_languages(
    api: Api,
) -> None:
    replay = next(page for page in PAGES if page.name == "replay")
    text = asked(api, replay, "?at=37&as=2&lang=es").text
    assert 'href="/tournaments?lang=es"' in text
    assert 'href="?at=37&amp;as=2&amp;lang=fr"' in text


def test_a_link_to_a_replay_names_the_picture_of_its_position(api: Api) -> None:
    replay = next(page for page in PAGES if page.name == "replay")
    address = re.compile(
        r'property="og:image" content="http://localhost(/v1/games/[a-z0-9-]+/picture\.png[^"]*)"'
    )
    for query, asks in (("?at=37&as=2", "?ply=37"), ("", "")):
        (path,) = address.findall(asked(api, replay, query).text)
        assert path.endswith(f"/picture.png{asks}")


def test_values_of_an_address_cannot_leave_their_attribute(api: Api) -> None:
    answer = api.client.get('/tournaments/"><script>x?lang="><script>y&"><script>z=1', headers=BROWSER)
    assert "><script>x" not in answer.text
    assert "><script>y" not in answer.text
    assert "><script>z" not in answer.text


def test_a_program_at_the_door_is_led_to_the_catalogue_of_apis(api: Api) -> None:
    answer = api.client.get("/", headers={"Accept": "application/json"})
    assert answer.json is not None
    assert answer.json["linkset"][0]["api-catalog"] == [{"href": "/.well-known/api-catalog"}]


def test_a_missing_address_is_a_page_for_browsers_and_a_problem_for_programs(api: Api) -> None:
    for path in ("/nowhere", "/play/g-1", "/replay"):
        people = api.client.get(path + "?lang=es", headers=BROWSER)
        assert (people.status_code, people.mimetype) == (404, "text/html"), path
        assert "Aquí no hay nada" in people.text
        program = api.client.get(path)
        assert (program.status_code, program.content_type) == (404, PROBLEM), path
    assert api.client.get("/v1/nowhere", headers=BROWSER).content_type == PROBLEM


def test_only_static_files_are_served_as_such(api: Api) -> None:
    for name in ("js/none.js", "../pages.py", "js/../../pages.py", "js", "%2e%2e/pages.py"):
        answer = api.client.get(f"/static/{assets.current()}/{name}")
        assert (answer.status_code, answer.content_type) == (404, PROBLEM), name


@needs_rollup
def test_scripts_are_sent_without_comments_and_mean_the_same() -> None:
    scripts = [name for name in assets.names() if name.endswith(".js")]
    pairs = [[assets.text(name), assets.sent(name).decode()] for name in scripts]
    ran = subprocess.run(
        [npm.NODE, "--input-type=module", "-e", SAME_SYNTAX],
        input=json.dumps(pairs),
        capture_output=True,
        text=True,
        cwd=building.HOME,
        env=npm.environment(),
        check=True,
    )
    assert [name for name, same in zip(scripts, json.loads(ran.stdout), strict=True) if not same] == []
    for file, sent in pairs:
        assert sent.count("\n") == file.count("\n"), "what is left stays on its line"
        assert not re.search(r"^\s*(?:///*\s\w|/\*\*)", sent, re.MULTILINE)
    assert sum(len(sent) for _, sent in pairs) < 0.9 * sum(len(file) for file, _ in pairs)


def test_a_file_of_another_version_is_revalidated(api: Api) -> None:
    old = api.client.get("/static/0123/css/base.css")
    assert old.headers["Cache-Control"] == "no-cache"
    again = api.client.get("/static/0123/css/base.css", headers={"If-None-Match": old.headers["ETag"]})
    assert again.status_code == 304


def test_what_is_fetched_when_it_is_needed_is_a_part_of_a_game_or_of_a_page() -> None:
    """A type of a comment, such as `import("./api.js").Problem`, fetches nothing."""
    loads = [
        (name, normpath(join(dirname(name), address.strip("\"'"))))
        for name in assets.names()
        if name.endswith(".js")
        for address in re.findall(r"\bimport\(([^)]*)\)(?!\.)", assets.text(name))
    ]
    assert ("js/table.js", "js/later/lobby.js") in loads
    for name, path in loads:
        assert re.match(r"js/(games/[a-z]+|later)/", path), (name, path)
        assert path in assets.names(), (name, path)


def test_scripts_import_only_each_other() -> None:
    for name in (one for one in assets.names() if one.endswith(".js")):
        for imported in re.findall(
            r"""\bfrom\s+["']([^"']+)["']|\bimport\s*\(?["']([^"']+)""", assets.text(name)
        ):
            assert "".join(imported).startswith(("./", "../", "/verifier.js")), (name, imported)
