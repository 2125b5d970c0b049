"""A store whose clock differs by minutes from that of the service: turns last as long as they should.

The deadlines are set and judged by the store. Entries and receipts have the time of the service.
"""

import os
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from app.store.client import connect, server_ms
from tests.conftest import valkey_in
from tests.server.helpers import eventually
from tests.soak.client import Client, Player, Service, choose, insist, make

LIBRARY = next(iter(glob("/usr/lib/*/faketime/libfaketime.so.1")), None)
MINUTES = 7

pytestmark = pytest.mark.skipif(
    LIBRARY is None and "CI" not in os.environ, reason="needs libfaketime (apt-get install libfaketime)"
)


def table(client: Client, rng: Random, opponent: object, seconds: int) -> Player:
    """Return a game whose turns have so many seconds."""
    limits = {"decision_seconds": seconds, "window_seconds": seconds, "deal_delay_seconds": 0, "deals": 50}
    return make(client, rng, {"variant": "north-american", "seats": ["me", opponent], "options": limits})


@pytest.fixture(params=[-60 * MINUTES, 60 * MINUTES], ids=["behind", "ahead"])
def site(request: pytest.FixtureRequest) -> Iterator[tuple[Service, str, int]]:
    """The service, the address of its store, and by how many seconds the clock of that differs."""
    assert LIBRARY is not None
    with TemporaryDirectory(prefix="cq-") as directory, pytest.MonkeyPatch.context() as patch:
        home = Path(directory)
        (home / "store").mkdir()
        store = valkey_in(home / "store")
        patch.setenv("LD_PRELOAD", LIBRARY)
        patch.setenv("FAKETIME", f"{request.param:+d}s")
        patch.setenv("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        with store:
            patch.undo()
            url = f"unix://{store.unix_socket_path}"
            service = Service(home, 1, REDIS_URL=url)
            try:
                service.start()
                yield service, url, request.param
            finally:
                service.stop()


def test_turns_last_as_long_as_they_should_and_the_difference_is_a_warning(
    site: tuple[Service, str, int],
) -> None:
    service, url, apart = site
    client, rng = Client(service.port), Random(1)
    patient, hasty = table(client, rng, "open", 600), table(client, rng, {"bot": "greedy"}, 1)
    ply = hasty.get()["ply"]
    eventually(
        lambda: hasty.get()["ply"] > ply + 4
    )  # the clock answers for the person, and the bot for itself
    view = patient.get()
    with connect(url) as redis:
        now = server_ms(redis)
    assert now < view["deadline"] <= now + 600_000, "the limit of the other game is not over"
    seat = patient.turn(view)
    assert seat is not None
    answer = patient.post(seat, choose(rng, patient.get("/moves?expand=1", seat)["moves"]), "first-move")
    assert answer.status == 200
    checked = insist(lambda: client.send("POST", f"{patient.path}/receipts", answer.json["receipt"]))
    assert checked.json["consistent"] is True
    for game in (patient, hasty):
        game.audit()
    ready = client.send("GET", "/readyz")
    assert (ready.status, ready.json["checks"]["clock"]) == (200, "warn")
    (warning,) = [text for text in map(str, ready.json["warnings"]) if "The clock of the store" in text]
    assert ("ahead of that of this machine" if apart > 0 else "behind that of this machine") in warning
    client.close()
