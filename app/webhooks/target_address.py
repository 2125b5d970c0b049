"""Addresses of webhook receivers: parsing, allowed networks (SSRF guard) and name resolution.

Public addresses are allowed, and those of the networks in the settings. This machine, private and shared
networks, link-local ones with the metadata services of clouds, multicast, and every IPv6 form of such an IPv4
address are refused.

A name is resolved once for each attempt, and the checked address is the one connected to. A second resolution
could give another address (DNS rebinding).

    BadTarget         the text is no address that a webhook may be sent to; `reason` is the code
    TargetUnreachable no connection can be made; `error` is its class in the log of deliveries
"""

import re
import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from app.i18n import Message
from app.settings.parsers import Network
from app.webhooks.decide import WebhookError

LENGTH: Final = 2_000
_PORTS: Final = {"https": 443, "http": 80}
_HOST: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*\.?")
_LOOPBACK: Final = "127.0.0.1"  # the address of every name under localhost (RFC 6761, 6.3)
_NUMERIC: Final = re.compile(r"(0x[0-9a-f]*|[0-9]+)\.?")
_VISIBLE: Final = re.compile(r"[!-~]{1,2000}")


class BadTarget(WebhookError):
    """The text is not an address to which a webhook may send."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Target:
    """Destination: scheme, name or address (without brackets), port, and path with query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def target(url: str, networks: Iterable[Network] = ()) -> Target:
    """Return the parsed `url`. Raises BadTarget if a webhook may not be sent to it.

    The name is resolved and checked at each attempt, not here.

    >>> target("https://bot.example:8443/hook?a=1")
    Target(scheme='https', host='bot.example', port=8443, path='/hook?a=1')
    """
    if not _VISIBLE.fullmatch(url) or "\\" in url:
        raise BadTarget(
            Message("Write the address in at most {count} visible ASCII characters, a name as xn--….").filled(
                count=LENGTH
            )
        )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadTarget(Message("This is no address.")) from None
    if parts.scheme not in _PORTS:
        raise BadTarget(Message("The address begins with https:// or http://."))
    if "@" in parts.netloc:
        raise BadTarget(Message("An address holds no user and no password."))
    if "#" in url:
        raise BadTarget(Message("An address of a receiver has no fragment."))
    port = _PORTS[parts.scheme] if port is None else port
    if port not in _PORTS.values() and not 1024 < port < 65_536:
        raise BadTarget(Message("The port is 443, 80 or one above 1024."))
    host = _checked_host(parts.hostname or "", tuple(networks))
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    return Target(parts.scheme, host, port, path)


def _checked_host(host: str, networks: tuple[Network, ...]) -> str:
    is_localhost = host.removesuffix(".").rpartition(".")[2] == "localhost"
    address = parsed(_LOOPBACK if is_localhost else host)
    if address is not None and not allowed(address, networks):
        raise BadTarget(
            Message(
                "This address is not one of the public internet, nor in CONQUIAN_WEBHOOK_NETWORKS of the"
                " service."
            )
        )
    if address is not None and not is_localhost:
        return str(address)
    if not _HOST.fullmatch(host) or len(host) > 253:
        raise BadTarget(Message("The host is a name or an IP address."))
    # Resolvers read 127.1, 0x7f000001 and 2130706433 as addresses; these forms are not needed.
    if _NUMERIC.fullmatch(host.rpartition(".")[2] or host.split(".")[-2]):
        raise BadTarget(Message("Write an IP address in its usual form."))
    return host


Address = IPv4Address | IPv6Address

_NAT64: Final = IPv6Network("64:ff9b::/96")
_NEVER: Final = tuple(
    map(
        ip_network,
        (
            "168.63.129.16/32",  # the host's own service in a public cloud, although the address is public
            "192.0.0.0/24",
            "192.88.99.0/24",
            "64:ff9b:1::/48",
            "100:0:0:1::/64",
            "2001::/23",
            "3fff::/20",
            "5f00::/16",
            "fec0::/10",
            "::/96",
        ),
    )
)


def parsed(text: str) -> Address | None:
    """Return the address that `text` spells out, None if it is none; an IPv6 scope belongs to no public
    address.
    """
    try:
        return ip_address(text)
    except ValueError:
        return None


def allowed(address: Address, networks: Iterable[Network] = ()) -> bool:
    """Return whether a webhook may reach `address`; `networks` are allowed although they are not public.

    >>> allowed(ip_address("93.184.215.14")), allowed(ip_address("10.0.0.1"))
    (True, False)
    """
    if isinstance(address, IPv6Address) and address.scope_id is not None:
        return False
    inner = _within(address)
    if inner is not None:
        return allowed(inner, networks)
    if any(address in network for network in networks):
        return True
    return _is_public(address)


def _within(address: Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address stands for, whichever way."""
    if isinstance(address, IPv4Address):
        return None
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _is_public(address: Address) -> bool:
    odd = (
        not address.is_global
        or address.is_multicast
        or address.is_reserved
        or address.is_unspecified
        or address.is_loopback
        or address.is_link_local
    )
    return not odd and not any(address in network for network in _NEVER)


Resolver = Callable[[str, int], Sequence[str]]
"""The addresses of a name, as text; OSError where there are none."""


class TargetUnreachable(Exception):
    """No connection can be made; `error` is its class in the log of deliveries."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


def system_resolver(host: str, port: int) -> Sequence[str]:
    """Return the addresses that the system's resolver knows for a name, in its order, each once."""
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(row[4][0]) for row in rows))


def addresses(
    host: str,
    port: int,
    seconds: float,
    networks: Iterable[Network] = (),
    resolver: Resolver = system_resolver,
) -> tuple[Address, ...]:
    """Return the addresses of `host`, every one of which a webhook may reach; else TargetUnreachable.

    `dns` if there are none within `seconds`, `blocked_address` if any of them may not be reached.
    """
    literal = parsed(host)
    texts = [host] if literal else _within_seconds(seconds, lambda: resolver(host, port))
    addresses = [parsed(text) for text in texts]
    if not addresses:
        raise TargetUnreachable("dns")
    if not all(address is not None and allowed(address, networks) for address in addresses):
        raise TargetUnreachable("blocked_address")
    return tuple(address for address in addresses if address is not None)


def _within_seconds(seconds: float, ask: Callable[[], Sequence[str]]) -> Sequence[str]:
    """Return the answer of `ask`. It runs in a thread, because the resolver cannot be interrupted."""
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
