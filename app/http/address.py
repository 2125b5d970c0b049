"""Where a request comes from: the address of the connection, or what trusted proxies say of it."""

import ipaddress
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from app.values import Network

UNKNOWN: Final = "unknown"
"""Whoever connects without an address, as through a unix socket."""

_HOPS: Final = 8


def client_address(environ: Mapping[str, Any], proxies: Sequence[Network]) -> str:
    """The address of the client of a WSGI request; of an IPv6 one its /64, which is one customer's."""
    return _block(peer_address(environ, proxies))


def peer_address(environ: Mapping[str, Any], proxies: Sequence[Network]) -> str:
    """The whole address of the client of a WSGI request, empty where the connection has none.

    X-Forwarded-For is believed only as far as trusted proxies have written it: from its end, up to and with
    the first address that is not one of them. Without `proxies` it is not read at all.
    """
    peer = environ.get("REMOTE_ADDR") or ""
    if proxies and _is_among(peer, proxies):
        return _before(environ.get("HTTP_X_FORWARDED_FOR", ""), peer, proxies)
    return peer


def _before(forwarded: str, peer: str, proxies: Sequence[Network]) -> str:
    """The nearest address in the header that is no proxy's, else the farthest proxy."""
    for address in reversed(forwarded.split(",")[-_HOPS:]):
        if _parsed(address.strip()) is None:
            break  # whoever wrote that is as far as can be told
        peer = address.strip()
        if not _is_among(peer, proxies):
            break
    return peer


def _is_among(address: str, networks: Sequence[Network]) -> bool:
    found = _parsed(address)
    return found is not None and any(found in network for network in networks)


@lru_cache(4096)
def _block(address: str) -> str:
    found = _parsed(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return UNKNOWN if found is None else str(found)


@lru_cache(4096)
def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
