"""Names to addresses, once for each attempt: what is checked here is what is connected to.

A name that is resolved again could lead elsewhere by then (DNS rebinding), so nobody resolves it again.

    Unreachable       no connection can be made; `error` is its class in the log of deliveries
"""

import socket
import threading
from collections.abc import Callable, Iterable, Sequence

from app.values import Network
from app.webhooks.addresses import Address, allowed, parsed

Resolver = Callable[[str, int], Sequence[str]]
"""The addresses of a name, as text; OSError where there are none."""


class Unreachable(Exception):
    """No connection can be made; `error` is its class in the log of deliveries."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


def system(host: str, port: int) -> Sequence[str]:
    """The addresses that the system's resolver knows for a name, in its order, each once."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(row[4][0]) for row in found))


def addresses(
    host: str, port: int, seconds: float, networks: Iterable[Network] = (), resolver: Resolver = system
) -> tuple[Address, ...]:
    """The addresses of `host`, every one of which a webhook may reach; else Unreachable.

    `dns` if there are none within `seconds`, `blocked_address` if any of them may not be reached.
    """
    literal = parsed(host)
    texts = [host] if literal else _within(seconds, lambda: resolver(host, port))
    found = [parsed(text) for text in texts]
    if not found:
        raise Unreachable("dns")
    if not all(one is not None and allowed(one, networks) for one in found):
        raise Unreachable("blocked_address")
    return tuple(one for one in found if one is not None)


def _within(seconds: float, ask: Callable[[], Sequence[str]]) -> Sequence[str]:
    """What `ask` answers. The system's resolver cannot be interrupted, so a thread waits for it alone."""
    answers: list[Sequence[str]] = []

    def run() -> None:
        try:
            answers.append(ask())
        except (OSError, UnicodeError):  # UnicodeError: a label that no resolver takes
            return

    thread = threading.Thread(target=run, name="resolver", daemon=True)
    thread.start()
    thread.join(seconds)
    return answers[0] if answers else ()
