"""The audit of a tournament: its log line by line, every command decided again, its seeds, and its games.

The games have records of their own, which are audited like any other. What only the tournament can tell of
them is checked here: that each was played on the deck that the seed gives, by the entrants that the schedule
names, and ended as the log says.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from app.entries import Position, advance
from app.games.codec import Json
from app.games.shuffle import tournament_game_key
from app.games.table.state import Status
from app.store.canonical import canonical, parse
from app.store.contradictions import Pair
from app.store.entry import Entry
from app.store.keys import GameId, Kind, kind_of
from app.store.proof import NO_SEAT, salt, seal
from app.tournament import sayings
from app.tournament.decide import SYSTEM, Tournaments, evolve
from app.tournament.errors import TournamentError
from app.tournament.schedule import Ending, Fixture, Result, is_live
from app.tournament.tournament import Tournament
from app.tournament.wire import COMMAND_CODEC, EVENT_CODEC, result_from_json, result_to_json
from replays.archive.logs import entries_in, publics_in
from replays.audit.aggregate_record import AggregateRecord, check_chain, read_aggregate
from replays.audit.chain import Link, link
from replays.audit.inclusion import check_inclusion
from replays.audit.receipts import check_receipts
from replays.audit.report import Cause, Check, Report, ReportBuilder, Scope
from replays.catalogue.summary import summary
from replays.receipts import KeyList, verify
from replays.record.field_types import wrong_field
from replays.record.untrusted import Malformed, because, guarded
from replays.tournaments.playing import game_id, membership
from replays.tournaments.record import FORMAT, KIND, told
from replays.tournaments.results import result as came_to

GameRecord = Callable[[str], bytes | None]
"""The record of a game, None where it is not at hand."""

_HEADER: Final = {"tournament", "plies", "record", "v"}
_LINES: Final = 200_000
_LINE_BYTES: Final = 1 << 22
_RULE: Final = "12.1"
_RULE_OF_RECEIPTS: Final = "12.7"
_TWICE: Final = "of the game of fixture {fixture} the service has signed two different entries for ply {ply}"
_CONTRADICTS: Final = "the log of the game of fixture {fixture} contradicts a receipt for its entry {ply}"
_OF_SERVICE: Final = (sayings.Report, sayings.Pair, sayings.Close, sayings.AnswerTrial)
"""The commands that no organiser gives."""
_OF_ORGANISERS: Final = (sayings.Adjudicate, sayings.Forfeit)
"""The commands that the service never gives, nor its operator."""


def audit_tournament(
    record: bytes,
    keys: KeyList | None = None,
    games: GameRecord | None = None,
    contradicted: Mapping[GameId, Sequence[Pair]] = MappingProxyType({}),
) -> Report:
    """Everything that is wrong with the record of a tournament; never an exception of its own.

    `keys` is the list of keys that the caller trusts; `games` gives the records of the games, of which
    without it nothing is said. `contradicted` has by game the receipts that its log contradicts, each with
    that of what the log holds.
    """
    notes = ReportBuilder()
    found = read_aggregate(notes, record, _LINES, _LINE_BYTES)
    links = [link(one.ply, one.public, one.digest) for one in found.entries]
    whole = [one for one in links if one is not None]
    _check_header(notes, found)
    name = found.header.get("tournament")
    if len(whole) == len(links):
        check_chain(notes, whole, str(name))
        reported = set[int]()
        state = _told_again(notes, list(zip(whole, found.entries, strict=True)), reported)
        if state is not None:
            _check_end(notes, state, len(links))
            _check_games(notes, state, len(links), games, reported)
            _check_contradicted(notes, state, len(links), contradicted, keys)
    receipts = found.proof.receipts if found.proof else ()
    check_receipts(notes, links, keys, (), receipts)
    check_inclusion(notes, links, found.proof, keys)
    last = found.entries[-1].digest if found.entries else None
    return notes.report(Scope.RECORD, name if isinstance(name, str) else None, len(links), last)


def _check_header(notes: ReportBuilder, found: AggregateRecord) -> None:
    header = found.header
    notes.looked(Check.HEADER)
    right = set(header) == _HEADER and canonical([header["record"], header["v"]]) == canonical([KIND, FORMAT])
    if not right or kind_of(str(header["tournament"])) is not Kind.TOURNAMENT:
        notes.find(Check.HEADER, 0, "this is not the header of a tournament's record")
    elif canonical(header["plies"]) != canonical(len(found.entries)):
        notes.find(Check.HEADER, 0, "plies is not that of the log", header=header["plies"])
        notes.left_out(Check.GAPS)


def _told_again(
    notes: ReportBuilder, pairs: Sequence[tuple[Link, Entry]], reported: set[int]
) -> Tournament | None:
    """The tournament after its last entry, every command decided again; None where that breaks off.

    `reported` gains the fixtures whose results were reported, which have been played.
    """
    state: Tournament | None = None
    for one, entry in pairs:
        notes.looked(Check.DECISIONS, Check.SEALS)
        try:
            before = state
            state = guarded(lambda: _judged(notes, before, one, entry, reported))  # noqa: B023 (run at once)
            if state is not None:
                after = state
                guarded(lambda: _check_seals(notes, after, one, entry))  # noqa: B023
        except (Malformed, TournamentError) as fault:
            notes.find(Check.DECISIONS, one.ply, because("the entry cannot be understood", fault))
            return None
    return state


@dataclass(frozen=True, slots=True)
class _Said:
    """A command and the events that the log has of it, and both as they are written there, nothing hidden."""

    command: Any
    events: tuple[Any, ...]
    written: bytes


def _said(one: Link, entry: Entry) -> _Said:
    hidden = [(part.audience, parse(part.body)) for part in entry.parts]
    shares = {audience: part["command"] for audience, part in hidden if "command" in part}
    command = COMMAND_CODEC.merge(one.said["command"], shares)
    events = list(told(one.said["events"], hidden))
    written = canonical([command, events])
    return _Said(COMMAND_CODEC.from_json(command), tuple(map(EVENT_CODEC.from_json, events)), written)


def _judged(
    notes: ReportBuilder, state: Tournament | None, one: Link, entry: Entry, reported: set[int]
) -> Tournament | None:
    said = _said(one, entry)
    reported |= _reported(state, said.command)
    if not _may_say(state, one.said["actor"], said.command):
        notes.find(Check.ACTORS, one.ply, "nobody of this name can act here", actor=one.said["actor"])
    if state is not None and state.is_over:
        notes.find(Check.END, one.ply, "the tournament was over before")
    try:
        given = Tournaments().decide(state, one.said["actor"], said.command, one.said["time"])
    except TournamentError as refusal:
        notes.find(Check.DECISIONS, one.ply, f"the rules refuse it: {refusal}", actor=one.said["actor"])
    else:
        if given != said.events:
            detail = "the events are not what the rules give"
            notes.find(Check.DECISIONS, one.ply, detail, recorded=list(map(EVENT_CODEC.to_json, said.events)))
        elif said.written != canonical([_command(said.command), [*map(EVENT_CODEC.to_json, given)]]):
            # To Python, `true` is 1, and readers pass over members that they do not know.
            notes.find(Check.DECISIONS, one.ply, "the entry is not written as the service writes it")
    for event in said.events:
        state = evolve(state, event)
    return state


def _reported(state: Tournament | None, command: Any) -> set[int]:
    """The waiting fixtures of which `command` reports a result."""
    if state is None or not isinstance(command, sayings.Report):
        return set()
    waiting = {fixture.number for fixture in state.waiting}
    return waiting.intersection(result["fixture"] for result in command.results)


def _may_say(state: Tournament | None, actor: Any, command: Any) -> bool:
    """Whether `actor` can have said `command`: the service, or the organiser whose tournament it is.

    Where nobody owns it, any organiser may have; what came of games the service alone reports.
    """
    if actor == SYSTEM:
        return command.owner is None if state is None else not isinstance(command, _OF_ORGANISERS)
    if not isinstance(actor, str) or kind_of(actor) is not Kind.PLAYER or isinstance(command, _OF_SERVICE):
        return False
    owner = command.owner if state is None else state.owner
    return owner == actor or (state is not None and owner is None)


def _command(command: Any) -> Json:
    """`command` as the service writes it."""
    written = COMMAND_CODEC.to_json(command)
    if isinstance(command, sayings.Report):
        return {**written, "results": [_result(one) for one in command.results]}
    return written


def _result(document: Json) -> Json:
    """A reported result as the service writes it; Malformed where a value is of another kind."""
    result = result_from_json(document)
    wrong = wrong_field(result)
    if wrong:
        raise Malformed(f"{wrong} of a result is of the wrong kind")
    return result_to_json(result)


def _check_seals(notes: ReportBuilder, state: Tournament, one: Link, entry: Entry) -> None:
    """The hidden parts are those that were sealed, under salts from the deck seed."""
    made = [[part.audience, seal(part.salt, part.body).hex()] for part in entry.parts]
    key = bytes.fromhex(state.deck_seed)
    right = all(part.salt == salt(key, state.id, one.ply, part.audience) for part in entry.parts)
    if one.said["seals"] != made or not right or (one.ply == 1) != ([part[0] for part in made] == [NO_SEAT]):
        notes.find(Check.SEALS, one.ply, "a hidden part is not what was sealed", _RULE)


def _check_end(notes: ReportBuilder, state: Tournament, plies: int) -> None:
    notes.looked(Check.REVEAL)
    if not state.is_over:
        notes.left_out(Check.END)
        notes.find(Check.REVEAL, plies, "the seeds are not opened")


def _check_games(
    notes: ReportBuilder, state: Tournament, ply: int, games: GameRecord | None, reported: Container[int]
) -> None:
    """Every game is of the right deck and of the right entrants, and ended as its result says."""
    for fixture in state.fixtures:
        try:
            guarded(lambda: _check_game(notes, state, ply, fixture, games, reported))  # noqa: B023
        except Malformed as fault:
            detail = because(f"fixture {fixture.number} cannot be understood", fault)
            notes.find(Check.PARENT, ply, detail, _RULE, fixture=fixture.number)


def _check_game(
    notes: ReportBuilder,
    state: Tournament,
    ply: int,
    fixture: Fixture,
    games: GameRecord | None,
    reported: Container[int],
) -> None:
    result = state.results.get(fixture.number)
    if result is None or (fixture.number not in reported and _unplayed(state, fixture, result)):
        return
    wrong = _name_fault(state, fixture, result)
    if games is None and not wrong:
        return
    record = games(result.game) if games and not wrong else None
    if record is None and not wrong:
        notes.left_out(Check.PARENT)
        return
    notes.looked(Check.PARENT)
    try:
        wrong = wrong or guarded(lambda: _game_fault(state, fixture, result, record or b""))
    except Malformed as fault:
        wrong = because("its record cannot be understood", fault)
    if wrong:
        detail = f"the game of fixture {fixture.number} does not fit: {wrong}"
        notes.find(Check.PARENT, ply, detail, _RULE, fixture=fixture.number, game=result.game)


def _check_contradicted(
    notes: ReportBuilder,
    state: Tournament,
    ply: int,
    contradicted: Mapping[GameId, Sequence[Pair]],
    keys: KeyList | None,
) -> None:
    """No log of a game contradicts a receipt of the service; one that does is a finding at the last entry."""
    for number, result in sorted(state.results.items()):
        for pair in contradicted.get(GameId(result.game), ()):
            notes.looked(Check.RECEIPTS)
            receipt, held = pair
            signed = keys is not None and not any(verify(one, keys) for one in pair)
            twice = signed and receipt["ply"] == held["ply"]
            cause = Cause.TWO_SIGNATURES if twice else Cause.CONTRADICTION if signed else Cause.UNSIGNED
            detail = (_TWICE if twice else _CONTRADICTS).format(fixture=number, ply=receipt["ply"])
            where = {"fixture": number, "game": result.game, "receipts": [dict(receipt), dict(held)]}
            notes.find(Check.RECEIPTS, ply, detail, _RULE_OF_RECEIPTS, cause, **where)


def _unplayed(state: Tournament, fixture: Fixture, result: Result) -> bool:
    """Whether there is no game because the organiser said the result, or because somebody was out."""
    if result.game:
        return False
    if result.ending is Ending.ADJUDICATED:
        return fixture.number in state.words
    gone = tuple(seat for seat, entrant in enumerate(fixture.seats) if entrant in state.withdrawn)
    walked = Result(fixture.number, (0,) * len(fixture.seats), Ending.WALKOVER, result.at_fault)
    return result == walked and bool(result.at_fault) and set(gone).issuperset(result.at_fault)


def _name_fault(state: Tournament, fixture: Fixture, result: Result) -> str | None:
    if not result.game:
        return "it has a result without a game or a reason"
    return "its id" if result.game != game_id(state.id, fixture.number) else None


def _game_fault(state: Tournament, fixture: Fixture, result: Result, record: bytes) -> str | None:
    """What of a game's record is not as schedule, seed and result say, None if all is."""
    entries = entries_in(record)
    first, last = parse(entries[0].public), entries[-1]
    created: Json = first["events"][0]
    key = tournament_game_key(bytes.fromhex(state.deck_seed), fixture.deck).hex()
    names = [state.manifest.entrants[entrant] for entrant in fixture.seats]
    seats = [plan.get("player") or plan.get("bot") for plan in created["seats"]]
    opened = next((event["game_key"] for event in parse(last.public)["events"] if "game_key" in event), None)
    over = advance(None, entries)
    tests = {
        "the fixture it names": created.get("tournament") == membership(state, fixture),
        "its deck": opened == key,
        "its rules": created["rules"] == state.manifest.rules,
        "its seats": seats == [one.plan.get("player") or one.name for one in names],
        "its end": (last.ply, last.digest.hex()) == (result.plies, result.digest),
        "its result": over is not None and _came_to(state, fixture, over, record) == result,
    }
    return next((wrong for wrong, right in tests.items() if not right), None)


def _came_to(state: Tournament, fixture: Fixture, over: Position, record: bytes) -> Result:
    """What the game came to, as the service counts: of a game that was played in memory the hands settled."""
    found = came_to(fixture, over)
    if over.table.status is not Status.VOID or is_live(state.manifest, fixture):
        return found
    return replace(found, hands=len(summary(list(publics_in(record))).hands))
