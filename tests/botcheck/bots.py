"""Bots behind an address, good and bad."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from app.cli.bot_check.report import BotProperty, PropertyResults

Json = dict[str, Any]
Bot = Callable[[str, Json], bytes | None]
"""What a bot answers to a message, by its id and its JSON; None where it breaks the connection."""

KNOWN = {"game", "ply", "seat", "url", "view", "deadline", "moves"}


def command_body(command: Json) -> bytes:
    return json.dumps({"command": command}).encode()


def first(message: Json) -> Json:
    """The first move that is no fold."""
    moves = [row["example"] for row in message["data"]["moves"]]
    move: Json = next((one for one in moves if one["type"] != "fold"), moves[0])
    return move


def good(_: str, message: Json) -> bytes:
    return command_body(first(message))


def illegal(_: str, message: Json) -> bytes:
    return command_body({"type": "exchange", "card": "1O"} if message["data"]["ply"] % 2 else first(message))


def malformed(_: str, message: Json) -> bytes:
    return command_body(first(message))[:-1]


def slow(_: str, message: Json) -> bytes:
    time.sleep(0.03)
    return command_body(first(message))


def strict(_: str, message: Json) -> bytes | None:
    return command_body(first(message)) if set(message["data"]) <= KNOWN else None


def wavering() -> Bot:
    """Answers the same message with another move each time."""
    seen: dict[str, int] = {}

    def bot(name: str, message: Json) -> bytes:
        seen[name] = seen.get(name, -1) + 1
        moves = [row["example"] for row in message["data"]["moves"]]
        return command_body(moves[seen[name] % len(moves)])

    return bot


def forgetful() -> Bot:
    """Answers each message once."""
    seen: set[str] = set()

    def bot(name: str, message: Json) -> bytes:
        known = name in seen
        seen.add(name)
        return b"{}" if known else command_body(first(message))

    return bot


def orderly() -> Bot:
    """Breaks the connection at a question that is older than another of its game."""
    latest: dict[str, int] = {}

    def bot(_: str, message: Json) -> bytes | None:
        game, ply = message["data"]["game"], message["data"]["ply"]
        if ply < latest.get(game, 0):
            return None
        latest[game] = ply
        return command_body(first(message))

    return bot


def mute(_: str, message: Json) -> None:
    return None


def failed(tally: PropertyResults) -> set[BotProperty]:
    """Return the properties that a bot failed."""
    return {check for check in BotProperty if tally.verdict(check) == "failed"}


@contextmanager
def listening(bot: Bot) -> Iterator[str]:
    """The address of a bot, as long as the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            answer = bot(self.headers["webhook-id"], json.loads(body))
            if answer is None:
                self.close_connection = True
                return
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(answer)

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """A caller that hangs up is part of the trial."""

    server = Server(("127.0.0.1", 0), Handler)
    server.block_on_close = False
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/turn"
    finally:
        server.shutdown()
        server.server_close()
