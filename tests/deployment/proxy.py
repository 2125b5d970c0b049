"""A real nginx with the shipped configuration, on free ports of loopback, before API processes."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.certificates import certificate
from tests.deployment.tools import DEPLOY, path
from tests.server.helpers import eventually, free_port, listens

NAME = "games.example"

_MAIN = """
daemon off;
pid {home}/nginx.pid;
error_log stderr;
events {{}}
http {{
    client_body_temp_path {home}/body;
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    scgi_temp_path {home}/scgi;
    uwsgi_temp_path {home}/uwsgi;
    include {home}/conf.d/*.conf;
}}
"""


@dataclass(frozen=True, slots=True)
class Proxy:
    """A configuration: its file, its ports for TLS and for HTTP, the file of its certificate."""

    file: Path
    port: int
    plain: int
    certificate: Path


def configured(home: Path, *apis: str, tls: bool = True) -> Proxy:
    """Write the shipped files to `home` with other ports and another place of the certificate.

    `apis` are the addresses of the API processes, with their ports. Without `tls` the first port speaks HTTP.
    """
    proxy = Proxy(home / "nginx.conf", free_port(), free_port(), certificate(home, NAME))
    text = (DEPLOY / "nginx.conf").read_text()
    for pattern, new, count in (
        (r"listen 443 ssl http2\b", f"listen 127.0.0.1:{proxy.port}{' ssl http2' if tls else ''}", 1),
        (r"listen 80\b", f"listen 127.0.0.1:{proxy.plain}", 1),
        (r"(?m)^ +listen \[::\].*$", "", 2),
        (r"/etc/nginx/tls/tls\.(crt|key)", str(proxy.certificate), 2),
    ):
        text, done = re.subn(pattern, new, text)
        assert done == count, pattern
    upstream = (DEPLOY / "nginx-upstream.conf").read_text()
    assert upstream.count("    server 127.0.0.1:8000;\n") == 1
    (home / "conf.d").mkdir()
    (home / "conf.d" / "conquian.conf").write_text(text)
    (home / "conf.d" / "conquian-upstream.conf").write_text(
        upstream.replace("server 127.0.0.1:8000;", "".join(f"server {api};" for api in apis))
    )
    user = "" if os.geteuid() else "user root;"  # its children must write into the directories of the test
    proxy.file.write_text(user + _MAIN.format(home=home))
    return proxy


@contextmanager
def running(proxy: Proxy) -> Iterator[None]:
    """Run nginx within the block; it listens."""
    process = subprocess.Popen([path("nginx"), "-p", str(proxy.file.parent), "-c", str(proxy.file)])
    try:
        eventually(lambda: listens(proxy.port) or process.poll() is not None)
        assert process.poll() is None
        yield
    finally:
        process.terminate()
        process.wait(300)
