"""Audit of a tournament: its log line by line, every command decided again, its seeds, and its games.

The games have records with audits of their own. Checked here are the facts that only the tournament knows:
that each game has the deck of the seed, the entrants of the schedule, and the result in the log.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from app.games.codec import Json
from app.games.shuffle import tournament_game_key
from app.games.table.state import Status
from app.i18n import Message
from app.service.aggregates import hidden_in, merged_events
from app.service.entry_codec import Position, advance
from app.store.canonical import canonical, parse
from app.store.entry import NO_SEAT, Entry, salt, seal
from app.store.indexes import Pair
from app.store.keys import GameId, LogKind, kind_of
from app.tournament import commands
from app.tournament.codecs import COMMAND_CODEC, EVENT_CODEC, result_from_json, result_to_json
from app.tournament.decide import SYSTEM, Tournaments
from app.tournament.errors import TournamentError
from app.tournament.evolve import evolve
from app.tournament.schedule import Ending, Fixture, FixtureResult, is_live
from app.tournament.state import Tournament
from replays.archive.kinds import entries_in, publics_in
from replays.audit.aggregate_record import AggregateRecord, check_chain, read_aggregate
from replays.audit.chain import Link
from replays.audit.receipts import check_inclusion, check_receipts
from replays.audit.report import Cause, Check, Report, ReportBuilder
from replays.catalogue.summary import summary
from replays.record.receipts import KeyList, verify
from replays.record.untrusted_values import Malformed, because, guarded, wrong_field
from replays.tournaments.absences import follows_rule
from replays.tournaments.playing import game_id, membership
from replays.tournaments.playing import result as came_to
from replays.tournaments.record import FORMAT, KIND

GameRecord = Callable[[str], bytes | None]
"""Returns the record of a game, None if it is not available."""

_HEADER: Final = {"tournament", "plies", "record", "v"}
_LINES: Final = 200_000
_LINE_BYTES: Final = 1 << 22
_RULE: Final = "12.1"
_RULE_OF_RECEIPTS: Final = "12.7"
_TWICE: Final = Message(
    "of the game of fixture {fixture} the service has signed two different entries for ply {ply}"
)
_CONTRADICTS: Final = Message(
    "the log of the game of fixture {fixture} contradicts a receipt for its entry {ply}"
)
_OF_SERVICE: Final = (
    commands.ReportResults,
    commands.PairEntrants,
    commands.CloseTournament,
    commands.AnswerTrial,
)
"""Commands that only the service gives."""
_OF_PLAYERS: Final = (commands.RegisterEntrant, commands.UnregisterEntrant)
"""Commands that a player gives for itself."""
_OF_ORGANISERS: Final = (
    commands.Adjudicate,
    commands.Forfeit,
    commands.ExtendTournament,
    commands.GiveTime,
)
"""Commands that neither the service nor its operator gives."""


def audit_tournament(
    record: bytes,
    keys: KeyList | None = None,
    games: GameRecord | None = None,
    contradicted: Mapping[GameId, Sequence[Pair]] = MappingProxyType({}),
) -> Report:
    """Return all findings in the record of a tournament. It raises no exception of its own.

    `keys` is the list of trusted keys. `games` returns the records of the games, which are not checked
    without it. `contradicted` has the receipts that a game's log contradicts, by game, each with the receipt
    for the logged entry.
    """
    notes = ReportBuilder()
    record_read = read_aggregate(notes, record, _LINES, _LINE_BYTES)
    links = record_read.links
    chain = [entry for entry in links if entry is not None]
    _check_header(notes, record_read)
    name = record_read.header.get("tournament")
    if len(chain) == len(links):
        check_chain(notes, chain, str(name))
        reported = set[int]()
        state = _decide_again(notes, list(zip(chain, record_read.entries, strict=True)), reported)
        if state is not None:
            _check_end(notes, state, len(links))
            _check_games(notes, state, len(links), games, reported)
            _check_contradicted(notes, state, len(links), contradicted, keys)
    check_receipts(notes, links, keys, (), record_read.receipts)
    check_inclusion(notes, links, record_read.proof, keys)
    return record_read.report(notes, name)


def _check_header(notes: ReportBuilder, record_read: AggregateRecord) -> None:
    header = record_read.header
    notes.looked(Check.HEADER)
    is_valid = set(header) == _HEADER and canonical([header["record"], header["v"]]) == canonical(
        [KIND, FORMAT]
    )
    if not is_valid or kind_of(str(header["tournament"])) is not LogKind.TOURNAMENT:
        notes.find(Check.HEADER, 0, Message("this is not the header of a tournament's record"))
    elif canonical(header["plies"]) != canonical(len(record_read.entries)):
        notes.find(
            Check.HEADER,
            0,
            Message("{name} is not that of the log").filled(name="plies"),
            header=header["plies"],
        )
        notes.left_out(Check.GAPS)


def _decide_again(
    notes: ReportBuilder, pairs: Sequence[tuple[Link, Entry]], reported: set[int]
) -> Tournament | None:
    """Decide every command again. Return the tournament after the last entry, None if that fails.

    The fixtures whose results were reported, and so were played, are added to `reported`.
    """
    state: Tournament | None = None
    for place, entry in pairs:
        notes.looked(Check.DECISIONS, Check.SEALS)
        try:
            before = state
            state = guarded(lambda: _decided(notes, before, place, entry, reported))  # noqa: B023 (run at once)
            if state is not None:
                after = state
                guarded(lambda: _check_seals(notes, after, place, entry))  # noqa: B023
        except (Malformed, TournamentError) as fault:
            notes.find(Check.DECISIONS, place.ply, because(Message("the entry cannot be understood"), fault))
            return None
    return state


@dataclass(frozen=True, slots=True)
class _LoggedCommand:
    """A command and its logged events, and the canonical bytes of both with the hidden parts."""

    command: Any
    events: tuple[Any, ...]
    written: bytes


def _logged_command(place: Link, entry: Entry) -> _LoggedCommand:
    hidden = hidden_in(entry)
    shares = {audience: part["command"] for audience, part in hidden.items() if "command" in part}
    command = COMMAND_CODEC.merge(place.document["command"], shares)
    events = merged_events(EVENT_CODEC, place.document["events"], hidden)
    written = canonical([command, events])
    return _LoggedCommand(
        COMMAND_CODEC.from_json(command), tuple(map(EVENT_CODEC.from_json, events)), written
    )


def _decided(
    notes: ReportBuilder, state: Tournament | None, place: Link, entry: Entry, reported: set[int]
) -> Tournament | None:
    logged = _logged_command(place, entry)
    reported |= _reported(state, logged.command)
    if not _may_act(state, place.document["actor"], logged.command):
        notes.find(
            Check.ACTORS,
            place.ply,
            Message("nobody of this name can act here"),
            actor=place.document["actor"],
        )
    if state is not None and state.is_over:
        notes.find(Check.END, place.ply, Message("the tournament was over before"))
    try:
        decided = Tournaments().decide(state, place.document["actor"], logged.command, place.document["time"])
    except TournamentError as refusal:
        notes.find(
            Check.DECISIONS,
            place.ply,
            Message("the rules refuse it: {code}").filled(code=str(refusal)),
            actor=place.document["actor"],
        )
    else:
        if decided != logged.events:
            detail = Message("the events are not what the rules give")
            notes.find(
                Check.DECISIONS, place.ply, detail, recorded=list(map(EVENT_CODEC.to_json, logged.events))
            )
        elif logged.written != canonical([_command(logged.command), [*map(EVENT_CODEC.to_json, decided)]]):
            # In Python `True == 1`, and the codec ignores unknown members.
            notes.find(
                Check.DECISIONS, place.ply, Message("the entry is not written as the service writes it")
            )
    for event in logged.events:
        state = evolve(state, event)
    return state


def _reported(state: Tournament | None, command: Any) -> set[int]:
    """Return the open fixtures of which `command` reports a result."""
    if state is None or not isinstance(command, commands.ReportResults):
        return set()
    waiting = {fixture.number for fixture in state.waiting}
    return waiting.intersection(result["fixture"] for result in command.results)


def _may_act(state: Tournament | None, actor: Any, command: Any) -> bool:
    """Return True if `actor` may give `command`: the service, or the organiser who owns the tournament.

    Without an owner any organiser may give it. Only the service reports results of games.
    """
    if actor == SYSTEM:
        return (
            command.owner is None
            if state is None
            else not isinstance(command, (*_OF_ORGANISERS, *_OF_PLAYERS))
        )
    if not isinstance(actor, str) or kind_of(actor) is not LogKind.PLAYER or isinstance(command, _OF_SERVICE):
        return False
    if isinstance(command, _OF_PLAYERS) and command.player == actor:
        return True
    if isinstance(command, commands.RegisterEntrant):
        return False
    owner = command.owner if state is None else state.owner
    return owner == actor or (state is not None and owner is None)


def _command(command: Any) -> Json:
    """Return `command` as the service writes it."""
    document = COMMAND_CODEC.to_json(command)
    if isinstance(command, commands.ReportResults):
        return {**document, "results": [_result(reported_result) for reported_result in command.results]}
    return document


def _result(document: Json) -> Json:
    """Return a reported result as the service writes it. Raises Malformed for a value of a wrong type."""
    result = result_from_json(document)
    wrong = wrong_field(result)
    if wrong:
        raise Malformed(Message("{name} of a result is of the wrong kind").filled(name=wrong))
    return result_to_json(result)


def _check_seals(notes: ReportBuilder, state: Tournament, place: Link, entry: Entry) -> None:
    """Check that the hidden parts match their seals, with salts from the deck seed."""
    seals = [[part.audience, seal(part.salt, part.body).hex()] for part in entry.parts]
    key = bytes.fromhex(state.deck_seed)
    has_salts = all(part.salt == salt(key, state.id, place.ply, part.audience) for part in entry.parts)
    if (
        place.document["seals"] != seals
        or not has_salts
        or (place.ply == 1) != ([part[0] for part in seals] == [NO_SEAT])
    ):
        notes.find(Check.SEALS, place.ply, Message("a hidden part is not what was sealed"), _RULE)


def _check_end(notes: ReportBuilder, state: Tournament, plies: int) -> None:
    notes.looked(Check.REVEAL)
    if not state.is_over:
        notes.left_out(Check.END)
        notes.find(Check.REVEAL, plies, Message("the seeds are not opened"))


def _check_games(
    notes: ReportBuilder, state: Tournament, ply: int, games: GameRecord | None, reported: Container[int]
) -> None:
    """Check that every game has the right deck, entrants and result."""
    for fixture in state.fixtures:
        try:
            guarded(lambda: _check_game(notes, state, ply, fixture, games, reported))  # noqa: B023
        except Malformed as fault:
            detail = because(
                Message("fixture {number} cannot be understood").filled(number=fixture.number), fault
            )
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
        wrong = because(Message("its record cannot be understood"), fault)
    if wrong:
        detail = Message("the game of fixture {number} does not fit: {part}").filled(
            number=fixture.number, part=wrong
        )
        notes.find(Check.PARENT, ply, detail, _RULE, fixture=fixture.number, game=result.game)


def _check_contradicted(
    notes: ReportBuilder,
    state: Tournament,
    ply: int,
    contradicted: Mapping[GameId, Sequence[Pair]],
    keys: KeyList | None,
) -> None:
    """Add a finding at the last entry for every receipt that the log of a game contradicts."""
    for number, result in sorted(state.results.items()):
        for pair in contradicted.get(GameId(result.game), ()):
            notes.looked(Check.RECEIPTS)
            receipt, receipt_of_log = pair
            signed = keys is not None and not any(verify(receipt_of_pair, keys) for receipt_of_pair in pair)
            twice = signed and receipt["ply"] == receipt_of_log["ply"]
            cause = Cause.TWO_SIGNATURES if twice else Cause.CONTRADICTION if signed else Cause.UNSIGNED
            detail = (_TWICE if twice else _CONTRADICTS).filled(fixture=number, ply=receipt["ply"])
            where = {
                "fixture": number,
                "game": result.game,
                "receipts": [dict(receipt), dict(receipt_of_log)],
            }
            notes.find(Check.RECEIPTS, ply, detail, _RULE_OF_RECEIPTS, cause, **where)


def _unplayed(state: Tournament, fixture: Fixture, result: FixtureResult) -> bool:
    """Return True if no game was played: the organiser set the result, or an entrant was withdrawn."""
    if result.game:
        return False
    if result.ending is Ending.ADJUDICATED:
        return fixture.number in state.words
    withdrawn = tuple(seat for seat, entrant in enumerate(fixture.seats) if entrant in state.withdrawn)
    walked = FixtureResult(fixture.number, (0,) * len(fixture.seats), Ending.WALKOVER, result.at_fault)
    return result == walked and bool(result.at_fault) and set(withdrawn).issuperset(result.at_fault)


def _name_fault(state: Tournament, fixture: Fixture, result: FixtureResult) -> Message | None:
    if not result.game:
        return Message("it has a result without a game or a reason")
    return Message("its id") if result.game != game_id(state.id, fixture.number) else None


def _game_fault(state: Tournament, fixture: Fixture, result: FixtureResult, record: bytes) -> Message | None:
    """Return the first part of a game's record that contradicts schedule, seed or result, or None."""
    entries = entries_in(record)
    first, last = parse(entries[0].public), entries[-1]
    created: Json = first["events"][0]
    key = tournament_game_key(bytes.fromhex(state.deck_seed), fixture.deck).hex()
    names = [state.manifest.entrants[entrant] for entrant in fixture.seats]
    seats = [plan.get("player") or plan.get("bot") for plan in created["seats"]]
    revealed_key = next(
        (event["game_key"] for event in parse(last.public)["events"] if "game_key" in event), None
    )
    final = advance(None, entries)
    tests = {
        Message("the fixture it names"): created.get("tournament") == membership(state, fixture),
        Message("its rulebook"): state.rulebook is None or first["rulebook"]["edition"] == state.rulebook,
        Message("its deck"): revealed_key == key,
        Message("its rules"): created["rules"] == state.manifest.rules,
        Message("its seats"): seats == [planned.plan.get("player") or planned.name for planned in names],
        Message("its absent players"): follows_rule(state, fixture, entries),
        Message("its end"): (last.ply, last.digest.hex()) == (result.plies, result.digest),
        Message("its result"): final is not None and _result_of_game(state, fixture, final, record) == result,
    }
    return next((wrong for wrong, right in tests.items() if not right), None)


def _result_of_game(state: Tournament, fixture: Fixture, over: Position, record: bytes) -> FixtureResult:
    """Return the result of the game as the service counts it; in memory the settled hands count."""
    counted = came_to(state.manifest, fixture, over)
    if over.table.status is not Status.VOID or is_live(state.manifest, fixture):
        return counted
    return replace(counted, hands=len(summary(list(publics_in(record))).hands))
