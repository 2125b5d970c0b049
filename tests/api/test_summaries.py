"""Summaries of games: a list made from them equals the one made from the logs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import orjson
import pytest

from app.games.table.state import Status
from app.games.table.summary import summary
from app.service.entry_codec import advance
from app.service.games import ROLLED_BACK, GameService
from app.store.canonical import parse
from app.store.encryption import StorageCipher
from app.store.entry import Entry
from app.store.errors import StoreFailure, StoreUnavailable
from app.store.keys import GameId, log_key, state_key
from app.store.log import EventStore
from app.store.retention import Retention
from replays.archive.archiver import Archiver
from replays.archive.listing import Listing
from replays.catalogue.search import Filter
from replays.catalogue.summary import summary as told
from replays.disputes.marks import Marks
from replays.record.read import read_record
from tests.api.helpers import Api, Json, expect
from tests.api.test_fairness import commit, made, reveal
from tests.corpus.test_corpus import RECORDS, kept
from tests.replays.games import PLANS, played
from tests.service.helpers import KEYS, counted_client, event_store, play_on


def of_log(api: Api, game: str, since_ms: int) -> Json:
    """A row of the list made from the whole log, as of a live game or of one that is over."""
    entries = api.games.entries(GameId(game), 0)
    position = advance(None, entries)
    assert position is not None
    table, over = position.table, position.table.is_over
    ended = told([parse(entry.public) for entry in entries]) if over else None
    seats = [
        {
            "seat": seat,
            "kind": str(place.kind),
            "player": place.player,
            "bot": place.bot,
            "won": 0 if ended is None else ended.players[seat].won,
            "balance": table.balances[seat] if ended is None else ended.players[seat].balance,
        }
        for seat, place in enumerate(table.places)
    ]
    if ended is not None:
        assert [(player.kind, player.player, player.bot) for player in ended.players] == [
            (seat["kind"], seat["player"], seat["bot"]) for seat in seats
        ]
    return {
        "game": game,
        "variant": table.rules.variant,
        "status": str(table.status),
        "outcome": None if ended is None else ended.outcome,
        "fork_of": None if table.origin is None else table.origin.game,
        "hands": table.hand_number if ended is None else len(ended.hands),
        "tablas": 0 if ended is None else ended.tablas,
        "plies": len(entries),
        "started": since_ms if ended is None else ended.started_ms,
        "ended": None if ended is None else ended.ended_ms or since_ms,
        "record": over,
        "seats": seats,
    }


def expected(api: Api) -> bytes:
    """The whole list of public games that are no forks, made from their logs."""
    after = Retention(api.redis, StorageCipher(KEYS.vault))
    listed = [*api.games.store.live(200), *after.newest(200)]
    rows = [of_log(api, row.game, row.since_ms) for row in listed if is_public(api, row.game)]
    pairs = api.games.store.contradictions.of([GameId(row["game"]) for row in rows])
    whole = [
        row | Marks(GameId(row["game"]), marks).ledger([seat["balance"] for seat in row["seats"]])
        for row, marks in zip(rows, pairs, strict=True)
    ]
    return orjson.dumps({"games": whole, "next": None})


def is_public(api: Api, game: GameId) -> bool:
    table = api.games.current(game).table
    return str(table.visibility) == "public" and table.origin is None


def statuses(api: Api) -> set[str]:
    """The statuses in the list, which says of each game what its log does, byte for byte."""
    answer = api.client.get("/v1/games?limit=200")
    assert answer.data == expected(api)
    return {game["status"] for game in expect(answer, 200)["games"]}


def test_the_list_agrees_with_the_logs_in_every_status(api: Api) -> None:
    seen: set[str] = set()

    def look() -> None:
        seen.update(statuses(api))

    api.post({"variant": "mexican-2", "seats": ["me", "open"], "visibility": "private"})
    waiting = expect(api.post({"variant": "mexican-2", "seats": ["me", "open"]}), 201)["game"]
    fair = made(api)
    look()
    commit(fair, 0, 1)
    look()
    reveal(fair, 0)
    reveal(fair, 1)
    look()
    sitting = api.table("me me greedy", "mexican-3", options={"deals": 3, "stake": 2}, reveal="hand")
    for _ in range(400):
        if play_on(api.games, GameId(sitting.id), seed=1, plies=1).table.is_over:
            break
        look()
    api.games.void(GameId(waiting), ROLLED_BACK, ())
    look()
    frozen = GameId(api.table("me me").id)
    api.games.confront(frozen, {"ply": 99, "digest": "00" * 32})
    look()
    assert seen == {*map(str, Status)}
    api.games.void_frozen(frozen)
    look()


def test_a_game_without_a_summary_of_its_last_entry_is_listed_and_gets_one(api: Api) -> None:
    tables = [api.table("me me"), api.table("greedy random"), api.table("me me")]
    api.bots(tables[1].id)
    api.redis.hdel(state_key(tables[0].id), "l")
    api.redis.hdel(state_key(tables[1].id), "l")
    # As if an earlier version had written the last entry: what it found there is still there.
    stale = api.redis.hget(state_key(tables[2].id), "l")
    play_on(api.games, GameId(tables[2].id), seed=1, plies=2)
    api.redis.hset(state_key(tables[2].id), "l", stale or b"")
    games = [GameId(table.id) for table in tables]
    assert api.games.store.summaries(games) == [None] * 3
    assert statuses(api) == {"playing", "finished"}
    assert None not in api.games.store.summaries(games)
    assert statuses(api) == {"playing", "finished"}


def test_a_summary_of_another_version_is_rebuilt(api: Api) -> None:
    game = GameId(api.table("me me").id)
    (kept_one,) = api.games.store.summaries([game])
    api.redis.hset(state_key(game), "l", b'2 {"v":99}')
    assert statuses(api) == {"playing"}
    assert api.games.store.summaries([game]) == [kept_one]


def test_a_page_costs_two_round_trips_however_many_games_there_are(
    api: Api, archiver: Archiver, redis_url: str
) -> None:
    trips = []
    for _ in range(2):
        for _ in range(25):
            api.table("me me")
        with counted_client(redis_url) as client:
            games = GameService(event_store(client), 16)
            listing = Listing(games, Retention(client, StorageCipher(KEYS.vault)), archiver.archive)
            assert len(listing.page(Filter(), 20).games) == 20
            trips.append(client.connection_pool.trips)
    assert trips == [2, 2]


def test_a_store_that_takes_no_summary_is_listed_all_the_same(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = api.table("me me")
    api.redis.hdel(state_key(table.id), "l")

    def full(*given: object) -> bool:
        raise StoreUnavailable("full", StoreFailure.FULL)

    monkeypatch.setattr(EventStore, "describe", full)
    assert statuses(api) == {"playing"}


def test_a_game_with_a_damaged_log_and_no_summary_is_not_listed(api: Api) -> None:
    table = api.table("me me")
    api.redis.hdel(state_key(table.id), "l")
    api.redis.delete(log_key(table.id))
    assert expect(api.client.get("/v1/games"), 200)["games"] == []


def test_the_summary_is_removed_when_a_game_is_archived(api: Api, archiver: Archiver) -> None:
    table = api.table("greedy random")
    api.bots(table.id)
    assert api.redis.hexists(state_key(table.id), "l")
    replace(archiver, keep_ms=600_000).round()
    assert api.redis.exists(state_key(table.id))
    assert not api.redis.hexists(state_key(table.id), "l")
    assert [game["game"] for game in expect(api.client.get("/v1/games"), 200)["games"]] == [table.id]


def in_catalogue(log: Sequence[Entry]) -> Json:
    """Return what the catalogue says of a finished game, as a summary."""
    about = told([parse(entry.public) for entry in log])
    return {
        "variant": about.variant,
        "status": about.status,
        "outcome": about.outcome,
        "visibility": about.visibility,
        "parent": about.parent,
        "hands": len(about.hands),
        "tablas": about.tablas,
        "plies": len(log),
        "began": about.started_ms,
        "ended": about.ended_ms,
        "seats": [
            [player.kind, player.player, player.bot, player.won, player.balance] for player in about.players
        ],
    }


OLD = {f"{form} {name}": partial(kept, form, name) for form, name in RECORDS}


@pytest.mark.parametrize("name", OLD)
def test_the_summary_of_an_old_game_is_that_of_the_catalogue(name: str) -> None:
    log = read_record(OLD[name]()).entries
    position = advance(None, log)
    assert position is not None
    assert summary(position.table, position.began, position.time) == {"v": 1, **in_catalogue(log)}


@pytest.mark.parametrize("name", PLANS)
def test_the_summary_of_a_finished_game_is_that_of_the_catalogue(name: str) -> None:
    position = advance(None, played(name))
    assert position is not None
    assert summary(position.table, position.began, position.time) == {"v": 1, **in_catalogue(played(name))}
