"""Writes the clients that the service serves into the folder build: `make client`."""

from pathlib import Path
from typing import Final

from app.api.clients.pages import JAVASCRIPT, PYTHON
from tests.client.document import served

TARGET: Final = Path(__file__).parents[2] / "build"

TARGET.mkdir(exist_ok=True)
for address in (PYTHON, JAVASCRIPT):
    file = TARGET / Path(address).name
    file.write_bytes(served(address))
    print(file)
