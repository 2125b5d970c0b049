"""Places of a sit-and-go: the order in which seats go out, and ties of those that go out in one hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from app.games.holdem.game import HOLDEM
from app.games.holdem.sitting import Bought
from app.games.table.commands import Create
from app.games.table.decide import create
from app.games.table.ending import places
from app.games.table.evolve import fold
from app.games.table.state import Table
from app.tournament.codecs import result_from_json, result_to_json
from app.tournament.schedule import Ending, Fixture, FixtureResult, scores
from app.tournament.standings import standings
from replays.archive.kinds import publics_in
from replays.tournaments.audit import audit_tournament
from tests.tournament.playing import manifest, play
from tests.tournament.test_chips import sit_and_go
from tests.tournament.venue import Venue

BUY_IN = 20


def ended(chips: Sequence[int], last_played: Sequence[tuple[int, int]]) -> Table:
    """Return a table with these chips at the end; `last_played` has hands and the chips before them."""
    seats = len(chips)
    made = create(
        Create(
            game="g-0a0123456789abcdefghijkl",
            play=HOLDEM.name,
            rules=HOLDEM.rules_to_json(HOLDEM.sheet("caesars-holdem", {"players_min": 2})),
            seats=({"kind": "bot", "bot": "random"},) * seats,
            entropy="none",
            reveal="game",
            token_hashes=("",) * seats,
            game_key="00" * 32,
        )
    )
    before = tuple((hand, held - BUY_IN) for hand, held in last_played)
    bought = Bought((BUY_IN,) * seats, (0,) * seats)
    balances = tuple(held - BUY_IN for held in chips)
    return fold(None, 1, made).changed(sitting=bought, balances=balances, last_played=before)


@pytest.mark.parametrize(
    ("chips", "last_played", "expected"),
    [
        pytest.param((0, 50, 0), ((7, 9), (9, 30), (9, 20)), (3, 1, 2), id="who goes out later is better"),
        pytest.param((0, 50, 0), ((9, 9), (9, 30), (9, 20)), (3, 1, 2), id="more chips before the hand"),
        pytest.param((0, 50, 0), ((9, 12), (9, 30), (9, 12)), (2, 1, 2), id="equal chips share the place"),
        pytest.param(
            (0, 0, 50, 0), ((9, 5), (4, 30), (9, 30), (9, 5)), (2, 4, 1, 2), id="a lower place follows"
        ),
        pytest.param((25, 10, 25), ((1000, 20), (1000, 30), (1000, 9)), (1, 3, 1), id="chips at the end"),
    ],
)
def test_seats_rank_by_going_out(
    chips: Sequence[int], last_played: Sequence[tuple[int, int]], expected: tuple[int, ...]
) -> None:
    assert places(ended(chips, last_played)) == expected


def test_places_decide_the_scores_and_not_balances() -> None:
    result = FixtureResult(1, (-20, 60, -20, -20), places=(4, 1, 2, 2))
    assert scores(result) == (0.0, 1.0, 0.5, 0.5)
    assert result_from_json(result_to_json(result)) == result
    assert "places" not in result_to_json(FixtureResult(1, (1, -1)))
    failed = FixtureResult(1, (-20, 60, -20, -20), Ending.FORFEIT, (1,), places=(4, 1, 2, 2))
    assert [round(score, 2) for score in scores(failed)] == [0.33, 0.0, 0.83, 0.83]


def test_entrants_rank_by_their_places_and_not_by_chips() -> None:
    plan = manifest(3, "sit_and_go", format={"seats": 3}, decks_per_pairing=3, variant="caesars-holdem")

    def second(fixture: Fixture) -> FixtureResult:
        """Entrant 0 wins every third game and is last in the others, entrant 1 is never last."""
        first = 0 if fixture.number % 3 == 0 else 2
        order = [first, 1, 2 - first]
        balances = tuple(30 if entrant == first else -20 for entrant in fixture.seats)
        return FixtureResult(
            fixture.number, balances, places=tuple(order.index(entrant) + 1 for entrant in fixture.seats)
        )

    rows = standings(plan, play(plan, second), over=True).rows
    assert [row.entrant for row in rows] == [2, 1, 0]
    assert [row.rank for row in rows] == [1, 2, 3]
    assert rows[1].tally.chips < rows[2].tally.chips


def of_log(publics: Sequence[dict[str, Any]]) -> tuple[int, ...]:
    """Return the places by the log alone: what each seat had before every hand, from the last one back."""
    ledgers, players = [], []
    for event in (event for public in publics for event in public["events"]):
        if event["type"] == "hand-begun":
            players.append(event["order"])
        elif event["type"] == "hand-settled":
            ledgers.append(event["balances"])
    before = [[0] * len(ledgers[0]), *ledgers]
    seats = range(len(ledgers[0]))
    last = [max(hand for hand, order in enumerate(players) if seat in order) for seat in seats]
    keys = [
        (ledgers[-1][seat], 0, 0)
        if ledgers[-1][seat] > -BUY_IN
        else (-BUY_IN, last[seat], before[last[seat]][seat])
        for seat in seats
    ]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def test_the_results_of_games_are_their_places(here: Venue) -> None:
    plan = sit_and_go("random greedy random random", decks_per_pairing=4)
    state = here.run(here.begin(plan))
    assert len(state.results) == 16
    for result in state.results.values():
        assert result.places == of_log(list(publics_in(here.record(result.game))))
        assert result.places.count(1) == 1
    here.archived()
    assert audit_tournament(here.record(state.id), games=here.record).sound
