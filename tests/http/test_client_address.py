"""The address of the client, with and without trusted proxies."""

import pytest

from app.http.client_address import UNKNOWN, client_address
from app.settings.environment import load

PROXIES = load({"CONQUIAN_PROXIES": "10.0.0.0/8, 2001:db8:1::/48"}).proxies


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "198.51.100.1, nonsense", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1:1234", "10.0.0.1"),
        ("2001:db8:1::7", "2001:db8:2:3:4:5:6:7", "2001:db8:2:3::/64"),
        ("2001:db8:2:3::1", "", "2001:db8:2:3::/64"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
        ("", "198.51.100.1", UNKNOWN),
    ],
)
def test_an_address_is_that_of_the_nearest_hop_that_is_no_proxy(
    peer: str, forwarded: str, address: str
) -> None:
    environ = {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded}
    assert client_address(environ, PROXIES) == address


def test_forwarded_headers_are_ignored_without_trusted_proxies() -> None:
    environ = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "198.51.100.1"}
    assert client_address(environ, ()) == "10.0.0.1"
