"""The shipped configuration of nginx, before a service that is set up as it says."""

import json
import re
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from socket import socket
from threading import Thread
from typing import Any

import pytest

from app.settings.environment import load
from tests.deployment import proxy
from tests.deployment.tools import DEPLOY, needs, output_of
from tests.server.helpers import eventually, free_port, service

CLIENT = "127.0.0.2"
"""The address of the client, which is not that of the proxy."""

PATIENCE_SECONDS = 60

pytestmark = needs("nginx", "nginx-light")


@dataclass(frozen=True, slots=True)
class Behind:
    """A service behind the proxy, and the lines that it has logged."""

    proxy: proxy.Proxy
    lines: list[str] = field(default_factory=list)

    def connect(self) -> HTTPSConnection:
        """Return a connection from the address of the client that checks the certificate."""
        trusting = ssl.create_default_context(cafile=str(self.proxy.certificate))
        trusting.check_hostname = False  # the name is that of no machine
        return HTTPSConnection(
            "127.0.0.1",
            self.proxy.port,
            timeout=PATIENCE_SECONDS,
            context=trusting,
            source_address=(CLIENT, 0),
        )

    def ask(
        self, way: str, place: str, body: bytes | None = None, **headers: str
    ) -> tuple[HTTPResponse, Any]:
        """Return the answer to a request, and its JSON."""
        with closing(self.connect()) as connection:
            sent = {"Host": proxy.NAME, "Content-Type": "application/json"}
            sent |= {name.replace("_", "-"): text for name, text in headers.items()}
            connection.request(way, place, body, sent)
            answer = connection.getresponse()
            content = answer.read()
        return answer, json.loads(content) if "json" in answer.headers["Content-Type"] else content

    def begin(self) -> tuple[str, str, dict[str, Any]]:
        """Begin a game of two persons; return its address, and the token and the moves of the seat to act."""
        plan = {"variant": "north-american", "seats": ["open", "open"]}
        answer, game = self.ask("POST", "/v1/games", json.dumps(plan).encode())
        assert answer.status == 201, game
        place = f"/v1/games/{game['game']}"
        for token in [self.ask("POST", f"{place}/seats")[1]["token"] for _ in range(2)]:
            moves = self.ask("GET", f"{place}/moves?expand=1", Authorization=f"Bearer {token}")[1]
            if moves["moves"]:
                return place, token, moves
        raise AssertionError("nobody is to act")


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    """A service behind the proxy."""
    home, port = tmp_path_factory.mktemp("nginx"), free_port()
    environ = {"CONQUIAN_PROXIES": "127.0.0.1", "CONQUIAN_HOSTS": proxy.NAME, "LOG_LEVEL": "info"}
    with ExitStack() as until:
        process = until.enter_context(service(home / "data", port, CONQUIAN_WORKERS="0", **environ))
        site = Behind(proxy.configured(home, f"127.0.0.1:{port}"))
        until.enter_context(proxy.running(site.proxy))
        assert process.stdout is not None
        Thread(target=site.lines.extend, args=(process.stdout,), daemon=True).start()
        yield site


def test_nginx_finds_no_fault_in_the_configuration(tmp_path: Path) -> None:
    output = output_of("nginx", "-t", "-c", str(proxy.configured(tmp_path, "127.0.0.1:8000").file))
    assert re.findall(r"\[\w+\]", output) == [], "no warning"
    assert "test is successful" in output


def test_plain_requests_are_sent_to_tls(behind: Behind) -> None:
    with closing(HTTPConnection("127.0.0.1", behind.proxy.plain)) as connection:
        connection.request("POST", "/v1/games?a=b", headers={"Host": proxy.NAME})
        answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (308, f"https://{proxy.NAME}/v1/games?a=b")


def test_a_move_reaches_an_open_stream_at_once(behind: Behind) -> None:
    place, token, moves = behind.begin()
    with closing(behind.connect()) as stream:
        stream.request("GET", f"{place}/events", headers={"Host": proxy.NAME, "Accept": "text/event-stream"})
        answer = stream.getresponse()
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        seen = [answer.readline()]
        while not seen[-1].startswith(b"data:"):
            seen.append(answer.readline())
        move = json.dumps(moves["moves"][0]).encode()
        own = {"Authorization": f"Bearer {token}", "If_Match": f'"{moves["ply"]}"'}
        sent, _ = behind.ask("POST", f"{place}/moves", move, **own)
        assert sent.status in (200, 201)
        mark = b"id: %d\n" % (moves["ply"] + 1)
        while seen[-1] != mark:  # the stream stays open, so this line has waited for no end
            assert seen[-1], "the stream has ended"
            seen.append(answer.readline())


def test_the_service_sees_the_address_of_the_client_and_not_what_it_claims(behind: Behind) -> None:
    name = "the-address-of-a-client"
    behind.ask("GET", "/v1/variants", X_Forwarded_For="192.0.2.6", X_Request_Id=name)
    behind.ask("GET", "/v1/variants", X_Request_Id="another-to-wait-for")
    eventually(lambda: any("another-to-wait-for" in line for line in behind.lines))
    (line,) = (line for line in behind.lines if name in line and '"message":"request"' in line)
    assert json.loads(line)["address"] == CLIENT


@pytest.mark.parametrize(
    ("place", "limit"), [("/v1/games", load({}).sheet_kib), ("/v1/imports", load({}).import_kib)]
)
def test_a_body_above_the_limit_of_the_service_is_refused_before_it(
    behind: Behind, place: str, limit: int
) -> None:
    name = f"above-the-limit-{limit}"
    answer, problem = behind.ask("POST", place, b" " * (limit * 1024 + 1), X_Request_Id=name)
    assert (answer.status, problem["code"]) == (413, "body_too_large")
    assert "X-Request-Id" not in answer.headers, "the answer is that of the proxy"
    answer, problem = behind.ask("POST", place, b" " * (limit * 1024), X_Request_Id=name)
    assert problem["code"] != "body_too_large" or "X-Request-Id" in answer.headers, (
        "the service has judged it"
    )


def test_metrics_are_not_for_the_world(behind: Behind) -> None:
    assert behind.ask("GET", "/metrics")[0].status == 404


def test_without_an_api_an_answer_says_that_the_outcome_is_unknown(tmp_path: Path) -> None:
    with socket() as taken:  # bound, so that no other test listens there, and refuses connections
        taken.bind(("127.0.0.1", 0))
        alone = Behind(proxy.configured(tmp_path, f"127.0.0.1:{taken.getsockname()[1]}"))
        with proxy.running(alone.proxy):
            answer, problem = alone.ask("POST", "/v1/games", b"{}")
    assert (answer.status, problem["code"], answer.headers["Retry-After"]) == (503, "outcome_unknown", "1")
    assert problem["status"] == answer.status
    assert "Strict-Transport-Security" in answer.headers


def test_nginx_drops_an_idle_connection_before_the_api_does() -> None:
    kept = re.search(r"keepalive_timeout (\d+)s;", (DEPLOY / "nginx-upstream.conf").read_text())
    closed = re.search(r"(?m)^keepalive = (\d+)$", (DEPLOY / "gunicorn.conf.py").read_text())
    assert kept
    assert closed
    assert int(kept[1]) < int(closed[1])
