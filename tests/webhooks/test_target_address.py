"""The SSRF guard of webhooks: no internal address, in any notation."""

from ipaddress import ip_address, ip_network

import pytest

from app.webhooks.target_address import BadTarget, Target, TargetUnreachable, addresses, allowed, target

FORBIDDEN = {
    "this machine": ("127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::"),
    "private networks": ("10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12::1"),
    "link-local networks": ("169.254.0.1", "fe80::1", "fe80::1%eth0", "fec0::1"),
    "networks of carriers": ("100.64.0.1", "100.127.255.254"),
    "metadata services": (
        "169.254.169.254",
        "fd00:ec2::254",
        "100.100.100.200",
        "192.0.0.192",
        "168.63.129.16",
    ),
    "many at once": ("224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1", "ff0e::1"),
    "reserved ones": ("240.0.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),
    "IPv4 in IPv6": ("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1"),
    "IPv4 behind gateways": (
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2002:a00:1::1",
    ),
    "tunnels and examples": ("2001::1", "2001:db8::1", "3fff::1", "5f00::1", "100::1", "192.88.99.1"),
}
ALLOWED = (
    "93.184.215.14",
    "1.1.1.1",
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "64:ff9b::808:808",
)


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_no_message_is_sent_to(kind: str) -> None:
    assert [text for text in FORBIDDEN[kind] if allowed(ip_address(text))] == []


def test_messages_are_sent_to_the_public_internet() -> None:
    assert [text for text in ALLOWED if not allowed(ip_address(text))] == []


def test_a_network_that_is_set_may_be_reached_and_no_other_by_it() -> None:
    networks = [ip_network("127.0.0.0/8")]
    assert allowed(ip_address("127.0.0.1"), networks)
    assert allowed(ip_address("::ffff:127.0.0.1"), networks)
    assert not allowed(ip_address("10.0.0.1"), networks)
    assert not allowed(ip_address("::1"), networks)


REFUSED = (
    "ftp://bot.example/",
    "file:///etc/passwd",
    "gopher://bot.example/",
    "javascript:alert(1)",
    "//bot.example/",
    "bot.example",
    "",
    "https://",
    "https:///path",
    "https://user@bot.example/",
    "https://user:secret@bot.example/",
    "https://bot.example@10.0.0.1/",
    "https://bot.example/#part",
    "https://bot.example/#",
    "https://bot.example:22/",
    "https://bot.example:1024/",
    "https://bot.example:0/",
    "https://bot.example:65536/",
    "https://bot.example:x/",
    "https://bot.example\\@10.0.0.1/",
    "https://bot.example/a b",
    "https://bot.example/\r\nX: y",
    "https://bücher.example/",
    "https://１２７.0.0.1/",
    "https://127.0.0.1/",
    "https://10.0.0.1:8080/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fe80::1%25eth0]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://127.0.0.1./",
    "https://localhost/",
    "https://LocalHost.:8443/",
    "https://bot.localhost/",
    "https://-bot.example/",
    "https://bot..example/",
    f"https://{'a' * 64}.example/",
    f"https://bot.example/{'a' * 2000}",
)


@pytest.mark.parametrize("url", REFUSED)
def test_a_forbidden_address_is_refused_before_it_is_resolved(url: str) -> None:
    with pytest.raises(BadTarget):
        target(url)


def test_an_address_is_taken_apart_as_it_is_connected_to() -> None:
    assert target("https://Bot.Example/hook?a=1") == Target("https", "bot.example", 443, "/hook?a=1")
    assert target("http://93.184.215.14") == Target("http", "93.184.215.14", 80, "/")
    assert target("https://xn--bcher-kva.example:8443/").authority == "xn--bcher-kva.example:8443"
    assert target("https://[2606:4700::1111]:443/").authority == "[2606:4700::1111]"


def test_this_machine_has_a_name_where_it_may_be_reached() -> None:
    here = (ip_network("127.0.0.0/8"),)
    assert target("http://localhost:9000/hook", here) == Target("http", "localhost", 9000, "/hook")
    assert target("https://localhost.example/").host == "localhost.example"


def test_one_forbidden_address_of_a_name_is_enough_to_refuse_it() -> None:
    with pytest.raises(TargetUnreachable) as refused:
        addresses("bot.example", 443, 5, resolver=lambda host, port: ("93.184.215.14", "10.0.0.1"))
    assert refused.value.error == "blocked_address"


@pytest.mark.parametrize("answer", ["", "fe80::1%lo", "127.0.0.1", "not an address"])
def test_forbidden_addresses_from_a_resolver_are_refused(answer: str) -> None:
    with pytest.raises(TargetUnreachable):
        addresses("bot.example", 443, 5, resolver=lambda host, port: (answer,))


def test_a_name_without_addresses_is_not_reached() -> None:
    def nothing(host: str, port: int) -> tuple[str, ...]:
        raise OSError("no such name")

    with pytest.raises(TargetUnreachable) as refused:
        addresses("bot.example", 443, 5, resolver=nothing)
    assert refused.value.error == "dns"
