"""Client addresses: that of the connection, or the one that trusted proxies report."""

import ipaddress
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from app.settings.parsers import Network

UNKNOWN: Final = "unknown"
"""Name of clients without an address, such as those of a unix socket."""

_HOPS: Final = 8


def client_address(environ: Mapping[str, Any], proxies: Sequence[Network]) -> str:
    """Return the address of the client of a WSGI request; for IPv6 its /64, the network of one customer."""
    return _block(peer_address(environ, proxies))


def peer_address(environ: Mapping[str, Any], proxies: Sequence[Network]) -> str:
    """Return the full address of the client of a WSGI request, empty if the connection has none.

    X-Forwarded-For is read from its end, up to and including the first address that is not a trusted proxy.
    Without `proxies` it is ignored.
    """
    peer = environ.get("REMOTE_ADDR") or ""
    if proxies and _is_among(peer, proxies):
        return _before(environ.get("HTTP_X_FORWARDED_FOR", ""), peer, proxies)
    return peer


def _before(forwarded: str, peer: str, proxies: Sequence[Network]) -> str:
    """Return the nearest address in the header that is not a proxy, else the farthest proxy."""
    for address in reversed(forwarded.split(",")[-_HOPS:]):
        if _parsed(address.strip()) is None:
            break  # not an address: nothing before it can be trusted
        peer = address.strip()
        if not _is_among(peer, proxies):
            break
    return peer


def _is_among(address: str, networks: Sequence[Network]) -> bool:
    parsed = _parsed(address)
    return parsed is not None and any(parsed in network for network in networks)


@lru_cache(4096)
def _block(address: str) -> str:
    parsed = _parsed(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return UNKNOWN if parsed is None else str(parsed)


@lru_cache(4096)
def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed
