"""Pictures: the plotted numbers, and that each is drawn."""

from collections.abc import Callable
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from app.i18n import Language
from app.tournament.plot_data import LINES_MAX, NAMES_MAX, by_seat, estimate, lengths, plot_data
from app.tournament.plots import PLOTS, pictures, plot
from app.tournament.ratings import ratings
from app.tournament.schedule import Played
from app.tournament.sprt import sprt
from tests.tournament.playing import by_chance, higher_wins, manifest, play


def test_the_share_by_seat_has_the_interval_of_its_units() -> None:
    plan = manifest(2, "round_robin", format={"cycles": 50}, duplicates=False)
    first, second = by_seat(play(plan, by_chance(Random(1), ties=0.1)))
    assert first.mean + second.mean == pytest.approx(1)
    assert first.plus_minus == pytest.approx(second.plus_minus)
    assert 0.05 < first.plus_minus < 0.2
    # One entrant wins every deck from both seats: no seat is better, for certain.
    same = by_seat(play(manifest(2, "round_robin", decks_per_pairing=9), higher_wins))
    assert [(seat.mean, seat.plus_minus) for seat in same] == [(0.5, 0), (0.5, 0)]
    assert estimate([1.0]).plus_minus == float("inf")


def test_lengths_are_plies_for_each_deal() -> None:
    plan = manifest(2, "round_robin", decks_per_pairing=2)
    (played,) = play(plan, by_chance(Random(1)))
    results = {
        number: type(result)(number, result.balances, plies=21, hands=hands)
        for (number, result), hands in zip(played.results.items(), (1, 2, 2, 0), strict=True)
    }
    assert lengths([Played(1, played.pairings, played.fixtures, results)]) == {21: 1, 10: 2}


def test_a_picture_is_drawn_the_same_each_time() -> None:
    plan = manifest(2, "sprt", format={"elo0": 0, "elo1": 20, "games": 100})
    done = tuple(play(plan, by_chance(Random(3))))
    drawn = plot("llr", "svg", plan, done, Language("es"))
    assert drawn == plot("llr", "svg", plan, done, Language("es"))
    assert "Copa: Razón" in "".join(ElementTree.fromstring(drawn).itertext())


def test_the_numbers_of_the_ratings_are_those_of_the_best() -> None:
    plan = manifest(30, "swiss", format={"rounds": 3})
    done = tuple(play(plan, by_chance(Random(5))))
    data, rated = plot_data("ratings", plan, done), ratings(plan, done).rows
    (points,) = data["series"]
    best = sorted((row.rating for row in rated), reverse=True)[:NAMES_MAX]
    assert [point["y"] for point in points] == best
    assert [point["x"] for point in points] == [*range(1, NAMES_MAX + 1)]
    by_name = {plan.entrants[row.entrant].name: row for row in rated}
    for point in points:
        row = by_name[point["name"] or ""]
        assert (point["y"], point["plus_minus"]) == (row.rating, row.plus_minus)
    lines = plot_data("history", plan, done)["series"]
    assert [[point["x"] for point in line] for line in lines] == [[1, 2, 3]] * LINES_MAX


def test_the_numbers_of_a_sequential_test_begin_at_zero_and_name_its_bounds() -> None:
    plan = manifest(2, "sprt", format={"elo0": 0, "elo1": 20, "games": 100})
    done = tuple(play(plan, by_chance(Random(3))))
    data, running = plot_data("llr", plan, done), sprt(plan, done)
    assert [point["y"] for point in data["series"][0]] == [0.0, *running.path]
    assert [(level["name"], level["y"]) for level in data["levels"]] == [
        ("H1", running.test.upper),
        ("H0", running.test.lower),
    ]


def test_the_share_of_a_single_unit_has_no_interval() -> None:
    plan = manifest(2, "round_robin", decks_per_pairing=1)
    (points,) = plot_data("seats", plan, tuple(play(plan, higher_wins)))["series"]
    assert [(point["x"], point["y"], point["plus_minus"]) for point in points] == [
        (0, 0.5, None),
        (1, 0.5, None),
    ]


def test_a_picture_may_show_points_no_results_and_unusual_names() -> None:
    names = ["$a_b$", "<script>"]
    plan = manifest(2, "round_robin", names=names)
    assert plot("ratings", "png", plan, ()).startswith(b"\x89PNG")
    drawn = plot("history", "svg", plan, tuple(play(plan, higher_wins)))
    texts = "".join(ElementTree.fromstring(drawn).itertext())
    assert all(name in texts for name in names)
    assert pictures(plan) == ("ratings", "history", "seats", "lengths")


@pytest.mark.parametrize("what", PLOTS)
def test_every_picture_can_be_requested_at_any_time(what: str) -> None:
    plan = manifest(2, "sprt", format={"elo0": 0, "elo1": 20})
    assert plot(what, "svg", plan, (), Language("fr"))
    axes = Recorder()
    done = tuple(play(plan, by_chance(Random(3)), most=2))
    PLOTS[what](axes, plot_data(what, plan, done), plan, Language.EN)
    assert axes.asked


class Recorder:
    """Axes that remember what they were asked to draw."""

    def __init__(self) -> None:
        self.asked = list[str]()

    def __getattr__(self, name: str) -> Callable[..., None]:
        def drawn(*_: Any, **__: Any) -> None:
            self.asked.append(name)

        return drawn
