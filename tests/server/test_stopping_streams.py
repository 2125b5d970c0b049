"""A stopping API process does not wait for its streams, and their clients can resume."""

import os
import signal
from collections.abc import Iterator
from functools import partial
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Thread

import pytest

from tests.api.streaming import SSE, events
from tests.server.helpers import eventually, is_alive
from tests.soak.client import Client, Service, make, serving
from tests.soak.kills import Sitting


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """Return a service with two API processes, which each test ends."""
    with serving() as service:
        yield service


def test_streams_are_cut_when_their_process_ends_and_taken_up_in_another(service: Service) -> None:
    client = Client(service.port)
    game = make(client, Random(1), {"variant": "north-american", "seats": ["me", "open"]})
    client.close()
    connection = HTTPConnection("127.0.0.1", service.port, timeout=60)
    connection.request("GET", f"{game.path}/events", headers={"Accept": SSE})
    answer = connection.getresponse()
    things = events(iter(lambda: answer.read1(4096), b""))
    assert [next(things).mark for _ in range(3)] == ["1", "2", "3"]
    master, *workers = (pid for pid, line in service.family.items() if "gunicorn" in line)
    assert workers
    for pid in workers:
        os.kill(pid, signal.SIGTERM)
    assert [thing.json for thing in things] == [{"cut": "service_restarting", "ply": 3}]
    eventually(lambda: not any(map(is_alive, workers)))
    assert is_alive(master)
    service.wait()
    connection.close()
    connection.request("GET", f"{game.path}/events", headers={"Accept": SSE, "Last-Event-ID": "2"})
    again = connection.getresponse()
    assert next(events(iter(lambda: again.read1(4096), b""))).mark == "3"
    connection.close()


class Follower:
    """A client of the stream of a game that resumes it by the last id that it got, until the game is over."""

    def __init__(self, port: int, path: str) -> None:
        self.marks: list[str] = []
        self.cuts = 0
        self._port = port
        self._path = path
        self._is_over = False

    def run(self) -> None:
        """Follow the stream to the end of the game."""
        while not self._is_over:
            connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
            try:
                self._read(connection)
            except (OSError, HTTPException):
                pass  # no process answers for a moment
            finally:
                connection.close()

    def is_beyond(self, entries: int, cuts: int) -> bool:
        """Return whether it has more entries, and so many cuts; or all of them."""
        return self._is_over or (len(self.marks) > entries and self.cuts >= cuts)

    def _read(self, connection: HTTPConnection) -> None:
        last = {"Last-Event-ID": self.marks[-1]} if self.marks else {}
        connection.request("GET", f"{self._path}/events", headers={"Accept": SSE, **last})
        answer = connection.getresponse()
        for thing in events(iter(lambda: answer.read1(4096), b"")):
            if "digest" in thing.json:
                self.marks.append(str(thing.mark))
            self.cuts += "cut" in thing.json
            self._is_over |= "end" in thing.json


def workers_of(service: Service) -> list[int]:
    """Return the API processes that answer."""
    return [pid for pid, line in service.family.items() if "gunicorn" in line][1:]


def test_a_client_that_resumes_has_each_entry_once_however_often_its_process_ends(service: Service) -> None:
    plan = {"variant": "north-american", "seats": ["me", {"bot": "greedy"}], "options": {"deals": 1}}
    game, rng = make(Client(service.port), Random(3), plan), Random(2)
    sitting, follower = Sitting(game), Follower(service.port, game.path)
    threads = [Thread(target=target, daemon=True) for target in (lambda: sitting.run(rng), follower.run)]
    for thread in threads:
        thread.start()
    for number in (1, 2):
        entries = len(follower.marks)
        eventually(partial(follower.is_beyond, entries, number - 1))
        for pid in workers_of(service):
            os.kill(pid, signal.SIGTERM)
        eventually(partial(follower.is_beyond, entries, number))
    eventually(lambda: not any(thread.is_alive() for thread in threads))
    assert follower.cuts
    sitting.check()
    assert follower.marks == [str(ply) for ply in range(1, game.get()["ply"] + 1)]
    game.client.close()
