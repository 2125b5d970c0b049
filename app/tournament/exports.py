"""Exports of a tournament as CSV and JSON. FIDE's format is in `trf`."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from types import MappingProxyType
from typing import Any, Final

from app.tournament.cross_table import Cell, cross_table
from app.tournament.durations import Counts, Durations, durations
from app.tournament.failures import TRIAL, Failure, FailureKind, by_game
from app.tournament.forecasts import Gap, gaps
from app.tournament.manifest import Manifest
from app.tournament.ratings import Ratings, ratings, unrated
from app.tournament.ratios import DeckRatio
from app.tournament.schedule import Fixture, FixtureResult, Played, Results, scores
from app.tournament.shapes import CellView, ChipRateView, NeighboursView, SprtView, TimeView
from app.tournament.sprt import Running, difference_so_far, sprt
from app.tournament.standings import Standings, StandingsRow, ranks_chips
from app.tournament.state import Tournament

Json = dict[str, Any]

_PLACES: Final = 4
_GAMES: Final = (
    "fixture", "round", "table", "deck", "seat", "entrant", "name", "balance", "score", "ending", "at_fault",
    "failure", "plies", "hands", "game", "digest", "marks",
)  # fmt: skip
_COUNTS: Final = (
    "wins", "draws", "losses", "chips", "byes", "forfeits", "walkovers", "voids", "disputed", "open",
)  # fmt: skip
_TIMES: Final = ("decisions", "median_ms", "p95_ms")
_STANDINGS: Final = (
    "rank", "entrant", "name", "points", "score", "games", *_COUNTS, "rating", "margin", *_TIMES,
)  # fmt: skip
_PER_HAND: Final = ("hands", "chips_per_hand", "chips_margin")
_FAILURE: Final = ("fixture", "game", "seat", "entrant", "name", "kind", "ply")


def number(value: Fraction) -> float:
    """Return a fraction rounded to four places.

    >>> number(Fraction(7, 3))
    2.3333
    """
    return round(float(value), _PLACES)


def chip_rate(rate: DeckRatio) -> ChipRateView:
    """Return chips per hand as JSON."""
    return {"hands": rate.number, "mean": number(rate.value), "margin": rate.margin}


def games_csv(
    manifest: Manifest,
    rounds: Sequence[Played],
    failures: Iterable[Failure] = (),
    marks: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> str:
    """Return the games as CSV: a line for each seat of each paired game, in the order of the schedule.

    `failures` are those that may be shown (`app.tournament.failures.shown_failures`). `marks` has the members
    of a game's marks, by game. The column of marks has `contradicted` if a receipt is contradicted and, for
    each dispute, `disputed:` with its outcome, or with its state before there is one.
    """
    failed = {(failure.fixture, failure.seat): failure.kind for failure in failures}
    lines = (
        line
        for played in rounds
        for fixture in played.fixtures
        for line in _seats(manifest, fixture, played.results.get(fixture.number), failed, marks)
    )
    return csv_text(_GAMES, lines)


def _seats(
    manifest: Manifest,
    fixture: Fixture,
    result: FixtureResult | None,
    failed: Mapping[tuple[int, int], FailureKind],
    marks: Mapping[str, Mapping[str, Any]],
) -> Iterable[Sequence[Any]]:
    shares = scores(result) if result else ()
    for seat, entrant in enumerate(fixture.seats):
        name = manifest.entrants[entrant].name
        place = (fixture.number, fixture.round, fixture.table, fixture.deck, seat, entrant, name)
        if result is None:
            yield (*place, *("",) * (len(_GAMES) - len(place)))
            continue
        outcome = (result.balances[seat], round(shares[seat], _PLACES), result.ending.value)
        at_fault = " ".join(map(str, result.at_fault))
        failure = failed.get((fixture.number, seat), "")
        played = (result.plies, result.hands, result.game, result.digest)
        yield (*place, *outcome, at_fault, str(failure), *played, _marks(marks.get(result.game, {})))


def _marks(members: Mapping[str, Any]) -> str:
    words = ["contradicted"] if "contradictions" in members else []
    words += [f"disputed:{dispute['outcome'] or dispute['state']}" for dispute in members.get("disputes", ())]
    return " ".join(words)


def standings_csv(
    manifest: Manifest, table: Standings, rated: Ratings, times: Mapping[int, Counts] = MappingProxyType({})
) -> str:
    """Return the standings as CSV: a line for each entrant, and a column for each tie-break used.

    `times` has the histogram of decision times, by entrant.
    """
    needed = list(dict.fromkeys(rule for row in table.rows for rule in row.tie_breaks))
    rates = _PER_HAND if ranks_chips(manifest) else ()
    lines = (
        [
            *_row(manifest, row, rated).values(),
            *_time_columns(_timed(times, row.entrant)),
            *(chip_rate(row.tally.per_hand).values() if rates else ()),
            *(_optional(row.tie_breaks.get(rule)) for rule in needed),
        ]
        for row in table.rows
    )
    return csv_text([*_STANDINGS, *rates, *(f"tie_break_{rule.value}" for rule in needed)], lines)


def _timed(times: Mapping[int, Counts], entrant: int) -> TimeView | None:
    return time_json(durations(times[entrant]) if entrant in times else None)


def _time_columns(time: TimeView | None) -> Sequence[float | str | None]:
    if time is None:
        return ("",) * len(_TIMES)
    return (time["decisions"], time["median_ms"], time["p95_ms"])


def _optional(value: Fraction | None) -> float | str:
    return "" if value is None else number(value)


def _row(manifest: Manifest, row: StandingsRow, rated: Ratings) -> Json:
    tally, rating = row.tally, rated.rows[row.entrant]
    return {
        "rank": row.rank,
        "entrant": row.entrant,
        "name": manifest.entrants[row.entrant].name,
        "points": number(tally.points),
        "score": number(tally.share),
        "games": tally.played,
        **{name: getattr(tally, name) for name in _COUNTS},
        "rating": rating.rating if rating.games else None,
        "margin": rating.plus_minus if rating.games else None,
    }


def csv_text(header: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    """Return the lines as CSV (RFC 4180). A value that a spreadsheet would run gets an apostrophe."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(map(_harmless, header))
    writer.writerows([_harmless(value) for value in line] for line in lines)
    return text.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


def standings_json(
    manifest: Manifest, table: Standings, rated: Ratings, times: Mapping[int, Counts] = MappingProxyType({})
) -> Json:
    """Return the standings as JSON. `times` has the histogram of decision times, by entrant."""
    rows = [
        {
            **_row(manifest, row, rated),
            "tie_breaks": {rule.value: number(value) for rule, value in row.tie_breaks.items()},
            "time": _timed(times, row.entrant),
            **_rate(manifest, row.tally.per_hand),
        }
        for row in table.rows
    ]
    return {"provisional": table.provisional, "rows": rows}


def ratings_json(manifest: Manifest, rated: Ratings, left_out: int) -> Json:
    """Return the ratings as JSON, by entrant, and the number of games that were not rated."""
    rows = [
        {
            "entrant": row.entrant,
            "name": manifest.entrants[row.entrant].name,
            "rating": row.rating if row.games else None,
            "margin": row.plus_minus if row.games else None,
            "games": row.games,
        }
        for row in rated.rows
    ]
    return {"system": rated.system.value, "unrated": left_out, "rows": rows}


def cross_table_json(manifest: Manifest, cells: Sequence[Sequence[Cell]]) -> Json:
    """Return the cross-table as JSON; a cell is null where two entrants did not meet."""
    return {
        "names": [entrant.name for entrant in manifest.entrants],
        "rows": [[cell_json(manifest, cell) for cell in row] for row in cells],
    }


def _rate(manifest: Manifest, rate: DeckRatio) -> Json:
    """Return the member with the chips per hand, where seats have stacks."""
    return {"per_hand": chip_rate(rate)} if ranks_chips(manifest) else {}


def cell_json(manifest: Manifest, cell: Cell) -> CellView | None:
    """Return a cell of the cross-table as JSON; null if the two did not meet."""
    if not cell.games:
        return None
    view: CellView = {
        "games": cell.games,
        "wins": cell.wins,
        "draws": cell.draws,
        "losses": cell.losses,
        "points": number(cell.points),
        "score": number(cell.score),
        "margin": cell.margin,
    }
    if ranks_chips(manifest):
        view["per_hand"] = chip_rate(cell.per_hand)
    return view


def failure_json(manifest: Manifest, failure: Failure) -> Json:
    """Return a failure of an entrant as JSON; a trial game is game 0."""
    return {
        "fixture": failure.fixture,
        "game": failure.game or None,
        "seat": None if failure.fixture == TRIAL else failure.seat,
        "entrant": failure.entrant,
        "name": manifest.entrants[failure.entrant].name,
        "kind": str(failure.kind),
        "ply": failure.ply,
        "ended": failure.ended or None,
        "question": failure.question,
        "answer": failure.answer or None,
        "stderr": failure.stderr or None,
    }


def sprt_json(running: Running) -> SprtView:
    """Return a sequential test as JSON: its hypotheses, its ratio, its bounds and its decision."""
    test, apart = running.test, difference_so_far(running.counts)
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": test.model.value,
        "llr": round(running.llr, _PLACES),
        "lower": round(test.lower, _PLACES),
        "upper": round(test.upper, _PLACES),
        "units": sum(running.counts),
        "counts": list(running.counts),
        "decision": None if running.decision is None else running.decision.value,
        "elo": round(apart.elo, 1),
        "margin": round(apart.plus_minus, 1),
    }


def whole_json(
    manifest: Manifest,
    rounds: Sequence[Played],
    table: Standings,
    failures: Iterable[Failure] = (),
    times: Mapping[int, Counts] = MappingProxyType({}),
    marks: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> Json:
    """Return all results of a tournament as JSON, with those `failures` that may be shown.

    A failure has the place and the kind, without any card. `times` has the histogram of decision times, by
    entrant. `marks` has the members that are added to a game, by game.
    """
    failures = list(failures)
    rated, failed = ratings(manifest, rounds), by_game(failures)
    document = {
        "manifest": manifest.document,
        "standings": {
            **standings_json(manifest, table, rated, times),
            "neighbours": neighbours_json(gaps(manifest, rounds)),
        },
        "cross_table": cross_table_json(manifest, cross_table(manifest, rounds)),
        "ratings": ratings_json(manifest, rated, unrated(rounds)),
        "failures": [
            {name: value for name, value in failure_json(manifest, failure).items() if name in _FAILURE}
            for failure in failures
            if failure.fixture != TRIAL
        ],
        "games": [
            _with_marks(_game(manifest, fixture, played.results, failed), marks)
            for played in rounds
            for fixture in played.fixtures
        ],
    }
    return {**document, "sprt": sprt_json(sprt(manifest, rounds))} if manifest.format == "sprt" else document


def _with_marks(game: Json, marks: Mapping[str, Mapping[str, Any]]) -> Json:
    return {**game, **marks.get(game["result"]["game"], {})} if game["result"] else game


def game_json(state: Tournament, fixture: Fixture, failed: Mapping[int, FailureKind]) -> Json:
    """Return a game of a tournament with its result as JSON; `result` is null while it has none.

    `failed` has the kind of an entrant's failure, by fixture (`app.tournament.failures.by_game`).
    """
    return _game(state.manifest, fixture, state.results, failed)


def _game(manifest: Manifest, fixture: Fixture, results: Results, failed: Mapping[int, FailureKind]) -> Json:
    place = {
        "fixture": fixture.number,
        "round": fixture.round,
        "table": fixture.table,
        "deck": fixture.deck,
        "seats": list(fixture.seats),
        "names": [manifest.entrants[entrant].name for entrant in fixture.seats],
        "failure": failed.get(fixture.number),
    }
    result = results.get(fixture.number)
    if result is None:
        return {**place, "result": None}
    outcome = {
        "balances": list(result.balances),
        "scores": [round(share, _PLACES) for share in scores(result)],
        "ending": result.ending.value,
        "at_fault": list(result.at_fault),
        "plies": result.plies,
        "hands": result.hands,
        "game": result.game,
        "digest": result.digest,
    }
    return {**place, "result": outcome}


def neighbours_json(pairs: Iterable[Gap]) -> list[NeighboursView]:
    """Return the rating differences of neighbours as JSON."""
    return [_gap(gap) for gap in pairs]


def _gap(gap: Gap) -> NeighboursView:
    apart = gap.difference
    return {
        "entrants": [gap.one, gap.other],
        "difference": round(apart.elo, 1),
        "margin": round(apart.plus_minus, 1),
        "more_games": gap.more,
    }


def time_json(times: Durations | None) -> TimeView | None:
    """Return the statistics of decision times as JSON; null if none was measured."""
    if times is None:
        return None
    return {"decisions": times.decisions, "median_ms": times.median_ms, "p95_ms": times.p95_ms}
