"""Addresses of clusters: redis+cluster://host:port,host:port/, with some of the nodes."""

from typing import Final
from urllib.parse import urlsplit, urlunsplit

_CLUSTER: Final = "+cluster"


def is_cluster(url: str) -> bool:
    """Return whether an address is that of a cluster.

    >>> is_cluster("redis+cluster://a:7000,b:7001/"), is_cluster("redis://a:7000/0")
    (True, False)
    """
    return urlsplit(url).scheme.endswith(_CLUSTER)


def members(url: str) -> tuple[str, ...]:
    """Return the addresses of the servers that the address of a cluster names.

    >>> members("rediss+cluster://games:pw@a:7000,b:7001/?ssl_ca_certs=/ca")
    ('rediss://games:pw@a:7000/?ssl_ca_certs=/ca', 'rediss://games:pw@b:7001/?ssl_ca_certs=/ca')
    """
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    scheme = parts.scheme.removesuffix(_CLUSTER)
    return tuple(
        urlunsplit(parts._replace(scheme=scheme, netloc=f"{user}{at}{host}")) for host in hosts.split(",")
    )
