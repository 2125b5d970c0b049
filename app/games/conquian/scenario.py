"""Scenarios of hands of Conquián: a position, steps with their verdicts, and expectations of the end."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from app.games.cards import Card, Seat, faces
from app.games.conquian import wire
from app.games.conquian.decide import decide
from app.games.conquian.evolve import fold
from app.games.conquian.laying import possible_uses
from app.games.conquian.state import Centre, Phase, Source, State
from app.games.conquian.turn import claiming_seats, forcing_seats
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from app.games.scenarios import HEAD, Difference, after_steps, check_equal, check_names, first_difference

_SCENARIO = {*HEAD, "position", "steps", "then", "legal_melds_before"}
_POSITION = {
    "players",
    "dealer",
    "phase",
    "to_act",
    "centre",
    "hands",
    "hands_that_do_not_matter",
    "tables",
    "stock",
    "dead",
    "table_cards_that_came_from_the_stock",
    "folded",
    "hand_number",
}
_CENTRE = {"card", "source", "left_by"}


def difference(scenario: Mapping[str, Any]) -> str | None:
    """Return the first difference between `scenario` and the rules, as a sentence, or None when it passes."""
    return first_difference(_run, scenario)


def _run(scenario: Mapping[str, Any]) -> None:
    check_names("scenario", scenario, _SCENARIO)
    state = position(scenario)
    if "legal_melds_before" in scenario:
        check_equal(
            "legal_melds_before", scenario["legal_melds_before"], len(possible_uses(state, state.turn))
        )
    state = after_steps(state, scenario["steps"], lambda at: at.order, _decided)
    _then(state, scenario["then"])


def position(scenario: Mapping[str, Any]) -> State:
    """Return the position with which `scenario` begins; raise Difference if it is none."""
    given = scenario["position"]
    check_names("position", given, _POSITION)
    if scenario["variant"] not in VARIANTS:
        raise Difference(f"unknown variant {scenario['variant']}")
    rules = TABLE_OF_VARIANTS.sheet(scenario["variant"], scenario["options"])
    players, dealer = given["players"], given["dealer"]
    _check_seats(given)
    order = tuple(Seat((dealer + 1 + at) % players) for at in range(players))
    turn, phase = Seat(given["to_act"]), Phase(given["phase"])
    state = State(
        rules=rules,
        order=order,
        hand_size=rules.hand_size(given.get("hand_number", 1)),
        phase=phase,
        turn=turn,
        hands=tuple(map(tuple, given["hands"])),
        tables=tuple(tuple(map(tuple, table)) for table in given["tables"]),
        stock=tuple(given["stock"]),
        discards=tuple(given["dead"]),
        centre=_centre(given["centre"]),
        awaited=(turn,),
        turned=tuple(given.get("table_cards_that_came_from_the_stock", ())),
        folded=tuple(map(Seat, given.get("folded", ()))),
    )
    _check_cards(state)
    if phase is Phase.FORCE_WINDOW:
        return replace(state, awaited=forcing_seats(state, turn))
    if phase is Phase.CLAIM_WINDOW:
        return replace(state, awaited=claiming_seats(state, turn, given["centre"]["left_by"]))
    return state


def _check_seats(given: Mapping[str, Any]) -> None:
    """Refuse a seat that is not at the table."""
    seats = range(given["players"])
    check_equal("hands and tables", [len(seats)] * 2, [len(given["hands"]), len(given["tables"])])
    optional = (given["centre"]["left_by"],)
    named = [
        given["dealer"],
        given["to_act"],
        *given.get("folded", ()),
        *given.get("hands_that_do_not_matter", ()),
    ]
    strangers = [
        seat for seat in (*named, *(other for other in optional if other is not None)) if seat not in seats
    ]
    if strangers:
        raise Difference(f"position: unknown seat {strangers[0]!r}")


def _centre(given: Mapping[str, Any]) -> Centre:
    check_names("centre", given, _CENTRE)
    return Centre(given["card"], Source(given["source"]), given["left_by"])


def _check_cards(state: State) -> None:
    """Refuse cards that lie in two places or nowhere, and a wrong number of cards of a seat."""
    centre = [state.centre.card] if state.centre else []
    laid = [card for seat in state.order for card in state.table_cards(seat)]
    held = [card for hand in state.hands for card in hand]
    places = Counter([*centre, *laid, *held, *state.stock, *state.discards])
    check_equal(
        "cards of the position", dict.fromkeys(faces(state.rules.pack), state.rules.packs), dict(places)
    )
    for seat in state.order:
        check_equal(
            f"cards of seat {seat}", state.hand_size, len(state.hands[seat]) + len(state.table_cards(seat))
        )


def _decided(state: State, step: Mapping[str, Any]) -> State:
    return fold(state, decide(state, Seat(step["seat"]), wire.command_from_json(step["command"])))


def _melds(table: Iterable[Iterable[Card]]) -> Counter[tuple[Card, ...]]:
    return Counter(tuple(sorted(meld)) for meld in table)


def _check_hands(state: State, expected: Mapping[str, Any]) -> None:
    check_names("hands", expected, set(map(str, state.order)))
    for seat, cards in expected.items():
        check_equal(f"hand of seat {seat}", sorted(cards), sorted(state.hands[int(seat)]))


def _check_tables(state: State, expected: Mapping[str, Any]) -> None:
    check_names("tables", expected, set(map(str, state.order)))
    for seat, table in expected.items():
        check_equal(f"table of seat {seat}", _melds(table), _melds(state.tables[int(seat)]))


def _check_dead(state: State, expected: Any) -> None:
    for card in [expected] if isinstance(expected, str) else expected:
        if card not in state.discards:
            raise Difference(f"dead cards: {card} is not among them")


def _check_result(state: State, expected: Any) -> None:
    result = state.result
    given_result = (
        None if result is None else {"termination": str(result.termination), "winner": result.winner}
    )
    check_equal("result", expected, given_result)


_THEN: dict[str, Callable[[State, Any], None]] = {
    "phase": lambda state, expected: check_equal("phase", expected, str(state.phase)),
    "to_act": lambda state, expected: check_equal("to_act", expected, state.turn),
    "centre": lambda state, expected: check_equal(
        "centre", expected, state.centre.card if state.centre else None
    ),
    "result": _check_result,
    "hands": _check_hands,
    "tables": _check_tables,
    "dead_includes": _check_dead,
    "legal_melds": lambda state, expected: check_equal(
        "legal_melds", expected, len(possible_uses(state, state.turn))
    ),
}


def _then(state: State, expected: Mapping[str, Any]) -> None:
    check_names("then", expected, set(_THEN))
    for name, value in expected.items():
        _THEN[name](state, value)
