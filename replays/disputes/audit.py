"""The audit of a dispute: its log line by line, every command decided again, the verdict made once more."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.games.codec import Json
from app.games.registry import GAMES
from app.i18n import Message
from app.store.canonical import canonical, parse
from app.store.entry import Entry
from app.store.keys import LogKind, kind_of
from replays.audit.aggregate_record import AggregateRecord, check_chain
from replays.audit.audit import audit
from replays.audit.chain import Link, events
from replays.audit.receipts import check_inclusion, check_receipts
from replays.audit.report import Check, Report, ReportBuilder
from replays.disputes.commands import AddEvidence, Command, Judge
from replays.disputes.decide import SYSTEM, DisputeRefused, Disputes
from replays.disputes.evidence import SIGNED, is_command
from replays.disputes.formats import DisputeContext, fault, is_actor
from replays.disputes.hands import hand_at, holders
from replays.disputes.record import FORMAT, KIND, scanned
from replays.disputes.state import Dispute
from replays.disputes.verdict import difference, of_damage, ready, verdict
from replays.record.read import parse_record
from replays.record.receipts import KeyList, ReceiptFault
from replays.record.untrusted_values import Malformed, because, guarded, member
from replays.record.write import players

_HEADER: Final = {"dispute", "game", "plies", "record", "v"}
_FOREIGN: Final = {
    "receipt": Message("the receipt in evidence is not the service's"),
    "refusal": Message("the refusal in evidence is not the service's"),
    "checkpoint": Message("the checkpoint in evidence is not the service's"),
}


def audit_dispute(record: bytes, game: bytes | None = None, keys: KeyList | None = None) -> Report:
    """Return the findings about the record of a dispute; never raises.

    `game` is the record of the game in dispute, which has an audit of its own. With it the verdict is made
    again, unless that record has findings. Without it, statements of the dispute about its game are not
    checked. `keys` is the list of keys that the caller trusts.
    """
    notes = ReportBuilder()
    parsed = scanned(notes, record)
    _check_open(notes, parsed.entries)
    links = parsed.links
    whole = [entry for entry in links if entry is not None]
    _check_header(notes, parsed)
    if parsed.proof is None and not notes.damage():
        notes.find(Check.FORMAT, len(links), Message("the line of the proof is missing"))
    if len(whole) == len(links):
        check_chain(notes, whole, str(parsed.header.get("dispute")))
        _check_decisions(notes, whole, None if game is None else _log(game))
        _check_evidence(notes, whole, keys)
    check_receipts(notes, links, keys, (), parsed.receipts)
    if _is_over(links) or (parsed.proof and parsed.proof.checkpoint):  # no checkpoint covers one that goes on
        check_inclusion(notes, links, parsed.proof, keys)
    return parsed.report(notes, parsed.header.get("dispute"))


def _is_over(links: Sequence[Link | None]) -> bool:
    last = links[-1] if links else None
    return last is not None and any(True for _ in events(last, "dispute-closed", "dispute-ruled"))


def _log(record: bytes) -> Sequence[Entry]:
    """Return the log of a game by its record; empty if that is not sound, because nothing is judged by it
    then.
    """
    if not audit(record).sound:
        return ()
    return [entry for entry in parse_record(record).entries if entry is not None]


def _check_open(notes: ReportBuilder, entries: Sequence[Entry]) -> None:
    for entry in entries:
        if entry.parts or parse(entry.public)["seals"] != []:
            notes.find(
                Check.FORMAT,
                entry.ply,
                Message("this is not an entry of a dispute, of which nothing is hidden"),
            )


def _check_header(notes: ReportBuilder, parsed: AggregateRecord) -> None:
    header = parsed.header
    notes.looked(Check.HEADER)
    right = set(header) == _HEADER and canonical([header["record"], header["v"]]) == canonical([KIND, FORMAT])
    if not right or kind_of(str(header["dispute"])) is not LogKind.DISPUTE:
        notes.find(Check.HEADER, 0, Message("this is not the header of a dispute's record"))
        return
    # Values that the damaged log no longer has are no fault of the header.
    if not parsed.entries:
        notes.find(Check.HEADER, notes.damage(), Message("the record has no entries"))
    elif not _same(header["game"], _game_of(parsed.entries)):
        notes.find(
            Check.HEADER,
            0,
            Message("{name} is not that of the log").filled(name="game"),
            header=header["game"],
        )
    elif not _same(header["plies"], len(parsed.entries)):
        notes.find(
            Check.HEADER,
            notes.damage(),
            Message("{name} is not that of the log").filled(name="plies"),
            header=header["plies"],
        )
        notes.left_out(Check.GAPS)


def _same(value: Any, other: Any) -> bool:
    """Return whether two JSON values are equal. To Python, `true` equals 1."""
    return canonical(value) == canonical(other)


def _game_of(entries: Sequence[Entry]) -> Any:
    """Return the game of the dispute, from its first entry; None if that does not name it."""
    opening = parse(entries[0].public).get("events") if entries else None
    first = opening[0] if isinstance(opening, list) and opening else None
    return member(first, "game")


def _check_decisions(notes: ReportBuilder, links: Sequence[Link], game: Sequence[Entry] | None) -> None:
    """Decide every command again, and compare the statements of a verdict with the log of the game."""
    decider = Disputes(_limit(links))
    state: Dispute | None = None
    for entry in links:
        notes.looked(Check.DECISIONS)
        if state is not None and state.is_over:
            notes.find(Check.END, entry.ply, Message("the dispute was over before"))
            return
        try:
            before = state
            state = guarded(lambda: _decided(notes, decider, before, entry, game))  # noqa: B023 (run at once)
        except (Malformed, DisputeRefused, LookupError) as fault:
            notes.find(Check.DECISIONS, entry.ply, because(Message("the entry cannot be understood"), fault))
            return


def _decided(
    notes: ReportBuilder, decider: Disputes, state: Dispute | None, entry: Link, game: Sequence[Entry] | None
) -> Dispute | None:
    public = entry.document
    if not is_actor(public["actor"]):
        notes.find(
            Check.ACTORS, entry.ply, Message("nobody of this name can act here"), actor=public["actor"]
        )
    command = decider.commands.from_json(public["command"])
    place = (
        DisputeContext(public["game"])
        if state is None
        else DisputeContext(state.id, state.game, state.claim, state.judge)
    )
    wrong = fault(command, place)
    if wrong:
        raise Malformed(
            Message("{name} is of the wrong kind").filled(name=f"{type(command).__name__}.{wrong}")
        )
    _check_given(notes, decider, state, entry, command)
    for document in public["events"]:
        state = decider.evolve(state, decider.events.from_json(document))
    if state is not None and game is not None:
        _check_against(notes, state, entry, command, game)
    return state


def _check_given(
    notes: ReportBuilder, decider: Disputes, state: Dispute | None, entry: Link, command: Command
) -> None:
    """Check that the rules allow the command and give these events, and how both are written."""
    document = entry.document
    try:
        given = decider.decide(state, document["actor"], command, document["time"])
    except DisputeRefused as refusal:
        notes.find(
            Check.DECISIONS,
            entry.ply,
            Message("the rules refuse it: {code}").filled(code=str(refusal)),
            "13.5",
            actor=document["actor"],
        )
        return
    if not _same(document["events"], [decider.events.to_json(event) for event in given]):
        detail = Message("the events are not what the rules give")
        notes.find(Check.DECISIONS, entry.ply, detail, recorded=document["events"])
    elif not _same(document["command"], decider.commands.to_json(command)):
        notes.find(Check.DECISIONS, entry.ply, Message("the command is not written as the service writes it"))


def _check_against(
    notes: ReportBuilder, state: Dispute, entry: Link, command: Command, game: Sequence[Entry]
) -> None:
    """Check that the dispute is about a hand of this game, and that the verdict follows from it."""
    if entry.ply == 1:
        notes.looked(Check.PARENT)
        if not game:
            notes.left_out(Check.PARENT)
        elif wrong := _foreign(state, game):
            notes.find(Check.PARENT, 1, wrong, game=state.game)
    if isinstance(command, AddEvidence) and game and (wrong := _unplayable(command.refused, game)):
        notes.find(Check.DECISIONS, entry.ply, wrong, "13.9")
    if isinstance(command, Judge) and entry.document["actor"] == SYSTEM:
        _check_verdict(notes, state, entry, command.verdict, game)


def _check_verdict(
    notes: ReportBuilder, state: Dispute, entry: Link, stored: Json, game: Sequence[Entry]
) -> None:
    head = stored["head"]
    if not game:
        notes.left_out(Check.DECISIONS)
        return
    wrong = _misjudged(state, stored, game if head is None else game[: max(0, head["ply"])])
    if wrong:
        notes.find(Check.DECISIONS, entry.ply, wrong, "13.3", recorded=stored)
    elif head is None:
        notes.left_out(Check.DECISIONS)  # no data shows any more whether the store was damaged then


def _foreign(state: Dispute, game: Sequence[Entry]) -> Message | None:
    """Return why the statements of a dispute about its game are wrong, None if they are right."""
    known = 0 < state.ply <= len(game) and game[0].game == state.game
    if not known or game[state.ply - 1].digest.hex() != state.digest:
        return Message("the entry in dispute is not one of this game")
    publics = [parse(entry.public) for entry in game]
    created: Json = publics[0]["events"][0]
    hand = hand_at(publics, state.ply)
    if hand is None or (hand.number, hand.first, hand.last) != (state.hand_number, state.first, state.last):
        return Message("the hand in dispute is not that of the entry")
    persons = [seat for seat, player in enumerate(players(publics)) if player["kind"] != "bot"]
    if state.seats != len(created["seats"]) or [party.seat for party in state.parties] != persons:
        return Message("the parties are not the seats of the game")
    if any(party.player not in holders(publics, party.seat, state.ply) for party in state.parties):
        return Message("the parties are not the players of the game")
    return _unplayable(state.opened_with.refused, game)


def _unplayable(refused: Mapping[str, Any] | None, game: Sequence[Entry]) -> Message | None:
    """Return why a command cannot have been refused in a game, None if it can."""
    play = GAMES[parse(game[0].public)["events"][0]["play"]]
    if refused is None or is_command(play, dict(refused)):
        return None
    return Message("what was refused is no command of the game")


def _misjudged(state: Dispute, stored: Json, log: Sequence[Entry]) -> Message | None:
    """Return why the verdict does not follow from the game up to its head, None if it does."""
    if stored["head"] is None:
        damaged_at = stored["facts"].get("damaged_at")
        right = type(damaged_at) is int and _same(stored, of_damage(state.claim, damaged_at, state.judge))
        return None if right else Message("the verdict stands on another log")
    if len(log) < state.last or len(log) != stored["head"]["ply"]:
        return Message("the verdict stands on another log")
    if not ready(state, [parse(entry.public) for entry in log]):
        return Message("the cards of the hand were not open then")
    wrong = difference(stored, verdict(state, log))
    return Message("the machine judges otherwise: {members}").filled(members=wrong) if wrong else None


def _check_evidence(notes: ReportBuilder, links: Sequence[Link], keys: KeyList | None) -> None:
    """Check that the service signed the evidence of the seats (RULES 13.2, 13.9).

    A store that was set back forgets rotations, so its key may be missing in the list; then the signer is
    unknown.
    """
    for entry in links if keys else ():
        for event in events(entry, "dispute-opened", "evidence-added"):
            for name in SIGNED.keys() & event.keys():
                notes.looked(Check.RECEIPTS)
                wrong = SIGNED[name](event[name], keys) if keys else None
                if wrong is ReceiptFault.KEY_UNKNOWN:
                    notes.left_out(Check.RECEIPTS)
                elif wrong not in (None, ReceiptFault.EARLY):
                    notes.find(Check.RECEIPTS, entry.ply, _FOREIGN[name], "13.2", **{name: event[name]})


def _limit(links: Sequence[Link]) -> int:
    """Return the time for answers, from the verdict."""
    for entry in links:
        for event in events(entry, "dispute-judged"):
            until, at = event.get("until"), entry.document["time"]
            return max(0, until - at) if type(until) is int and type(at) is int else 0
    return 0
