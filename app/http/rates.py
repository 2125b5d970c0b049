"""How many requests a caller may make: by kind of request, in windows of a minute, told in every answer.

Who calls is the player of a genuine API key, the seat of a genuine token, else the address. Moves and reads
are counted in the process, so that they cost no round trip: with n API processes a caller may have up to n
times as many. What makes something is counted in the store, exactly. Wrong credentials count against their
address, and so do genuine ones that were refused in the last minute: whoever has a key that was revoked must
not use up the limits of its player.

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

from flask import Flask, Request, Response, g, request

from app.http.address import client_address
from app.http.errors import Problem
from app.http.keys import ApiKey, credential
from app.http.tokens import SeatToken
from app.values import Network

WINDOW_SECONDS: Final = 60
FAILURES: Final = "failures"
READS: Final = "reads"
"""The kinds that the HTTP layer itself tells apart: wrong credentials, and whatever changes nothing."""

_KNOWN: Final = 50_000
"""How many callers a process counts at a time."""

_TOLD: Final = "rate_headers"

_REMEMBERED: Final = 10_000
"""How many credentials a process knows to be genuine."""


class Count(NamedTuple):
    """Whether a request fits, how much is left of its window, and the seconds until the window ends."""

    fits: bool
    left: int
    seconds: float


Counting = Callable[[str, str, int], Count]
"""Counts a request: its kind, who makes it, and how many may be made in a window."""

Genuine = Callable[[SeatToken | ApiKey], bool]


class Local:
    """Counts of this process, for the `known` callers that it has heard of last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, known: int = _KNOWN) -> None:
        self._clock = clock
        self._known = known
        self._lock = Lock()
        self._windows: dict[tuple[str, str], list[float]] = {}

    def __call__(self, kind: str, who: str, most: int, amount: int = 1) -> Count:
        """Counts `amount`, which may be 0 to look only."""
        now = self._clock()
        with self._lock:
            window = self._windows.get((kind, who))
            if window is None or window[0] <= now:
                window = self._begun(kind, who, now)
            fits = window[1] + max(amount, 1) <= most
            if fits:
                window[1] += amount
            return Count(fits, max(0, most - int(window[1])), window[0] - now)

    def _begun(self, kind: str, who: str, now: float) -> list[float]:
        self._windows.pop((kind, who), None)
        while len(self._windows) >= self._known:
            self._windows.pop(next(iter(self._windows)))  # the window that began first
        window = self._windows[kind, who] = [now + WINDOW_SECONDS, 0]
        return window


@dataclass(frozen=True, slots=True)
class Rates:
    """The limits of an application: by kind how many in a window (0: any number), how they are counted, and
    by endpoint or blueprint what kind a request is that is no read (`local` are counted in the process, the
    others by `shared`). `refused` hears the kind of each request that is one too many."""

    most: Mapping[str, int]
    kinds: Mapping[str, str]
    local: frozenset[str]
    shared: Counting
    genuine: Genuine
    proxies: tuple[Network, ...] = ()
    refused: Callable[[str], object] = lambda kind: None


def install(app: Flask, rates: Rates) -> None:
    """Counts every request under /v1, refuses those that are too many; after the guard, before any view."""
    counting = _Counting(rates)
    app.before_request(counting.before)
    app.after_request(counting.after)


class _Counting:
    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._local = Local()
        self._kinds: dict[str | None, str] = {}
        self._proved: OrderedDict[str, str] = OrderedDict()
        self._ended = Local(known=_REMEMBERED)

    def before(self) -> None:
        """Counts the present request, and those before it from its address that proved nothing."""
        environ = request.environ
        method = environ["REQUEST_METHOD"]
        if not environ["PATH_INFO"].startswith("/v1/") or method == "OPTIONS":
            return
        who = self._caller(request)
        if who is None:
            who = client_address(environ, self._rates.proxies)
            if "HTTP_AUTHORIZATION" in environ:
                self._check(FAILURES, who, self._look)
        kind = READS if method in ("GET", "HEAD") else self._kind(request.endpoint)
        self._check(kind, who, self._local if kind in self._rates.local else self._rates.shared)

    def after(self, response: Response) -> Response:
        """The answer, with what is left of the limit; one to wrong credentials counts."""
        response.headers.extend(g.get(_TOLD, ()))
        environ = request.environ
        if response.status_code == 401 and "HTTP_AUTHORIZATION" in environ:
            address = client_address(environ, self._rates.proxies)
            self._local(FAILURES, address, self._rates.most.get(FAILURES, 0))
            borne = _borne(environ["HTTP_AUTHORIZATION"])
            if self._proved.pop(borne, None) is not None:
                self._ended(FAILURES, borne, 1)
        return response

    def _kind(self, endpoint: str | None) -> str:
        """What kind of request it is that is no read."""
        found = self._kinds.get(endpoint)
        if found is None:
            kinds, room = self._rates.kinds, (endpoint or "").rpartition(".")[0]
            found = self._kinds[endpoint] = kinds.get(endpoint or "") or kinds.get(room) or kinds[""]
        return found

    def _caller(self, request: Request) -> str | None:
        """Whose genuine credential the request bears, None where it bears none.

        Those that were proved last are known, because proving takes longer than all the counting.
        """
        header = request.environ.get("HTTP_AUTHORIZATION")
        if header is None:
            return None
        borne = _borne(header)
        known = self._proved.get(borne)
        if known is None:
            found = _credential(request)
            if found is None or not self._rates.genuine(found):
                return None
            if not self._ended(FAILURES, borne, 1, 0).fits:
                return None
            known = self._proved[borne] = _name(found)
            if len(self._proved) > _REMEMBERED:
                self._proved.popitem(last=False)
        return known

    def _check(self, kind: str, who: str, counting: Counting) -> None:
        most = self._rates.most.get(kind, 0)
        if not most:
            return
        count = counting(kind, who, most)
        if kind != FAILURES or not count.fits:
            setattr(g, _TOLD, _told(kind, most, count))
        if not count.fits:
            self._rates.refused(kind)
            raise Problem(
                "rate_limited",
                f"At most {most} requests of the kind {kind} in {WINDOW_SECONDS} seconds.",
                headers={"Retry-After": str(max(1, ceil(count.seconds)))},
            )

    def _look(self, kind: str, who: str, most: int) -> Count:
        return self._local(kind, who, most, 0)


def _told(kind: str, most: int, count: Count) -> tuple[tuple[str, str], ...]:
    """The headers that say what is left."""
    return (
        ("RateLimit-Policy", f'"{kind}";q={most};w={WINDOW_SECONDS}'),
        ("RateLimit", f'"{kind}";r={count.left};t={ceil(count.seconds)}'),
    )


def _credential(request: Request) -> SeatToken | ApiKey | None:
    try:
        return credential(request)
    except Problem:
        return None  # the view says what is wrong with it


def _borne(header: str) -> str:
    """What an Authorization header bears, however it is spaced."""
    return header.rpartition(" ")[2]


def _name(found: SeatToken | ApiKey) -> str:
    return found.player if isinstance(found, ApiKey) else f"{found.game}.{found.seat}"
