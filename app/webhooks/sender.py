"""One attempt to deliver: one connection to a checked address, one request, a bounded answer, a hard end.

The connection is ours, so that the address which was checked is the one connected to, while TLS still proves
the name. A watchdog cuts it when the time is over, because a receiver that sends a byte now and then never
lets a timeout of the socket pass. Redirects are answers like any other failure. Nothing is unpacked, so no
small answer becomes a large one; no proxy of the environment is asked.
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
    Unreachable,
    addresses,
    system_resolver,
    target,
)

LARGEST_ANSWER: Final = 65_536
"""How many bytes of an answer are read."""

_AGENT: Final = "conquian-webhooks/1"
_IDENTITY: Final = ("", "identity")


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of an attempt.

    `status` is None where no answer came. `error` is a class: blocked_address, dns, connect, tls, timeout,
    protocol, redirect, gone, status; None for success. `body` is at most 64 KiB, empty where it was packed.
    """

    status: int | None
    error: str | None
    latency_ms: int
    body: bytes = b""

    @property
    def delivered(self) -> bool:
        """Whether the receiver has it."""
        return self.error is None


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends within `seconds` altogether, `connect` of them to connect; may reach `networks` besides."""

    seconds: float
    connect: float
    networks: tuple[Network, ...] = ()
    resolver: Resolver = system_resolver
    context: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Attempt:
        """What came of one POST; nothing is raised for whatever the receiver does."""
        began = time.monotonic()
        status: int | None = None
        answer = b""
        try:
            status, answer = self._exchanged(target(url, self.networks), headers, body, began + self.seconds)
            error = _judged(status)
        except BadTarget:
            error = "blocked_address"
        except Unreachable as known:
            error = known.error
        except _Expired:
            error = "timeout"
        except TimeoutError:
            error = "timeout"
        except (OSError, http.client.HTTPException, ValueError):
            # ValueError: a number in the answer that is none.
            error = "protocol"
        return Attempt(status, error, round((time.monotonic() - began) * 1000), answer)

    def _exchanged(
        self, place: Target, headers: Mapping[str, str], body: bytes, ends: float
    ) -> tuple[int, bytes]:
        connect = min(self.connect, ends - time.monotonic())
        found = addresses(place.host, place.port, connect, self.networks, self.resolver)
        stream = self._wrapped(_connected(found, place.port, self.connect, ends), place)
        with stream, _Watchdog(stream, ends) as watchdog:
            try:
                _shake(stream)
                answer = _asked(stream, place, headers, body)
            except (OSError, http.client.HTTPException, Unreachable) as problem:
                if watchdog.has_bitten:
                    raise _Expired from problem
                raise
            if watchdog.has_bitten:  # a body without a length seems whole wherever it is cut
                raise _Expired
            return answer

    def _wrapped(self, raw: socket.socket, place: Target) -> socket.socket:
        """The connection, TLS not yet begun where it is wanted, so that the watchdog can end that too."""
        if place.scheme == "http":
            return raw
        try:
            return self.context.wrap_socket(raw, server_hostname=place.host, do_handshake_on_connect=False)
        except BaseException:
            raw.close()
            raise


class _Expired(Exception):
    """The time for the attempt is over."""


def _judged(status: int) -> str | None:
    """The class of failure that a status is, None for success."""
    if 200 <= status < 300:
        return None
    if status == http.client.GONE:
        return "gone"
    return "redirect" if 300 <= status < 400 else "status"


def _connected(found: tuple[Address, ...], port: int, seconds: float, ends: float) -> socket.socket:
    """A connection to the first of these addresses that takes one, within `seconds` for all of them."""
    limit = min(time.monotonic() + seconds, ends)
    for address in found:
        left = limit - time.monotonic()
        if left <= 0:
            break
        with suppress(OSError):
            # An address, not a name: nothing is resolved here.
            stream = socket.create_connection((str(address), port), left)
            stream.settimeout(max(0.001, ends - time.monotonic()))
            return stream
    raise Unreachable("connect")


def _shake(stream: socket.socket) -> None:
    if isinstance(stream, ssl.SSLSocket):
        try:
            stream.do_handshake()
        except TimeoutError:  # the socket's own limit, which may pass a moment before the watchdog's
            raise
        except OSError as problem:
            raise Unreachable("tls") from problem


def _asked(
    stream: socket.socket, place: Target, headers: Mapping[str, str], body: bytes
) -> tuple[int, bytes]:
    """The status and as much of the body as is read of the answer to a POST over `stream`."""
    connection = http.client.HTTPConnection(place.host, place.port)
    connection.sock = stream
    fixed = {
        "Host": place.authority,
        "User-Agent": _AGENT,
        "Accept-Encoding": "identity",
        "Connection": "close",
    }
    connection.request("POST", place.path, body, {**fixed, "Content-Type": "application/json", **headers})
    response = connection.getresponse()
    packed = response.getheader("Content-Encoding", "").strip().lower() not in _IDENTITY
    return response.status, b"" if packed else response.read(LARGEST_ANSWER)


class _Watchdog:
    """Cuts a connection at the moment `ends` (monotonic), unless it is let go before."""

    def __init__(self, stream: socket.socket, ends: float) -> None:
        self.has_bitten = False
        self._stream = stream
        self._lock = threading.Lock()
        self._guards = True
        self._timer = threading.Timer(max(0.0, ends - time.monotonic()), self._bite)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._timer.cancel()
        with self._lock:  # from here on the number of the socket may be another connection's
            self._guards = False

    def _bite(self) -> None:
        with self._lock, suppress(OSError):
            if self._guards:
                self.has_bitten = True
                # Not TLS's own shutdown, which another thread may be reading through.
                socket.socket.shutdown(self._stream, socket.SHUT_RDWR)
