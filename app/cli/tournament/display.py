"""Terminal display of a tournament: standings, progress, speed, remaining time."""

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from app.games.codec import Json
from app.i18n import Language, translate
from app.tournament.durations import Counts, Durations, durations
from app.tournament.exports import chip_rate, neighbours_json, number, time_json
from app.tournament.failures import FAILURE_TEXTS, PAUSES, FailureKind
from app.tournament.forecasts import MOST, Gap, TournamentProgress, gaps, progress
from app.tournament.manifest import TieBreak
from app.tournament.ratings import Ratings, System, ratings, unrated
from app.tournament.sprt import Running, sprt
from app.tournament.standings import EntrantTally, Standings, ranks_chips, standings
from app.tournament.state import WAIT_TEXTS, Tournament, Wait

_WINDOW_SECONDS: Final = 20.0
_SPRT: Final = "sprt"
_TITLES: Final = {System.ELO: "Elo, 95 %", System.PLACKETT_LUCE: "rating, 95 %"}
_TIMES: Final = "ms: median, 95 %"
_PER_HAND: Final = "per 100 hands, 95 %"
_PATIENCE: Final = 5
_OLDEST_SECONDS: Final = 10.0
"""The standings are recomputed so rarely that this takes a small part of the time, but at least this
often.
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A tournament with everything that is computed from it."""

    tournament: Tournament
    progress: TournamentProgress
    standings: Standings
    ratings: Ratings
    test: Running | None = None
    waits_for: Wait | None = None
    gaps: tuple[Gap, ...] = ()
    failed: Mapping[int, Mapping[FailureKind, int]] = field(default_factory=dict)
    durations: Mapping[int, Durations] = field(default_factory=dict)


def pictured(
    tournament: Tournament,
    waits_for: Wait | None = None,
    failed: Mapping[int, Mapping[FailureKind, int]] | None = None,
    times: Mapping[int, Counts] | None = None,
) -> Picture:
    """Compute the display of a tournament, which waits for `waits_for`.

    `failed` counts the failures of its participants by kind (`app.tournament.failures.counted`), `times`
    those of their decisions by class (`app.tournament.durations`).
    """
    manifest, rounds, over = tournament.manifest, tournament.played, tournament.is_over
    return Picture(
        tournament,
        progress(manifest, rounds, over=over),
        standings(manifest, rounds, over=over),
        ratings(manifest, rounds),
        sprt(manifest, rounds) if manifest.format == _SPRT else None,
        waits_for,
        gaps(manifest, rounds),
        failed or {},
        {entrant: durations(counts) for entrant, counts in (times or {}).items()},
    )


def as_json(shown: Picture) -> Json:
    """Return the display as one JSON object."""
    tournament, names = shown.tournament, _names(shown.tournament)
    current = shown.progress
    rated = {row.entrant: row for row in shown.ratings.rows}
    rows = [
        {
            "rank": row.rank,
            "entrant": row.entrant,
            "name": names[row.entrant],
            "points": float(row.tally.points),
            "games": row.tally.played,
            "wins": row.tally.wins,
            "draws": row.tally.draws,
            "losses": row.tally.losses,
            "chips": row.tally.chips,
            "byes": row.tally.byes,
            "forfeits": row.tally.forfeits,
            "walkovers": row.tally.walkovers,
            "voids": row.tally.voids,
            "tie_breaks": {str(rule): number(value) for rule, value in row.tie_breaks.items()},
            "rating": rated[row.entrant].rating if rated[row.entrant].games else None,
            "margin": rated[row.entrant].plus_minus if rated[row.entrant].games else None,
            "failures": {str(kind): count for kind, count in shown.failed.get(row.entrant, {}).items()},
            "time": time_json(shown.durations.get(row.entrant)),
            **({"per_hand": chip_rate(row.tally.per_hand)} if tournament.manifest.counts_chips else {}),
        }
        for row in shown.standings.rows
    ]
    return {
        "tournament": tournament.id,
        "name": tournament.manifest.name,
        "state": str(tournament.state),
        "paused_for": tournament.paused_for,
        "waits_for": shown.waits_for and str(shown.waits_for),
        "provisional": shown.standings.provisional,
        "memory_accepted": tournament.manifest.memory_accepted,
        "games": {"done": current.done, "paired": current.paired, "planned": current.planned},
        "rounds": {"paired": current.rounds, "planned": current.rounds_planned},
        "rating_system": str(shown.ratings.system),
        "unrated": unrated(tournament.played),
        "standings": rows,
        "neighbours": neighbours_json(shown.gaps),
        "sprt": None if shown.test is None else _test(shown.test),
        "withdrawn": {names[entrant]: reason for entrant, reason in sorted(tournament.withdrawn.items())},
    }


def _test(running: Running) -> Json:
    test = running.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "llr": round(running.llr, 3),
        "lower": round(test.lower, 3),
        "upper": round(test.upper, 3),
        "units": len(running.path),
        "decision": running.decision and str(running.decision),
    }


def sentences(shown: Picture) -> list[str]:
    """Return the facts that are not in the table, a line each."""
    lines = []
    if shown.test is not None:
        test = _test(shown.test)
        decision = test["decision"] or "not decided"
        lines.append("LLR {llr} of {lower} to {upper} after {units} units: ".format(**test) + decision)
    if left_out := unrated(shown.tournament.played):
        lines.append(f"Forfeits and walkovers count for points and not for ratings: {left_out} games.")
    names = _names(shown.tournament)
    lines += [_apart(names, gap) for gap in shown.gaps if not gap.is_clear]
    if shown.tournament.manifest.memory_accepted:
        lines.append("Memory accepted: entrants that may remember a deck meet it again.")
    if untried := shown.tournament.untried:
        names_asked = ", ".join(names[entrant] for entrant in untried)
        lines.append(f"Before the first game it waits for the answer to a trial question of: {names_asked}.")
    if shown.tournament.paused_for:
        lines.append(_why_paused(shown.tournament))
    if shown.waits_for:
        lines.append(translate(Language.EN, WAIT_TEXTS[shown.waits_for]))
    lines += [
        f"{names[entrant]} is out: {reason}" for entrant, reason in sorted(shown.tournament.withdrawn.items())
    ]
    lines += [
        f"{names[entrant]} failed: {counted_kinds(kinds)}." for entrant, kinds in sorted(shown.failed.items())
    ]
    if shown.failed:
        lines.append(f"Why: conquian tournament failures {shown.tournament.id}")
    return lines


def _apart(names: Sequence[str], gap: Gap) -> str:
    """Return how many games are needed to separate two neighbours."""
    elo = gap.difference
    lead = f"{names[gap.one]} is {elo.elo:.0f} ± {elo.plus_minus:.0f} Elo before {names[gap.other]}"
    if gap.more is None:
        return f"{lead}: more than {MOST:,} games would be needed to tell them apart."
    return f"{lead}: about {gap.more:,} more games like these would tell them apart."


def counted_kinds(kinds: Mapping[FailureKind, int]) -> str:
    """Return the kinds of failures as text, each with its number."""
    return ", ".join(
        f"{translate(Language.EN, FAILURE_TEXTS[kind])} {count} x" for kind, count in kinds.items()
    )


def _why_paused(tournament: Tournament) -> str:
    code = str(tournament.paused_for)
    reason = PAUSES.get(code)
    text = f"It was paused by the service: {code}"
    return text if reason is None else f"{text}. {translate(Language.EN, reason)}"


def table(shown: Picture) -> Table:
    """Return the standings as a table, with a column for each tie-break that was used."""
    title = f"{shown.tournament.manifest.name}  {shown.tournament.id}"
    result = Table(title=Text(title), title_justify="left")
    rules = dict.fromkeys(rule for row in shown.standings.rows for rule in row.tie_breaks)
    needed = [rule for rule in rules if rule is not TieBreak.CHIPS]  # which have a column anyway
    rating_title, in_chips = _TITLES[shown.ratings.system], ranks_chips(shown.tournament.manifest)
    timed = (_TIMES,) if shown.durations else ()
    first = ("chips", _PER_HAND, "hands") if in_chips else ("points",)
    last = () if in_chips else ("chips",)
    counts = (*map(str, needed), "games", "+ = -", "forfeits", *last)
    columns = ("", "entrant", *first, *counts, rating_title, *timed)
    for column in columns:
        result.add_column(column.replace("_", " "), justify="left" if column == "entrant" else "right")
    names, rated = _names(shown.tournament), {row.entrant: row for row in shown.ratings.rows}
    for row in shown.standings.rows:
        tally, rating = row.tally, rated[row.entrant]
        result.add_row(
            str(row.rank),
            Text(names[row.entrant] + (" (out)" if row.entrant in shown.tournament.withdrawn else "")),
            *(_in_chips(tally) if in_chips else (f"{float(tally.points):.4g}",)),
            *(f"{number(row.tie_breaks[rule]):.4g}" if rule in row.tie_breaks else "" for rule in needed),
            str(tally.played),
            f"{tally.wins} {tally.draws} {tally.losses}",
            str(tally.forfeits or ""),
            *(() if in_chips else (f"{tally.chips:+d}",)),
            f"{rating.rating:.0f} ± {rating.plus_minus:.0f}" if rating.games else "",
            *([_times(shown.durations.get(row.entrant))] if timed else []),
        )
    return result


def _in_chips(tally: EntrantTally) -> tuple[str, str, str]:
    """Return the chips of an entrant, those for a hundred hands, and its hands."""
    rate = tally.per_hand
    margin = "" if rate.margin is None else f" ± {100 * rate.margin:.0f}"
    return f"{tally.chips:+d}", f"{100 * float(rate.value):+.0f}{margin}", f"{rate.number:,}"


def _times(time_stats: Durations | None) -> str:
    if time_stats is None or time_stats.median_ms is None or time_stats.p95_ms is None:
        return ""
    return f"{time_stats.median_ms:g}, {time_stats.p95_ms:g}"


def _names(tournament: Tournament) -> tuple[str, ...]:
    return tuple(entrant.name for entrant in tournament.manifest.entrants)


@dataclass(slots=True)
class Watched:
    """Repeatedly displayed tournament; `clock` returns seconds."""

    clock: Callable[[], float] = time.monotonic
    seen: deque[tuple[float, int]] = field(default_factory=deque)
    _shown: Picture | None = None
    _due: float = 0.0

    def look(self, tournament: Tournament, waits_for: Wait | None = None) -> Picture:
        """Return the current display; its table may be slightly older."""
        now, current = self.clock(), progress(tournament.manifest, tournament.played, over=tournament.is_over)
        self.seen.append((now, current.done))
        while len(self.seen) > 2 and now - self.seen[0][0] > _WINDOW_SECONDS:
            self.seen.popleft()
        if self._shown is None or now >= self._due or tournament.is_over:
            self._shown = pictured(tournament)
            self._due = self.clock() + min(_OLDEST_SECONDS, _PATIENCE * (self.clock() - now))
        self._shown = replace(self._shown, tournament=tournament, progress=current, waits_for=waits_for)
        return self._shown

    @property
    def speed(self) -> float:
        """Games per second, over the last seconds."""
        (began, before), (now, done) = self.seen[0], self.seen[-1]
        return (done - before) / (now - began) if now > began else 0.0

    def rendered(self, shown: Picture) -> RenderableType:
        """Return the display with a progress bar and the speed below it."""
        current = shown.progress
        bar = ProgressBar(total=current.planned or current.paired or 1, completed=current.done, width=24)
        line = (
            f"{shown.tournament.state}: {current.done} of {_total(current)} games, {self.speed:.1f} games/s"
        )
        remaining = current.seconds_left(self.speed)
        row = Table.grid(padding=(0, 2, 0, 0))
        row.add_row(bar, Text(line + (f", {_time(remaining)} left" if remaining is not None else "")))
        return Group(table(shown), *map(Text, sentences(shown)), row)


def _total(current: TournamentProgress) -> str:
    return str(current.planned) if current.planned is not None else f"{current.paired} or more"


def _time(seconds: float) -> str:
    """Return a duration in s as text.

    >>> _time(42.2), _time(3_700), _time(7_500)
    ('43 s', '62 min', '2 h 06 min')
    """
    rounded = int(seconds) + 1
    if rounded < 100:
        return f"{rounded} s"
    minutes = -(-rounded // 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02d} min"
