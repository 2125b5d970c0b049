"""Plots of a tournament as SVG or PNG: ratings, their history, the sequential test, seats, deals.

Matplotlib draws them; it is loaded with the first plot (40 MB). The same tournament gives the same bytes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from importlib import import_module
from io import BytesIO
from math import isfinite, sqrt
from statistics import fmean, stdev
from typing import Any, Final

from app.i18n import Language, Message, translate
from app.tournament.elo import Z95
from app.tournament.manifest import Manifest
from app.tournament.ratings import Rating, System, rating_list, ratings
from app.tournament.results import counted, whole_units
from app.tournament.schedule import Played, scores
from app.tournament.sprt import sprt

Rounds = tuple[Played, ...]
Axes = Any
Draw = Callable[[Axes, Manifest, Rounds, Language], None]


class Theme(StrEnum):
    """Background of a plot: white or dark."""

    LIGHT = "light"
    DARK = "dark"


SVG: Final = "svg"
PNG: Final = "png"
KINDS: Final = (SVG, PNG)

_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999")
"""Colours for readers with colour vision deficiency (M. Okabe, K. Ito 2008)."""
_ON_DARK: Final = ("#56B4E9", "#E69F00", "#009E73", "#CC79A7", "#F0E442", "#0072B2", "#FFFFFF", "#999999")
"""The same for a dark background, the lightest first."""
_MARKS: Final = "osD^vPX*"
_SETTINGS: Final = {
    "svg.hashsalt": "conquian",
    "svg.fonttype": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_INK: Final = "#ece7dc"
_WRITTEN: Final = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
_INKS: Final[Mapping[Theme, Mapping[str, str]]] = {
    Theme.LIGHT: {},
    Theme.DARK: {
        **dict.fromkeys(_WRITTEN, _INK),
        "figure.facecolor": "#1d2427",
        "axes.facecolor": "#1d2427",
    },
}
_CYCLES: Final = {Theme.LIGHT: _COLOURS, Theme.DARK: _ON_DARK}
_SIZE: Final = (8.0, 4.5)
_DPI: Final = 120
_MOST_NAMES: Final = 24

_TITLES: Final[Mapping[str, Message]] = {
    "ratings": Message("Rating and 95 % interval"),
    "history": Message("Rating by round"),
    "llr": Message("Log-likelihood ratio"),
    "seats": Message("Share made by seat"),
    "lengths": Message("Length of deals"),
}
_ROUND: Final = Message("round")
_UNITS: Final = Message("units")
_SEAT: Final = Message("seat")
_PLIES: Final = Message("plies a deal")
_GAMES: Final = Message("games")


def plot(
    what: str,
    kind: str,
    manifest: Manifest,
    rounds: Rounds,
    language: Language = Language.EN,
    theme: Theme = Theme.LIGHT,
) -> bytes:
    """Return the plot `what` of a tournament as `kind`. Raises KeyError if there is no such plot."""
    draw, title = PLOTS[what], _text(_TITLES[what], language)
    matplotlib = import_module("matplotlib")
    figures = import_module("matplotlib.figure")
    cycler = import_module("cycler").cycler
    inks = {**_INKS[theme], "axes.prop_cycle": cycler(color=_CYCLES[theme])}
    with matplotlib.rc_context({**_SETTINGS, **inks}):
        figure = figures.Figure(figsize=_SIZE, dpi=_DPI, layout="constrained")
        axes = figure.subplots()
        draw(axes, manifest, rounds, language)
        axes.set_title(_literal(f"{manifest.name}: {title}"))
        output = BytesIO()
        figure.savefig(output, format=kind, metadata={"Date": None} if kind == SVG else {"Software": None})
    return output.getvalue()


def _text(words: Message, language: Language) -> str:
    return translate(language, words)


def _literal(text: str) -> str:
    """Return the text with mathematical markup escaped."""
    return text.replace("$", r"\$")


def _names(manifest: Manifest, rows: list[Rating]) -> list[str]:
    return [_literal(manifest.entrants[row.entrant].name) for row in rows]


def _ratings(axes: Axes, manifest: Manifest, rounds: Rounds, language: Language) -> None:
    rated = ratings(manifest, rounds)
    rows = sorted(rated.rows, key=lambda row: row.rating)[-_MOST_NAMES:]
    places = range(len(rows))
    axes.errorbar(
        [row.rating for row in rows],
        places,
        xerr=[row.plus_minus for row in rows],
        fmt="o",
        color="C0",
        capsize=3,
    )
    axes.set_yticks(places, _names(manifest, rows))
    axes.set_xlabel("Elo" if rated.system is System.ELO else "Plackett-Luce μ")
    axes.grid(axis="x", alpha=0.3)


def _history(axes: Axes, manifest: Manifest, rounds: Rounds, language: Language) -> None:
    moments = rating_list(manifest, rounds)
    best = sorted(moments[-1].ratings.rows, key=lambda row: -row.rating)[: len(_COLOURS)] if moments else []
    for line, last in enumerate(best):
        rows = [moment.ratings.rows[last.entrant] for moment in moments]
        axes.plot(
            [moment.round for moment in moments],
            [row.rating for row in rows],
            color=f"C{line}",
            marker=_MARKS[line],
            markersize=4,
            label=_literal(manifest.entrants[last.entrant].name),
        )
    axes.set_xlabel(_text(_ROUND, language))
    axes.locator_params(axis="x", integer=True)
    if best:
        axes.legend(frameon=False, fontsize="small")


def _llr(axes: Axes, manifest: Manifest, rounds: Rounds, language: Language) -> None:
    running = sprt(manifest, rounds)
    axes.plot(range(len(running.path) + 1), [0.0, *running.path], color="C0")
    for bound, name, colour in (
        (running.test.upper, "H1", "C2"),
        (running.test.lower, "H0", "C1"),
    ):
        axes.axhline(bound, color=colour, linestyle="--")
        axes.annotate(name, (0, bound), textcoords="offset points", xytext=(4, 4), color=colour)
    axes.set_xlabel(_text(_UNITS, language))
    axes.set_ylabel("LLR")


def _seats(axes: Axes, manifest: Manifest, rounds: Rounds, language: Language) -> None:
    estimates = by_seat(rounds)
    known = [seat.plus_minus if isfinite(seat.plus_minus) else 0.0 for seat in estimates]
    below = [min(reach, seat.mean) for reach, seat in zip(known, estimates, strict=True)]
    above = [min(reach, 1 - seat.mean) for reach, seat in zip(known, estimates, strict=True)]
    axes.bar(
        range(len(estimates)),
        [seat.mean for seat in estimates],
        yerr=[below, above],
        color="C0",
        ecolor="C4",
        capsize=4,
    )
    axes.axhline(0.5, color="C7", linestyle="--")
    axes.set_xticks(range(manifest.seats))
    axes.set_ylim(0, 1)
    axes.set_xlabel(_text(_SEAT, language))


def _lengths(axes: Axes, manifest: Manifest, rounds: Rounds, language: Language) -> None:
    histogram = lengths(rounds)
    axes.bar(list(histogram), list(histogram.values()), width=1.0, color="C0")
    axes.set_xlabel(_text(_PLIES, language))
    axes.set_ylabel(_text(_GAMES, language))
    axes.locator_params(axis="y", integer=True)


PLOTS: Final[Mapping[str, Draw]] = {
    "ratings": _ratings,
    "history": _history,
    "llr": _llr,
    "seats": _seats,
    "lengths": _lengths,
}
"""Plots by name; `llr` exists for a sequential test only."""


def pictures(manifest: Manifest) -> tuple[str, ...]:
    """Return the names of the plots of such a tournament."""
    return tuple(name for name in PLOTS if name != "llr" or manifest.format == "sprt")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and half the width of its 95 % interval; infinite for a single value."""

    mean: float
    plus_minus: float


def by_seat(rounds: Iterable[Played]) -> tuple[Estimate, ...]:
    """Return the mean share of the others that each seat beat; units are independent."""
    units: list[list[float]] = []
    for unit in whole_units(rounds):
        by_game = [scores(game.result) for game in unit]
        units.append([fmean(seat) for seat in zip(*by_game, strict=True)])
    return tuple(estimate(seat) for seat in zip(*units, strict=True))


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values."""
    if len(values) < 2:
        return Estimate(fmean(values), float("inf"))
    return Estimate(fmean(values), Z95 * stdev(values) / sqrt(len(values)))


def lengths(rounds: Iterable[Played]) -> Counter[int]:
    """Return the number of games by plies per deal, rounded."""
    games = (game.result for played in rounds for game in counted(played.fixtures, played.results))
    return Counter(round(Fraction(result.plies, result.hands)) for result in games if result.hands)
