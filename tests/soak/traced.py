"""A worker of gunicorn that writes down which request held the event loop, and for how long.

Between two switches of greenlets nothing else happens in a process. What one request computes there is
measured in time of the processor, so that it counts no other process of the machine.
"""

import json
import os
import time
from importlib import import_module
from typing import Any, Final

import gevent
from gunicorn.http.message import Request

from app.server.gunicorn_worker import TimeoutSocket, TimeoutWorker

FILE: Final = "CONQUIAN_SOAK_TRACE"
"""The variable of the environment that names the file."""

_SECONDS: Final = 0.01
"""What is shorter is not written down."""


class TracedWorker(TimeoutWorker):
    """The worker of the API, with a line for whatever takes 10 ms of the processor without a pause."""

    def run(self) -> None:
        """Serves until the worker is to end."""
        self._requests: dict[int, str] = {}
        self._last = time.thread_time(), time.monotonic()
        self._file = open(os.environ[FILE], "a", buffering=1)  # noqa: SIM115 (as long as the process)
        import_module("greenlet").settrace(self._switched)  # it has no types
        super().run()

    def handle_request(self, listener_name: Any, req: Request, sock: TimeoutSocket, addr: Any) -> None:
        """One request, which is what its greenlet does meanwhile."""
        me = id(gevent.getcurrent())
        self._requests[me] = f"{req.method} {req.path}"
        try:
            super().handle_request(listener_name, req, sock, addr)
        finally:
            self._note(self._requests.pop(me))  # the next one of this connection is another request

    def _switched(self, event: str, greenlets: tuple[Any, Any]) -> None:
        self._note(self._requests.get(id(greenlets[0]), ""))

    def _note(self, asked: str) -> None:
        """Write down what was computed since the last switch, if that was long."""
        used, now = time.thread_time(), time.monotonic()
        if used - self._last[0] > _SECONDS:
            seconds = used - self._last[0]
            row = {"asked": asked, "processor": seconds, "clock": now - self._last[1], "ended": now}
            self._file.write(json.dumps(row) + "\n")
        self._last = time.thread_time(), time.monotonic()
