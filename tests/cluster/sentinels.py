"""A master with replicas and three Sentinels on loopback: started, killed, paused, failed over."""

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from redis import Redis, RedisError

from app.server.valkey_process import program
from app.store.client import ask, connect
from app.store.errors import StoreError
from tests.server.helpers import eventually, free_ports

SERVICE: Final = "games"
DOWN_MS: Final = 2_000
"""Time after which a Sentinel holds a silent server for down.

A Sentinel sends its first PING to a new master after 1,000 ms. With that time here, it may hold a new master
for down at once, and let a second failover follow.
"""

_SENTINELS: Final = 3
_CERTIFICATE: Final = (("cert", "crt"), ("key", "key"))

LAG_SECONDS: Final = 2
"""Time after which a master does not count a silent replica."""


class WatchedServer:
    """A server, or with `sentinel` a Sentinel, with its files in `directory`.

    `options` are lines of its configuration. With `certificates`, a directory as `write_certificates` makes
    it, the server speaks TLS only; it is then the `redis-server` of the system.
    """

    def __init__(
        self,
        directory: Path,
        port: int,
        options: Sequence[str],
        sentinel: bool = False,
        certificates: Path | None = None,
    ) -> None:
        directory.mkdir()
        self.port = port
        self._file = directory / "server.conf"
        self._directory = directory
        self._words = ["--sentinel"] if sentinel else []
        self._program = program() if certificates is None else Path("redis-server")
        self.url = f"redis://127.0.0.1:{port}"
        listening = [f"port {port}"]
        if certificates is not None:
            self.url = f"rediss://localhost:{port}?ssl_ca_certs={certificates}/ca.crt"
            listening = ["port 0", f"tls-port {port}", "tls-replication yes", "tls-auth-clients no"]
            listening += [f"tls-{kind}-file {certificates}/server.{end}" for kind, end in _CERTIFICATE]
            listening.append(f"tls-ca-cert-file {certificates}/ca.crt")
        lines = [*listening, "bind 127.0.0.1", f"dir {directory}", *options]
        self._file.write_text("\n".join(lines) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [str(self._program), str(self._file), *self._words]
        with (self._directory / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        eventually(self.answers)

    def answers(self) -> bool:
        """Return whether the server answers."""
        with suppress(RedisError), Redis.from_url(self.url, socket_timeout=1) as redis:
            return bool(redis.ping())
        return False

    def ask(self, *command: str | int) -> Any:
        """Return the raw reply to a command."""
        with connect(self.url) as redis:
            return ask(redis, command)

    def role(self) -> str:
        """Return `master` or `slave`; empty if the server does not answer."""
        with suppress(StoreError):
            return str(self.ask("ROLE")[0].decode())
        return ""

    def has_replica(self) -> bool:
        """Return whether a replica follows the server, so that it takes entries."""
        with suppress(StoreError):
            return _field(self.ask("INFO"), "min_slaves_good_slaves") not in ("", "0")
        return False

    def kill(self) -> None:
        """End the server without a chance to write anything."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        """Let the server hang, its connections open."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End a pause."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)


class SentinelGroup:
    """A master with replicas, and the Sentinels that watch it; the first of `servers` began as the master."""

    def __init__(
        self, directory: Path, replicas: int, options: Sequence[str], certificates: Path | None
    ) -> None:
        self._certificates = certificates
        durable = ["appendonly yes", "appendfsync always", 'save ""', "repl-diskless-sync-delay 0"]
        lag = [f"min-replicas-max-lag {LAG_SECONDS}", "repl-ping-replica-period 1"]
        own = [*durable, *lag, *options]
        ports = free_ports(1 + replicas + _SENTINELS)
        self.servers = [WatchedServer(directory / "server0", ports.pop(), own, certificates=certificates)]
        following = f"replicaof 127.0.0.1 {self.servers[0].port}"
        for number in range(1, replicas + 1):
            place = directory / f"server{number}"
            self.servers.append(
                WatchedServer(place, ports.pop(), [*own, following], certificates=certificates)
            )
        watching = [
            f"sentinel monitor {SERVICE} 127.0.0.1 {self.servers[0].port} 2",
            f"sentinel down-after-milliseconds {SERVICE} {DOWN_MS}",
            f"sentinel failover-timeout {SERVICE} 4000",
        ]
        self.sentinels = [
            WatchedServer(directory / f"sentinel{number}", port, watching, True, certificates)
            for number, port in enumerate(ports)
        ]

    @property
    def url(self) -> str:
        """Address of the service by its Sentinels."""
        hosts = ",".join(each.address for each in self.sentinels)
        if self._certificates is None:
            return f"redis+sentinel://{hosts}/{SERVICE}?db=0"
        return f"rediss+sentinel://{hosts}/{SERVICE}?db=0&ssl_ca_certs={self._certificates}/ca.crt"

    def master(self) -> WatchedServer:
        """Return the server that the first answering Sentinel names."""
        for sentinel in self.sentinels:
            with suppress(StoreError):
                _, port = sentinel.ask("SENTINEL", "GET-MASTER-ADDR-BY-NAME", SERVICE)
                return next(each for each in self.servers if each.port == int(port))
        raise AssertionError("no Sentinel answers")

    def is_whole(self) -> bool:
        """Return whether every server is a master or linked replica, and the Sentinels know all of them."""
        others = len(self.servers) - 1
        with suppress(StoreError):
            linked = _field(self.master().ask("INFO"), "connected_slaves") == str(others)
            return linked and all(_knows(each, others) for each in self.sentinels)
        return False

    def replaced(self, old: WatchedServer) -> bool:
        """Return whether the Sentinels name another master than `old`, which answers as one."""
        new = self.master()
        return new is not old and new.role() == "master"

    def start(self) -> None:
        """Start all servers and wait until they know each other."""
        for server in self.servers:
            server.start()
        for server in self.servers[1:]:
            eventually(partial(_is_linked, server))
        for sentinel in self.sentinels:
            sentinel.start()
        eventually(self.is_whole)

    def close(self) -> None:
        """End all servers."""
        for server in (*self.sentinels, *self.servers):
            server.kill()


def _field(info: bytes, name: str) -> str:
    lines = info.decode().splitlines()
    return next((line.partition(":")[2] for line in lines if line.startswith(f"{name}:")), "")


def _is_linked(server: WatchedServer) -> bool:
    return _field(server.ask("INFO"), "master_link_status") == "up"


def _knows(sentinel: WatchedServer, replicas: int) -> bool:
    reply = sentinel.ask("SENTINEL", "MASTER", SERVICE)
    fields = dict(zip(reply[::2], reply[1::2], strict=True))
    healthy = fields[b"flags"] == b"master"
    return healthy and int(fields[b"num-slaves"]) >= replicas and int(fields[b"num-other-sentinels"]) == 2


@contextmanager
def service_in(
    directory: Path, replicas: int = 2, options: Sequence[str] = (), certificates: Path | None = None
) -> Iterator[SentinelGroup]:
    """Context of a running service; `options` are lines of the configuration of its servers.

    With `certificates` all speak TLS, as `WatchedServer`.
    """
    service = SentinelGroup(directory, replicas, options, certificates)
    try:
        service.start()
        yield service
    finally:
        service.close()
