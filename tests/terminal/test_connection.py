"""The connection to a service: interrupted requests are sent again, under the same key."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from app.cli.play.remote import Line
from app.cli.play.seat import CommandRefused, Unseated
from app.i18n import Language


@contextmanager
def answering(*answers: tuple[int, object] | None) -> Iterator[tuple[str, list[str]]]:
    """The address of a service that gives these answers in turn, None hanging up; the keys it was sent."""
    left, keys = list(answers), list[str]()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            keys.append(self.headers["Idempotency-Key"])
            answer = left.pop(0)
            if answer is None:
                self.close_connection = True
                return
            body = json.dumps(answer[1]).encode()
            self.send_response(answer[0])
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", keys
        finally:
            server.shutdown()
            thread.join()


def test_an_interrupted_request_is_sent_again_with_the_same_key_and_reported_once() -> None:
    cuts: list[str] = []
    with answering(None, (503, {}), (200, {"ply": 4})) as (url, keys):
        line = Line(url, Language.EN, "t", lambda: cuts.append("cut"))
        assert json.loads(line.ask("POST", "/x", {"type": "pass"})) == {"ply": 4}
        line.close()
    assert len(keys) == 3
    assert len(set(keys)) == 1
    assert cuts == ["cut"]


def test_an_error_is_a_refusal_and_other_data_is_not_an_answer_of_the_service() -> None:
    no = {"code": "not_your_turn", "detail": "Another seat is on turn.", "rule": "10.4"}
    with answering((409, no), (404, ["what"])) as (url, _):
        line = Line(url, Language.EN)
        with pytest.raises(CommandRefused) as refused:
            line.ask("POST", "/x", {})
        assert (refused.value.code, refused.value.rule) == ("not_your_turn", "10.4")
        with pytest.raises(Unseated):
            line.ask("POST", "/x", {})
        line.close()
    with pytest.raises(Unseated):
        Line("ftp://127.0.0.1", Language.EN)
