"""Decisions about a dispute whose game has a damaged record, from its bundle.

The verdict is not judged beside such a record. Receipts, the checkpoint and the entries before the damage are
judged one by one, with the same result in both verifiers:

    {"first", "sound", "plies", "entry": {"ply", "result"}, "head": {"ply", "result"} | null,
     "hand": {"first", "last", "sound"} | null, "receipts": [{"ply", "source", "result"}],
     "refusals": [{"ply", "source", "result"}], "inclusion", "claim"}

- `first` is the first ply of a finding in the game or null, `sound` the number of entries before it.
- `entry` is the disputed one, `head` the last one that the verdict is about: `same` as in the dispute,
  `other`, or `missing`.
- The `source` of a receipt is the `record`, evidence of the `dispute`, `kept`, or the `bundle` for a
  contradicted one. It `agrees`, `contradicts`, has an `other_time`, is of an entry that is `missing` or
  `unreadable`, of an `other_game`, or `unproved`.
- A signed refusal is evidence or was kept. It is `unproved`, of an `other_game`, or of a command that is
  `unknown`, because it is not the disputed one. The disputed command is decided again if there is no finding
  up to its ply: it was `lawful` or `forbidden`; otherwise it is `beyond`.
- `inclusion` `holds`, `fails` or is `none`.
- `claim` is `contradicted` if a receipt shows that the record differs from what the service signed, whoever
  changed it; `twice` if the log of the dispute, which the service signed too, confirms the entry of the
  record, so that the service has signed two entries for one ply; `proved` if that is the claim, or if a
  command was lawful whose refusal the service signed, on entries that it signed; else `open`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.games.cards import Seat
from app.games.codec import Json
from app.games.errors import GameError
from app.games.table.decide import decide
from app.i18n import Language, Message, translate
from app.service.entry_codec import advance
from app.service.signing import command_digest
from app.store.canonical import parse
from app.store.entry import Entry
from replays.audit.chain import follows
from replays.audit.report import Cause, Check, Finding, Report, ReportBuilder
from replays.disputes import record as disputes
from replays.disputes.bundle import Bundle
from replays.disputes.case import command_of
from replays.disputes.evidence import included
from replays.disputes.report import Section
from replays.disputes.report_words import PARTIAL
from replays.disputes.state import Claim, Dispute
from replays.record.read import ParsedRecord, parse_record
from replays.record.receipts import KeyList, is_meant_as_refusal, verify, verify_refusal
from replays.record.untrusted_values import Malformed, guarded

_AGAINST: Final = ("contradicts", "missing")
_ENDED: Final = Message(
    "by a signed checkpoint the game ended at entry {ply}, with a digest that is not the last one of"
    " this record"
)


def partial(
    bundle: Bundle,
    game: Report,
    dispute: Report,
    keys: KeyList,
    kept: Sequence[Any],
    contradicted: Sequence[Any] = (),
) -> Json | None:
    """Return what `bundle` decides beside damage, in the form above.

    None if the verdict was judged, or if the log of the dispute does not name its subject. `game` and
    `dispute` are the reports on its records, `kept` the receipts of the reader, `contradicted` those of the
    bundle.
    """
    unjudged = any(done.check is Check.PARENT and done.left_out for done in dispute.checks)
    if not unjudged:
        return None
    if (state := _state_of(bundle)) is None:
        return None
    record = parse_record(bundle.game)
    first = min((finding.ply for finding in game.findings), default=None)
    sound = len(record.entries) if first is None else max(0, first - 1)
    receipts = [
        *_receipts(record.proof.receipts if record.proof else (), "record", record.entries, keys),
        *_receipts(state.receipts, "dispute", record.entries, keys),
        *_receipts(
            [receipt for receipt in kept if not is_meant_as_refusal(receipt)], "kept", record.entries, keys
        ),
        *_receipts(contradicted, "bundle", record.entries, keys),
    ]
    refused = [receipt for receipt in kept if is_meant_as_refusal(receipt)]
    readable = tuple(entry for entry in record.entries[:sound] if entry is not None)
    refusals = [
        *(_refusal(refusal, "dispute", state, readable, keys) for refusal in state.refusals),
        *(_refusal(refusal, "kept", state, readable, keys) for refusal in refused),
    ]
    head = state.verdict["head"] if state.verdict else None
    vouched = _vouched(state, record.entries) if dispute.signers and not dispute.findings else range(0)
    agreed = [
        _chained(record.entries, receipt["ply"]) for receipt in receipts if receipt["result"] == "agrees"
    ]
    return {
        "first": first,
        "sound": sound,
        "plies": len(record.entries),
        "entry": _compared(record.entries, state.ply, state.digest),
        "head": _compared(record.entries, head["ply"], head["digest"]) if head else None,
        "hand": _hand(state, sound),
        "receipts": receipts,
        "refusals": refusals,
        "inclusion": _inclusion(game),
        "claim": _claim(state.claim, receipts, refusals, vouched, agreed),
    }


def evidence_against(bundle: Bundle, keys: KeyList) -> tuple[Json, ...]:
    """Return the genuine receipts in evidence that contradict the record of the game."""
    if (state := _state_of(bundle)) is None:
        return ()
    entries = parse_record(bundle.game).entries
    genuine = (receipt for receipt in state.receipts if verify(receipt, keys) is None)
    return tuple(receipt for receipt in genuine if _result(receipt, entries) in _AGAINST)


def ends_against(bundle: Bundle, keys: KeyList) -> tuple[Finding, ...]:
    """Return a finding for each genuine checkpoint in evidence under which the game ended otherwise than
    recorded.

    There is none where the record does not show how the game ended, such as beyond damage.
    """
    if (state := _state_of(bundle)) is None:
        return ()
    record, notes, reported = parse_record(bundle.game), ReportBuilder(), list[Json]()
    for checkpoint in state.checkpoints:
        leaf = checkpoint["leaf"]
        if (
            checkpoint in reported
            or included(checkpoint, keys) is not None
            or not _ends_otherwise(record, leaf)
        ):
            continue
        reported.append(checkpoint)
        at = min(leaf["plies"], len(record.entries))
        detail = _ENDED.filled(ply=leaf["plies"])
        notes.find(Check.INCLUSION, at, detail, "12.9", Cause.CONTRADICTION, checkpoint=checkpoint)
    return notes.found


def _state_of(bundle: Bundle) -> Dispute | None:
    """Return the state of the dispute from its log; None if the log makes no sense."""
    try:
        return guarded(
            lambda: disputes.folded(disputes.scanned(ReportBuilder(), bundle.dispute).entries).state
        )
    except Malformed:
        return None


def _ends_otherwise(record: ParsedRecord, leaf: Json) -> bool:
    """Return whether the record shows another end of this game than the leaf of a checkpoint."""
    entries, plies = record.entries, leaf["plies"]
    first = next((entry for entry in entries if entry), None)
    if first is None or parse(first.public).get("game") != leaf["game"]:
        return False
    if plies > len(entries):
        return not record.faults and record.header is not None and record.header.plies == len(entries)
    last = entries[plies - 1]
    return any(entries[plies:]) or (last is not None and last.digest.hex() != leaf["digest"])


def _vouched(state: Dispute, entries: Sequence[Entry | None]) -> range:
    """Return the plies whose digests the log of the dispute stands for: those it names, and what leads to
    them.
    """
    named = [(state.ply, state.digest)]
    if state.verdict and (head := state.verdict["head"]):
        named.append((head["ply"], head["digest"]))
    same = [ply for ply, digest in named if _compared(entries, ply, digest)["result"] == "same"]
    return _chained(entries, max(same, default=0))


def _chained(entries: Sequence[Entry | None], last: int) -> range:
    """Return the plies up to `last` that it is chained to, itself included."""
    first = last
    while first > 1 and follows(entries[first - 2], entries[first - 1]):
        first -= 1
    return range(first, last + 1) if last else range(0)


def _claim(
    claim: Claim,
    receipts: Sequence[Json],
    refusals: Sequence[Json],
    vouched: range,
    agreed: Sequence[range],
) -> str:
    """Return the result of a claim. The dispute's log confirms the plies `vouched`, receipts those in
    `agreed`.
    """
    against = [receipt for receipt in receipts if receipt["result"] in _AGAINST]
    twice = any(receipt["result"] == "contradicts" and receipt["ply"] in vouched for receipt in against)
    lawful = [refusal["ply"] for refusal in refusals if refusal["result"] == "lawful"]
    if any(ply in plies for ply in lawful for plies in (vouched, *agreed)) and claim is Claim.WRONG_REFUSAL:
        return "proved"
    if twice:
        return "proved" if claim is Claim.HISTORY_ALTERED else "twice"
    return "contradicted" if against else "open"


def _compared(entries: Sequence[Entry | None], ply: int, digest: str) -> Json:
    entry = entries[ply - 1] if 0 < ply <= len(entries) else None
    result = "missing" if entry is None else "same" if entry.digest.hex() == digest else "other"
    return {"ply": ply, "result": result}


def _hand(state: Dispute, sound: int) -> Json | None:
    """Return the entries of the hand in dispute; None of a hand that was not over."""
    if not state.last:
        return None
    return {"first": state.first, "last": state.last, "sound": state.last <= sound}


def _receipts(
    receipts: Sequence[Any], source: str, entries: Sequence[Entry | None], keys: KeyList
) -> Iterator[Json]:
    for receipt in receipts:
        proved = verify(receipt, keys) is None
        yield {
            "ply": receipt["ply"] if proved else None,
            "source": source,
            "result": _result(receipt, entries) if proved else "unproved",
        }


def _result(receipt: Json, entries: Sequence[Entry | None]) -> str:
    """Return the relation between a signed receipt and the record."""
    first = next((logged for logged in entries if logged), None)
    if first is not None and parse(first.public).get("game") != receipt["game"]:
        return "other_game"
    if receipt["ply"] > len(entries):
        return "missing"
    entry = entries[receipt["ply"] - 1]
    if entry is None:
        return "unreadable"
    if entry.digest.hex() != receipt["digest"]:
        return "contradicts"
    return "agrees" if parse(entry.public).get("time") in (0, receipt["time"]) else "other_time"


def _refusal(refusal: Any, source: str, state: Dispute, entries: tuple[Entry, ...], keys: KeyList) -> Json:
    """Return a signed refusal, and whether the rules refuse the command in dispute after its entry of
    `entries`.
    """
    proved = verify_refusal(refusal, keys) is None
    ply = refusal["ply"] if proved else None
    return {
        "ply": ply,
        "source": source,
        "result": _decided(refusal, state, entries) if proved else "unproved",
    }


def _decided(refusal: Json, state: Dispute, entries: tuple[Entry, ...]) -> str:
    if refusal["game"] != state.game:
        return "other_game"
    command = state.command
    if command is None or refusal["seat"] != state.seat or refusal["command"] != command_digest(command):
        return "unknown"
    if refusal["ply"] > len(entries):
        return "beyond"
    try:
        guarded(lambda: _decide(entries[: refusal["ply"]], Seat(state.seat), command))
    except Malformed:
        return "beyond"
    except GameError:
        return "forbidden"
    return "lawful"


def _decide(entries: tuple[Entry, ...], seat: Seat, command: Mapping[str, Any]) -> None:
    """Decide the command; raise if the rules refuse it."""
    position = advance(None, entries)
    if position is None:
        raise ValueError("there is no position before the first entry")
    decide(position.table, seat, command_of(position.table, command))


def _inclusion(game: Report) -> str:
    """Return whether the checkpoint in the record covers it."""
    if any(finding.cause is Cause.CHECKPOINT for finding in game.findings):
        return "fails"
    held = any(done.check is Check.INCLUSION and done.looked for done in game.checks)
    return "holds" if held else "none"


def partial_section(result: Json, language: Language) -> Section:
    """Return the decisions beside damage as sentences under a title."""
    return _say("title-partial", language), list(_sentences(result, language))


def _say(name: str, language: Language, **values: Any) -> str:
    return translate(language, PARTIAL[name], **values)


def _sentences(result: Json, language: Language) -> Iterator[str]:
    def say(name: str, **values: Any) -> str:
        return _say(f"partial-{name}", language, **values)

    yield say("why")
    if result["sound"]:
        yield say("sound", sound=result["sound"], plies=result["plies"])
    else:
        yield say("unsound")
    entry, head, hand = result["entry"], result["head"], result["hand"]
    if result["first"] == entry["ply"]:
        yield say("first", ply=entry["ply"])
    if hand and hand["sound"]:
        yield say("hand", first=hand["first"], last=hand["last"])
    yield say(f"entry-{entry['result']}", ply=entry["ply"])
    if head:
        yield say(f"head-{head['result']}", ply=head["ply"])
    for kind in ("receipt", "refusal"):
        for document in result[f"{kind}s"]:
            source = _say(f"source-{document['source']}", language)
            yield say(f"{kind}-{document['result']}", ply=document["ply"], source=source)
    yield say(f"inclusion-{result['inclusion']}")
    yield say(result["claim"])
