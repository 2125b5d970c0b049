"""One delivery attempt to receivers of every kind: its outcome and its time limit."""

import gzip
from ipaddress import ip_network

import pytest

from app.webhooks.sender import LARGEST_ANSWER, Sender
from tests.webhooks import receiver as behaviour
from tests.webhooks.receiver import Behaviour, Receiver

LOOPBACK = (ip_network("127.0.0.0/8"),)
PATIENT = Sender(20, 5, LOOPBACK)
HASTY = Sender(1, 1, LOOPBACK)


def test_a_message_arrives_with_its_headers_and_its_bytes(receiver: Receiver) -> None:
    done = PATIENT.post(receiver.url + "?a=1", {"webhook-id": "msg_1"}, b'{"type":"test"}')
    assert (done.status, done.error, done.body) == (200, None, b"{}")
    (message,) = receiver.messages
    assert (message.path, message.body) == ("/hook?a=1", b'{"type":"test"}')
    sent = ("host", "webhook-id", "content-type", "accept-encoding", "connection")
    assert [message.headers[name] for name in sent] == [
        f"127.0.0.1:{receiver.port}",
        "msg_1",
        "application/json",
        "identity",
        "close",
    ]


FAILURES: dict[str, tuple[Behaviour, int | None, str]] = {
    "a failure": (behaviour.status(500), 500, "status"),
    "a refusal": (behaviour.status(404), 404, "status"),
    "one that is gone": (behaviour.status(410), 410, "gone"),
    "a redirect": (behaviour.status(302, Location="http://127.0.0.1:1/"), 302, "redirect"),
    "a redirect that keeps the method": (behaviour.status(307, Location="/other"), 307, "redirect"),
    "nonsense": (behaviour.nonsense, None, "protocol"),
    "one that hangs up": (behaviour.hanging_up, None, "protocol"),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_the_outcome_of_an_attempt_has_a_known_kind(kind: str, receiver: Receiver) -> None:
    does, status, error = FAILURES[kind]
    receiver.behaves(does)
    done = PATIENT.post(receiver.url, {}, b"{}")
    assert (done.status, done.error) == (status, error)
    assert len(receiver.messages) == 1  # nothing is followed, nothing tried again


@pytest.mark.parametrize("does", [behaviour.silent, behaviour.dripping, behaviour.dripping_body])
def test_a_receiver_cannot_hold_us_longer_than_the_time_allows(does: Behaviour, receiver: Receiver) -> None:
    receiver.behaves(does)
    done = HASTY.post(receiver.url, {}, b"{}")
    assert done.error == "timeout"


def test_no_more_of_an_answer_is_read_than_64_kib(receiver: Receiver) -> None:
    receiver.behaves(behaviour.endless)
    done = PATIENT.post(receiver.url, {}, b"{}")
    assert (done.status, len(done.body)) == (200, LARGEST_ANSWER)
    assert receiver.server.sent < 100_000_000


def test_a_packed_answer_is_not_unpacked(receiver: Receiver) -> None:
    receiver.behaves(behaviour.saying(gzip.compress(b"0" * 50_000_000), Content_Encoding="gzip"))
    done = PATIENT.post(receiver.url, {}, b"{}")
    assert (done.status, done.error, done.body) == (200, None, b"")


def test_this_machine_is_not_reached_unless_a_setting_allows_it(receiver: Receiver) -> None:
    done = Sender(20, 5).post(receiver.url, {}, b"{}")
    assert (done.status, done.error) == (None, "blocked_address")
    assert receiver.messages == []


def test_a_name_that_resolves_to_a_forbidden_address_the_second_time_is_not_called(
    receiver: Receiver,
) -> None:
    answers = iter([("127.0.0.1",), ("10.0.0.1",)])
    asked: list[str] = []

    def rebinding(host: str, port: int) -> tuple[str, ...]:
        asked.append(host)
        return next(answers)

    once = Sender(20, 5, LOOPBACK, rebinding)
    done = once.post(f"http://bot.example:{receiver.port}/hook", {}, b"{}")
    assert (done.status, asked) == (200, ["bot.example"])
    assert receiver.messages[0].headers["host"] == f"bot.example:{receiver.port}"
    again = once.post(f"http://bot.example:{receiver.port}/hook", {}, b"{}")
    assert again.error == "blocked_address"
    assert len(receiver.messages) == 1


def test_a_public_name_that_resolves_to_this_machine_is_not_reached(receiver: Receiver) -> None:
    inward = Sender(20, 5, (), lambda host, port: ("127.0.0.1",))
    assert inward.post(f"http://bot.example:{receiver.port}/", {}, b"{}").error == "blocked_address"
    assert receiver.messages == []


def test_a_receiver_without_tls_is_not_spoken_to_over_https(receiver: Receiver) -> None:
    done = HASTY.post(receiver.url.replace("http:", "https:"), {}, b"{}")
    assert done.error in ("tls", "timeout")
    assert receiver.messages == []


def test_a_refused_connection_is_an_outcome() -> None:
    assert HASTY.post("http://127.0.0.1:1025/", {}, b"{}").error == "connect"
