"""Rate limits per caller: by kind of request, in windows of a minute, reported in every answer.

Requests are counted per API key's player, else per seat token, else per client address. Moves and reads are
counted in the process, without a round trip: with n API processes a caller may have up to n times as many.
Requests that create something are counted in the store, exactly. Wrong credentials are counted for their
address, and so are genuine ones that were refused in the last minute: a revoked key must not use up the
limits of its player.

Headers after draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy: "moves";q=600;w=60` and
`RateLimit: "moves";r=599;t=60`.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from threading import Lock
from typing import Final, NamedTuple
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response, request

from app.http.client_address import client_address
from app.http.credentials import ApiKey, SeatToken, credential
from app.http.errors import Problem
from app.http.headers import RATE_HEADERS
from app.http.request_checks import ENDPOINT
from app.i18n import Message
from app.settings.parsers import Network

WINDOW_SECONDS: Final = 60
FAILURES: Final = "failures"
READS: Final = "reads"
"""The kinds of the HTTP layer itself: wrong credentials, and requests that change nothing."""

_KNOWN: Final = 50_000
"""Number of callers that a process counts at a time."""

_REMEMBERED: Final = 10_000
"""Number of verified credentials that a process remembers."""


class RateState(NamedTuple):
    """Result of a count: within the limit or not, the remaining number, seconds until the window ends."""

    fits: bool
    left: int
    seconds: float


Counting = Callable[[str, str, int], RateState]
"""Function that counts a request, given its kind, its caller and the limit of a window."""

Genuine = Callable[[SeatToken | ApiKey], bool]


class LocalCounts:
    """Counts of this process, for the `known` most recent callers."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, known: int = _KNOWN) -> None:
        self._clock = clock
        self._known = known
        self._lock = Lock()
        self._windows: dict[tuple[str, str], list[float]] = {}

    def __call__(self, kind: str, who: str, most: int, amount: int = 1) -> RateState:
        """Count `amount`; 0 only reads the count."""
        now = self._clock()
        with self._lock:
            window = self._windows.get((kind, who))
            if window is None or window[0] <= now:
                window = self._new_window(kind, who, now)
            fits = window[1] + max(amount, 1) <= most
            if fits:
                window[1] += amount
            return RateState(fits, max(0, most - int(window[1])), window[0] - now)

    def _new_window(self, kind: str, who: str, now: float) -> list[float]:
        self._windows.pop((kind, who), None)
        while len(self._windows) >= self._known:
            self._windows.pop(next(iter(self._windows)))  # the window that began first
        window = self._windows[kind, who] = [now + WINDOW_SECONDS, 0]
        return window


@dataclass(frozen=True, slots=True)
class Rates:
    """Rate limits of an application.

    `most` has the limit of a window by kind (0: unlimited), `kinds` the kind of a write by endpoint or
    blueprint. The kinds in `local` are counted in the process, the others by `shared`. `genuine` verifies a
    credential. `refused` is called with the kind of each refused request.
    """

    most: Mapping[str, int]
    kinds: Mapping[str, str]
    local: frozenset[str]
    shared: Counting
    genuine: Genuine
    proxies: tuple[Network, ...] = ()
    refused: Callable[[str], object] = lambda kind: None


def install(app: Flask, rates: Rates) -> None:
    """Count every request under /v1 and refuse those above the limit, after the guard and before any view."""
    counting = _RateLimiter(rates)
    app.before_request(counting.before)
    app.after_request(counting.after)


class _RateLimiter:
    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._local = LocalCounts()
        self._kinds: dict[str | None, str] = {}
        self._verified: OrderedDict[str, str] = OrderedDict()
        self._revoked = LocalCounts(known=_REMEMBERED)

    def before(self) -> None:
        """Count the current request. Raises Problem if it or its address is above a limit."""
        environ = request.environ
        method = environ["REQUEST_METHOD"]
        if not environ["PATH_INFO"].startswith("/v1/") or method == "OPTIONS":
            return
        who = self._caller(environ)
        if who is None:
            who = client_address(environ, self._rates.proxies)
            if "HTTP_AUTHORIZATION" in environ:
                self._check(environ, FAILURES, who, self._read)
        kind = READS if method in ("GET", "HEAD") else self._kind(environ.get(ENDPOINT))
        self._check(environ, kind, who, self._local if kind in self._rates.local else self._rates.shared)

    def after(self, response: Response) -> Response:
        """Count an answer to wrong credentials."""
        if response.status_code == 401 and "HTTP_AUTHORIZATION" in (environ := request.environ):
            address = client_address(environ, self._rates.proxies)
            self._local(FAILURES, address, self._rates.most.get(FAILURES, 0))
            credential_text = _credential_text(environ["HTTP_AUTHORIZATION"])
            if self._verified.pop(credential_text, None) is not None:
                self._revoked(FAILURES, credential_text, 1)
        return response

    def _kind(self, endpoint: str | None) -> str:
        """Return the kind of a write."""
        kind = self._kinds.get(endpoint)
        if kind is None:
            kinds, blueprint = self._rates.kinds, (endpoint or "").rpartition(".")[0]
            kind = self._kinds[endpoint] = kinds.get(endpoint or "") or kinds.get(blueprint) or kinds[""]
        return kind

    def _caller(self, environ: WSGIEnvironment) -> str | None:
        """Return the owner of the credential of the request, None without a genuine credential.

        Recently verified credentials are remembered, because verifying takes longer than all the counting.
        """
        header = environ.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        credential_text = _credential_text(header)
        owner = self._verified.get(credential_text)
        if owner is None:
            bearer = _credential(environ)
            if bearer is None or not self._rates.genuine(bearer):
                return None
            if not self._revoked(FAILURES, credential_text, 1, 0).fits:
                return None
            owner = self._verified[credential_text] = _name(bearer)
            if len(self._verified) > _REMEMBERED:
                self._verified.popitem(last=False)
        return owner

    def _check(self, environ: WSGIEnvironment, kind: str, who: str, counting: Counting) -> None:
        limit = self._rates.most.get(kind, 0)
        if not limit:
            return
        count = counting(kind, who, limit)
        if kind != FAILURES or not count.fits:
            environ[RATE_HEADERS] = _rate_headers(kind, limit, count)
        if not count.fits:
            self._rates.refused(kind)
            raise Problem(
                "rate_limited",
                Message("At most {limit} requests of the kind {kind} in {seconds} seconds.").filled(
                    limit=limit, kind=kind, seconds=WINDOW_SECONDS
                ),
                headers={"Retry-After": str(max(1, ceil(count.seconds)))},
            )

    def _read(self, kind: str, who: str, limit: int) -> RateState:
        return self._local(kind, who, limit, 0)


def _rate_headers(kind: str, most: int, count: RateState) -> tuple[tuple[str, str], ...]:
    """Return the headers of a limit."""
    return (
        ("RateLimit-Policy", f'"{kind}";q={most};w={WINDOW_SECONDS}'),
        ("RateLimit", f'"{kind}";r={count.left};t={ceil(count.seconds)}'),
    )


def _credential(environ: WSGIEnvironment) -> SeatToken | ApiKey | None:
    try:
        return credential(environ)
    except Problem:
        return None  # the view reports the error


def _credential_text(header: str) -> str:
    """Return the credential of an Authorization header, ignoring its spacing."""
    return header.rpartition(" ")[2]


def _name(bearer: SeatToken | ApiKey) -> str:
    return bearer.player if isinstance(bearer, ApiKey) else f"{bearer.game}.{bearer.seat}"
