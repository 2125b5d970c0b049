"""Properties of every tournament, for all formats and results."""

from collections import Counter
from fractions import Fraction
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.tournament.formats import FORMATS
from app.tournament.results import counted
from app.tournament.schedule import Played
from app.tournament.standings import standings
from tests.tournament.playing import by_chance, everything, manifest, play

CASES = st.tuples(
    st.sampled_from(everything()),
    st.integers(0, 2**32),
    st.sampled_from([0.0, 0.2]),
    st.sampled_from([0.0, 0.2]),
)
FEW = settings(max_examples=15, suppress_health_check=list(HealthCheck))


@FEW
@given(CASES)
def test_points_and_chips_add_up_and_ranks_have_no_gaps(
    case: tuple[tuple[str, int, dict[str, object]], int, float, float],
) -> None:
    (kind, entrants, parameters), seed, voids, forfeits = case
    plan = manifest(entrants, kind, seed, format=parameters)
    done = play(plan, by_chance(Random(seed), ties=0.3, voids=voids, forfeits=forfeits))
    table = standings(plan, done, over=True)
    games = [game for played in done for game in counted(played.fixtures, played.results)]
    assert not table.provisional
    assert sorted(row.entrant for row in table.rows) == list(range(entrants))
    assert sum(row.tally.chips for row in table.rows) == 0
    # Each game gives the mean of its entrants' shares: one half for each of them.
    assert sum(row.tally.made for row in table.rows) == sum(
        Fraction(len(set(game.fixture.seats)), 2) for game in games
    )
    assert all(row.tally.wins + row.tally.draws + row.tally.losses == row.tally.played for row in table.rows)
    ranks = Counter(row.rank for row in table.rows)
    assert list(ranks) == sorted(ranks)
    assert all(rank == 1 + sum(count for other, count in ranks.items() if other < rank) for rank in ranks)


@FEW
@given(CASES)
def test_a_round_depends_only_on_the_manifest_and_the_results(
    case: tuple[tuple[str, int, dict[str, object]], int, float, float],
) -> None:
    (kind, entrants, parameters), seed, voids, forfeits = case
    plan, again = (manifest(entrants, kind, seed, format=parameters) for _ in range(2))
    done = play(plan, by_chance(Random(seed), voids=voids, forfeits=forfeits), most=4)
    turned = [
        Played(played.number, played.pairings, played.fixtures, dict(list(played.results.items())[::-1]))
        for played in done
    ]
    form = FORMATS[kind]
    for at in range(len(done)):
        assert form.next_round(again, turned[:at]) == done[at].pairings
        assert form.explain(again, turned[:at], at + 1) == form.explain(plan, done, at + 1)
