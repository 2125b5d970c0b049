"""TLS proves the name of a receiver although its address is dialled, and cannot be prolonged."""

import socket
import ssl
import threading
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path

import pytest

from app.webhooks.sender import Sender
from tests.certificates import certificate
from tests.webhooks.receiver import Receiver

LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.fixture
def secure(receiver: Receiver, tmp_path: Path) -> ssl.SSLContext:
    """The receiver speaks TLS as bot.example; return the context of a client that trusts its certificate."""
    file = certificate(tmp_path, "bot.example")
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(file)
    receiver.server.socket = server.wrap_socket(
        receiver.server.socket, server_side=True, do_handshake_on_connect=False
    )
    return ssl.create_default_context(cafile=str(file))


def sender(context: ssl.SSLContext | None = None) -> Sender:
    """Resolves every name to loopback; trusts what `context` does, by default what the system does."""
    more = {} if context is None else {"context": context}
    return Sender(20, 5, LOOPBACK, lambda host, port: ("127.0.0.1",), **more)


def test_a_receiver_proves_its_name(receiver: Receiver, secure: ssl.SSLContext) -> None:
    done = sender(secure).post(f"https://bot.example:{receiver.port}/hook", {}, b"{}")
    assert (done.status, done.error) == (200, None)
    assert receiver.messages[0].headers["host"] == f"bot.example:{receiver.port}"


def test_another_name_is_not_believed(receiver: Receiver, secure: ssl.SSLContext) -> None:
    done = sender(secure).post(f"https://other.example:{receiver.port}/hook", {}, b"{}")
    assert (done.error, receiver.messages) == ("tls", [])


def test_an_untrusted_certificate_is_refused(receiver: Receiver, secure: ssl.SSLContext) -> None:
    done = sender().post(f"https://bot.example:{receiver.port}/hook", {}, b"{}")
    assert (done.error, receiver.messages) == ("tls", [])


def test_a_handshake_cannot_be_drawn_out() -> None:
    stop = threading.Event()

    def drip(listener: socket.socket) -> None:
        """The beginning of a long TLS record, then one byte now and then, for ever."""
        stream, _ = listener.accept()
        with stream, suppress(OSError):
            stream.sendall(b"\x16\x03\x03\x40\x00")
            while not stop.wait(0.02):
                stream.sendall(b"\x02")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=drip, args=(listener,))
        thread.start()
        try:
            port = listener.getsockname()[1]
            done = Sender(1, 1, LOOPBACK).post(f"https://127.0.0.1:{port}/", {}, b"{}")
        finally:
            stop.set()
            thread.join()
    assert done.error == "timeout"
