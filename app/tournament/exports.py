"""A tournament as text for other programs: comma-separated values and JSON. FIDE's format is in `trf`."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from types import MappingProxyType
from typing import Any, Final

from app.tournament.cross_table import Cell, cross_table
from app.tournament.durations import Counts, Durations, durations
from app.tournament.failures import TRIAL, Failure, Kind, by_game
from app.tournament.foreseen import Gap, gaps
from app.tournament.manifest import Manifest
from app.tournament.ratings import Ratings, ratings, unrated
from app.tournament.schedule import Fixture, Played, Result, Results, scores
from app.tournament.sprt import Running, difference_so_far
from app.tournament.standings import Row, Standings
from app.tournament.testing import sprt
from app.tournament.tournament import Tournament

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
_FAILURE: Final = ("fixture", "game", "seat", "entrant", "name", "kind", "ply")


def number(value: Fraction) -> float:
    """A fraction to four places.

    >>> number(Fraction(7, 3))
    2.3333
    """
    return round(float(value), _PLACES)


def games_csv(
    manifest: Manifest,
    rounds: Sequence[Played],
    failures: Iterable[Failure] = (),
    marks: Mapping[str, Json] = MappingProxyType({}),
) -> str:
    """One line for each seat of each game that was paired, in the order of the schedule.

    `failures` are those that may be shown (`app.tournament.failures.told`), `marks` has by game the members
    of its marks. Their column has `contradicted` where a receipt is contradicted and, for each dispute,
    `disputed:` with its outcome, or with its state before there is one.
    """
    failed = {(one.fixture, one.seat): one.kind for one in failures}
    lines = (
        line
        for played in rounds
        for fixture in played.fixtures
        for line in _seats(manifest, fixture, played.results.get(fixture.number), failed, marks)
    )
    return _written(_GAMES, lines)


def _seats(
    manifest: Manifest,
    fixture: Fixture,
    result: Result | None,
    failed: Mapping[tuple[int, int], Kind],
    marks: Mapping[str, Json],
) -> Iterable[Sequence[Any]]:
    made = scores(result) if result else ()
    for seat, entrant in enumerate(fixture.seats):
        name = manifest.entrants[entrant].name
        place = (fixture.number, fixture.round, fixture.table, fixture.deck, seat, entrant, name)
        if result is None:
            yield (*place, *("",) * (len(_GAMES) - len(place)))
            continue
        came = (result.balances[seat], round(made[seat], _PLACES), result.ending.value)
        at_fault = " ".join(map(str, result.at_fault))
        failure = failed.get((fixture.number, seat), "")
        played = (result.plies, result.hands, result.game, result.digest)
        yield (*place, *came, at_fault, str(failure), *played, _marks(marks.get(result.game, {})))


def _marks(members: Json) -> str:
    found = ["contradicted"] if "contradictions" in members else []
    found += [f"disputed:{one['outcome'] or one['state']}" for one in members.get("disputes", ())]
    return " ".join(found)


def standings_csv(
    manifest: Manifest, table: Standings, rated: Ratings, times: Mapping[int, Counts] = MappingProxyType({})
) -> str:
    """One line for each entrant, the best first, and a column for each tie-break that was needed.

    `times` counts by entrant the times of its decisions.
    """
    needed = list(dict.fromkeys(rule for row in table.rows for rule in row.tie_breaks))
    lines = (
        [
            *_row(manifest, row, rated).values(),
            *((_timed(times, row.entrant) or {}).get(name, "") for name in _TIMES),
            *(_optional(row.tie_breaks.get(rule)) for rule in needed),
        ]
        for row in table.rows
    )
    return _written([*_STANDINGS, *(f"tie_break_{rule.value}" for rule in needed)], lines)


def _timed(times: Mapping[int, Counts], entrant: int) -> Json | None:
    return time_json(durations(times[entrant]) if entrant in times else None)


def _optional(value: Fraction | None) -> float | str:
    return "" if value is None else number(value)


def _row(manifest: Manifest, row: Row, rated: Ratings) -> Json:
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


def _written(header: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    """The lines as RFC 4180 has them; what a spreadsheet would take for a formula gets an apostrophe."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([_harmless(value) for value in line] for line in lines)
    return text.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


def standings_json(
    manifest: Manifest, table: Standings, rated: Ratings, times: Mapping[int, Counts] = MappingProxyType({})
) -> Json:
    """The table as JSON; `times` counts by entrant the times of its decisions."""
    rows = [
        {
            **_row(manifest, row, rated),
            "tie_breaks": {rule.value: number(value) for rule, value in row.tie_breaks.items()},
            "time": _timed(times, row.entrant),
        }
        for row in table.rows
    ]
    return {"provisional": table.provisional, "rows": rows}


def ratings_json(manifest: Manifest, rated: Ratings, left_out: int) -> Json:
    """The ratings as JSON, by the numbers of the entrants, and how many games do not count for them."""
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
    """The cross-table as JSON: by row what each entrant made against each, null where they did not meet."""
    return {
        "names": [entrant.name for entrant in manifest.entrants],
        "rows": [[_cell(cell) for cell in row] for row in cells],
    }


def _cell(cell: Cell) -> Json | None:
    if not cell.games:
        return None
    counts = {"games": cell.games, "wins": cell.wins, "draws": cell.draws, "losses": cell.losses}
    return {**counts, "points": number(cell.points), "score": number(cell.score), "margin": cell.margin}


def failure_json(manifest: Manifest, failure: Failure) -> Json:
    """A failure of an entrant as JSON; the trial question is that of game 0."""
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
        "stderr": failure.said or None,
    }


def sprt_json(running: Running) -> Json:
    """A sequential test as JSON: its hypotheses, its ratio between its bounds, and what it decided."""
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
    marks: Mapping[str, Json] = MappingProxyType({}),
) -> Json:
    """Everything that a tournament came to, with those `failures` of its entrants that may be shown.

    Of a failure it has the place and the kind, without any card. `times` counts by entrant the times of its
    decisions, `marks` has by game the members that are added to it.
    """
    failures = list(failures)
    rated, failed = ratings(manifest, rounds), by_game(failures)
    found = {
        "manifest": manifest.document,
        "standings": {
            **standings_json(manifest, table, rated, times),
            "neighbours": neighbours_json(gaps(manifest, rounds)),
        },
        "cross_table": cross_table_json(manifest, cross_table(manifest, rounds)),
        "ratings": ratings_json(manifest, rated, unrated(rounds)),
        "failures": [
            {name: value for name, value in failure_json(manifest, one).items() if name in _FAILURE}
            for one in failures
            if one.fixture != TRIAL
        ],
        "games": [
            _with_marks(_game(manifest, fixture, played.results, failed), marks)
            for played in rounds
            for fixture in played.fixtures
        ],
    }
    return {**found, "sprt": sprt_json(sprt(manifest, rounds))} if manifest.format == "sprt" else found


def _with_marks(game: Json, marks: Mapping[str, Json]) -> Json:
    return {**game, **marks.get(game["result"]["game"], {})} if game["result"] else game


def game_json(state: Tournament, fixture: Fixture, failed: Mapping[int, Kind]) -> Json:
    """A game of a tournament with what it came to; `result` is null while it has none.

    `failure` is how an entrant failed in it, null where none did (`app.tournament.failures.by_game`).
    """
    return _game(state.manifest, fixture, state.results, failed)


def _game(manifest: Manifest, fixture: Fixture, results: Results, failed: Mapping[int, Kind]) -> Json:
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
    came = {
        "balances": list(result.balances),
        "scores": [round(share, _PLACES) for share in scores(result)],
        "ending": result.ending.value,
        "at_fault": list(result.at_fault),
        "plies": result.plies,
        "hands": result.hands,
        "game": result.game,
        "digest": result.digest,
    }
    return {**place, "result": came}


def neighbours_json(found: Iterable[Gap]) -> list[Json]:
    """How far neighbours are apart, and how many more games would tell them apart."""
    return [_gap(one) for one in found]


def _gap(found: Gap) -> Json:
    apart = found.difference
    return {
        "entrants": [found.one, found.other],
        "difference": round(apart.elo, 1),
        "margin": round(apart.plus_minus, 1),
        "more_games": found.more,
    }


def time_json(found: Durations | None) -> Json | None:
    """How long an entrant took for a decision, null where none was measured."""
    if found is None:
        return None
    return {"decisions": found.decisions, "median_ms": found.median_ms, "p95_ms": found.p95_ms}
