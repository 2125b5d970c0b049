"""Decks shared by several games: the end of one reveals no key, a later entry does."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.games.cards import Ply
from app.games.conquian.commands import Pass
from app.games.errors import ConfigRefused
from app.games.table import events as told
from app.games.table import keys as table_keys
from app.games.table import wire
from app.games.table.clocks import seconds
from app.games.table.commands import Create, Deal, Expire, Freeze, Leave, OpenKeys, Void
from app.games.table.decide import MOST_PLIES, create, pending
from app.games.table.state import Status, Table, awaited
from app.games.table.view import legal, view
from tests.games.tables import BOT, OPEN, PERSON, act, begin, opening, refusal, sitting

PLACE: dict[str, Any] = {"tournament": "t-1", "fixture": 1, "deck": 5, "shared": True}
SEATS = (PERSON, BOT)
RECEIPT = {"v": 1, "key": "ab" * 8, "game": "a" * 22, "ply": 9, "digest": "cd" * 32, "time": 5}


def shared(**members: Any) -> Create:
    """The command that makes a table on a shared deck."""
    return replace(opening(seats=SEATS), tournament=PLACE, **members)


def played() -> Table:
    """A table on a shared deck after its last hand."""
    entries = sitting(shared(), Random(1))
    return next(entry.after for entry in entries if entry.after.has_ended)


def test_a_game_that_is_played_out_keeps_its_keys_shut() -> None:
    entries = sitting(shared(), Random(1))
    ended = next(entry for entry in entries if entry.after.has_ended)
    assert ended.events[-1] == told.KeysWithheld(Status.FINISHED)
    table = ended.after
    assert (table.status, table.withheld, table.is_over) == (Status.FINISHED, True, False)
    assert (table.shared_deck, awaited(table), pending(table), seconds(table)) == (5, (), None, None)
    keys = {table.game_key, *table_keys.opened_keys(table)}
    split = wire.split(table.play, ended.seat, ended.command, ended.events)
    assert not any(key in str(split) for key in keys)


def test_the_result_is_public_before_and_after_the_keys_are_revealed() -> None:
    table = played()
    over = act(table, None, OpenKeys()).after
    for seat in (None, *table.seats):
        before, after = view(table, seat), view(over, seat)
        assert before["result"] is not None
        assert {**before, "ply": 0} == {**after, "ply": 0}
    assert [legal(table, seat) for seat in table.seats] == [(), ()]


def test_the_entry_that_opens_the_keys_is_the_last() -> None:
    table = played()
    opened = act(table, None, OpenKeys())
    assert opened.events == (told.GameEnded(table.game_key, table_keys.opened_keys(table)),)
    assert (opened.after.is_over, opened.after.withheld) == (True, False)
    assert refusal(opened.after, None, OpenKeys()) == "game_over"


def test_an_ended_game_accepts_only_the_reveal_by_the_service() -> None:
    table = played()
    commands = (
        (0, Pass()),
        (0, Leave()),
        (None, Deal()),
        (None, Void("late")),
        (None, Expire((table.seats[0],))),
    )
    assert [refusal(table, *command) for command in commands] == ["game_over"] * 5
    assert refusal(table, 0, OpenKeys()) == "wrong_phase"
    assert pending(table.changed(ply=Ply(MOST_PLIES))) is None


@pytest.mark.parametrize(
    "tournament", [None, {name: PLACE[name] for name in ("tournament", "fixture", "deck")}]
)
def test_a_game_with_an_unshared_deck_has_no_reveal_after_the_end(tournament: Any) -> None:
    entries = list(sitting(replace(opening(seats=SEATS), tournament=tournament), Random(1)))
    assert refusal(entries[-2].after, None, OpenKeys()) == "wrong_phase"
    assert isinstance(entries[-1].events[-1], told.GameEnded)


def test_keys_are_not_revealed_during_the_game() -> None:
    tables = [entry.after for entry in sitting(shared(), Random(1)) if not entry.after.has_ended]
    assert {refusal(table, None, OpenKeys()) for table in tables} == {"wrong_phase"}


def test_a_void_game_withholds_its_keys_and_gives_its_reason_in_both_entries() -> None:
    for table, hands in (
        (begin(replace(shared(), seats=(PERSON, OPEN))).after, 0),
        (list(sitting(shared(), Random(1)))[9].after, 1),
    ):
        ended = act(table, None, Void("entrant_failed", (table.seats[1],)))
        assert ended.events == (told.KeysWithheld(Status.VOID, "entrant_failed", (table.seats[1],)),)
        assert view(ended.after, None)["void"] == {"reason": "entrant_failed", "seats": [1]}
        assert (ended.after.has_ended, ended.after.is_over) == (True, False)
        opened = act(ended.after, None, OpenKeys())
        assert opened.events == (
            told.GameVoided("entrant_failed", (table.seats[1],), table.game_key, ("", "")),
        )
        assert (opened.after.status, opened.after.is_over, opened.after.hand_number) == (
            Status.VOID,
            True,
            hands,
        )


def test_a_frozen_game_is_void_before_its_keys_open() -> None:
    table = act(played(), None, Freeze("history_rolled_back", RECEIPT)).after
    assert (table.status, table.has_ended) == (Status.FROZEN, False)
    assert refusal(table, None, OpenKeys()) == "history_rolled_back"
    table = act(table, None, Void("history_rolled_back")).after
    assert (table.withheld, table.is_over) == (True, False)
    opened = act(table, None, OpenKeys())
    assert isinstance(opened.events[0], told.GameVoided)


@pytest.mark.parametrize(
    ("members", "field"),
    [
        ({"entropy": "seats"}, "entropy"),
        ({"reveal": "hand"}, "reveal"),
        ({"tournament": {**PLACE, "shared": False}}, "tournament"),
        ({"tournament": {**PLACE, "shared": 1}}, "tournament"),
        ({"tournament": {**PLACE, "more": True}}, "tournament"),
    ],
)
def test_a_shared_deck_is_not_changed_by_seats_nor_opened_by_hands(
    members: dict[str, Any], field: str
) -> None:
    with pytest.raises(ConfigRefused) as refused:
        create(replace(shared(), **members))
    assert (refused.value.code, refused.value.field) == ("config_option", field)
