"""One delivery attempt: one connection to a checked address, one request, a bounded answer, a hard
deadline.

The connection is opened here, so that it goes to the address that was checked, while TLS still verifies the
name. A watchdog closes it at the deadline, because a receiver that sends a byte now and then never triggers a
timeout of the socket. Redirects count as failures. Nothing is decompressed, so no small answer becomes a
large one; proxies of the environment are ignored.
"""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Self

from app.settings.parsers import Network
from app.webhooks.target_address import (
    Address,
    BadTarget,
    Resolver,
    Target,
    TargetUnreachable,
    addresses,
    system_resolver,
    target,
)

LARGEST_ANSWER: Final = 65_536
"""Number of bytes of an answer that are read."""

_AGENT: Final = "conquian-webhooks/1"
_IDENTITY: Final = ("", "identity")


@dataclass(frozen=True, slots=True)
class Attempt:
    """Result of an attempt.

    `status` is None if no answer came. `error` is a class: blocked_address, dns, connect, tls, timeout,
    protocol, redirect, gone, status; None for success. `body` is at most 64 KiB, and empty if it was
    compressed.
    """

    status: int | None
    error: str | None
    latency_ms: int
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends within `seconds` in all, `connect` of them for the connection; may also reach `networks`."""

    seconds: float
    connect: float
    networks: tuple[Network, ...] = ()
    resolver: Resolver = system_resolver
    context: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Attempt:
        """Send one POST and return the result; no error of the receiver is raised."""
        began = time.monotonic()
        status: int | None = None
        answer = b""
        try:
            status, answer = self._exchange(target(url, self.networks), headers, body, began + self.seconds)
            error = _failure_class(status)
        except BadTarget:
            error = "blocked_address"
        except TargetUnreachable as known:
            error = known.error
        except _Expired:
            error = "timeout"
        except TimeoutError:
            error = "timeout"
        except (OSError, http.client.HTTPException, ValueError):
            # ValueError: a malformed number in the answer.
            error = "protocol"
        return Attempt(status, error, round((time.monotonic() - began) * 1000), answer)

    def _exchange(
        self, destination: Target, headers: Mapping[str, str], body: bytes, deadline: float
    ) -> tuple[int, bytes]:
        connect = min(self.connect, deadline - time.monotonic())
        reachable = addresses(destination.host, destination.port, connect, self.networks, self.resolver)
        stream = self._wrapped(_connected(reachable, destination.port, self.connect, deadline), destination)
        with stream, _Watchdog(stream, deadline) as watchdog:
            try:
                _handshake(stream)
                answer = _request(stream, destination, headers, body)
            except (OSError, http.client.HTTPException, TargetUnreachable) as problem:
                if watchdog.has_expired:
                    raise _Expired from problem
                raise
            if watchdog.has_expired:  # a body without a length looks complete wherever it is cut
                raise _Expired
            return answer

    def _wrapped(self, raw: socket.socket, place: Target) -> socket.socket:
        """Wrap the connection for TLS if needed; the handshake comes later, so that the watchdog can end
        it too.
        """
        if place.scheme == "http":
            return raw
        try:
            return self.context.wrap_socket(raw, server_hostname=place.host, do_handshake_on_connect=False)
        except BaseException:
            raw.close()
            raise


class _Expired(Exception):
    """The time for the attempt is over."""


def _failure_class(status: int) -> str | None:
    """Return the class of failure of a status, None for success."""
    if 200 <= status < 300:
        return None
    if status == http.client.GONE:
        return "gone"
    return "redirect" if 300 <= status < 400 else "status"


def _connected(reachable: tuple[Address, ...], port: int, seconds: float, ends: float) -> socket.socket:
    """Return a connection to the first of these addresses that accepts one, within `seconds` in all."""
    limit = min(time.monotonic() + seconds, ends)
    for address in reachable:
        remaining = limit - time.monotonic()
        if remaining <= 0:
            break
        with suppress(OSError):
            # An address, not a name: nothing is resolved here.
            stream = socket.create_connection((str(address), port), remaining)
            stream.settimeout(max(0.001, ends - time.monotonic()))
            return stream
    raise TargetUnreachable("connect")


def _handshake(stream: socket.socket) -> None:
    if isinstance(stream, ssl.SSLSocket):
        try:
            stream.do_handshake()
        except TimeoutError:  # the socket's own limit, which may expire just before the watchdog's
            raise
        except OSError as problem:
            raise TargetUnreachable("tls") from problem


def _request(
    stream: socket.socket, destination: Target, headers: Mapping[str, str], body: bytes
) -> tuple[int, bytes]:
    """Send a POST over `stream`; return the status and the beginning of the body of the answer."""
    connection = http.client.HTTPConnection(destination.host, destination.port)
    connection.sock = stream
    fixed = {
        "Host": destination.authority,
        "User-Agent": _AGENT,
        "Accept-Encoding": "identity",
        "Connection": "close",
    }
    connection.request(
        "POST", destination.path, body, {**fixed, "Content-Type": "application/json", **headers}
    )
    response = connection.getresponse()
    is_compressed = response.getheader("Content-Encoding", "").strip().lower() not in _IDENTITY
    return response.status, b"" if is_compressed else response.read(LARGEST_ANSWER)


class _Watchdog:
    """Closes a connection at the time `ends` (monotonic), unless it is released before."""

    def __init__(self, stream: socket.socket, ends: float) -> None:
        self.has_expired = False
        self._stream = stream
        self._lock = threading.Lock()
        self._is_armed = True
        self._timer = threading.Timer(max(0.0, ends - time.monotonic()), self._expire)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._timer.cancel()
        with self._lock:  # from here on the number of the socket may belong to another connection
            self._is_armed = False

    def _expire(self) -> None:
        with self._lock, suppress(OSError):
            if self._is_armed:
                self.has_expired = True
                # Not the shutdown of TLS, through which another thread may be reading.
                socket.socket.shutdown(self._stream, socket.SHUT_RDWR)
