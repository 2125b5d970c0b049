"""An S3 server on loopback (`make s3`)."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tests.server.helpers import ROOT, eventually, free_port, listens

SERVER: Final = ROOT / ".venv-s3" / "bin" / "moto_server"
MISSING: Final = "needs a server that speaks S3 (make s3)"
_PATIENCE_SECONDS: Final = 120


@contextmanager
def server() -> Iterator[str]:
    """Context of the address of a server without buckets."""
    port = free_port()
    words = [str(SERVER), "-H", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            eventually(lambda: process.poll() is not None or listens(port), seconds=_PATIENCE_SECONDS)
            assert process.poll() is None, "the server ended"
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()
