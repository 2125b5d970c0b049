"""A stopping API process does not wait for its streams, and their clients can resume."""

import os
import signal
from http.client import HTTPConnection
from random import Random

from tests.api.streaming import SSE, events
from tests.server.helpers import eventually, is_alive
from tests.soak.client import Client, make, serving


def test_streams_are_cut_when_their_process_ends_and_taken_up_in_another() -> None:
    with serving() as service:
        client = Client(service.port)
        game = make(client, Random(1), {"variant": "north-american", "seats": ["me", "open"]})
        client.close()
        connection = HTTPConnection("127.0.0.1", service.port, timeout=60)
        connection.request("GET", f"{game.path}/events", headers={"Accept": SSE})
        answer = connection.getresponse()
        things = events(iter(lambda: answer.read1(4096), b""))
        assert [next(things).mark for _ in range(3)] == ["1", "2", "3"]
        master, *workers = sorted(pid for pid, line in service.family.items() if "gunicorn" in line)
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
