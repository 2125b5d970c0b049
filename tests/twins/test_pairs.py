"""Twins: other cards where the reader may not know them, the same bytes where it may."""

from functools import cache
from random import Random

import pytest

from app.games.cards import Seat
from app.games.conquian.events import Melded
from app.games.table.commands import Expire
from app.store.canonical import parse
from tests.games.play import FAMILY
from tests.twins.lines import Line, Told, line
from tests.twins.pairs import hands, hidden, twin

PLAYERS = tuple(f"p-{number:02x}{'0' * 22}" for number in range(4))
SEEDS = range(20)


@cache
def drawn(seed: int) -> tuple[Line, Seat | None, Line | None]:
    rng = Random(f"pairs {seed}")
    made = line(rng, PLAYERS)
    reader = rng.choice((None, *made.table.seats))
    return made, reader, twin(made, reader, rng)


def public(twin_line: Line) -> list[dict[str, object]]:
    """The public parts without what the seals say."""
    publics = [parse(entry.entry.public) for entry in twin_line.told]
    return [{**part, "seals": [audience for audience, _ in part["seals"]]} for part in publics]


@pytest.mark.parametrize("seed", SEEDS)
def test_twins_have_one_history_for_their_reader_and_other_cards_behind_it(seed: int) -> None:
    one, reader, other = drawn(seed)
    if other is None:
        return
    assert public(one) == public(other)
    for mine, theirs in zip(one.told, other.told, strict=True):
        assert [part for part in mine.entry.parts if part.audience == reader] == [
            part for part in theirs.entry.parts if part.audience == reader
        ]
    assert hidden(one, reader) != hidden(other, reader)
    assert one.last.digest != other.last.digest
    for before, after in zip(hands(one, reader), hands(other, reader), strict=True):
        assert before.state.tables == after.state.tables
        if reader is not None:
            assert before.state.hands[reader] == after.state.hands[reader]


def test_time_limits_of_a_forced_seat_may_reveal_copies_that_it_was_not_dealt() -> None:
    rng = Random("copies 1")
    made = line(rng, PLAYERS, row=next(at for at, row in enumerate(FAMILY) if row[0] == "navajo-tens"))
    (forced,) = (entry for entry in made.told if isinstance(entry.command, Expire) and _laid(entry))
    assert forced.after.table.rules.packs > 1
    twin(made, None, rng)  # other hands may discard another card here: no twins, and no error


def _laid(entry: Told) -> bool:
    return any(isinstance(event, Melded) for event in entry.events)


def test_nearly_every_game_has_a_twin_and_some_differ_in_sealed_parts() -> None:
    pairs = [(one, other) for one, _, other in map(drawn, SEEDS) if other is not None]
    assert len(pairs) > 0.8 * len(SEEDS)
    commands = [[entry.command for entry in made.told] for pair in pairs for made in pair]
    assert any(commands[at] != commands[at + 1] for at in range(0, len(commands), 2))


def test_the_hidden_cards_are_those_of_other_hands_and_of_the_stock() -> None:
    for seed in SEEDS:
        made, reader, _ = drawn(seed)
        if not made.table.in_hand or made.table.rules.exchange or made.table.rules.keep_centre:
            continue
        state, slots = made.table.hand, hands(made, reader)[-1].hidden()
        held = [card for seat in state.order if seat != reader for card in state.hands[seat]]
        others = [] if made.parent else held
        assert sorted(slots.values()) == sorted([*others, *state.stock])
