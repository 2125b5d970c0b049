"""The load generator: whole games of requests over kept connections, one request under way on each.

    python -m tests.bench.moves.load PORT CONNECTIONS SECONDS < games

A line of the input is a game: the hexadecimal bytes of its requests, in order, separated by blanks. The
output is one JSON object: requests answered with 200, those answered otherwise, seconds, and the latencies
at the 50th and 99th percentile in ms.
"""

import json
import select
import socket
import sys
import time
from collections import deque

Game = deque[bytes]


class Line:
    """One connection and the game that it plays."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.game: Game = deque()
        self.asked = 0.0
        self.heard = b""

    def ask(self, games: deque[Game]) -> bool:
        """The next request goes out, of the next game where this one is over; False if there is none."""
        while not self.game:
            if not games:
                return False
            self.game = games.popleft()
        self.asked = time.perf_counter()
        self.socket.sendall(self.game.popleft())
        return True

    def hear(self) -> bytes | None:
        """The status line of the answer, once all of it has come."""
        self.heard += self.socket.recv(65536)
        head, found, body = self.heard.partition(b"\r\n\r\n")
        if not found:
            return None
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(body) < length:
            return None
        self.heard = b""
        return head[:12]


def play(port: int, connections: int, seconds: float, games: deque[Game]) -> dict[str, float]:
    """Plays until the time or the games are used up."""
    lines = {one.socket.fileno(): one for one in [Line(port) for _ in range(connections)]}
    poll = select.epoll()
    for number in lines:
        poll.register(number, select.EPOLLIN)
    times, bad, began = list[float](), 0, time.perf_counter()
    under_way = sum([one.ask(games) for one in lines.values()])
    while under_way:
        for number, _ in poll.poll():
            status = lines[number].hear()
            if status is None:
                continue
            now = time.perf_counter()
            times.append(now - lines[number].asked)
            if status != b"HTTP/1.1 200":
                bad += 1
                lines[number].game.clear()
            if now - began > seconds or not lines[number].ask(games):
                under_way -= 1
    taken = time.perf_counter() - began
    times.sort()
    p50, p99 = times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000
    return {"good": len(times) - bad, "bad": bad, "seconds": taken, "p50": p50, "p99": p99}


if __name__ == "__main__":
    port, connections, seconds = sys.argv[1:4]
    every = deque(deque(map(bytes.fromhex, line.split())) for line in sys.stdin)
    print(json.dumps(play(int(port), int(connections), float(seconds), every)))
