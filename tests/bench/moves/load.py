"""The load generator: whole games of requests over kept connections, one request under way on each.

    python -m tests.bench.moves.load PORT CONNECTIONS SECONDS < games

A line of the input is a game: the hexadecimal bytes of its requests, in order, separated by blanks. The
first is what its players ask when they sit down, `-` for nothing: each connection asks that of all its games
before the clock starts. The output is one JSON object: requests answered with 200, those answered otherwise,
seconds, seconds of this process's own computing, and the latencies at the 50th and 99th percentile in ms.

It does as little as it can, because it runs on the machine that it measures: no request is put together, and
of an answer nothing is read but status and length.
"""

import json
import select
import socket
import sys
import time
from collections import deque
from collections.abc import Sequence

Game = deque[bytes]

_LENGTH = b"\r\nContent-Length: "


class Line:
    """One connection and the games that it plays."""

    def __init__(self, port: int, games: deque[Game]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.games = games
        self.game: Game = deque()
        self.asked = 0.0
        self.heard = b""

    def look(self, number: int) -> None:
        """The players of that game have looked at it, if there is one."""
        if number < len(self.games) and (look := self.games[number].popleft()):
            self.socket.sendall(look)
            while self.hear() is None:
                pass

    def ask(self) -> bool:
        """The next request goes out, of the next game where this one is over; False if there is none."""
        while not self.game:
            if not self.games:
                return False
            self.game = self.games.popleft()
        self.asked = time.perf_counter()
        self.socket.sendall(self.game.popleft())
        return True

    def hear(self) -> bytes | None:
        """The status line of the answer, once all of it has come. Raises ConnectionError if none can come."""
        read = self.socket.recv(65536)
        if not read:
            raise ConnectionError("the server has closed a connection")
        heard = self.heard + read
        ends = heard.find(b"\r\n\r\n")
        begins = heard.find(_LENGTH, 0, ends) + len(_LENGTH)
        if ends < 0 or len(heard) < ends + 4 + int(heard[begins : heard.find(b"\r", begins)]):
            self.heard = heard
            return None
        self.heard = b""
        return heard[:12]


def _sit_down(lines: Sequence[Line]) -> None:
    """The players of every game have looked at it.

    The lines look in turns, because the service closes a connection that is idle for some seconds.
    """
    for number in range(max(len(line.games) for line in lines)):
        for line in lines:
            line.look(number)


def play(port: int, connections: int, seconds: float, games: Sequence[Game]) -> dict[str, float]:
    """Plays until the time is over, or the games of all connections."""
    opened = [Line(port, deque(games[first::connections])) for first in range(connections)]
    lines = {dispute.socket.fileno(): dispute for dispute in opened}
    poll = select.epoll()
    for number in lines:
        poll.register(number, select.EPOLLIN)
    _sit_down(opened)
    times, bad, began, worked = list[float](), 0, time.perf_counter(), time.process_time()
    under_way = sum([dispute.ask() for dispute in opened])
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
            if now - began > seconds or not lines[number].ask():
                poll.unregister(number)
                under_way -= 1
    taken, worked = time.perf_counter() - began, time.process_time() - worked
    times.sort()
    p50, p99 = times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000
    return {"good": len(times) - bad, "bad": bad, "seconds": taken, "busy": worked, "p50": p50, "p99": p99}


if __name__ == "__main__":
    port, connections, seconds = sys.argv[1:4]
    every = [deque(map(bytes.fromhex, line.replace("-", "").split(" "))) for line in sys.stdin]
    print(json.dumps(play(int(port), int(connections), float(seconds), every)))
