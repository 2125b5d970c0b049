"""Invariants of every position and step of every variant; checks raise AssertionError."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

from app.games.cards import Card, Seat, canonical_deck
from app.games.conquian import wire
from app.games.conquian.commands import Command, Exchange, Fold, Force, Keep, Meld, Pass
from app.games.conquian.evolve import fold
from app.games.conquian.legal import legal
from app.games.conquian.rules import Waste
from app.games.conquian.state import Phase, State
from app.games.conquian.view import view
from tests.games.naive import submultisets
from tests.games.oracle import end, history, layable, naive, proposal, reason, unasked
from tests.games.play import Step, choose, step, verdict

_TURNS = (Phase.LEFT, Phase.NEW)
_WINDOWS = (Phase.FORCE_WINDOW, Phase.CLAIM_WINDOW)
_NOBODY_HAS = Card("99X")


def check_position(state: State) -> None:
    """Check places of cards, counts and melds, and that a seat is awaited or the hand is over."""
    laid = [card for seat in state.order for card in state.table_cards(seat)]
    held = [card for hand in state.hands for card in hand]
    centre = [state.centre.card] if state.centre else []
    places = Counter([*laid, *held, *centre, *state.stock, *state.discards])
    assert places == Counter(canonical_deck(state.rules.pack, state.rules.packs))
    _check_counts(state)
    for seat in state.order:
        assert all(naive(state.rules).is_meld(meld) for meld in state.tables[seat])
        commands = legal(state, seat)
        assert bool(commands) == (seat in state.awaited)
        assert len({_key(command) for command in commands}) == len(commands)


def _check_counts(state: State) -> None:
    over = state.phase is Phase.OVER
    assert over == (state.result is not None) == (not state.awaited)
    winner = state.result.winner if state.result else None
    for seat in state.order:
        melded = len(state.table_cards(seat))
        assert melded + len(state.hands[seat]) == state.hand_size + (seat == winner)
        assert (melded == state.target) == (seat == winner)
    if over and winner is None:
        assert not state.stock


def check_step(taken: Step) -> None:
    """The events alone lead from one position to the next, also after they were written down and read."""
    events = [json.loads(json.dumps(wire.events.to_json(event))) for event in taken.events]
    assert tuple(map(wire.events.from_json, events)) == taken.events
    assert fold(taken.before, map(wire.events.from_json, events)) == taken.after
    document = json.loads(json.dumps(wire.command_to_json(taken.command)))
    assert wire.command_from_json(document) == taken.command
    for seat in taken.before.order:
        before = Counter(taken.before.table_cards(seat))
        assert before <= Counter(taken.after.table_cards(seat)), "a card left a table"
    split = [wire.events.split(event) for event in taken.events]
    whole = [wire.events.merge(part.public, part.hidden) for part in split]
    assert [wire.events.from_json(event) for event in whole] == list(taken.events)


def _key(command: Command) -> Any:
    if isinstance(command, Meld) and command.use is not None:
        return "use", tuple(sorted(command.use)), command.discard
    return command


def check_legal(state: State, rng: Random, cap: int = 80) -> None:
    """Every command in the `use` form is accepted if and only if listed, and else refused with its reason.

    Hand cards to lay are tried as all multisets, at most `cap` of them beside those that are listed.
    """
    for seat in state.order:
        listed = {_key(command) for command in legal(state, seat)}
        for command in _others(state):
            expected = reason(state, seat, command)
            assert verdict(state, seat, command) == expected, (state, seat, command)
            assert (expected is None) == (_key(command) in listed), (state, seat, command)
        if _asked_to_meld(state, seat):
            _check_melds(state, seat, listed, rng, cap)
        else:
            assert verdict(state, seat, Meld(use=())) == unasked(state, seat), (state, seat)


def _check_melds(state: State, seat: Seat, listed: set[Any], rng: Random, cap: int) -> None:
    hand = state.hands[seat]
    every = list(submultisets(hand))
    named = {key[1] for key in listed if isinstance(key, tuple)}
    tried = [use for use in every if use in named]
    tried += rng.sample(every, min(cap, len(every)))
    for use in dict.fromkeys(tried):
        stopped = layable(state, seat, use)
        for discard in (None, *sorted(set(hand)), _NOBODY_HAS):
            command = Meld(use=use, discard=discard)
            expected = stopped or end(state, seat, use, discard)
            assert verdict(state, seat, command) == expected, (state, seat, command)
            assert (expected is None) == (_key(command) in listed), (state, seat, command)


def _others(state: State) -> Iterator[Command]:
    """Every command that is not a meld, sensible or not."""
    faces = [*dict.fromkeys(canonical_deck(state.rules.pack, 1)), _NOBODY_HAS]
    yield from (Exchange(card) for card in faces)
    yield from (Keep(card) for card in faces)
    yield from (Force(Seat(seat)) for seat in (*state.order, 99, -1))
    yield Pass()
    yield Fold()


def _asked_to_meld(state: State, seat: Seat) -> bool:
    asked = (*_TURNS, Phase.OFFER, Phase.CLAIM_WINDOW, Phase.FORCED)
    return state.phase in asked and seat in state.awaited


def check_layouts(state: State, rng: Random) -> None:
    """A `melds` command is accepted if and only if its `use` form is listed and its layout is valid."""
    for seat in state.awaited:
        melds = [one for one in legal(state, seat) if isinstance(one, Meld)]
        for command in rng.sample(melds, min(3, len(melds))):
            _check_layouts(state, seat, command, rng)


def _check_layouts(state: State, seat: Seat, command: Meld, rng: Random) -> None:
    second, (groups, turned) = naive(state.rules), history(state, seat)
    assert state.centre is not None
    lying = (*state.table_cards(seat), state.centre.card, *(command.use or ()))
    layouts = list(second.layouts(lying))[:50]
    for layout in rng.sample(layouts, min(3, len(layouts))):
        arranged = tuple(tuple(rng.sample(meld, len(meld))) for meld in rng.sample(layout, len(layout)))
        full = Meld(melds=arranged, discard=command.discard)
        allowed = second.allowed(arranged, groups, turned)
        assert (verdict(state, seat, full) is None) == allowed, (state, seat, full)
        if allowed:
            assert same_table(step(state, seat, full).after, step(state, seat, command).after, seat)
        _check_broken(state, seat, full, rng)


def same_table(one: State, other: State, seat: Seat) -> bool:
    """Return True if two positions are the same but for the layout of the table of `seat`."""
    bare = [replace(state, tables=((),) * len(state.tables), answers=()) for state in (one, other)]
    cards = [sorted(state.table_cards(seat)) for state in (one, other)]
    return bare[0] == bare[1] and cards[0] == cards[1]


def _check_broken(state: State, seat: Seat, command: Meld, rng: Random) -> None:
    """One card lost, moved or doubled: refused with the first reason, if it is then no lawful table."""
    assert command.melds is not None
    melds = [list(meld) for meld in command.melds]
    source, target = rng.randrange(len(melds)), rng.randrange(len(melds))
    card = melds[source].pop(rng.randrange(len(melds[source])))
    lost = tuple(map(tuple, melds))
    melds[target].append(card)
    moved = tuple(map(tuple, melds))
    doubled = (*moved, (card, card, card))
    for broken in (lost, moved, doubled):
        proposed = replace(command, melds=broken)
        assert verdict(state, seat, proposed) in proposal(state, seat, proposed), (state, seat, proposed)


def check_window(state: State, rng: Random) -> None:
    """The same answers, in whatever order they come, lead to one position."""
    if state.phase not in (Phase.EXCHANGE, *_WINDOWS) or not 2 <= len(state.awaited) <= 4:
        return
    answers = {seat: choose(state, seat, rng) for seat in state.awaited}
    ends = [_answered(state, order, answers) for order in permutations(state.awaited)]
    assert all(end == ends[0] for end in ends), (state, answers)


def _answered(state: State, order: Sequence[Seat], answers: dict[Seat, Command]) -> State:
    """The position after the answers, of which those that come after the window has closed count no more."""
    after = state
    for seat in order:
        if after.question == state.question and after.phase is state.phase:
            after = step(after, seat, answers[seat]).after
    return after


def check_blind(state: State, rng: Random) -> None:
    """View and legal moves of a seat stay the same, byte for byte, when what it may not know changes."""
    for seat in (None, *state.order):
        other = twin(state, seat, rng)
        assert json.dumps(view(other, seat)) == json.dumps(view(state, seat)), (state, seat)
        if seat is not None:
            assert legal(other, seat) == legal(state, seat)


def twin(state: State, seat: Seat | None, rng: Random) -> State:
    """The position with everything changed that `seat` (None: a spectator) may not know."""
    is_open = state.rules.waste is Waste.FACE_UP and state.rules.pile_browsable
    others = [other for other in range(len(state.hands)) if other != seat]
    pool = [card for other in others for card in state.hands[other]]
    pool += [*state.stock, *(() if is_open else state.discards)]
    rng.shuffle(pool)
    deal = iter(pool)
    hands = tuple(
        hand if other == seat else tuple(next(deal) for _ in hand) for other, hand in enumerate(state.hands)
    )
    stock = tuple(next(deal) for _ in state.stock)
    keeping = state.keeping if seat == state.turn else None
    answers = tuple((other, answer if other == seat else Pass()) for other, answer in state.answers)
    discards = state.discards if is_open else tuple(deal)
    return replace(state, hands=hands, stock=stock, discards=discards, keeping=keeping, answers=answers)
