"""Which addresses of the network a webhook may reach: those of the public internet, and what is set besides.

Everything that leads back to us is refused: this machine, private and shared networks, link-local ones with
the metadata services of clouds, multicast, and every IPv6 form that carries such an IPv4 address within.
"""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from app.values import Network

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
    """The address that `text` spells out, None if it is none; an IPv6 scope belongs to no public address."""
    try:
        return ip_address(text)
    except ValueError:
        return None


def allowed(address: Address, networks: Iterable[Network] = ()) -> bool:
    """Whether a webhook may reach `address`; `networks` are those it may reach although they are not public.

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
    """The IPv4 address that an IPv6 address stands for, whichever way."""
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
