"""Properties of random hands of the whole family: where cards are, what is legal and seen, what commutes."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.cards import CARD_CODES, Card
from app.games.conquian import wire
from app.games.conquian.commands import Command, Keep, Meld, Pass
from app.games.conquian.events import Dealt
from app.games.conquian.legal import legal
from app.games.conquian.sheets import SHEETS
from app.games.conquian.state import Phase, State
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from tests.games.checks import (
    check_blind,
    check_layouts,
    check_legal,
    check_position,
    check_step,
    check_window,
)
from tests.games.play import FAMILY, deal, family_deal, positions, step, steps, verdict

ROWS = range(len(FAMILY))
NAMES = [f"{variant} {index}" for index, (variant, _, _) in enumerate(FAMILY)]


def every(row: int, hands: int) -> Iterator[tuple[State, Random]]:
    """The positions of some random hands of a row of the family, with the generator that played them."""
    for seed in range(hands):
        rng = Random(f"{row}/{seed}")
        for state in positions(family_deal(row, rng), rng):
            yield state, rng


def some(row: int, hands: int, share: float) -> Iterator[tuple[State, Random]]:
    """A share of the same positions."""
    return ((state, rng) for state, rng in every(row, hands) if rng.random() < share)


@settings(max_examples=60)
@given(st.sampled_from(ROWS), st.integers(0, 2**32))
def test_every_card_is_in_exactly_one_place_at_every_ply(row: int, seed: int) -> None:
    rng = Random(seed)
    for state in positions(family_deal(row, rng), rng):
        check_position(state)


@settings(max_examples=40)
@given(st.sampled_from(ROWS), st.integers(0, 2**32))
def test_events_alone_lead_from_ply_to_ply_also_after_they_were_stored(row: int, seed: int) -> None:
    rng = Random(seed)
    for taken in steps(family_deal(row, rng), rng):
        check_step(taken)


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_legal_moves_are_accepted_and_all_others_refused_with_their_reason(row: int) -> None:
    seen = set()
    for state, rng in some(row, 2, 0.07):
        check_legal(state, rng, cap=15)
        seen.add(state.phase)
    assert seen


def test_every_subset_of_a_hand_with_every_discard_is_decided_in_some_positions() -> None:
    for row in (0, 6, 19):
        rng = Random(row)
        examples = [
            position
            for position in positions(family_deal(row, rng), rng)
            if position.phase in (Phase.LEFT, Phase.NEW)
        ]
        check_legal(rng.choice(examples), rng, cap=2**10)


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_a_whole_table_is_accepted_if_and_only_if_its_use_is_legal_and_its_layout_valid(row: int) -> None:
    for state, rng in some(row, 3, 0.3):
        check_layouts(state, rng)


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_answers_in_a_window_commute(row: int) -> None:
    for state, rng in every(row, 4):
        check_window(state, rng)


def test_windows_of_every_kind_with_several_seats_were_among_them() -> None:
    kinds = {state.phase for row in ROWS for state, _ in every(row, 2) if len(state.awaited) > 1}
    assert kinds == {Phase.EXCHANGE, Phase.FORCE_WINDOW, Phase.CLAIM_WINDOW}


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_a_view_does_not_depend_on_cards_hidden_from_its_reader(row: int) -> None:
    for state, rng in some(row, 2, 0.3):
        check_blind(state, rng)


def test_the_public_part_of_a_sealed_event_names_no_card() -> None:
    sealed = set()
    for row in ROWS:
        rng = Random(f"sealed {row}")
        state = family_deal(row, rng)
        events = [
            Dealt(state.hands, state.stock),
            *(event for taken in steps(state, rng) for event in taken.events),
        ]
        for event in events:
            split = wire.events.split(event)
            if split.hidden:
                sealed.add(wire.events.name(event))
                assert not any(f'"{card}"' in json.dumps(split.public) for card in CARD_CODES), split
    assert sealed == {"dealt", "answered", "exchanged", "declined"}


@pytest.mark.parametrize(("limit", "row"), [(None, "mexican-2"), (1, "mexican-2"), (3, "mexican-3")])
def test_hands_with_keeps_only_end(limit: int | None, row: str) -> None:
    rules = TABLE_OF_VARIANTS.sheet(
        row, {"keep_centre": True, "keep_turn_limit": limit, "exchange": False, "first_turn": "plain"}
    )
    for seed in range(10):
        rng = Random(seed)
        state, idle = deal(rules, rules.players_min, rng), 0
        bound = (len(state.stock) + 1) * ((limit or 2 * rules.players_min) + 3) * 2
        for _ in range(bound):
            if state.phase is Phase.OVER:
                break
            seat = state.awaited[0]
            commands = legal(state, seat)
            keeps = [command for command in commands if isinstance(command, Keep)]
            passes = [command for command in commands if isinstance(command, Pass)]
            melds = [command for command in commands if isinstance(command, Meld)]
            chosen: list[Command] = [*(keeps or passes or melds)]
            state = step(state, seat, rng.choice(chosen)).after
            idle = max(idle, state.idle_turns)
        assert state.phase is Phase.OVER
        assert idle == (limit or 2 * rules.players_min)


def test_a_rules_sheet_survives_being_stored() -> None:
    sheets = [row.rules for row in VARIANTS.values()]
    sheets += [TABLE_OF_VARIANTS.sheet(variant, options) for variant, options, _ in FAMILY]
    for rules in sheets:
        stored = json.loads(json.dumps(SHEETS.as_json(rules)))
        assert SHEETS.from_json(stored) == rules


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"type": "peek"},
        {"type": None},
        {"type": []},
        {"type": "pass", "card": "1O"},
        {"type": "exchange"},
        {"type": "exchange", "card": 5},
        {"type": "force", "seat": "1"},
        {"type": "force", "seat": True},
        {"type": "keep"},
        {"type": "meld"},
        {"type": "meld", "use": [], "melds": []},
        {"type": "meld", "use": "1O"},
        {"type": "meld", "use": [["1O"]]},
        {"type": "meld", "melds": ["1O"]},
        {"type": "meld", "melds": [[1]]},
        {"type": "meld", "use": [], "discard": ["1O"]},
        [],
        "pass",
        None,
    ],
)
def test_a_document_that_is_no_command_is_a_value_error(document: object) -> None:
    with pytest.raises(ValueError):
        wire.command_from_json(document)  # type: ignore[arg-type]


def test_commands_with_cards_of_no_pack_are_refused_and_never_fail() -> None:
    rng = Random(5)
    for row in ROWS:
        for state, _ in some(row, 1, 0.2):
            for seat in state.awaited:
                strange = Card(rng.choice(["", "??", "1Z", "é", "2O2O"]))
                for command in (
                    Meld(use=(strange,)),
                    Meld(melds=((strange,) * 3,)),
                    Meld(melds=()),
                    Meld(melds=((),)),
                ):
                    assert verdict(state, seat, command) is not None
