"""Lists of disputes on a real Valkey: by game, by phase and by party."""

from redis import Redis

from app.store.dispute_index import DisputeIndex, DisputePhase, DisputePlace
from app.store.keys import GameId, LogKind
from app.store.schedule import LiveGame

from .helpers import ids

GAMES, DISPUTES, (ANA, BETO) = ids(LogKind.GAME, 2), ids(LogKind.DISPUTE, 3), ids(LogKind.PLAYER, 2)
OPEN, JUDGED, CONTESTED = DisputePhase.OPEN, DisputePhase.JUDGED, DisputePhase.CONTESTED


def names(listed: list[LiveGame]) -> list[GameId]:
    return [row.game for row in listed]


def test_disputes_are_listed_by_game_and_newest_first_until_they_are_settled(redis: Redis) -> None:
    disputes = DisputeIndex(redis)
    for at, dispute in enumerate(DISPUTES, 1):
        disputes.add(GAMES[0], dispute, at * 1_000)
    disputes.add(GAMES[0], DISPUTES[0], 9_000)
    assert disputes.of(GAMES[:2]) == [tuple(DISPUTES), ()]
    listed = disputes.unsettled(9)
    assert [(row.game, row.since_ms) for row in listed] == [
        (DISPUTES[at], (at + 1) * 1_000) for at in (2, 1, 0)
    ]
    assert disputes.unsettled(1, listed[0]) == listed[1:2]
    assert [*disputes.every(2)] == listed
    disputes.settled(DISPUTES[1])
    assert names(disputes.unsettled(9)) == [DISPUTES[2], DISPUTES[0]]
    assert disputes.of(GAMES[:1]) == [tuple(DISPUTES)]


def test_disputes_are_listed_by_phase_and_party_until_they_leave_the_phase(redis: Redis) -> None:
    disputes = DisputeIndex(redis)
    one, two, three = (
        DisputePlace(dispute, at, phase, players, public)
        for at, (dispute, phase, players, public) in enumerate(
            [
                (DISPUTES[0], OPEN, (ANA, BETO), True),
                (DISPUTES[1], CONTESTED, (ANA, "a guest"), False),
                (DISPUTES[2], CONTESTED, (), True),
            ]
        )
    )
    disputes.place([])
    disputes.place([one, two, three])
    disputes.place([one._replace(since_ms=9)])
    assert names(disputes.unsettled(9, phases=(CONTESTED,))) == [DISPUTES[2], DISPUTES[1]]
    assert names(disputes.unsettled(9, phases=(OPEN, JUDGED))) == [DISPUTES[0]]
    assert disputes.unsettled(9, phases=()) == disputes.unsettled(9, player="a guest") == []
    assert names(disputes.unsettled(9, player=ANA)) == [DISPUTES[1], DISPUTES[0]]
    assert names(disputes.unsettled(9, LiveGame(1, DISPUTES[1]), player=ANA)) == [DISPUTES[0]]
    assert names(disputes.unsettled(9, player=ANA, phases=(CONTESTED,))) == [DISPUTES[1]]
    assert names(disputes.unsettled(9, player=ANA, public=True)) == [DISPUTES[0]]
    assert disputes.is_public(DISPUTES[0], (BETO,))
    assert not disputes.is_public(DISPUTES[1], (ANA, BETO))
    assert not disputes.is_public(DISPUTES[2], ())
    disputes.place([one._replace(phase=JUDGED)])
    disputes.leave([one])
    disputes.leave([])
    assert disputes.unsettled(9, phases=(OPEN,)) == []
    for public in (False, True):
        assert names(disputes.unsettled(9, player=BETO, public=public, phases=(JUDGED,))) == [DISPUTES[0]]
    for place in (one, two, three):
        disputes.settled(place.dispute, place.players)
    assert [key for key in redis.scan_iter("*") if b"-" in key.rpartition(b":")[2]] == []
