"""Seats reserved by an invitation, and replaced tokens (RULES 11.2, 11.15)."""

from dataclasses import replace
from hashlib import sha256

import pytest

from app.games.cards import Seat
from app.games.table.commands import Expire, Leave, Rotate, Sit
from app.games.table.events import Rotated, Seated
from app.games.table.seats import closed
from app.games.table.state import Kind, Table
from tests.games.tables import BOT, OPEN, PERSON, act, begin, opening, refusal, served

GAME, PROOF = "a" * 22, "5a" * 32
INVITED = OPEN | {"invitation": closed(GAME, 1, PROOF)}


def waiting(*others: dict[str, str]) -> Table:
    return begin(opening("mexican-3", seats=(PERSON, INVITED, *(others or (OPEN,))))).after


def dealt(host: str | None = None) -> Table:
    """Two persons and a bot, dealt."""
    made = replace(opening("mexican-3", seats=(PERSON, PERSON, BOT)), host=host)
    (deal,) = served(begin(made).after)
    return deal.after


def test_11_2_the_invitation_in_the_first_entry_is_computed_as_the_rulebook_states() -> None:
    message = b"conquian/invitation/1" + b"\x16" + GAME.encode() + b"\x01" + bytes.fromhex(PROOF)
    assert INVITED["invitation"] == sha256(message).hexdigest()


def test_11_1_joining_with_members_that_the_game_does_not_use_is_refused() -> None:
    for terms in ({}, {"buy_in": 20}):
        assert refusal(waiting(), 2, Sit(Seat(2), terms=terms)) == "wrong_phase"
    assert act(waiting(), 2, Sit(Seat(2))).events


def test_11_2_the_proof_takes_the_seat_once() -> None:
    entry = act(waiting(), 1, Sit(Seat(1), None, "hash", None, PROOF))
    assert entry.events == (Seated(Seat(1), None, "hash", None),)
    assert entry.after.places[1].kind is Kind.PERSON
    assert refusal(entry.after, 1, Sit(Seat(1), None, "hash", None, PROOF)) == "invitation_invalid"
    assert refusal(entry.after, 1, Sit(Seat(1), None, "hash")) == "seat_taken"


@pytest.mark.parametrize("proof", ["5b" * 32, PROOF.upper(), PROOF[:-2], "", "no hex", f"{PROOF}\n"])
def test_11_2_a_wrong_proof_is_refused(proof: str) -> None:
    assert refusal(waiting(), 1, Sit(Seat(1), None, "hash", None, proof)) == "invitation_invalid"


def test_11_2_a_proof_of_one_seat_opens_no_other_and_no_seat_that_has_none() -> None:
    other = OPEN | {"invitation": closed(GAME, 1, PROOF)}
    assert refusal(waiting(other), 2, Sit(Seat(2), None, "hash", None, PROOF)) == "invitation_invalid"
    assert refusal(waiting(), 2, Sit(Seat(2), None, "hash", None, PROOF)) == "invitation_invalid"
    assert refusal(waiting(), 7, Sit(Seat(7), None, "hash", None, PROOF)) == "seat_unknown"


def test_11_2_without_the_proof_the_seat_is_reserved() -> None:
    for player in (None, "p-somebody"):
        assert refusal(waiting(), 1, Sit(Seat(1), player, "hash")) == "seat_reserved"
    assert refusal(waiting(), 2, Sit(Seat(2), None, "hash")) is None


def test_11_15_a_seat_replaces_its_token_at_any_time_without_another_change() -> None:
    table = dealt()
    entry = act(table, 1, Rotate(Seat(1), 1, "new"))
    assert entry.events == (Rotated(Seat(1), 1, "new"),)
    place = replace(table.places[1], token_hash="new", generation=1)
    assert entry.after == table.changed(ply=table.ply + 1, places=(table.places[0], place, table.places[2]))
    assert refusal(entry.after, 1, Rotate(Seat(1), 1, "again")) == "rotation_closed"
    assert refusal(entry.after, 1, Rotate(Seat(1), 2, "again")) is None


def test_11_15_the_host_replaces_the_token_of_a_guest_before_the_first_hand_and_of_a_late_seat() -> None:
    rotate = Rotate(Seat(1), 1, "new")
    before = act(waiting(), 1, Sit(Seat(1), None, "hash", None, PROOF)).after
    assert refusal(before, 0, rotate) is None
    table = dealt()
    assert refusal(table, 0, rotate) == "rotation_closed"
    late = table.changed(places=(table.places[0], replace(table.places[1], missed=1), table.places[2]))
    assert refusal(late, 0, rotate) is None
    known = late.changed(places=(late.places[0], replace(late.places[1], player="p-1"), late.places[2]))
    assert refusal(known, 0, rotate) == "rotation_closed"


def test_11_15_other_seats_cannot_replace_a_token() -> None:
    table = dealt()
    assert refusal(table, 1, Rotate(Seat(0), 1, "new")) == "not_host"
    assert refusal(table, None, Rotate(Seat(0), 1, "new")) == "not_host"
    assert refusal(dealt(host="p-1"), None, Rotate(Seat(0), 1, "new")) == "rotation_closed"
    assert refusal(table, 0, Rotate(Seat(2), 1, "new")) == "rotation_closed"
    assert refusal(table, 0, Rotate(Seat(3), 1, "new")) == "seat_unknown"


def test_11_15_the_host_is_the_seat_of_its_player_and_not_a_seat_of_its_bot() -> None:
    seats = (PERSON | {"player": "p-bot"}, PERSON | {"player": "p-me"}, BOT)
    table = begin(replace(opening("mexican-3", seats=seats), host="p-me")).after
    assert (table.host, table.host_seat) == ("p-me", 1)
    assert refusal(table, 0, Rotate(Seat(1), 1, "new")) == "not_host"


def test_11_15_a_seat_that_left_is_not_host_and_has_no_token() -> None:
    gone = act(dealt(), 0, Leave()).after
    assert refusal(gone, 0, Rotate(Seat(0), 1, "new")) == "already_left"
    again = act(gone, 0, Sit(Seat(0), None, "hash", 1)).after
    assert refusal(again, 0, Rotate(Seat(1), 1, "new")) == "not_host"
    assert refusal(again, 0, Rotate(Seat(0), 2, "new")) is None


def test_11_15_a_returned_seat_keeps_its_token_from_the_host() -> None:
    table = dealt()
    asked = next(seat for seat in table.hand.awaited if seat != 2)
    late = act(table, None, Expire((asked,))).after
    assert late.places[asked].missed == 1
    back = act(late, asked, Rotate(asked, 1, "new")).after
    assert back.places[asked].missed == 0
