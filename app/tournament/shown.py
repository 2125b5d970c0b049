"""Tournaments as the API shows them: names beside numbers, so that nobody has to look up who is meant."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from app.games.codec import Json
from app.games.languages import Language
from app.tournament.cross_table import Cell, cross_table
from app.tournament.durations import Counts, durations
from app.tournament.exports import neighbours_json, number, sprt_json, time_json
from app.tournament.foreseen import gaps
from app.tournament.formats.registry import FORMATS
from app.tournament.manifest import Manifest
from app.tournament.progress import progress
from app.tournament.ratings import ratings, unrated
from app.tournament.schedule import Ending, Fixture, Pairing, Result, scores
from app.tournament.standings import Row, standings
from app.tournament.testing import sprt
from app.tournament.tournament import ENDED, Round, Tournament
from app.tournament.trials import trial_game
from app.tournament.waiting import Wait
from app.tournament.words import sentence

_BRIEF: Final = ("tournament", "name", "variant", "state", "played", "planned", "started", "ended")


def summary(state: Tournament) -> Json:
    """A tournament as it stands, without the ply and what it waits for.

    It has nothing that grows with the games.
    """
    manifest = state.manifest
    done = progress(manifest, state.played, over=state.state in ENDED)
    speed = state.games_per_second
    left = None if speed is None else done.seconds_left(speed)
    return {
        "tournament": state.id,
        "name": manifest.name,
        "variant": manifest.variant,
        "format": {"type": manifest.format, **manifest.parameters},
        "state": str(state.state),
        "paused_for": state.paused_for,
        "entrants": [_entrant(state, at) for at in range(len(manifest.entrants))],
        "round": len(state.rounds),
        "rounds": done.rounds_planned,
        "played": done.done,
        "paired": done.paired,
        "planned": done.planned,
        "games_per_second": None if speed is None else round(speed, 2),
        "eta_seconds": None if left is None else round(left, 1),
        "started": state.created_ms,
        "ended": state.ended_ms,
        "owner": state.owner,
        "duplicates": manifest.duplicates,
        "memory_accepted": manifest.memory_accepted,
        "reproducible": not manifest.is_timed,
        "organiser_seeded": state.organiser_seeded,
        "commitment": state.commitment,
        "seeds": {"deck_seed": state.deck_seed, "bot_seed": state.bot_seed} if state.is_over else None,
        "manifest": manifest.document,
    }


def shown(summed: Json, ply: int, waits_for: Wait | None) -> Json:
    """A tournament as the API shows it: its summary at `ply`, and what it waits for.

    Summaries that an earlier version wrote say nothing of trials.
    """
    entrants = [{"trial": None, **one} for one in summed["entrants"]]
    told = {"ply": ply, "waits_for": None if waits_for is None else str(waits_for)}
    return {**summed, "entrants": entrants, **told}


def brief(summed: Json, waits_for: Wait | None) -> Json:
    """A tournament in a list, by its summary, and what it waits for."""
    return {
        **{name: summed[name] for name in _BRIEF},
        "format": summed["format"]["type"],
        "entrants": len(summed["entrants"]),
        "waits_for": None if waits_for is None else str(waits_for),
    }


def _entrant(state: Tournament, at: int) -> Json:
    entrant = state.manifest.entrants[at]
    return {
        "entrant": at,
        "name": entrant.name,
        "engine": str(entrant.engine),
        "out": state.withdrawn.get(at),
        "trial": _trial(state, at) if state.trial and entrant.is_remote else None,
    }


def _trial(state: Tournament, at: int) -> Json:
    """The trial game of a player over HTTP, and whether it has answered there."""
    game = state.tried.get(at) or trial_game(state.id, at, state.resumed)
    return {"game": game, "answered": at in state.tried}


def table(
    state: Tournament,
    disputed: Collection[int] = (),
    times: Mapping[int, Counts] = MappingProxyType({}),
) -> Json:
    """The standings, with ratings, and the test of a tournament that is one.

    `disputed` are fixtures, `times` counts by entrant the times of its decisions.
    """
    found = standings(state.manifest, state.played, over=state.state in ENDED, disputed=disputed)
    rated = ratings(state.manifest, state.played)
    by_entrant = {one.entrant: one for one in rated.rows}
    return {
        "tournament": state.id,
        "provisional": found.provisional,
        "memory_accepted": state.manifest.memory_accepted,
        "rating_system": str(rated.system),
        "unrated": unrated(state.played),
        "rows": [
            _row(state.manifest, row, by_entrant.get(row.entrant), times.get(row.entrant))
            for row in found.rows
        ],
        "neighbours": neighbours_json(gaps(state.manifest, state.played)),
        "sprt": sprt_json(sprt(state.manifest, state.played)) if state.manifest.format == "sprt" else None,
    }


def _row(manifest: Manifest, row: Row, rating: Any, times: Counts | None) -> Json:
    tally = row.tally
    return {
        "rank": row.rank,
        "entrant": row.entrant,
        "name": manifest.entrants[row.entrant].name,
        "points": float(tally.points),
        "score": float(tally.share),
        "games": tally.played,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "chips": tally.chips,
        "byes": tally.byes,
        "forfeits": tally.forfeits,
        "walkovers": tally.walkovers,
        "voids": tally.voids,
        "disputed": tally.disputed,
        "open": tally.open,
        "rating": round(rating.rating, 1) if rating is not None and rating.games else None,
        "margin": round(rating.plus_minus, 1) if rating is not None and rating.games else None,
        "tie_breaks": {str(name): float(value) for name, value in row.tie_breaks.items()},
        "time": time_json(None if times is None else durations(times)),
    }


def cross(state: Tournament) -> Json:
    """What everybody made against everybody."""
    cells = cross_table(state.manifest, state.played)
    return {
        "tournament": state.id,
        "names": [entrant.name for entrant in state.manifest.entrants],
        "rows": [[_cell(cell) for cell in row] for row in cells],
    }


def _cell(cell: Cell) -> Json | None:
    if not cell.games:
        return None
    counted = {"wins": cell.wins, "draws": cell.draws, "losses": cell.losses}
    made = {"points": float(cell.points), "score": number(cell.score), "margin": cell.margin}
    return {**made, "games": cell.games, **counted}


def game(state: Tournament, fixture: Fixture) -> Json:
    """A fixture with what it came to, as far as that is known."""
    result = state.results.get(fixture.number)
    names = [state.manifest.entrants[entrant].name for entrant in fixture.seats]
    return {
        "fixture": fixture.number,
        "round": fixture.round,
        "table": fixture.table,
        "deck": fixture.deck,
        "seats": list(fixture.seats),
        "names": names,
        **_result(state, result),
    }


def _result(state: Tournament, result: Result | None) -> Json:
    if result is None:
        empty = ("game", "digest", "ending", "balances", "scores", "at_fault", "plies", "hands", "text")
        return dict.fromkeys(empty)
    played = bool(result.game)
    return {
        "game": result.game if played else None,
        "digest": result.digest if played else None,
        "ending": str(result.ending),
        "balances": list(result.balances),
        "scores": None if result.ending is Ending.VOID else list(scores(result)),
        "at_fault": list(result.at_fault),
        "plies": result.plies,
        "hands": result.hands,
        "text": state.words.get(result.fixture),
    }


def pairings(state: Tournament, one: Round) -> Json:
    """Who meets whom in a round, and what they have made there."""
    return {
        "tournament": state.id,
        "round": one.number,
        "pairings": [_pairing(state, one, pairing) for pairing in one.pairings],
    }


def _pairing(state: Tournament, one: Round, pairing: Pairing) -> Json:
    games = [] if pairing.is_bye else [each for each in one.fixtures if each.table == pairing.table]
    made = dict.fromkeys(pairing.entrants, 0.0)
    known = [(each, state.results[each.number]) for each in games if each.number in state.results]
    for fixture, result in known:
        if result.ending is not Ending.VOID:
            for entrant, score in zip(fixture.seats, scores(result), strict=True):
                made[entrant] += score
    return {
        "table": pairing.table,
        "entrants": list(pairing.entrants),
        "names": [state.manifest.entrants[entrant].name for entrant in pairing.entrants],
        "bye": pairing.is_bye,
        "played": len(known),
        "planned": len(games),
        "points": [made[entrant] for entrant in pairing.entrants],
    }


def reasons(state: Tournament, one: Round, languages: Sequence[Language]) -> Json:
    """Why a round was paired as it was: codes, numbers, and a sentence in each of `languages`."""
    return told_reasons(reason_codes(state, one), languages)


def reason_codes(state: Tournament, one: Round) -> Json:
    """Why a round was paired as it was, in no language: codes, numbers, and the names that they are about."""
    found = FORMATS[state.manifest.format].explain(state.manifest, state.before(one), one.number)
    names = [entrant.name for entrant in state.manifest.entrants]
    return {"tournament": state.id, "round": one.number, "reasons": list(found), "names": names}


def told_reasons(codes: Json, languages: Sequence[Language]) -> Json:
    """What `reason_codes` gives, with a sentence in each of `languages` instead of the names."""
    told = [
        {**reason, "text": sentence(reason, codes["names"]).in_(*languages)} for reason in codes["reasons"]
    ]
    return {"tournament": codes["tournament"], "round": codes["round"], "reasons": told}


def with_disputes(found: Json, seated: Iterable[Collection[int]]) -> Json:
    """The standings `found` where games are disputed, in each of which these entrants were seated."""
    disputed = Counter(entrant for seats in seated for entrant in set(seats))
    if not disputed:
        return found
    rows = [{**row, "disputed": row["disputed"] + disputed[row["entrant"]]} for row in found["rows"]]
    return {**found, "rows": rows, "provisional": True}
