"""The echo application, in process and behind a real gunicorn on loopback."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.http import echo_app

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def app() -> Flask:
    """The echo application."""
    return echo_app.create()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of the echo application."""
    return app.test_client()


@pytest.fixture(scope="session")
def server() -> Iterator[tuple[str, int]]:
    """The address of a gunicorn with one gevent worker that serves the echo application."""
    listener = socket.create_server(("127.0.0.1", 0))
    command = [sys.executable, "-m", "gunicorn", "--worker-class", "gevent", "--workers", "1"]
    command += [
        "--bind",
        f"fd://{listener.fileno()}",
        "--log-level",
        "error",
        "--no-control-socket",
        "tests.http.echo_app:create()",
    ]
    with subprocess.Popen(command, cwd=ROOT, pass_fds=[listener.fileno()]) as process:
        address = listener.getsockname()
        listener.close()
        try:
            _wait_until_it_answers(address)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=60)


def _wait_until_it_answers(address: tuple[str, int]) -> None:
    for _ in range(600):
        if exchange(address, b"GET /page HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.0 200"):
            return
        time.sleep(0.1)
    raise RuntimeError("gunicorn did not start")


def exchange(address: tuple[str, int], request: bytes, *, half_close: bool = False) -> bytes:
    """All that the server sends on one connection after `request`; it closes, or is silent for a minute."""
    answer = b""
    try:
        with socket.create_connection(address, timeout=60) as connection:
            connection.sendall(request)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                answer += part
    except (TimeoutError, ConnectionError):
        pass
    return answer
