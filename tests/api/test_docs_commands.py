"""The commands on /docs, run in a shell that has little more than curl."""

import os
import re
import subprocess
from collections.abc import Iterator
from html import unescape
from json import dumps
from pathlib import Path
from shlex import quote
from uuid import UUID

import pytest

from app.http.openapi_components import operations
from tests.api.documents import published
from tests.api.helpers import Api, expect
from tests.api.writes import OVER, WRITES, Write
from tests.client.document import served
from tests.docs.pages import PATIENCE_SECONDS, needs_curl
from tests.loopback import on_loopback

pytestmark = needs_curl

OF_ONE_GAME = {"moves.move", "receipts.confront", "players.redeem", "tournaments.give_time"}
"""Those whose body belongs to one game, position, player or tournament: an example is good for no other."""


@pytest.fixture
def url(api: Api) -> Iterator[str]:
    """The address at which curl finds the API."""
    with on_loopback(api.app) as address:
        yield address


@pytest.fixture(scope="session")
def page() -> str:
    """The page with the commands, which is made from the document."""
    return unescape(served("/docs").decode())


def drawing(page: str) -> str:
    """The command that draws a key."""
    (command,) = re.findall(r"<pre[^>]*>(KEY=.*)</pre>", page)
    return str(command)


def sh(script: str, where: Path, **environ: str) -> "subprocess.CompletedProcess[str]":
    """Return what came of a script in a shell with nothing set that is not named here."""
    return subprocess.run(
        ["sh", "-c", script],
        cwd=where,
        env={"PATH": os.environ["PATH"], **environ},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


def address_and_command(page: str, api: Api, endpoint: str, method: str) -> tuple[str, str]:
    """The address of a write as the document has it, and its command on the page."""
    rule = next(rule for rule in api.app.url_map.iter_rules(endpoint) if method in (rule.methods or ()))
    path = re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule)
    (name,) = (
        operation["operationId"]
        for at, verb, _, operation in operations(published())
        if (at, verb) == (path, method.lower())
    )
    section = page.partition(f'<section id="{name}">')[2].partition("</section>")[0]
    command = re.findall(r"<pre[^>]*>(curl [^\n]*)</pre>", section)[0]
    return path, command


def places(path: str, write: Write) -> dict[str, str]:
    """The variables of a command that stand in an address."""
    pattern = re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path)
    match = re.fullmatch(pattern, write.path)
    assert match is not None, (path, write.path)
    return {name.upper(): text for name, text in match.groupdict().items()}


def ply(api: Api, write: Write) -> str:
    """The ply that a move is decided on."""
    headers = {"Authorization": f"Bearer {write.token}"}
    body = expect(api.client.get(write.path.removesuffix("/moves"), headers=headers), 200)
    return str(body.get("ply", body.get("view", {}).get("ply")))


@pytest.mark.parametrize("endpoint", WRITES)
def test_every_write_is_done_by_its_command_and_once_if_it_is_sent_again(
    endpoint: str, page: str, api: Api, url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    make = WRITES[endpoint]
    write = (make(api, request.getfixturevalue("table")) if endpoint in OVER else make(api))[0]
    path, command = address_and_command(page, api, endpoint, write.method)
    environ = {"URL": url, "TOKEN": write.token or "", **places(path, write)}
    if "$PLY" in command and "PLY" not in environ:
        environ["PLY"] = ply(api, write)
    if endpoint in OF_ONE_GAME:
        command = re.sub("-d '[^']*'", lambda _: f"-d {quote(dumps(write.body))}", command)
    if "@FILE" in command:
        record = request.getfixturevalue("table").get("/record", Accept="*/*").data
        (tmp_path / "FILE").write_bytes(record)
    twice = f"{drawing(page)}\nfor TRY in 1 2; do {command} -si -o $TRY || exit 1; done"
    done = sh(twice, tmp_path, **environ)
    assert done.returncode == 0, done.stderr
    first, again = ((tmp_path / name).read_text() for name in "12")
    assert re.match(r"HTTP/1\.1 20\d", first), first
    assert "idempotent-replay: true" in again.lower()


def test_a_key_is_a_random_uuid_and_another_each_time(page: str, tmp_path: Path) -> None:
    drawn = [sh(f'{drawing(page)}; printf %s "$KEY"', tmp_path).stdout for _ in range(3)]
    assert len(set(drawn)) == 3
    assert [str(UUID(drawn_id)) for drawn_id in drawn] == drawn
    assert {UUID(drawn_id).version for drawn_id in drawn} == {4}


def test_nothing_is_sent_without_an_idempotency_key(page: str, api: Api, url: str, tmp_path: Path) -> None:
    _, command = address_and_command(page, api, "players.register", "POST")
    done = sh(command, tmp_path, URL=url)
    assert done.returncode != 0
    assert "draw one first" in done.stderr
    assert not done.stdout
