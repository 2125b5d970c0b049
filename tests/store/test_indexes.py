"""Indexes beside the logs on a real Valkey: webhooks, disputes, quotas, marks and contradictions."""

from typing import Any

import pytest
from redis import Redis

from app.store.append_options import KEPT, PlayersToAct
from app.store.dispute_index import DisputeIndex
from app.store.entry import START
from app.store.indexes import (
    MOST,
    Contradictions,
    MarkedGames,
    OpenTurn,
    WebhookIndex,
    disown,
    own,
    prune,
    questions,
    turn_members,
)
from app.store.keys import GameId, LogKind, bucket, owned_key
from app.store.log import EventStore

from .helpers import add, grow, ids

GAMES, PLAYERS = ids(LogKind.GAME, 40), ids(LogKind.PLAYER, 3)
HOOK_IDS, DISPUTES = ids(LogKind.WEBHOOK, 3), ids(LogKind.DISPUTE, 3)


def together() -> list[GameId]:
    """Return two games of one bucket."""
    return next(
        [game, other] for game in GAMES for other in GAMES if game < other and bucket(game) == bucket(other)
    )


@pytest.fixture
def hooks(redis: Redis) -> WebhookIndex:
    return WebhookIndex(redis)


def test_a_webhook_is_listed_under_its_owner_and_games_until_it_is_dropped_there(hooks: WebhookIndex) -> None:
    hooks.add(HOOK_IDS[1], PLAYERS[0], GAMES[:2])
    hooks.add(HOOK_IDS[0], PLAYERS[0], [])
    assert hooks.of([PLAYERS[0]]) == (HOOK_IDS[0], HOOK_IDS[1])
    assert hooks.of([PLAYERS[0], *GAMES[:3]]) == (HOOK_IDS[0], HOOK_IDS[1])
    assert (hooks.of(GAMES[:1]), hooks.of(GAMES[2:3])) == ((HOOK_IDS[1],), ())
    hooks.drop(HOOK_IDS[1], [GAMES[0]])
    hooks.drop(HOOK_IDS[1], [])
    assert (hooks.of(GAMES[:1]), hooks.of(GAMES[1:2])) == ((), (HOOK_IDS[1],))


def test_owners_are_those_players_that_have_webhooks(hooks: WebhookIndex) -> None:
    for player in PLAYERS[:2]:
        hooks.add(HOOK_IDS[0], player, [])
    assert hooks.count() == 2
    assert hooks.owners([*PLAYERS, PLAYERS[0]]) == set(PLAYERS[:2])
    assert hooks.owners([]) == set()


def test_owners_are_checked_in_the_order_of_their_last_check(hooks: WebhookIndex) -> None:
    for player in PLAYERS[:2]:
        hooks.add(HOOK_IDS[0], player, [])
    hooks.looked(PLAYERS[:1], 2_000)
    hooks.looked(PLAYERS[1:], 1_000)
    hooks.looked([], 9_000)
    assert hooks.stalest(9, 2_000) == (PLAYERS[1], PLAYERS[0])
    assert hooks.stalest(1, 2_000) == hooks.stalest(9, 1_999) == (PLAYERS[1],)
    assert hooks.count() == 2, "a player without webhooks is not checked"


def test_a_watched_log_is_late_until_its_last_entry_is_announced(
    store: EventStore, hooks: WebhookIndex
) -> None:
    game, gone = together()
    assert hooks.watched(bucket(game)) == ([], [], [])
    grow(store, game, 3)
    hooks.mark([game, gone])
    hooks.mark([])
    assert (hooks.notified_ply(game), hooks.notified_ply(PLAYERS[0])) == (0, None)
    assert hooks.watched(bucket(game)) == ([game], [game], [gone])
    hooks.set_notified(game, 2)
    hooks.mark([game])
    assert (hooks.notified_ply(game), hooks.watched(bucket(game)).late) == (2, [game])
    hooks.set_notified(game, 3)
    assert hooks.watched(bucket(game)) == ([game], [], [gone])
    assert hooks.marked([game, gone, PLAYERS[0]]) == {game, gone}
    hooks.forget(gone)
    assert (hooks.marked([game, gone]), hooks.marked([])) == ({game}, set())
    assert hooks.watched(bucket(game)).gone == []


def test_a_quota_holds_its_games_and_loses_those_that_are_over_or_gone(
    store: EventStore, redis: Redis
) -> None:
    assert prune(redis, "owner", ["finished"]) == 0
    assert [own(redis, "owner", game, 2) for game in (*GAMES[:3], GAMES[0])] == [True, True, False, True]
    assert own(redis, "another", GAMES[2], 2)
    add(store, START, GAMES[0], status="finished", live=False)
    add(store, START, GAMES[1])
    assert prune(redis, "owner", ["finished"]) == 1
    assert own(redis, "owner", GAMES[2], 2)
    disown(redis, "owner", GAMES[1])
    disown(redis, "owner")
    assert own(redis, "owner", GAMES[3], 2)
    assert prune(redis, "owner", []) == 0


def test_a_quota_is_kept_for_thirty_days_after_its_last_game(redis: Redis) -> None:
    own(redis, "owner", GAMES[0], 2)
    own(redis, "owner", GAMES[1], 2)
    left = redis.ttl(owned_key("owner"))
    assert 29 < left / 86_400 <= 30


def test_turns_of_a_player_are_those_asked_by_the_last_entries_and_seats_kept(store: EventStore) -> None:
    one, other = PLAYERS[:2]
    head = add(store, START, GAMES[0], to_act=PlayersToAct(1, (one, other)))
    add(store, START, GAMES[1], to_act=PlayersToAct(1, (other,), kept=(one,)))
    now, games = store.turns(one)
    assert games == {GAMES[0]: 1, GAMES[1]: 0}, "stored by every version"
    assert now > 0
    assert store.turns(one, [bucket(GAMES[0])])[1].keys() >= {GAMES[0]}
    add(store, head, GAMES[0], to_act=PlayersToAct(2, (other,)), answers=one)
    assert store.turns(one)[1] == {GAMES[1]: KEPT}
    assert store.turns(other)[1] == {GAMES[0]: 2, GAMES[1]: 1}
    assert len(store.pace(one)) == 1
    assert store.pace(other) == ()
    assert turn_members(GAMES[0], "") == []


def test_an_open_turn_without_a_game_has_no_times(redis: Redis) -> None:
    assert questions(redis, GAMES[:1]) == {GAMES[0]: OpenTurn(None, None)}
    assert questions(redis, []) == {}


def test_marked_games_are_those_of_their_tournament(redis: Redis) -> None:
    marked, (one, other) = MarkedGames(redis), ids(LogKind.TOURNAMENT, 2)
    for game in (GAMES[3], GAMES[1]):
        marked.add(one, game)
    assert (marked.of(one), marked.of(other)) == ([GAMES[1], GAMES[3]], [])


def test_games_with_disputes_or_contradictions_are_found_among_others_by_bucket(redis: Redis) -> None:
    marked, pair = MarkedGames(redis), together()
    disputed = next(game for game in GAMES if bucket(game) != bucket(pair[0]))
    rest = [game for game in GAMES if bucket(game) not in (bucket(pair[0]), bucket(disputed))]
    assert marked.among([]) == marked.among(GAMES) == set()
    Contradictions(redis).add(pair[0], {"ply": 1}, {"ply": 1})
    DisputeIndex(redis).add(disputed, DISPUTES[0], 1)
    assert marked.among([*pair, disputed, *rest]) == {*pair, disputed}


def test_the_first_contradiction_of_each_ply_is_kept_up_to_the_most(redis: Redis) -> None:
    contradictions = Contradictions(redis)
    receipts: list[dict[str, Any]] = [{"ply": ply, "digest": "said"} for ply in range(MOST + 1, 0, -1)]
    held: dict[str, Any] = {"ply": 1, "digest": "held"}
    for receipt in receipts[:2]:
        contradictions.add(GAMES[0], receipt, held)
    contradictions.add(GAMES[0], {**receipts[0], "digest": "later"}, held)
    assert contradictions.of(GAMES[:2]) == [((receipts[1], held), (receipts[0], held)), ()]
    for receipt in receipts[2:]:
        contradictions.add(GAMES[0], receipt, held)
    (kept,) = contradictions.of(GAMES[:1])
    assert [receipt["ply"] for receipt, _ in kept] == list(range(2, MOST + 2))
    assert contradictions.of([]) == []
