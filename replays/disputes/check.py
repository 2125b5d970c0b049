"""The audit of a dispute: its log line by line, every command decided again, the verdict made once more."""

from collections.abc import Sequence
from typing import Any, Final

from app.store.canonical import parse
from app.store.entry import Entry
from app.store.keys import Kind, kind_of
from replays.chain import Link, link
from replays.decisions import Malformed, guarded
from replays.disputes.decide import SYSTEM, Disputes
from replays.disputes.dispute import Dispute
from replays.disputes.errors import DisputeError
from replays.disputes.judge import verdict
from replays.disputes.record import FORMAT, KIND
from replays.disputes.sayings import Judge
from replays.findings import Check, Notes, Report, Scope
from replays.inclusion import check_inclusion
from replays.logbook import Read, check_chain, read
from replays.receipts import KeyList, check_receipts

_HEADER: Final = {"dispute", "game", "plies", "record", "v"}
_PLIES: Final = 2_000
_STABLE: Final = ("outcome", "rule", "correction", "head", "revealed")


def audit_dispute(record: bytes, game: Sequence[Entry] | None = None, keys: KeyList | None = None) -> Report:
    """Everything that is wrong with the record of a dispute; never an exception.

    `game` is the log of the game in dispute, whose audit is another matter: with it the verdict of the
    machine is made again. `keys` is the list of keys that the caller trusts.
    """
    notes = Notes()
    found = read(notes, record, _PLIES)
    _check_open(notes, found.entries)
    links = [link(one.ply, one.public, one.digest) for one in found.entries]
    whole = [one for one in links if one is not None]
    _check_header(notes, found)
    if len(whole) == len(links):
        check_chain(notes, whole, str(found.header.get("dispute")))
        _check_decisions(notes, whole, game)
    receipts = found.proof.receipts if found.proof else ()
    check_receipts(notes, links, keys, (), receipts)
    check_inclusion(notes, links, found.proof, keys)
    last = found.entries[-1].digest if found.entries else None
    name = found.header.get("dispute")
    return notes.report(Scope.RECORD, name if isinstance(name, str) else None, len(links), last)


def _check_open(notes: Notes, entries: Sequence[Entry]) -> None:
    for one in entries:
        if one.parts or parse(one.public)["seals"]:
            notes.find(Check.FORMAT, one.ply, "this is not an entry of a dispute, of which nothing is hidden")


def _check_header(notes: Notes, found: Read) -> None:
    header = found.header
    notes.looked(Check.HEADER)
    right = set(header) == _HEADER and (header["record"], header["v"]) == (KIND, FORMAT)
    if not right or kind_of(str(header["dispute"])) is not Kind.DISPUTE:
        notes.find(Check.HEADER, 0, "this is not the header of a dispute's record")
    elif header["game"] != _game_of(found.entries):
        notes.find(Check.HEADER, 0, "game is not that of the log", header=header["game"])
    elif header["plies"] != len(found.entries):
        notes.find(Check.HEADER, 0, "plies is not that of the log", header=header["plies"])
        notes.left_out(Check.GAPS)


def _game_of(entries: Sequence[Entry]) -> Any:
    """The game that the dispute is about, as its first entry has it; None where that does not tell."""
    told = parse(entries[0].public).get("events") if entries else None
    first = told[0] if isinstance(told, list) and told else None
    return first.get("game") if isinstance(first, dict) else None


def _check_decisions(notes: Notes, links: Sequence[Link], game: Sequence[Entry] | None) -> None:
    """Every command decided again; what a verdict says is what the game's log gives."""
    decider = Disputes(_limit(links))
    state: Dispute | None = None
    for one in links:
        notes.looked(Check.DECISIONS)
        if state is not None and state.is_over:
            notes.find(Check.END, one.ply, "the dispute was over before")
            return
        try:
            before = state
            state = guarded(lambda: _decided(notes, decider, before, one, game))  # noqa: B023 (run at once)
        except (Malformed, DisputeError, LookupError) as fault:
            notes.find(Check.DECISIONS, one.ply, f"the entry cannot be understood: {fault}")
            return


def _decided(
    notes: Notes, decider: Disputes, state: Dispute | None, one: Link, game: Sequence[Entry] | None
) -> Dispute | None:
    said = one.said
    command = decider.commands.from_json(said["command"])
    events = tuple(map(decider.events.from_json, said["events"]))
    try:
        given = decider.decide(state, said["actor"], command, said["time"])
    except DisputeError as refusal:
        notes.find(Check.DECISIONS, one.ply, f"the rules refuse it: {refusal}", "13.5", actor=said["actor"])
    else:
        if given != events:
            notes.find(Check.DECISIONS, one.ply, "the events are not what the rules give", recorded=events)
    for event in events:
        state = decider.evolve(state, event)
    if state is not None and game is not None:
        _check_against(notes, state, one, command, game)
    return state


def _check_against(notes: Notes, state: Dispute, one: Link, command: Any, game: Sequence[Entry]) -> None:
    """The dispute is about an entry of this game, and the machine has judged by it as it judges now."""
    if one.ply == 1:
        known = 0 < state.ply <= len(game) and game[0].game == state.game
        if not known or game[state.ply - 1].digest.hex() != state.digest:
            notes.find(Check.PARENT, 1, "the entry in dispute is not one of this game", game=state.game)
    if isinstance(command, Judge) and one.said["actor"] == SYSTEM and command.verdict.get("head"):
        upto = command.verdict["head"]["ply"]
        again = verdict(state, game[:upto]) if 0 < upto <= len(game) else {}
        wrong = [name for name in _STABLE if again.get(name) != command.verdict.get(name)]
        if wrong:
            detail = f"the machine judges otherwise: {', '.join(wrong)}"
            notes.find(Check.DECISIONS, one.ply, detail, "13.3", recorded=command.verdict, judged=again)


def _limit(links: Sequence[Link]) -> int:
    """The time for answers that the service gave, as the verdict has it."""
    for one in links:
        for event in one.said["events"]:
            if isinstance(event, dict) and event.get("type") == "dispute-judged":
                until, at = event.get("until"), one.said["time"]
                return until - at if type(until) is int and type(at) is int else 0
    return 0
