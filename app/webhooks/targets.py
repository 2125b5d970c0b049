"""The address of a receiver, as text: what a webhook may be sent to before anything is resolved.

BadTarget   the text is no address that a webhook may be sent to; `reason` is a sentence
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from app.values import Network
from app.webhooks.addresses import allowed, parsed
from app.webhooks.decide import WebhookError

LENGTH: Final = 2_000
_PORTS: Final = {"https": 443, "http": 80}
_HOST: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*\.?")
_LOOPBACK: Final = "127.0.0.1"  # what every name under localhost stands for (RFC 6761, 6.3)
_NUMERIC: Final = re.compile(r"(0x[0-9a-f]*|[0-9]+)\.?")
_VISIBLE: Final = re.compile(r"[!-~]{1,2000}")


class BadTarget(WebhookError):
    """The text is no address that a webhook may be sent to."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Target:
    """Where to send: by which scheme, to a name or an address (without brackets), the path with its query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def target(url: str, networks: Iterable[Network] = ()) -> Target:
    """Where `url` leads; BadTarget for whatever a webhook may not be sent to.

    A name is not resolved here: that is done, and checked, at each attempt.

    >>> target("https://bot.example:8443/hook?a=1")
    Target(scheme='https', host='bot.example', port=8443, path='/hook?a=1')
    """
    if not _VISIBLE.fullmatch(url) or "\\" in url:
        raise BadTarget(f"Write the address in at most {LENGTH} visible ASCII characters, a name as xn--….")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadTarget("This is no address.") from None
    if parts.scheme not in _PORTS:
        raise BadTarget("The address begins with https:// or http://.")
    if "@" in parts.netloc:
        raise BadTarget("An address holds no user and no password.")
    if "#" in url:
        raise BadTarget("An address of a receiver has no fragment.")
    port = _PORTS[parts.scheme] if port is None else port
    if port not in _PORTS.values() and not 1024 < port < 65_536:
        raise BadTarget("The port is 443, 80 or one above 1024.")
    host = _checked_host(parts.hostname or "", tuple(networks))
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    return Target(parts.scheme, host, port, path)


def _checked_host(host: str, networks: tuple[Network, ...]) -> str:
    is_ours = host.removesuffix(".").rpartition(".")[2] == "localhost"
    address = parsed(_LOOPBACK if is_ours else host)
    if address is not None and not allowed(address, networks):
        raise BadTarget(
            "This address is not one of the public internet, nor in CONQUIAN_WEBHOOK_NETWORKS of the service."
        )
    if address is not None and not is_ours:
        return str(address)
    if not _HOST.fullmatch(host) or len(host) > 253:
        raise BadTarget("The host is a name or an IP address.")
    # Resolvers read 127.1, 0x7f000001 and 2130706433 as addresses; nobody needs them.
    if _NUMERIC.fullmatch(host.rpartition(".")[2] or host.split(".")[-2]):
        raise BadTarget("Write an IP address in its usual form.")
    return host
