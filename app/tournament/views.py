"""JSON views of tournaments for the API, with the names of entrants and sentences about pairings."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from app.games.codec import Json
from app.i18n import Language, Message, translations
from app.tournament.cross_table import cross_table
from app.tournament.durations import Counts, durations
from app.tournament.exports import cell_json, chip_rate, neighbours_json, sprt_json, time_json
from app.tournament.extending import extendable
from app.tournament.forecasts import TournamentProgress, gaps, progress
from app.tournament.formats import FORMATS
from app.tournament.formats.format import Reason
from app.tournament.manifest import Manifest
from app.tournament.ratings import ratings, unrated
from app.tournament.schedule import Ending, Fixture, FixtureResult, Pairing, scores
from app.tournament.shapes import (
    BriefView,
    CrossTable,
    EntrantView,
    FixtureOutcome,
    FixtureRow,
    PairingView,
    RoundView,
    RowView,
    StandingsTable,
    TournamentSummary,
    TournamentView,
    TrialView,
)
from app.tournament.sprt import sprt
from app.tournament.standings import StandingsRow, ranks_chips, standings
from app.tournament.state import ENDED, Round, Tournament, TournamentPhase, Wait, trial_game, waiting_ms

_EVEN: Final = Message(
    "{names}: the most even tables that were found; any two have met {least} to {most} times."
)
_SITS_OUT: Final = Message("{names} sits out; so far {byes} times.")

REASONS: Final[Mapping[str, Message]] = {
    "circle": Message("Cycle {cycle}, turn {turn} of {turns}: the circle brings {names} together."),
    "circle_bye": Message(
        "Cycle {cycle}, turn {turn} of {turns}: {names} faces the empty place and has a bye."
    ),
    "gauntlet": Message(
        "Cycle {cycle}, turn {turn} of {turns}: the hero meets each other entrant as drawn; now {names}."
    ),
    "swiss_same_points": Message("{names} have the same points ({points}) and had not met."),
    "swiss_float": Message(
        "{names} have different points ({points}); no pairing without repeats brings all of them closer."
    ),
    "swiss_repeat": Message(
        "{names} met before (times: {met}); every pairing repeats at least as many meetings."
    ),
    "swiss_bye": Message(
        "{names} has the bye: nobody with fewer points ({points}) could have it without a repeat."
    ),
    "swiss_second_bye": Message("{names} has a bye again (before: {byes}): no pairing has fewer repeats."),
    "bracket": Message("Bracket of {left}: {names} meet, seeds {seeds}."),
    "bracket_bye": Message("Bracket of {left}: {names}, seed {seeds}, has no opponent and goes on."),
    "third_place": Message("{names} lost the semi-finals and play for the third place."),
    "final": Message("Final: {names} are the last, one without a loss and one with one."),
    "bracket_reset": Message(
        "Second final: the entrant without a loss lost the first final; {names} now have one loss each."
    ),
    "pool": Message("{names}, seeds {seeds}, have lost once ({left} are left; they met before: {met})."),
    "pool_bye": Message(
        "{names}, seed {seeds}, has the bye among the {left} who have lost once (before: {byes})."
    ),
    "further_decks": Message("{names} are still equal in points and chips: further decks, time {time}."),
    "arena": Message(
        "{names} were free and have made about as much of each game ({shares}; they met before: {met})."
    ),
    "league": _EVEN,
    "league_bye": _SITS_OUT,
    "sit_and_go": _EVEN,
    "sit_and_go_bye": _SITS_OUT,
    "sprt": Message("After {units} units the ratio is {llr}, between {lower} and {upper}: the test goes on."),
}
"""Sentences by rule, with the members of its reason and `names`, those of the entrants, in braces."""


def sentence(reason: Reason, names: Sequence[str]) -> Message:
    """Return the sentence for `reason`; the entrants are called `names`.

    >>> from app.i18n import translate
    >>> translate("en", sentence({"rule": "league_bye", "entrants": [1], "byes": 2}, ["Ana", "Beto"]))
    'Beto sits out; so far 2 times.'
    """
    members = {name: value for name, value in reason.items() if name != "entrants"}
    names_of = [names[entrant] for entrant in reason.get("entrants", ())]
    return REASONS[reason["rule"]].filled(**members, names=names_of)


def summary(state: Tournament) -> TournamentSummary:
    """Return the state of a tournament, without its ply and without what it waits for.

    Its size does not grow with the number of games.
    """
    manifest = state.manifest
    progressed = _progress(state)
    speed = state.games_per_second
    seconds = None if speed is None else progressed.seconds_left(speed)
    return {
        "tournament": state.id,
        "name": manifest.name,
        "variant": manifest.variant,
        "format": {"type": manifest.format, **manifest.parameters},
        "state": str(state.state),
        "paused_for": state.paused_for,
        "entrants": [_entrant(state, number) for number in range(len(manifest.entrants))],
        "round": len(state.rounds),
        "rounds": progressed.rounds_planned,
        "played": progressed.done,
        "paired": progressed.paired,
        "planned": progressed.planned,
        "games_per_second": None if speed is None else round(speed, 2),
        "eta_seconds": None if seconds is None else round(seconds, 1),
        "started": state.begun_ms,
        "ended": state.ended_ms,
        "owner": state.owner,
        "duplicates": manifest.duplicates,
        "memory_accepted": manifest.memory_accepted,
        "reproducible": not manifest.is_timed,
        "organiser_seeded": state.organiser_seeded,
        "commitment": state.commitment,
        "seeds": {"deck_seed": state.deck_seed, "bot_seed": state.bot_seed} if state.is_over else None,
        "manifest": manifest.document,
        "extendable": [] if state.state in ENDED else list(extendable(manifest)),
        "more_time": [
            {"fixture": number, "minutes": sum(minutes for _, minutes in given)}
            for number, given in state.given.items()
            if number not in state.results
        ],
    }


def _progress(state: Tournament) -> TournamentProgress:
    """Return the progress; nothing is planned before the entrants are known."""
    if state.state is TournamentPhase.REGISTERING:
        return TournamentProgress(0, 0, None, 0, None)
    return progress(state.manifest, state.played, over=state.state in ENDED)


def waits_ms(document: TournamentSummary, fixture: int) -> int | None:
    """Return how long a kept seat of the game of `fixture` waits, in ms; None if the manifest has no rule."""
    minutes = document["manifest"].get("absent", {}).get("minutes")
    given = (row["minutes"] for row in document.get("more_time", ()) if row["fixture"] == fixture)
    return None if minutes is None else waiting_ms(minutes, given)


def shown(document: TournamentSummary, ply: int, waits_for: Wait | None) -> TournamentView:
    """Return the view of a tournament: its summary at `ply`, and what it waits for.

    Summaries of earlier versions have no members `trial`, `player`, `extendable` and `more_time`.
    """
    view: TournamentView = {
        "extendable": [],
        "more_time": [],
        **document,
        "ply": ply,
        "waits_for": None if waits_for is None else str(waits_for),
    }
    view["entrants"] = [{"trial": None, "player": None, **entrant} for entrant in document["entrants"]]
    return view


def brief(document: TournamentSummary, waits_for: Wait | None) -> BriefView:
    """Return a tournament for a list: its summary, and what it waits for."""
    return {
        "tournament": document["tournament"],
        "name": document["name"],
        "variant": document["variant"],
        "state": document["state"],
        "played": document["played"],
        "planned": document["planned"],
        "started": document["started"],
        "ended": document["ended"],
        "format": document["format"]["type"],
        "entrants": len(document["entrants"]),
        "paused_for": document["paused_for"],
        "waits_for": None if waits_for is None else str(waits_for),
    }


def _entrant(state: Tournament, at: int) -> EntrantView:
    entrant = state.manifest.entrants[at]
    return {
        "entrant": at,
        "name": entrant.name,
        "engine": str(entrant.engine),
        "player": entrant.plan.get("player"),
        "out": state.withdrawn.get(at),
        "trial": _trial(state, at) if state.trial and entrant.is_remote else None,
    }


def _trial(state: Tournament, at: int) -> TrialView:
    """Return the trial game of a player over HTTP, with `answered`."""
    game = state.tried.get(at) or trial_game(state.id, at, state.resumed)
    return {"game": game, "answered": at in state.tried}


def table(
    state: Tournament,
    disputed: Collection[int] = (),
    times: Mapping[int, Counts] = MappingProxyType({}),
) -> StandingsTable:
    """Return the standings with ratings, and the sequential test if the format has one.

    `disputed` are fixture numbers. `times` has the histogram of decision times, by entrant.
    """
    ranking = standings(state.manifest, state.played, over=state.state in ENDED, disputed=disputed)
    rated = ratings(state.manifest, state.played)
    by_entrant = {row_rating.entrant: row_rating for row_rating in rated.rows}
    return {
        "tournament": state.id,
        "provisional": ranking.provisional,
        "memory_accepted": state.manifest.memory_accepted,
        "rating_system": str(rated.system),
        "unrated": unrated(state.played),
        "rows": [
            _row(state.manifest, row, by_entrant.get(row.entrant), times.get(row.entrant))
            for row in ranking.rows
        ],
        "neighbours": neighbours_json(gaps(state.manifest, state.played)),
        "sprt": sprt_json(sprt(state.manifest, state.played)) if state.manifest.format == "sprt" else None,
    }


def _row(manifest: Manifest, row: StandingsRow, rating: Any, times: Counts | None) -> RowView:
    tally = row.tally
    view: RowView = {
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
    if ranks_chips(manifest):
        view["per_hand"] = chip_rate(tally.per_hand)
    return view


def cross(state: Tournament) -> CrossTable:
    """Return the cross-table."""
    cells = cross_table(state.manifest, state.played)
    return {
        "tournament": state.id,
        "names": [entrant.name for entrant in state.manifest.entrants],
        "rows": [[cell_json(state.manifest, cell) for cell in row] for row in cells],
    }


def game(state: Tournament, fixture: Fixture) -> FixtureRow:
    """Return a fixture with its result, as far as it is known."""
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


def _result(state: Tournament, result: FixtureResult | None) -> FixtureOutcome:
    if result is None:
        return {
            "game": None,
            "digest": None,
            "ending": None,
            "balances": None,
            "scores": None,
            "at_fault": None,
            "plies": None,
            "hands": None,
            "text": None,
        }
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


def pairings(state: Tournament, paired: Round) -> RoundView:
    """Return the pairings of a round with the points of each entrant there."""
    return {
        "tournament": state.id,
        "round": paired.number,
        "pairings": [_pairing(state, paired, pairing) for pairing in paired.pairings],
    }


def _pairing(state: Tournament, paired: Round, pairing: Pairing) -> PairingView:
    games = (
        []
        if pairing.is_bye
        else [
            fixture_of_table
            for fixture_of_table in paired.fixtures
            if fixture_of_table.table == pairing.table
        ]
    )
    points = dict.fromkeys(pairing.entrants, 0.0)
    known = [
        (fixture_of_table, state.results[fixture_of_table.number])
        for fixture_of_table in games
        if fixture_of_table.number in state.results
    ]
    for fixture, result in known:
        if result.ending is not Ending.VOID:
            for entrant, score in zip(fixture.seats, scores(result), strict=True):
                points[entrant] += score
    return {
        "table": pairing.table,
        "entrants": list(pairing.entrants),
        "names": [state.manifest.entrants[entrant].name for entrant in pairing.entrants],
        "bye": pairing.is_bye,
        "played": len(known),
        "planned": len(games),
        "points": [points[entrant] for entrant in pairing.entrants],
    }


def reasons(state: Tournament, paired: Round, languages: Sequence[Language]) -> Json:
    """Return the reasons of a round's pairings: codes, numbers, and a sentence in each of `languages`."""
    return told_reasons(reason_codes(state, paired), languages)


def reason_codes(state: Tournament, paired: Round) -> Json:
    """Return the reasons of a round's pairings without text: codes, numbers, and the entrants' names."""
    explained = FORMATS[state.manifest.format].explain(state.manifest, state.before(paired), paired.number)
    names = [entrant.name for entrant in state.manifest.entrants]
    return {"tournament": state.id, "round": paired.number, "reasons": list(explained), "names": names}


def told_reasons(codes: Json, languages: Sequence[Language]) -> Json:
    """Return `reason_codes` with a sentence in each of `languages` instead of the names."""
    sentences = [
        {**reason, "text": translations(sentence(reason, codes["names"]), *languages)}
        for reason in codes["reasons"]
    ]
    return {"tournament": codes["tournament"], "round": codes["round"], "reasons": sentences}


def with_disputes(table_json: Json, seated: Iterable[Collection[int]]) -> Json:
    """Return the standings with disputed games; `seated` has the entrants of each of them."""
    disputed = Counter(entrant for seats in seated for entrant in set(seats))
    if not disputed:
        return table_json
    rows = [{**row, "disputed": row["disputed"] + disputed[row["entrant"]]} for row in table_json["rows"]]
    return {**table_json, "rows": rows, "provisional": True}
