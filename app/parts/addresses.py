"""Addresses of clusters, and of masters that Sentinels name.

A cluster is redis+cluster://host:port,host:port/, with some of its nodes; a master is
redis+sentinel://host:port,host:port/SERVICE?db=0.
"""

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

SCHEMES: Final = MappingProxyType({"redis+sentinel": "redis", "rediss+sentinel": "rediss"})
"""Schemes of such addresses, each with the one of the single servers."""

PORT: Final = 26379
_USER: Final = "sentinel_username"
_PASSWORD: Final = "sentinel_password"  # noqa: S105 (the name of a parameter)


def is_sentinel(url: str) -> bool:
    """Return whether an address names Sentinels.

    >>> is_sentinel("redis+sentinel://a,b:26380/games"), is_sentinel("redis://a/0")
    (True, False)
    """
    return url.partition("://")[0] in SCHEMES


@dataclass(frozen=True)
class SentinelAddress:
    """The Sentinels and the service that an address names, with the URLs that a client connects to.

    User, password and database are those of the master. The Sentinels have `sentinel_username` and
    `sentinel_password` of the query; the other members of the query hold for both.
    """

    url: str

    @property
    def service(self) -> str:
        """Name of the service that the Sentinels watch."""
        return unquote(urlsplit(self.url).path.strip("/"))

    @cached_property
    def sentinels(self) -> tuple[str, ...]:
        """URL of each Sentinel.

        >>> SentinelAddress("redis+sentinel://u:p@a,b:2/games?db=1&sentinel_password=s").sentinels
        ('redis://:s@a:26379', 'redis://:s@b:2')
        """
        query = dict(self._query)
        user, password = query.pop(_USER, ""), query.pop(_PASSWORD, "")
        query.pop("db", None)
        login = f"{quote(user, safe='')}:{quote(password, safe='')}@" if user or password else ""
        return tuple(self._server(login, host, query) for host in self._hosts)

    @cached_property
    def master(self) -> str:
        """URL of the master, with the host `master` in place of the one that the Sentinels name.

        >>> SentinelAddress("rediss+sentinel://u:p@a,b:2/games?db=1&ssl_ca_certs=/ca&sentinel_password=s").master
        'rediss://u:p@master?db=1&ssl_ca_certs=%2Fca'
        """
        login, at, _ = urlsplit(self.url).netloc.rpartition("@")
        query = {name: text for name, text in self._query if name not in (_USER, _PASSWORD)}
        return self._server(f"{login}{at}", "master", query)

    def check(self) -> None:
        """Raise ValueError unless every part of the address can be used."""
        if not self.service or "/" in self.service:
            raise ValueError("names no service")
        for url in self.sentinels:
            parts = urlsplit(url)
            if not parts.hostname or not parts.port:
                raise ValueError("names no host")

    @property
    def _hosts(self) -> list[str]:
        hosts = urlsplit(self.url).netloc.rpartition("@")[2].split(",")
        return [host if _has_port(host) else f"{host}:{PORT}" for host in map(str.strip, hosts)]

    @property
    def _query(self) -> list[tuple[str, str]]:
        return parse_qsl(urlsplit(self.url).query)

    def _server(self, login: str, host: str, query: dict[str, str]) -> str:
        options = f"?{urlencode(query)}" if query else ""
        return f"{SCHEMES[urlsplit(self.url).scheme]}://{login}{host}{options}"


def _has_port(host: str) -> bool:
    return host.rpartition("]")[2].startswith(":") if host.startswith("[") else ":" in host


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
