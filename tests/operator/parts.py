"""The parts of an installation on loopback: Redis with password and TLS, a queue, PostgreSQL, a bucket.

The Redis servers are those of this machine (`redis-server` of Debian speaks TLS), the server that speaks
S3 comes from `make s3`. Everything is stopped and removed afterwards.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final
from urllib.request import Request, urlopen

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests import s3
from tests.postgres import programs, tcp_server
from tests.server.helpers import eventually, free_port, listens

PASSWORD: Final = "parts-of-a-test"
MISSING: Final = "needs redis-server, PostgreSQL (apt-get install redis-server postgresql) and make s3"


@dataclass(frozen=True, slots=True)
class Parts:
    """Addresses of the servers, and the certificate authority of the Redis with TLS."""

    home: Path
    redis_port: int
    queue_port: int
    postgres: str
    s3: str

    @property
    def authority(self) -> Path:
        """The certificate that a client must trust."""
        return self.home / "ca.crt"

    def redis(self, database: int, password: str = PASSWORD) -> str:
        """The address of a database of the store of the games."""
        return f"rediss://:{password}@localhost:{self.redis_port}/{database}?ssl_ca_certs={self.authority}"

    def queue(self, database: int, password: str = PASSWORD) -> str:
        """The address of a database of the queue's store."""
        return f"redis://:{password}@127.0.0.1:{self.queue_port}/{database}"

    def catalogue(self, database: str, password: str = PASSWORD) -> str:
        """The address of a database of the PostgreSQL server."""
        return f"{self.postgres.replace(PASSWORD, password)}/{database}"

    def archive(self, bucket: str) -> str:
        """The address of a folder of a bucket."""
        return f"s3://{bucket}/games?endpoint={self.s3}&region=us-east-1"

    def make_database(self, name: str) -> None:
        """Create an empty database on the PostgreSQL server."""
        here = programs()
        assert here is not None
        command = [str(here / "psql"), "-q", f"{self.postgres}/postgres", "-c", f"CREATE DATABASE {name}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def make_bucket(self, name: str) -> None:
        """Create an empty bucket."""
        urlopen(Request(f"{self.s3}/{name}", method="PUT"), timeout=60).close()


def missing() -> bool:
    """Return True if a program that the parts need is not on this machine."""
    return programs() is None or shutil.which("redis-server") is None or not s3.SERVER.exists()


@contextmanager
def parts(home: Path) -> Iterator[Parts]:
    """The running parts, without any data. `home` is an existing directory."""
    here = programs()
    assert here is not None
    write_certificates(home)
    secure = (
        ["--port", "0", "--tls-port"],
        [
            *("--tls-cert-file", f"{home}/server.crt", "--tls-key-file", f"{home}/server.key"),
            *("--tls-ca-cert-file", f"{home}/ca.crt", "--tls-auth-clients", "no"),
            *("--appendonly", "yes", "--appendfsync", "always"),
        ],
    )
    with ExitStack() as stack:
        redis_port = stack.enter_context(_redis(home / "games", *secure))
        queue_port = stack.enter_context(_redis(home / "queue", ["--port"], ["--save", ""]))
        postgres = stack.enter_context(tcp_server(here, PASSWORD))
        yield Parts(home, redis_port, queue_port, postgres, stack.enter_context(s3.server()))


@contextmanager
def _redis(home: Path, port_option: list[str], more: list[str]) -> Iterator[int]:
    home.mkdir()
    port = free_port()
    words = ["redis-server", *port_option, str(port), *more, "--requirepass", PASSWORD]
    words += ["--bind", "127.0.0.1", "--dir", str(home), "--databases", "64"]
    with _started(words, port, home / "log"):
        yield port


@contextmanager
def _started(words: list[str], port: int, log: Path) -> Iterator[None]:
    """The program runs and listens on the port; what it writes goes to `log`."""
    with log.open("wb") as output, subprocess.Popen(words, stdout=output, stderr=output) as process:
        try:
            eventually(lambda: process.poll() is not None or listens(port))
            assert process.poll() is None, log.read_text()
            yield
        finally:
            process.kill()


def write_certificates(home: Path) -> None:
    """A certificate authority and a certificate for localhost, for a day, as RFC 5280 has them.

    Python 3.13 accepts no others.
    """
    authority, certificate = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority of a test")])
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(IPv4Address("127.0.0.1"))])
    above = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key())
    ca = (
        _builder(issuer, issuer, authority)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .add_extension(_SIGNS_CERTIFICATES, True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(authority.public_key()), False)
    )
    signed = _builder(subject, issuer, certificate).add_extension(names, False).add_extension(above, False)
    for name, made in (("ca", ca), ("server", signed)):
        text = made.sign(authority, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
        (home / f"{name}.crt").write_bytes(text)
    key = certificate.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (home / "server.key").write_bytes(key)
    os.chmod(home / "server.key", 0o600)


_SIGNS_CERTIFICATES: Final = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=False,
    encipher_only=False,
    decipher_only=False,
)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(days=1))
    )
