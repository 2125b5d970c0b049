"""Searches in a catalogue of many games: a page compares few of them, and each search comes to its end."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Engine, event, select, text

from replays.catalogue import search
from replays.catalogue.connecting import connect, prepare, reading, writing
from replays.catalogue.search import Filter, ListedGame, found, selection
from replays.catalogue.tables import games
from tests.bench.catalogue import LONGEST, RARE_PLAYER, fill
from tests.replays.catalogue.test_search_keys import enter, names, summary

GAMES = 400
WANTED = (
    Filter(),
    Filter(player=RARE_PLAYER),
    Filter(bot="greedy", event="drawn"),
    Filter(bot="greedy", outcome="tablas", variant="mexican-2"),
    Filter(event="forced", tournament="t-early"),
    Filter(variant="paco"),
    Filter(variant="fork", length_min=LONGEST - 200),
    Filter(variant="paco", status="void"),
    Filter(length_min=LONGEST - 10),
    Filter(length_min=LONGEST - 200, event="drawn"),
    Filter(length_min=LONGEST + 1),
    Filter(length_max=LONGEST - 100, since_ms=100_000, until_ms=200_000),
    Filter(status="finished", outcome="void"),
)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A catalogue of SQLite with many games."""
    engine = connect(f"sqlite:///{tmp_path_factory.mktemp('many')}/catalogue.sqlite")
    fill(engine, GAMES)
    yield engine
    engine.dispose()


def pages(engine: Engine, wanted: Filter, limit: int) -> Iterator[Sequence[ListedGame]]:
    before = None
    with reading(engine) as connection:
        while True:
            page = found(connection, wanted, limit, before)
            yield page.games
            before = page.next
            if before is None:
                return


@pytest.mark.parametrize("looked", [1, 7, 50, 1000])
def test_all_pages_have_what_a_search_without_limits_finds(
    many: Engine, looked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MOST_COMPARED", looked)
    for wanted in WANTED:
        every = [game.game for page in pages(many, wanted, 40) for game in page]
        with reading(many) as connection:
            rows = connection.execute(selection(wanted)).all()
        in_order = sorted(rows, key=lambda row: (row.ended_ms, row.game), reverse=True)
        assert every == [row.game for row in in_order], wanted


def test_a_page_ends_after_so_many_games_were_compared(many: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_COMPARED", 30)
    short = list(pages(many, Filter(bot="greedy", variant="mexican-2", outcome="tablas"), 50))
    assert len(short) == 1, "the rarest condition leads"
    long = list(pages(many, Filter(bot="greedy", variant="mexican-2", outcome="won"), 50))
    assert len(long) > 1
    assert all(len(page) <= 30 for page in long)
    assert sum(map(len, long)) > 30
    assert list(pages(many, Filter(bot="careful", outcome="won"), 50)) == [()]
    assert list(pages(many, Filter(bot="greedy", length_min=LONGEST + 1), 50)) == [()]


def test_no_condition_but_that_which_leads_reads_an_index(many: Engine) -> None:
    plans: list[str] = []
    with reading(many) as connection:

        @event.listens_for(connection, "before_cursor_execute")
        def explain(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            if statement.startswith("SELECT games.number, games.game"):
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                plans.extend(str(row[-1]) for row in plan)

        for wanted in WANTED:
            plans.clear()
            found(connection, wanted, 50, (10**9, "g"))
            few = any("games USING INTEGER PRIMARY KEY (rowid=?)" in step for step in plans)
            by_index = [step for step in plans if "games USING INDEX" in step]
            assert len(by_index) == (0 if few else 1), (wanted, plans)
            assert few or not any("TEMP B-TREE" in step for step in plans), (wanted, plans)


def test_a_catalogue_of_an_earlier_program_gets_the_index_of_lengths(catalogue: Engine) -> None:
    with writing(catalogue) as connection:
        enter(connection, ["g-people", "g-bots"], count(), **{"g-bots": summary("bots", 20, 0)})
        connection.execute(text("DROP INDEX games_plies"))
    again = connect(catalogue.url.render_as_string(hide_password=False))
    prepare(again)
    assert "games_plies" in indexes_of(again)
    with reading(again) as connection:
        assert names(found(connection, Filter(length_min=9), 9).games) == "people bots"
        assert found(connection, Filter(length_min=10), 9).games == ()
        assert connection.scalar(select(games.c.number).limit(1))
    again.dispose()


def indexes_of(engine: Engine) -> set[str]:
    kind = engine.dialect.name
    table, name = ("sqlite_master", "name") if kind == "sqlite" else ("pg_indexes", "indexname")
    with reading(engine) as connection:
        return set(connection.scalars(text(f"SELECT {name} FROM {table}")))


def test_an_index_whose_making_was_interrupted_is_made_again(postgresql_url: str) -> None:
    engine = prepare(connect(postgresql_url))
    invalid = "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'games_plies'::regclass"
    valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'games_plies'::regclass"
    with writing(engine) as connection:
        connection.execute(text(invalid))
    engine.dispose()
    again = prepare(connect(postgresql_url))
    with reading(again) as connection:
        assert connection.scalar(text(valid)) is True
    again.dispose()


def test_while_one_process_makes_an_index_another_searches_without_it(postgresql_url: str) -> None:
    engine = prepare(connect(postgresql_url))
    with writing(engine) as connection:
        enter(connection, ["g-people"], count())
        connection.execute(text("DROP INDEX games_plies"))
    with reading(engine) as maker:
        maker.execute(text("SELECT pg_advisory_xact_lock(:maker)"), {"maker": 0x636F6E69})
        other = prepare(connect(postgresql_url))
        with reading(other) as connection:
            assert names(found(connection, Filter(length_min=9), 9).games) == "people"
        assert "games_plies" not in indexes_of(other)
        other.dispose()
    engine.dispose()
