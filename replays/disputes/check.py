"""The audit of a dispute: its log line by line, every command decided again, the verdict made once more."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.games.codec import Json
from app.store.entry import Entry
from app.store.keys import Kind, kind_of
from app.store.proof import START_DIGEST, digest
from replays.chain import Link, link
from replays.decisions import Malformed, guarded
from replays.disputes.decide import SYSTEM, Disputes
from replays.disputes.dispute import Dispute
from replays.disputes.errors import DisputeError
from replays.disputes.judge import verdict
from replays.disputes.record import FORMAT, KIND
from replays.disputes.sayings import Judge
from replays.findings import Check, Notes, Report, Scope
from replays.forms import Misshapen, Proof, entry, proof, shaped
from replays.inclusion import check_inclusion
from replays.receipts import KeyList, check_receipts
from replays.scan import LINE_LIMIT, object_in

_MEMBERS: Final = {"v", "game", "ply", "time", "actor", "command", "events", "seals"}
_HEADER: Final = {"dispute", "game", "plies", "record", "v"}
_PLIES: Final = 2_000
_STABLE: Final = ("outcome", "rule", "correction", "head", "revealed")


@dataclass(frozen=True, slots=True)
class _Read:
    """What could be read of a record: the header, the entries, the proof."""

    header: Json
    entries: tuple[Entry, ...]
    proof: Proof | None


def audit_dispute(record: bytes, game: Sequence[Entry] | None = None, keys: KeyList | None = None) -> Report:
    """Everything that is wrong with the record of a dispute; never an exception.

    `game` is the log of the game in dispute, whose audit is another matter: with it the verdict of the
    machine is made again. `keys` is the list of keys that the caller trusts.
    """
    notes = Notes()
    found = _read(notes, record)
    links = [link(one.ply, one.public, one.digest) for one in found.entries]
    whole = [one for one in links if one is not None]
    _check_header(notes, found)
    if len(whole) == len(links):
        _check_chain(notes, whole, str(found.header.get("dispute")))
        _check_decisions(notes, whole, game)
    receipts = found.proof.receipts if found.proof else ()
    check_receipts(notes, links, keys, (), receipts)
    check_inclusion(notes, links, found.proof, keys)
    last = found.entries[-1].digest if found.entries else None
    name = found.header.get("dispute")
    return notes.report(Scope.RECORD, name if isinstance(name, str) else None, len(links), last)


def _read(notes: Notes, record: bytes) -> _Read:
    documents: list[Json] = []
    for number, line in enumerate(record.split(b"\n")[:-1], 1):
        document, exact = object_in(line) if len(line) < LINE_LIMIT and number < _PLIES else (None, False)
        if document is None or not exact:
            notes.find(Check.FORMAT, number - 1, "the line is not a JSON object in canonical form")
            break
        documents.append(document)
    if not record.endswith(b"\n") or not documents:
        notes.find(Check.FORMAT, max(0, len(documents) - 1), "the record is cut")
    header, *rest = documents or [{}]
    last = rest.pop() if rest and "proof" in rest[-1] else None
    return _Read(header, _entries(notes, rest), _proof(notes, last, len(rest)))


def _entries(notes: Notes, rest: Sequence[Json]) -> tuple[Entry, ...]:
    found = []
    for ply, document in enumerate(rest, 1):
        try:
            one = entry(ply, document)
        except (Misshapen, ValueError) as fault:
            notes.find(Check.FORMAT, ply, f"the form is wrong: {fault}")
            break
        if one.parts or set(document["public"]) != _MEMBERS or document["public"]["seals"]:
            notes.find(Check.FORMAT, ply, "this is not an entry of a dispute, of which nothing is hidden")
            break
        found.append(one)
    return tuple(found)


def _proof(notes: Notes, document: Json | None, plies: int) -> Proof | None:
    if document is None:
        return None
    try:
        return shaped(proof, document)
    except Misshapen as fault:
        notes.find(Check.FORMAT, plies, f"the form of the proof is wrong: {fault}")
        return None


def _check_header(notes: Notes, found: _Read) -> None:
    header = found.header
    notes.looked(Check.HEADER)
    right = set(header) == _HEADER and (header["record"], header["v"]) == (KIND, FORMAT)
    if not right or kind_of(str(header["dispute"])) is not Kind.DISPUTE:
        notes.find(Check.HEADER, 0, "this is not the header of a dispute's record")
    elif header["plies"] != len(found.entries):
        notes.find(Check.HEADER, 0, "plies is not that of the log", header=header["plies"])


def _check_chain(notes: Notes, links: Sequence[Link], name: str) -> None:
    before, latest = START_DIGEST, 0
    for ply, one in enumerate(links, 1):
        said = one.said
        notes.looked(Check.GAPS, Check.DIGESTS, Check.TIMES)
        if said["ply"] != ply or said["game"] != name or said["v"] != 1:
            notes.find(Check.GAPS, ply, "the entry is not the next one of this dispute", found=said["ply"])
        if one.digest != digest(before, one.public):
            notes.find(Check.DIGESTS, ply, "the digest does not follow from the entry and the one before")
        if type(said["time"]) is not int or said["time"] < latest:
            notes.find(Check.TIMES, ply, "the clock goes back", time=said["time"])
        else:
            latest = said["time"]
        before = one.digest


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
