"""Keys and entropy of a sitting: commitments, openings and when keys open (RULES 12)."""

from itertools import permutations
from random import Random

import pytest

from app.games import shuffle
from app.games.cards import Seat
from app.games.table import events as told
from app.games.table.commands import Deal, Expire, Ready, Reveal, Void
from app.games.table.decide import pending
from app.games.table.state import Status, awaited, bots_awaited
from app.games.table.view import view
from tests.games.tables import (
    BOT,
    ENTROPY,
    PERSON,
    act,
    begin,
    committed,
    of,
    opening,
    promise,
    refusal,
    served,
    sitting,
)


def test_12_2_a_commitment_after_the_deadline_is_refused_as_late() -> None:
    table = begin(opening(entropy="seats")).after
    late = act(table, None, Expire((Seat(1),))).after
    assert late.status is Status.COMMITTING
    assert refusal(late, 1, Ready(promise(late, 1))) == "already_ready"
    assert act(late, 1, Ready()).events == (told.Returned(Seat(1)),)


def test_12_1_every_key_was_committed_to_before_it_was_used() -> None:
    entries = list(sitting(opening(options={"deals": 3}), Random(4)))
    created, ended = entries[0].events[0], entries[-1].events[-1]
    promised = [created.commitment]
    promised += [event.next_commitment for event in of(told.HandBegun, entries)]
    game = created.game
    opened = [
        shuffle.commitment(game, number, bytes.fromhex(key)).hex()
        for number, key in enumerate(ended.deal_keys, start=1)
    ]
    assert opened == promised[:3]
    assert shuffle.commitment(game, 0, bytes.fromhex(ended.game_key)).hex() == created.game_commitment


def test_12_1_the_deck_and_the_first_dealer_follow_from_the_key_and_the_entropy() -> None:
    for seats, entropy in (((), ["", ""]), ((0, 1), ENTROPY)):
        table = committed(*seats)
        for seat in seats:
            table = act(table, seat, Reveal(ENTROPY[seat])).after
        (deal,) = served(table)
        key = shuffle.deal_key(bytes.fromhex(table.game_key), 1)
        mixed = [bytes.fromhex(text) for text in entropy]
        deck = shuffle.shuffled("spanish40", 1, shuffle.shuffle_key(key, mixed))
        hand = deal.after.hand
        assert hand.hands[hand.order[0]] == deck[0:18:2]
        assert hand.stock == deck[18:]
        assert deal.after.dealer == shuffle.below(2, shuffle.draws(key, mixed))


def test_12_2_seats_commit_then_open_then_the_hand_is_dealt() -> None:
    table = begin(opening(entropy="seats", seats=(PERSON, PERSON))).after
    assert (table.status, awaited(table)) == (Status.COMMITTING, (0, 1))
    assert refusal(table, 0, Reveal(ENTROPY[0])) == "wrong_phase"
    table = act(table, 0, Ready(promise(table, 0))).after
    assert refusal(table, 0, Ready(promise(table, 0))) == "already_ready"
    table = act(table, 1, Ready(promise(table, 1))).after
    assert (table.status, awaited(table)) == (Status.REVEALING, (0, 1))
    assert refusal(table, 0, Ready()) == "wrong_phase"
    table = act(table, 1, Reveal(ENTROPY[1])).after
    assert refusal(table, 1, Reveal(ENTROPY[1])) == "already_revealed"
    assert pending(table) is None
    table = act(table, 0, Reveal(ENTROPY[0])).after
    (deal,) = served(table)
    begun = deal.events[0]
    assert begun.entropy == tuple(ENTROPY)
    assert [seat["entropy"] for seat in view(deal.after, None)["seats"]] == ["committed"] * 2


def test_12_2_only_seats_that_committed_are_asked_to_reveal() -> None:
    table = committed(1)
    assert (table.status, awaited(table)) == (Status.REVEALING, (1,))
    assert refusal(table, 0, Reveal(ENTROPY[0])) == "wrong_phase"
    assert [seat["entropy"] for seat in view(table, None)["seats"]] == ["server_supplied", "committed"]
    assert pending(committed()) == Deal()


@pytest.mark.parametrize(
    "text",
    [
        "33" * 16,
        "11" * 15,
        "11" * 65,
        "",
        "1" * 33,
        "zz" * 16,
        ENTROPY[0].upper().replace("1", "A"),
        " " + ENTROPY[0],
    ],
)
def test_12_2_entropy_that_does_not_keep_its_promise_is_refused(text: str) -> None:
    assert refusal(committed(0, 1), 0, Reveal(text)) == "seed_invalid"


def test_12_2_entropy_counts_for_its_seat_only() -> None:
    table = begin(opening(entropy="seats")).after
    table = act(table, 0, Ready(promise(table, 0))).after
    table = act(table, 1, Ready(promise(table, 0))).after
    assert refusal(table, 1, Reveal(ENTROPY[0])) == "seed_invalid"


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "00" * 33, "AA" * 32])
def test_12_2_a_commitment_is_a_hash(text: str) -> None:
    assert refusal(begin(opening(entropy="seats")).after, 0, Ready(text)) == "seed_invalid"


def test_12_2_the_order_of_commitments_and_openings_does_not_matter() -> None:
    ends = []
    for commits in permutations((0, 1)):
        for opens in permutations((0, 1)):
            table = begin(opening(entropy="seats")).after
            for seat in commits:
                table = act(table, seat, Ready(promise(table, seat))).after
            for seat in opens:
                table = act(table, seat, Reveal(ENTROPY[seat])).after
            ends += [entry.after for entry in served(table)]
    assert len(ends) == 4
    assert all(end == ends[0] for end in ends)


def test_12_2_bots_are_never_asked_for_entropy() -> None:
    table = begin(opening(entropy="seats", seats=(PERSON, BOT))).after
    assert awaited(table) == (0,)
    bots = begin(opening(entropy="seats", seats=(BOT, BOT))).after
    (deal,) = served(bots)
    assert deal.after.in_hand
    assert set(bots_awaited(deal.after)) <= {0, 1}
    assert bots_awaited(deal.after)


def test_12_2_a_seat_that_does_not_open_voids_the_game_and_is_named() -> None:
    table = act(committed(0, 1), 0, Reveal(ENTROPY[0])).after
    assert refusal(table, 1, Void("no_reveal", (Seat(1),))) == "wrong_phase"
    voided = act(table, None, Void("no_reveal", (Seat(1),)))
    event = voided.events[0]
    assert (event.seats, event.entropy, event.game_key) == ((1,), (ENTROPY[0], ""), table.game_key)
    assert (voided.after.status, voided.after.balances) == (Status.VOID, (0, 0))
    assert refusal(voided.after, 1, Reveal(ENTROPY[1])) == "game_over"


@pytest.mark.parametrize(("reveal", "early"), [("game", []), ("hand", [1, 2])])
def test_12_4_keys_open_at_the_end_of_the_game_or_of_each_hand(reveal: str, early: list[int]) -> None:
    entries = list(sitting(opening(options={"deals": 3}, reveal=reveal), Random(6)))
    opened = of(told.KeyRevealed, entries)
    assert [dispute.hand_number for dispute in opened] == early
    ended = entries[-1].events[-1]
    assert [dispute.deal_key for dispute in opened] == list(ended.deal_keys[: len(early)])
    assert len(ended.deal_keys) == 3
