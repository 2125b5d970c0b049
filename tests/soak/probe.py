"""`python -m tests.soak.probe PORT FILE PAUSE`: asks /livez again and again, and writes how long each took.

It is a process of its own, so that it does not wait for those who load the service. A line is the moment of
the request and the seconds until its answer, by the monotonic clock. PAUSE is in seconds.
"""

import sys
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

_CONNECTIONS: Final = 4


def main(port: int, file: Path, pause: float) -> None:
    """Asks until it is killed."""
    connections = [HTTPConnection("127.0.0.1", port, timeout=30) for _ in range(_CONNECTIONS)]
    with file.open("a", buffering=1) as lines:
        while True:
            for connection in connections:
                begun = time.monotonic()
                try:
                    connection.request("GET", "/livez")
                    connection.getresponse().read()
                except (OSError, HTTPException):
                    with suppress(OSError):
                        connection.close()
                lines.write(f"{begun} {time.monotonic() - begun}\n")
                time.sleep(pause)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]))
