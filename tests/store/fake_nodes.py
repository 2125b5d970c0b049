"""Nodes of a cluster that answer as a test sets them, and clients that know some of them."""

import socketserver
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from threading import Thread
from typing import Any

from redis import Redis

from app.store.client import connect
from app.store.cluster import SLOTS

LOST = b""
"""The answer of a node that closes the connection instead."""


def commands(stream: BufferedIOBase) -> Iterator[list[str]]:
    """Yield the words of each command that a client of Redis sends, until it closes the connection."""
    while line := stream.readline():
        words = []
        for _ in range(int(line[1:])):
            size = int(stream.readline()[1:])
            words.append(stream.read(size + 2)[:-2].decode(errors="replace"))
        yield words


class FakeNode(socketserver.ThreadingTCPServer):
    """A node that names `owner` as the master of every slot, and answers commands by `answers`."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 50

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.port: int = self.server_address[1]
        self.owner = self.port
        self.answers: Callable[[list[str]], bytes] = lambda words: b"+OK\r\n"
        self.asked: list[list[str]] = []
        self.readings = 0
        """How often the map of slots was asked for."""

    def slots(self) -> bytes:
        """Return the reply to CLUSTER SLOTS, without a name of the host."""
        return b"*1\r\n*3\r\n:0\r\n:%d\r\n*3\r\n$-1\r\n:%d\r\n$2\r\nid\r\n" % (SLOTS - 1, self.owner)


class _Conversation(socketserver.StreamRequestHandler):
    server: FakeNode

    def handle(self) -> None:
        for words in commands(self.rfile):
            if words[0] == "CLUSTER":
                self.server.readings += 1
                self.wfile.write(self.server.slots())
                continue
            self.server.asked.append(words)
            answer = self.server.answers(words)
            if answer == LOST:
                return
            self.wfile.write(answer)


@contextmanager
def nodes(count: int = 2) -> Iterator[list[FakeNode]]:
    """Context of nodes, the first of which is the master of all slots."""
    started = [FakeNode() for _ in range(count)]
    for node in started:
        node.owner = started[0].port
        Thread(target=node.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield started
    finally:
        for node in started:
            node.shutdown()
            node.server_close()


@contextmanager
def client(*named: FakeNode, member: Any = None) -> Iterator[Redis]:
    """Context of a client that knows the addresses of some nodes."""
    hosts = ",".join(f"127.0.0.1:{node.port}" for node in named)
    with connect(f"redis+cluster://{hosts}/", member) as redis:
        yield redis


def error(text: str) -> Callable[[list[str]], bytes]:
    """Return the behaviour of a node that refuses every command."""
    return lambda words: f"-{text}\r\n".encode()
