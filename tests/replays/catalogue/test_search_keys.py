"""Search keys: every filter follows an index, and a catalogue without keys gets them."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, select, text

from app.games.table.summary import TABLAS, VOID, WON
from replays.backup import tables as copied
from replays.catalogue import rows, search_keys
from replays.catalogue.connecting import connect, prepare, reading, writing
from replays.catalogue.rows import CatalogueRow
from replays.catalogue.search import Filter, ListedGame, found, selection
from replays.catalogue.summary import DISPUTE, HandSummary, SeatSummary, Summary
from replays.catalogue.tables import games, meta
from replays.catalogue.tables import search_keys as keys_table

PLAYER = "p-" + "1" * 24
TOURNAMENT = "t-" + "1" * 24
_SEATS = {
    "people": (SeatSummary(0, "person", PLAYER, None, 1, 2), SeatSummary(1, "person", None, None, 0, -2)),
    "mixed": (SeatSummary(0, "person", PLAYER, None, 0, 0), SeatSummary(1, "bot", None, "greedy", 0, 0)),
    "bots": (SeatSummary(0, "bot", None, "greedy", 1, 2), SeatSummary(1, "bot", None, "greedy", 0, -2)),
    "unfilled": (SeatSummary(0, "person", None, None, 0, 0), SeatSummary(1, "open", None, None, 0, 0)),
}


def summary(seats: str, ended: int, *winners: int | None, **more: object) -> Summary:
    hands = [HandSummary(hand, 0, 1, 1, "out", winner, 9) for hand, winner in enumerate(winners, 1)]
    fields: dict[str, object] = {
        "variant": "mexican-2",
        "rules_version": 1,
        "rules_hash": b"r",
        "status": "finished" if hands else "void",
        "visibility": "public",
        "parent": None,
        "started_ms": 1,
        "ended_ms": ended,
        "hands": tuple(hands),
        "players": _SEATS[seats],
    }
    return Summary(**{**fields, **more})  # type: ignore[arg-type]


GAMES = {
    "g-people": summary("people", 40, 0, forced=True),
    "g-mixed": summary("mixed", 30, 0, None),
    "g-bots": summary("bots", 20, 0, tournament=TOURNAMENT),
    "g-drawn": summary("bots", 10, None, tournament=TOURNAMENT, forced=True),
    "g-void": summary("unfilled", 5),
    "g-hidden": summary("people", 45, 0, visibility="private"),
}
ABOUT = summary("people", 50, 0, kind=DISPUTE, parent="g-bots")

FOUND: Sequence[tuple[Filter, str]] = (
    (Filter(), "people mixed bots drawn void"),
    (Filter(people="only"), "people"),
    (Filter(people="some"), "people mixed void"),
    (Filter(event="forced"), "people drawn"),
    (Filter(event="drawn"), "mixed drawn"),
    (Filter(event="disputed"), "bots"),
    (Filter(tournament=TOURNAMENT), "bots drawn"),
    (Filter(player=PLAYER), "people mixed"),
    (Filter(bot="greedy"), "mixed bots drawn"),
    (Filter(outcome=WON), "people mixed bots"),
    (Filter(outcome=TABLAS), "drawn"),
    (Filter(outcome=VOID), "void"),
    (Filter(game="g-mixed"), "mixed"),
    (Filter(game="g-hidden"), ""),
    (Filter(people="only", hidden=True), "hidden people"),
    (Filter(player=PLAYER, bot="greedy"), "mixed"),
    (Filter(player=PLAYER, bot="greedy", event="forced"), ""),
    (Filter(bot="greedy", since_ms=15, until_ms=25), "bots"),
    (Filter(bot="greedy", variant="paco"), ""),
    (Filter(bot="greedy", status="void"), ""),
)
"""Filters with the games that they find, in the order of the list."""


def enter(connection: Connection, named: Sequence[str], numbers: Iterator[int], **others: Summary) -> None:
    """Enter games one by one, each in a file of its own."""
    for game in named:
        place = {
            "game": game,
            "plies": 9,
            "digest": b"d",
            "at": 0,
            "length": 1,
            "size": 1,
            "hash": b"h",
            "dictionary": None,
        }
        about = {**GAMES, **others}.get(game, ABOUT)
        rows.enter(connection, f"file-{next(numbers)}", 1, [CatalogueRow(about, place)], 100)


@pytest.fixture(params=["game first", "dispute first"])
def filled(request: pytest.FixtureRequest, catalogue: Engine) -> Engine:
    """A catalogue with the games and a dispute about one of them."""
    order = [*GAMES, "d-about"] if request.param == "game first" else ["d-about", *GAMES]
    with writing(catalogue) as connection:
        enter(connection, order, count())
    return catalogue


def names(several: Sequence[ListedGame]) -> str:
    return " ".join(game.game.removeprefix("g-") for game in several)


def test_each_filter_finds_its_games_in_the_order_of_the_list(filled: Engine) -> None:
    with reading(filled) as connection:
        for wanted, expected in FOUND:
            assert names(found(connection, wanted, 99).games) == expected, wanted
            matching = {row.game.removeprefix("g-") for row in connection.execute(selection(wanted))}
            assert matching == set(expected.split()), wanted


def test_a_page_continues_after_the_last_game_of_the_one_before(filled: Engine) -> None:
    with reading(filled) as connection:
        for wanted, expected in FOUND:
            pages: list[ListedGame] = []
            before = None
            while True:
                page = found(connection, wanted, 1, before)
                pages += page.games
                before = page.next
                if before is None:
                    break
            assert names(pages) == expected, wanted


def keys(engine: Engine) -> set[tuple[str, int, str]]:
    with reading(engine) as connection:
        return {tuple(row) for row in connection.execute(select(keys_table))}


def test_a_catalogue_without_keys_gets_those_that_follow_from_its_rows(
    filled: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_keys, "TOGETHER", 2)
    before = keys(filled)
    with writing(filled) as connection:
        connection.execute(text("DROP TABLE search_keys"))
        connection.execute(meta.delete().where(meta.c.name.startswith("search_keys")))
    again = connect(filled.url.render_as_string(hide_password=False))
    recorded = {key for key in before if key[0].split()[0] == "tournament" or key[0] == "event forced"}
    assert len(recorded) == 4
    assert keys(prepare(again)) == before - recorded
    again.dispose()


def test_rows_of_an_earlier_program_get_their_keys_when_the_catalogue_is_opened_again(filled: Engine) -> None:
    with writing(filled) as connection:
        row = connection.execute(select(games).where(games.c.game == "g-drawn")).one()._mapping
        values = {name: value for name, value in row.items() if name != "number"}
        connection.execute(games.insert().values({**values, "game": "g-late"}))
    again = connect(filled.url.render_as_string(hide_password=False))
    with reading(again) as connection:
        assert names(found(connection, Filter(outcome=TABLAS), 9).games) == "late drawn"
    again.dispose()


def test_a_removed_game_has_no_key(filled: Engine) -> None:
    with writing(filled) as connection:
        rows.remove(connection, rows.bare(connection, "g-people", 100))
    others = {"g-mixed", "g-bots", "g-drawn", "g-void", "g-hidden", "d-about"}
    assert {game for _, _, game in keys(filled)} == others


def test_a_backup_without_keys_is_still_into_an_empty_catalogue(catalogue: Engine) -> None:
    with reading(catalogue) as connection:
        assert copied.are_empty(connection)


def test_sqlite_reads_each_filter_from_an_index_in_the_order_of_the_list(tmp_path: Path) -> None:
    engine = prepare(connect(f"sqlite:///{tmp_path}/catalogue.sqlite"))
    with writing(engine) as connection:
        enter(connection, [*GAMES, "d-about"], count())
    plans: list[str] = []
    with reading(engine) as connection:

        @event.listens_for(connection, "before_cursor_execute")
        def explain(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            if "LIMIT" in statement and "EXPLAIN" not in statement:
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                plans.extend(str(row[-1]) for row in plan)

        for wanted, _ in FOUND:
            plans.clear()
            found(connection, wanted, 50, (99, "g"))
            assert plans
            # Scanned are only the at most MOST_COMPARED places that are counted.
            scans = {step for step in plans if step.startswith("SCAN")}
            assert not {step for step in scans if not step.startswith(("SCAN anon_", "SCAN CONSTANT"))}, plans
            assert not any("TEMP B-TREE" in step for step in plans), (wanted, plans)
    engine.dispose()


def test_the_disputes_of_a_player_come_by_key_and_the_public_ones_alone_on_request(filled: Engine) -> None:
    with writing(filled) as connection:
        disputes = {
            "d-x": summary("people", 60, 0, kind=DISPUTE, parent="g-people"),
            "d-hidden": summary("people", 61, 0, kind=DISPUTE, parent="g-hidden"),
        }
        enter(connection, list(disputes), count(100), **disputes)
    with reading(filled) as connection:
        every = [(61, "d-hidden"), (60, "d-x"), (50, "d-about")]
        assert rows.ended_disputes(connection, 9) == every
        assert rows.ended_disputes(connection, 9, None, PLAYER) == every
        assert rows.ended_disputes(connection, 9, (61, "d-hidden"), PLAYER) == every[1:]
        assert rows.ended_disputes(connection, 9, None, PLAYER, public=True) == every[1:]
        assert rows.ended_disputes(connection, 9, None, "p-" + "2" * 24) == []
