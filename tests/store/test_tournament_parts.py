"""Stored summaries and parts of tournaments, on a real Valkey."""

import pytest
from redis import Redis

from app.store.entry import START
from app.store.keys import GameId, LogKind, game_id_from, waits_key
from app.store.log import EventStore
from app.store.tournament_parts import PartsState, StoredSummary, StoredTables, TournamentParts

from .helpers import add

LOG, OTHER = (game_id_from(bytes([number]) * 32, LogKind.TOURNAMENT) for number in (1, 2))
DISPUTES = sorted(game_id_from(bytes([number]) * 32, LogKind.DISPUTE) for number in (1, 2))
TABLES = StoredTables(ply=4, made_ms=1_000, took_ms=20)


@pytest.fixture
def parts(redis: Redis) -> TournamentParts:
    return TournamentParts(redis)


def test_a_kept_summary_counts_if_it_is_of_the_last_entry_or_the_log_is_gone(
    parts: TournamentParts, store: EventStore
) -> None:
    assert parts.summed([]) == []
    assert parts.summed([LOG]) == [StoredSummary(None, None, None)]
    parts.remember(LOG, 2, b"two words")
    assert parts.summed([OTHER, LOG]) == [
        StoredSummary(None, None, None),
        StoredSummary(None, 2, b"two words"),
    ]
    head = add(store, START, LOG)
    assert parts.summed([LOG]) == [StoredSummary(1, None, None)]
    head = add(store, head, LOG)
    assert parts.summed([LOG]) == [StoredSummary(2, 2, b"two words")]
    add(store, head, LOG, summary=b"three")
    assert parts.summed([LOG]) == [StoredSummary(3, 3, b"three")]


def test_parts_are_written_only_over_those_of_the_known_ply(parts: TournamentParts) -> None:
    assert parts.kept(LOG) == PartsState(0, None)
    assert parts.advance(LOG, 0, 4, {"standings": b"a" * 1_000, "games": b"b"}, TABLES)
    assert not parts.advance(LOG, 0, 5, {"standings": b"late"})
    assert parts.get(LOG, ["games", "none", "standings"]) == (
        PartsState(4, TABLES),
        [b"b", None, b"a" * 1_000],
    )
    assert parts.advance(LOG, 4, 5, {"standings": b"c"})
    assert parts.get(LOG, ["standings", "games"]) == (PartsState(5, TABLES), [b"c", b"b"])
    parts.drop(LOG)
    assert parts.kept(LOG) == PartsState(0, None)


def test_a_requested_report_is_wanted_until_it_is_made(parts: TournamentParts) -> None:
    for name in ("b", "a"):
        parts.want(LOG, name)
    assert (parts.wanted(LOG), parts.wanted(OTHER)) == (["a", "b"], [])
    parts.made(LOG, "b")
    assert parts.wanted(LOG) == ["a"]


def test_disputed_fixtures_are_listed_in_order_until_each_dispute_is_over(parts: TournamentParts) -> None:
    for fixture, dispute in ((10, DISPUTES[0]), (9, DISPUTES[1]), (9, DISPUTES[0])):
        parts.contest(LOG, fixture, dispute)
    assert parts.contested(LOG) == [(9, DISPUTES[0]), (9, DISPUTES[1]), (10, DISPUTES[0])]
    parts.settled(LOG, 9, DISPUTES[0])
    assert parts.contested(LOG) == [(9, DISPUTES[1]), (10, DISPUTES[0])]
    assert parts.contested(OTHER) == []


def test_tournaments_are_listed_newest_first_and_once(store: EventStore) -> None:
    store.tournament_lists.enter(LOG, 1_000)
    store.tournament_lists.enter(OTHER, 2_000)
    store.tournament_lists.enter(LOG, 9_000)
    listed = store.tournament_lists.page(9)
    assert [(row.game, row.since_ms) for row in listed] == [(OTHER, 2_000), (LOG, 1_000)]
    assert store.tournament_lists.page(1) == listed[:1]
    assert store.tournament_lists.page(9, listed[0]) == listed[1:]


def test_a_tournament_waits_for_what_was_last_said_until_it_goes_on(store: EventStore, redis: Redis) -> None:
    assert store.tournament_lists.waits_for([]) == []
    store.tournament_lists.wait(LOG, "disk", 60_000)
    store.tournament_lists.wait(LOG, "store", 60_000)
    assert store.tournament_lists.waits_for([OTHER, LOG]) == [None, "store"]
    assert 0 < redis.pttl(waits_key(LOG)) <= 60_000
    store.tournament_lists.go_on(LOG)
    assert store.tournament_lists.waits_for([LOG]) == [None]


def test_the_logs_of_a_kind_are_those_with_a_head(store: EventStore, game: GameId) -> None:
    for log in (LOG, OTHER, game):
        add(store, START, log)
    store.tournament_lists.enter(game_id_from(b"x" * 32, LogKind.TOURNAMENT), 1_000)
    assert sorted(store.logs(LogKind.TOURNAMENT)) == sorted([LOG, OTHER])
    assert list(store.logs(LogKind.GAME)) == [game]
