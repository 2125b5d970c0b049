"""Columns that a game adds to an export of plies: amounts, cards and names of hands are those of the log."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
import pyarrow.parquet as pq
import pytest

from app.games.cards import Card
from app.games.codec import Json
from app.games.holdem.game import HOLDEM
from app.games.holdem.ranking import category, rank
from app.games.registry import GAMES
from app.games.table import wire
from app.store.canonical import parse
from app.store.entry import Entry
from replays.catalogue.search import Filter
from replays.export.resumable import Export, ExportFormat, export
from replays.export.rows import What, columns
from tests.corpus.sittings import plans, sitting
from tests.replays.archive.conftest import archiving as archiving
from tests.replays.archive.helpers import Archiving, over
from tests.second_game.game import HIGHCARD

ADDED = ("level", "called", "bought", "board", "shown", "amounts", "balances")


def exported(archiving: Archiving, folder: Path, what: What, form: ExportFormat) -> list[dict[str, Any]]:
    """Return the rows of an export of every game."""
    file = folder / f"{what}.{form}"
    export(archiving.archive, Export(file, what, form, Filter()))
    if form is ExportFormat.JSONL:
        return [orjson.loads(line) for line in file.read_bytes().splitlines()]
    listed: list[dict[str, Any]] = pq.read_table(file).to_pylist()
    return listed


def opened(entries: Sequence[Entry]) -> list[tuple[Json, list[Json]]]:
    """Return command and events of each entry, hidden parts included."""
    return [
        wire.merge(HOLDEM, parse(entry.public), {part.audience: parse(part.body) for part in entry.parts})
        for entry in entries
    ]


def named(events: Sequence[Json], kind: str) -> list[Json]:
    """Return the events of a type."""
    return [event for event in events if event["type"] == kind]


def summed(events: Sequence[Json], seats: int) -> list[int] | None:
    """Return the chips that each seat has bought, None if no seat has."""
    bought = named(events, "chips-bought")
    each = [sum(event["chips"] for event in bought if event["seat"] == seat) for seat in range(seats)]
    return each if bought else None


def kinds(events: Sequence[Json], seats: int, board: Sequence[Card]) -> list[str | None] | None:
    """Return the kind of the hand that each seat has laid open, None if no seat has."""
    hands = {event["seat"]: event["cards"] for event in named(events, "hand-shown")}
    each = [str(category(rank(hands[seat], board))) if seat in hands else None for seat in range(seats)]
    return each if hands else None


@pytest.mark.parametrize("form", ExportFormat)
def test_the_amounts_of_an_archived_game_of_holdem_are_those_of_its_log(
    form: ExportFormat, archiving: Archiving, tmp_path: Path
) -> None:
    entries = sitting("holdem", plans()["holdem"])
    over(archiving, entries)
    archiving.archiver.round()
    rows = exported(archiving, tmp_path, What.PLIES, form)
    logged = opened(entries)
    seats = len(logged[0][1][0]["seats"])
    board: list[Card] = []
    for row, (command, events) in zip(rows, logged, strict=True):
        board = [] if named(events, "hand-begun") else board
        turned = [card for event in named(events, "board-dealt") for card in event["cards"]]
        board += turned
        called = [event["amount"] for event in named(events, "called")]
        ledger = [*named(events, "house-charged"), *named(events, "hand-settled")]
        assert {name: row[name] for name in ADDED} == {
            "level": command.get("to"),
            "called": called[0] if called else None,
            "bought": summed(events, seats),
            "board": turned or None,
            "shown": kinds(events, seats, board),
            "amounts": next((event["amounts"] for event in named(events, "hand-settled")), None),
            "balances": ledger[-1]["balances"] if ledger else None,
        }
        if command["type"] == "buy":
            assert row["bought"][row["seat"]] == command["chips"]
        assert {row[name] for name in ("turned", "melded", "used", "discard")} == {None}
    for name in ADDED:
        assert any(row[name] is not None for row in rows), name
    assert {"create", "buy", "bet", "raise"} <= {row["command"] for row in rows}
    (game,) = exported(archiving, tmp_path, What.GAMES, form)
    last = [row["balances"] for row in rows if row["balances"] is not None][-1]
    assert (game["balances"], game["variant"]) == (last, "caesars-holdem")


def test_the_hands_of_an_archived_game_of_holdem_name_their_ends(
    archiving: Archiving, tmp_path: Path
) -> None:
    entries = sitting("holdem", plans()["holdem"])
    over(archiving, entries)
    archiving.archiver.round()
    ends = [event for _, events in opened(entries) for event in events if event["type"] == "pots-won"]
    rows = exported(archiving, tmp_path, What.HANDS, ExportFormat.JSONL)
    assert len(rows) == len(ends) > 1
    for row, end in zip(rows, ends, strict=True):
        alone = len(end["awards"][0]["seats"]) == 1
        winners = [share["seat"] for share in end["awards"][0]["shares"]]
        assert row["termination"] == ("without_showing" if alone else "showdown")
        assert row["winner"] == (winners[0] if len(winners) == 1 else None)
        assert row["stake"] == 0


def test_the_hands_of_a_fork_are_named_with_the_board_that_it_begins_with() -> None:
    begun = {"type": "created", "seats": [{}, {}, {}], "position": {"board": ["Ah", "Kh", "2c", "2d"]}}
    carried, _ = HOLDEM.export_cells(None, [begun])
    river = {"type": "board-dealt", "street": "river", "cards": ["9s"]}
    event = {"type": "hand-shown", "seat": 1, "cards": ["2h", "9c"]}
    _, cells = HOLDEM.export_cells(carried, [river, event])
    assert cells["shown"] == [None, "full_house", None]


def test_the_columns_of_a_game_stand_between_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, HIGHCARD.name, HIGHCARD)
    named = list(columns(What.PLIES))
    assert named[9:] == [
        *("events", "turned", "melded", "used", "discard"),
        *("level", "called", "bought", "board", "shown"),
        *("buy", "deal", "amounts", "balances"),
    ]
