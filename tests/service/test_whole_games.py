"""Whole games through the services: commit and reveal, several hands, bots only, time."""

import pytest

from app.games import shuffle
from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table.commands import Ready, Reveal
from app.games.table.state import Status, awaited
from app.service.games import GameService
from tests.service.helpers import GAME, KEYS, START_MS, play_on, seated, service, table_for
from workers.bots import player

ENTROPY = {0: "a1" * 16, 1: "b2" * 64}


def promise(seat: int) -> str:
    return shuffle.entropy_commitment(GAME, seat, bytes.fromhex(ENTROPY[seat])).hex()


def test_seats_that_commit_and_reveal_have_their_chance_in_the_deck(games: GameService) -> None:
    position = seated(games, "person open greedy", "mexican-3", entropy="seats")
    assert (position.table.status, position.table.awaited) == (Status.COMMITTING, (0, 1))
    for seat in (0, 1):
        position = games.act(
            GAME, Seat(seat), Ready(promise(seat)), expected=position.table.decision
        ).position
    assert position.table.status is Status.REVEALING
    games.act(GAME, Seat(1), Reveal(ENTROPY[1]))
    done = games.act(GAME, Seat(0), Reveal(ENTROPY[0]))
    table = done.position.table
    assert (table.status, done.position.ply) == (Status.PLAYING, done.ply + 1)
    key = shuffle.shuffle_key(
        shuffle.deal_key(bytes.fromhex(table.game_key), 1), [*map(bytes.fromhex, ENTROPY.values()), b""]
    )
    deck = shuffle.shuffled("spanish40", 1, key)
    assert table.hand.stock == deck[-len(table.hand.stock) :]


@pytest.mark.parametrize("entropy", ["cc" * 16, "a1" * 17, "", "zz" * 16, "a1" * 65])
def test_entropy_that_was_not_committed_to_is_refused_and_the_right_one_still_taken(
    games: GameService, entropy: str
) -> None:
    seated(games, "person greedy", "north-american", entropy="seats")
    games.act(GAME, Seat(0), Ready(promise(0)))
    with pytest.raises(Refused, match="seed_invalid"):
        games.act(GAME, Seat(0), Reveal(entropy))
    assert games.act(GAME, Seat(0), Reveal(ENTROPY[0])).position.table.in_hand


def test_a_table_whose_seats_commit_no_entropy_is_dealt_at_once(games: GameService) -> None:
    seated(games, "person open", entropy="seats")
    games.act(GAME, Seat(1), Ready())
    with pytest.raises(Refused, match="already_ready"):
        games.act(GAME, Seat(1), Ready())
    assert games.act(GAME, Seat(0), Ready()).position.table.in_hand


def test_ready_seats_are_dealt_three_hands_and_the_ledger_is_kept(
    games: GameService,
) -> None:
    seated(games, "person greedy", "north-american", deals=3, stake=5, reveal="hand")
    end = play_on(games, GAME, seed=4)
    assert (end.table.status, end.table.hand_number) == (Status.FINISHED, 3)
    assert sum(end.table.balances) == 0
    asked = [
        event
        for entry in games.entries(GAME, 0)
        for event in (b"between_hands" in entry.public, b"key-revealed" in entry.public)
        if event
    ]
    assert len(asked) == 4


@pytest.mark.parametrize(
    ("seats", "variant"),
    [
        ("random greedy", "north-american"),
        ("greedy greedy", "mexican-2"),
        ("random greedy random", "mexican-3"),
        ("greedy greedy greedy greedy", "paco-teams"),
        ("random random random", "navajo-tens"),
    ],
)
def test_a_game_of_bots_alone_ends_by_one_job_and_has_no_time(
    games: GameService, seats: str, variant: str
) -> None:
    made = games.create(table_for(seats, variant, deals=2), None).position
    player(games, KEYS.bot)(made.game)
    end = service(games.store._redis).current(made.game)
    assert (end.table.status, end.table.hand_number, awaited(end.table)) == (Status.FINISHED, 2, ())
    assert all(b'"time":0,' in entry.public for entry in games.entries(made.game, 0))


def test_the_time_of_entries_never_decreases(games: GameService) -> None:
    seated(games)
    clock = games._clock
    for now in (START_MS + 500, START_MS - 500, START_MS + 700):
        clock.now = now  # type: ignore[attr-defined]
        play_on(games, GAME, seed=now, plies=1)
    times = [games.at(GAME, entry.ply).time for entry in games.entries(GAME, 0)][-3:]
    assert times == [START_MS + 500, START_MS + 500, START_MS + 700]
