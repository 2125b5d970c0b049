"""Plots of a tournament as SVG or PNG: ratings, their history, the sequential test, seats, deals.

Matplotlib draws them; it is loaded with the first plot (40 MB). The same tournament gives the same bytes.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from io import BytesIO
from typing import Any, Final

from app.i18n import Language, Message, translate
from app.tournament.manifest import Manifest
from app.tournament.plot_data import PlotPointView, PlotView, Rounds, plot_data
from app.tournament.ratings import System

Axes = Any
Draw = Callable[[Axes, PlotView, Manifest, Language], None]


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
        draw(axes, plot_data(what, manifest, rounds), manifest, language)
        axes.set_title(_literal(f"{manifest.name}: {title}"))
        output = BytesIO()
        figure.savefig(output, format=kind, metadata={"Date": None} if kind == SVG else {"Software": None})
    return output.getvalue()


def _text(words: Message, language: Language) -> str:
    return translate(language, words)


def _literal(text: str) -> str:
    """Return the text with mathematical markup escaped."""
    return text.replace("$", r"\$")


def _name(point: PlotPointView) -> str:
    return _literal(point["name"] or "")


def _margins(points: Sequence[PlotPointView]) -> list[float]:
    """Return half the width of the interval of each point, 0 where it is not known."""
    return [point["plus_minus"] or 0.0 for point in points]


def _ratings(axes: Axes, data: PlotView, manifest: Manifest, language: Language) -> None:
    rows = data["series"][0][::-1]
    places = range(len(rows))
    axes.errorbar(
        [row["y"] for row in rows],
        places,
        xerr=_margins(rows),
        fmt="o",
        color="C0",
        capsize=3,
    )
    axes.set_yticks(places, [_name(row) for row in rows])
    axes.set_xlabel("Elo" if data["system"] == System.ELO else "Plackett-Luce μ")
    axes.grid(axis="x", alpha=0.3)


def _history(axes: Axes, data: PlotView, manifest: Manifest, language: Language) -> None:
    for line, points in enumerate(data["series"]):
        axes.plot(
            [point["x"] for point in points],
            [point["y"] for point in points],
            color=f"C{line}",
            marker=_MARKS[line],
            markersize=4,
            label=_name(points[0]),
        )
    axes.set_xlabel(_text(_ROUND, language))
    axes.locator_params(axis="x", integer=True)
    if data["series"]:
        axes.legend(frameon=False, fontsize="small")


def _llr(axes: Axes, data: PlotView, manifest: Manifest, language: Language) -> None:
    (points,) = data["series"]
    axes.plot(range(len(points)), [point["y"] for point in points], color="C0")
    for level, colour in zip(data["levels"], ("C2", "C1"), strict=True):
        axes.axhline(level["y"], color=colour, linestyle="--")
        place = {"textcoords": "offset points", "xytext": (4, 4)}
        axes.annotate(level["name"], (0, level["y"]), **place, color=colour)
    axes.set_xlabel(_text(_UNITS, language))
    axes.set_ylabel("LLR")


def _seats(axes: Axes, data: PlotView, manifest: Manifest, language: Language) -> None:
    (points,) = data["series"]
    shares, known = [point["y"] for point in points], _margins(points)
    below = [min(reach, share) for reach, share in zip(known, shares, strict=True)]
    above = [min(reach, 1 - share) for reach, share in zip(known, shares, strict=True)]
    axes.bar(range(len(points)), shares, yerr=[below, above], color="C0", ecolor="C4", capsize=4)
    axes.axhline(data["levels"][0]["y"], color="C7", linestyle="--")
    axes.set_xticks(range(manifest.seats))
    axes.set_ylim(0, 1)
    axes.set_xlabel(_text(_SEAT, language))


def _lengths(axes: Axes, data: PlotView, manifest: Manifest, language: Language) -> None:
    (points,) = data["series"]
    axes.bar([point["x"] for point in points], [point["y"] for point in points], width=1.0, color="C0")
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
