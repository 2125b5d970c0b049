"""Gunicorn gevent worker with read, body and write timeouts, and access logs without secrets.

A slow client does not block a gevent worker, but every half-sent request holds a connection, and the socket
timeouts of the kernel do not apply to gevent's non-blocking sockets. So these sockets have timeouts of their
own: for a read without data, for a body that does not end, for a client that does not read.
"""

import errno
import resource
import signal
import socket
import struct
import time
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import gevent
import gevent.socket
import orjson
from gevent.pool import Pool
from gevent.server import StreamServer
from gevent.socket import wait_read
from gunicorn.glogging import Logger
from gunicorn.http.errors import (
    ConfigurationProblem,
    InvalidHTTPVersion,
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.http.message import Request
from gunicorn.workers.base_async import AsyncWorker
from gunicorn.workers.ggevent import GeventWorker

from app.http.client_address import peer_address
from app.http.errors import Problem
from app.http.headers import PROBLEM_JSON, SECURITY_HEADERS
from app.observability.logs import access, formatter, log_fields, redact_path, request_id
from app.observability.worker_hooks import LOOP_DELAY, SHUTDOWN_HOOKS, measure
from app.processes import die_with_parent
from app.server.connection_counts import HANGS_SECONDS, ConnectionCount
from app.settings.parsers import LogFormat, Network

READ_SECONDS: Final = 3.0
BODY_SECONDS: Final = 8.0
WRITE_SECONDS: Final = 5.0
BALANCING_SECONDS: Final = 0.003  # the time of a few requests

_VERSIONS: Final = ((1, 0), (1, 1))

_UNREADABLE: Final = (
    # Errors of the service, not of the client.
    ((ConfigurationProblem, InvalidResponseHeader, InvalidResponseHeaderName), ""),
    (LimitRequestLine, "uri_too_long"),
    (LimitRequestHeaders, "headers_too_large"),
    (UnsupportedTransferCoding, "not_implemented"),
    (ParseException, "bad_request"),
)


class TimeoutSocket(gevent.socket.socket):  # type: ignore[misc]
    """Connection with timeouts.

    While a request is served (`deadline` set, by the monotonic clock) a read waits 3 s and all reads of the
    body end at the deadline; both raise TimeoutError. Between requests the keep-alive timeout of gunicorn
    applies.

    gunicorn sends the head of an answer and its body separately. The head is held back and sent together
    with the beginning of the body, so that one answer costs one system call and wakes the client once.
    """

    deadline: float | None = None
    _head: bytes | None = None
    """The head of the answer while it is held back, None before there is one."""

    def recv(self, *args: Any) -> bytes:
        """Return bytes from the client. Raises TimeoutError at the end of the read or body timeout.

        Between requests the event loop is asked first, even if the next request has come already: otherwise a
        client that is quick enough would be served again and again while the others wait.
        """
        if self.deadline is None:
            wait_read(self.fileno())
        self.settimeout(self._patience())
        return bytes(super().recv(*args))

    def sendall(self, data: Any, *args: Any) -> None:
        """Send all of `data`. Raises BrokenPipeError if the kernel accepts nothing for 5 s.

        A long answer may be slow but must progress. (gunicorn drops a broken pipe silently.)
        """
        if self.deadline is not None and self._head is None:
            self._head = bytes(data)
            return
        if self._head:
            data, self._head = self._head + data, b""
        remaining = memoryview(data).cast("B")
        self.settimeout(WRITE_SECONDS)
        try:
            while remaining:
                remaining = remaining[self.send(remaining, *args) :]
        except TimeoutError:
            raise BrokenPipeError(errno.EPIPE, "the client does not read") from None

    def end_request(self) -> None:
        """End a request; the head of an answer without a body is sent now."""
        try:
            if self._head:
                self.sendall(b"")
        finally:
            self.deadline = self._head = None

    def _patience(self) -> float | None:
        if self.deadline is None:
            return None
        return min(READ_SECONDS, max(0.001, self.deadline - time.monotonic()))


class BalancedServer(StreamServer):  # type: ignore[misc]
    """Listener that briefly leaves a new connection to a process with fewer open connections.

    The processes share the listening socket. Without this a process that is already running would accept
    nearly all connections that arrive together, and keep them. A connection that is still waiting after
    BALANCING_SECONDS is accepted, one each time, while another process has fewer.
    """

    max_accept = 1

    def __init__(
        self, listener: Any, handle: Callable[..., object], spawn: Pool, share: ConnectionCount
    ) -> None:
        self._share, self._waited = share, False
        super().__init__(listener, handle, spawn=spawn)

    def do_read(self) -> Any:
        """Accept a connection; return None if it is left to another process."""
        if not self._share.is_ahead or self._waited:
            self._waited = False
            return super().do_read()
        self._waited = True
        self.stop_accepting()
        gevent.spawn_later(BALANCING_SECONDS, self._resume)
        return None

    def close(self) -> None:
        """Stop accepting. Open connections may last until the process ends."""
        self._share.leave()
        super().close()

    def _resume(self) -> None:
        if self.started:
            self.start_accepting()


class TimeoutWorker(GeventWorker):  # type: ignore[misc]
    """Gevent worker that serves sockets with timeouts and ends with its master.

    It reports twice a second, so that other processes leave no connections to a worker that hangs. It reports
    the delay of its event loop to its application, under its `metrics_name`. Streams do not end by
    themselves, so before it ends it calls the shutdown hooks of its application.
    """

    share = ConnectionCount()
    metrics_name = "api"

    def server_class(self, listener: Any, *, spawn: Pool, **options: Any) -> BalancedServer:
        """Return the server of a listener; a hook of gunicorn for a custom server."""
        return BalancedServer(listener, partial(self.handle, listener), spawn, self.share)

    def run(self) -> None:
        """Serve until the worker is to end."""
        gevent.spawn(self._report_until_the_end)
        report = self._extensions().get(LOOP_DELAY)
        if report is not None:
            gevent.spawn(measure, partial(report, self.metrics_name), gevent.sleep, lambda: self.alive)
        super().run()

    def _report_until_the_end(self) -> None:
        while self.alive:
            self.share.report()
            gevent.sleep(HANGS_SECONDS / 2)
        for call in self._extensions().get(SHUTDOWN_HOOKS, ()):
            call()

    def _extensions(self) -> dict[str, Any]:
        """Return the extensions of the application."""
        extensions: dict[str, Any] = getattr(self.wsgi, "extensions", {})
        return extensions

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection, from its first request to its last."""
        patient = TimeoutSocket(client.family, client.type, client.proto, fileno=client.detach())
        self.share.add(1)
        try:
            AsyncWorker.handle(self, listener, patient, addr)
        finally:
            self.share.add(-1)

    def handle_request(self, listener_name: Any, req: Request, sock: TimeoutSocket, addr: Any) -> None:
        """Serve a request; its body must arrive within the body timeout.

        Raises InvalidHTTPVersion for versions other than HTTP/1.0 and 1.1: gunicorn accepts every 1.x.
        """
        if req.version not in _VERSIONS:
            raise InvalidHTTPVersion(req.version)
        sock.deadline = time.monotonic() + BODY_SECONDS
        try:
            super().handle_request(listener_name, req, sock, addr)
        finally:
            sock.end_request()

    def handle_error(self, req: Request, client: TimeoutSocket, addr: Any, exc: BaseException) -> None:
        """Answer a malformed request head with a problem document, and close the connection."""
        code = next((code for kind, code in _UNREADABLE if isinstance(exc, kind)), "")
        if not code:
            super().handle_error(req, client, addr, exc)
            return
        self.log.warning("A request that cannot be read: %s", type(exc).__name__)
        try:
            client.sendall(_refusal(Problem(code)))
        except OSError:
            self.log.debug("Nobody waits for the refusal any more.")


def _refusal(problem: Problem) -> bytes:
    """Return the bytes of an answer for a request that did not reach the application."""
    body = orjson.dumps(problem.as_dict())
    headers = {
        "Connection": "close",
        "Content-Type": PROBLEM_JSON,
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        "X-Request-Id": request_id(),
    }
    lines = [f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}"]
    lines += [f"{name}: {text}" for name, text in (headers | SECURITY_HEADERS).items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


class RedactingLogger(Logger):  # type: ignore[misc]
    """Logger of gunicorn with the formats of the project: no query, no token, one line per record."""

    form: LogFormat | None = None
    proxies: Sequence[Network] = ()
    """Proxies whose X-Forwarded-For names the client in access lines, as for rate limits."""

    def setup(self, cfg: Any) -> None:
        """Set up the handlers of gunicorn with the formatter of the project."""
        super().setup(cfg)
        for log, form in ((self.error_log, self.error_fmt), (self.access_log, self.access_fmt)):
            for handler in log.handlers:
                handler.setFormatter(formatter(self.form, form, self.datefmt))

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> None:
        """Log one line for a finished request."""
        if self.access_log_enabled:
            address = peer_address(environ, self.proxies)
            about = access(environ, address, str(resp.status), resp.sent or 0, request_time.total_seconds())
            self.access_log.info("request", extra=log_fields(**about))

    def atoms(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> dict[str, Any]:
        """Return the values of the access line; `U` is the path as sent, still escaped."""
        values: dict[str, Any] = super().atoms(resp, req, environ, request_time)
        return values | {"U": redact_path(environ["RAW_URI"]), "r": "-", "q": "-", "f": "-"}


def logger_in(form: LogFormat | None, proxies: Sequence[Network] = ()) -> type[RedactingLogger]:
    """Return a logger class with this format and these trusted proxies."""
    return type("FormedLogger", (RedactingLogger,), {"form": form, "proxies": proxies})


def set_kernel_timeouts(listener: socket.socket) -> None:
    """Set timeouts on sockets accepted from `listener`, for workers other than gevent."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", int(READ_SECONDS), 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", int(WRITE_SECONDS), 0))


def allow_files(count: int) -> None:
    """Allow `count` open files and connections in this process, as far as the system permits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < target:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))


def tie_to_master(master: int) -> None:
    """This API process ends when the process `master` ends, however it ends; at once if it is gone."""
    if not die_with_parent.die_with_parent(signal.SIGQUIT, master):
        raise SystemExit(0)
