"""Standing answers: passes given once for a hand, sealed for their seat, revocable (RULES 8.6)."""

from random import Random
from typing import Any

import pytest

from app.games.cards import Seat
from app.games.conquian.commands import Force, Meld, Pass, Standing
from app.games.conquian.events import Answered, Passed
from app.games.conquian.state import Phase
from app.games.errors import Refused
from app.games.table import wire
from app.games.table.clocks import expiry, late
from app.games.table.decide import decide
from app.games.table.evolve import fold
from app.games.table.state import Limits, Table, awaited
from app.games.table.view import default, legal, view
from tests.games.memory import after_command, table_of


def reached(variant: str, phase: Phase, seats: int, **options: Any) -> Table:
    """A table at the first question of `phase`, played at random from fixed seeds."""
    for seed in range(50):
        chance, table = Random(seed), table_of(variant, seats, **options)
        for _ in range(400):
            if table.hand.phase is phase:
                return table
            seat = awaited(table)[0]
            table = after_command(table, seat, chance.choice(legal(table, seat)))
            if not table.in_hand:
                break
    raise AssertionError(f"no game reached {phase}")


def test_8_6_a_window_waits_for_the_others_and_then_applies_the_standing_passes() -> None:
    table = reached("navajo-tens", Phase.CLAIM_WINDOW, 4)
    first, second = table.hand.awaited
    asked = after_command(table, first, Standing(claim=True))
    assert (asked.hand.awaited, asked.hand.question) == ((first, second), table.hand.question)
    events = decide(asked, second, Pass())
    assert [event for event in events if isinstance(event, Answered)] == [
        Answered(second, Pass()),
        Answered(first, Pass()),
    ]
    assert after_command(asked, second, Pass()).hand.phase is Phase.NEW


def test_8_6_a_seat_may_answer_otherwise_while_the_window_is_open() -> None:
    for seed in range(80):
        table = _claimable(seed)
        if table is not None:
            break
    assert table is not None
    seat = next(one for one in table.hand.awaited if len(legal(table, one)) > 1)
    other = next(one for one in table.hand.awaited if one != seat)
    stands = after_command(table, seat, Standing(claim=True))
    claims = after_command(stands, seat, legal(stands, seat)[0])
    if claims.in_hand and claims.hand.phase is Phase.CLAIM_WINDOW:
        claims = after_command(claims, other, Pass())
    assert claims.hand.tables[seat] != table.hand.tables[seat]


def _claimable(seed: int) -> Table | None:
    chance, table = Random(seed), table_of("navajo-tens", 4)
    for _ in range(300):
        in_window = table.hand.phase is Phase.CLAIM_WINDOW
        if in_window and any(isinstance(legal(table, one)[0], Meld) for one in table.hand.awaited):
            return table
        seat = awaited(table)[0]
        table = after_command(table, seat, chance.choice(legal(table, seat)))
        if not table.in_hand:
            return None
    return None


def test_8_6_a_window_with_a_standing_pass_of_every_seat_closes_at_once() -> None:
    table = reached("mexican-3", Phase.FORCE_WINDOW, 3)
    for seat in table.hand.awaited:
        table = after_command(table, seat, Standing(force=True))
    assert table.hand.phase is not Phase.FORCE_WINDOW


def test_8_6_a_standing_pass_that_is_taken_back_leaves_the_window_open() -> None:
    table = reached("mexican-3", Phase.FORCE_WINDOW, 3)
    first, second = table.hand.awaited
    table = after_command(after_command(table, first, Standing(force=True)), first, Standing(force=False))
    table = after_command(table, second, Pass())
    assert (table.hand.phase, table.hand.awaited) == (Phase.FORCE_WINDOW, (first,))
    assert after_command(table, first, Force(table.hand.turn)).hand.phase is Phase.FORCED


def test_8_6_standing_answers_last_for_the_hand_and_both_kinds_of_window() -> None:
    table = table_of("navajo-tens", 3)
    table = after_command(after_command(table, 1, Standing(claim=True)), 1, Standing(force=True))
    assert view(table, Seat(1))["standing"] == {"claim": True, "force": True}
    chance, closed = Random(1), 0
    for _ in range(200):
        if not table.in_hand:
            break
        seat = next((other for other in awaited(table) if other != 1), Seat(1))
        events = decide(table, seat, command := chance.choice(legal(table, seat)))
        closed += sum(
            isinstance(event, Answered | Passed) and event.seat == 1 and seat != 1 for event in events
        )
        table = after_command(table, seat, command)
    assert closed > 3


def test_8_6_a_standing_answer_is_sealed_for_its_seat() -> None:
    table = reached("navajo-tens", Phase.CLAIM_WINDOW, 4)
    seat = table.hand.awaited[0]
    publics, others = [], []
    for command in (Standing(claim=True), Standing(claim=True, force=True), Standing(force=True)):
        events = decide(table, seat, command)
        halves = wire.split(table.play, seat, command, events)
        publics.append(halves.public)
        assert set(halves.hidden) == {seat}
        after = fold(table, table.ply + 1, events)
        others.append([view(after, reader) for reader in (*table.seats, None) if reader != seat])
        assert late(after) == late(table)
    assert publics[0] == publics[1] == publics[2]
    assert others[0] == others[1] == others[2]
    assert publics[0] == {"command": {}, "events": [{"type": "standing-changed", "seat": seat}]}


def test_8_6_only_seats_without_a_standing_answer_time_out() -> None:
    table = reached("mexican-3", Phase.FORCE_WINDOW, 3)
    first, second = table.hand.awaited
    table = after_command(table, first, Standing(force=True))
    assert late(table) == (first, second)
    timed = table.changed(limits=Limits(60, 15, 30))
    assert expiry(timed).seats == (second,)
    after = after_command(timed, None, expiry(timed))
    assert after.hand.phase is not Phase.FORCE_WINDOW
    assert [place.missed for place in after.places] == [int(seat == second) for seat in table.seats]


@pytest.mark.parametrize(
    ("variant", "seats", "options", "command", "code"),
    [
        ("mexican-3", 3, {}, Standing(claim=True), "claim_closed"),
        ("mexican-3", 3, {"force_by_opponents": False}, Standing(force=True), "force_closed"),
        ("north-american", 3, {"sits_out": "rotate"}, Standing(force=True), "wrong_phase"),
    ],
)
def test_8_6_standing_answers_are_refused_where_no_window_opens(
    variant: str, seats: int, options: dict[str, Any], command: Standing, code: str
) -> None:
    table = table_of(variant, seats, **options)
    seat = table.idle[0] if table.idle else 0
    with pytest.raises(Refused, match=code):
        after_command(table, seat, command)


def test_8_6_a_standing_pass_is_accepted_in_every_phase_and_changes_no_decision() -> None:
    chance, table = Random(2), table_of("mexican-3", 3, me_sirve=True)
    seen: set[str] = set()
    while table.in_hand and len(seen) < 6:
        seen.add(table.hand.phase)
        if table.hand.phase is not Phase.CLAIM_WINDOW:
            after = after_command(table, 2, Standing(claim=True))
            assert (after.decision, awaited(after)) == (table.decision, awaited(table))
        seat = awaited(table)[0]
        table = after_command(
            table, seat, chance.choice(legal(table, seat)) if chance.random() < 0.7 else _pass(table)
        )
    assert {Phase.EXCHANGE, Phase.OFFER, Phase.LEFT, Phase.NEW} <= seen


def _pass(table: Table) -> Any:
    return default(table, awaited(table)[0])


def test_8_6_the_number_of_standing_changes_is_limited() -> None:
    table = table_of("navajo-tens", 3)
    for number in range(20):
        table = after_command(table, 1, Standing(claim=number % 2 == 0))
        with pytest.raises(Refused, match="already_standing"):
            after_command(table, 1, Standing(claim=number % 2 == 0))
    with pytest.raises(Refused, match="already_standing"):
        after_command(table, 1, Standing(claim=True))
    assert after_command(table, 2, Standing(claim=True)).hand.claim_passes == (2,)


def test_8_6_a_standing_answer_names_a_kind_of_window() -> None:
    play = table_of("mexican-3", 3).play
    with pytest.raises(ValueError, match="names claim or force"):
        wire.command_from_json(play, {"type": "standing"})
    made = wire.command_from_json(play, {"type": "standing", "force": False})
    assert made == Standing(force=False)
