"""What the bundle of a dispute decides although the record of its game is not clean.

Beside such a record the verdict of the machine is not judged. Receipts, the checkpoint and the entries before
the damage are, by themselves, and both verifiers come to the same:

    {"first", "sound", "plies", "entry": {"ply", "result"}, "head": {"ply", "result"} | null,
     "hand": {"first", "last", "sound"} | null, "receipts": [{"ply", "source", "result"}],
     "inclusion", "claim"}

- `first` is the first ply of a finding in the game or null, `sound` the number of entries before it.
- `entry` is the one in dispute and `head` the one that the machine judged up to: `same` as when the dispute
  said so, `other`, or `missing`.
- A receipt comes from the `record`, as evidence from the `dispute`, or was `kept`. It `agrees`,
  `contradicts`, has an `other_time`, is of an entry that is `missing` or `unreadable`, of an `other_game`, or
  `unproved`.
- `inclusion` `holds`, `fails` or is `none`.
- `claim` is `contradicted` where a receipt shows that the record is not what the service signed, whoever
  changed it; `twice` where the log of the dispute, which the service signed too, stands for the entry of the
  record, so that the service has signed two for one ply; `proved` where that is the claim; else `open`.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from app.games.codec import Json
from app.games.languages import Language
from app.store.canonical import parse
from app.store.entry import Entry
from replays.decisions import Malformed, guarded
from replays.disputes import record as disputes
from replays.disputes.bundle import Bundle
from replays.disputes.dispute import Claim, Dispute
from replays.disputes.partial_words import PARTIAL
from replays.disputes.telling import Section
from replays.findings import Check, Notes, Report
from replays.receipts import KeyList, verify
from replays.scan import scan


def partial(bundle: Bundle, game: Report, dispute: Report, keys: KeyList, kept: Sequence[Any]) -> Json | None:
    """What `bundle` decides beside damage, of the form above; None where the verdict was judged, or where the
    log of the dispute does not tell what it is about.

    `game` and `dispute` are the reports on its records, `kept` the receipts of the reader.
    """
    unjudged = any(done.check is Check.PARENT and done.left_out for done in dispute.checks)
    if not unjudged:
        return None
    try:
        state = guarded(lambda: disputes.folded(disputes.scanned(Notes(), bundle.dispute).entries))
    except Malformed:
        return None
    found = scan(bundle.game)
    first = min((one.ply for one in game.findings), default=None)
    sound = len(found.entries) if first is None else max(0, first - 1)
    receipts = [
        *_receipts(found.proof.receipts if found.proof else (), "record", found.entries, keys),
        *_receipts([state.receipt] if state.receipt else (), "dispute", found.entries, keys),
        *_receipts(kept, "kept", found.entries, keys),
    ]
    head = state.verdict["head"] if state.verdict else None
    vouched = _vouched(state, found.entries) if dispute.signers and not dispute.findings else range(0)
    return {
        "first": first,
        "sound": sound,
        "plies": len(found.entries),
        "entry": _compared(found.entries, state.ply, state.digest),
        "head": _compared(found.entries, head["ply"], head["digest"]) if head else None,
        "hand": _hand(state, sound),
        "receipts": receipts,
        "inclusion": _inclusion(game),
        "claim": _claim(state.claim, receipts, vouched),
    }


def _vouched(state: Dispute, entries: Sequence[Entry | None]) -> range:
    """The plies whose digests the log of the dispute stands for: those it names, and what leads to them."""
    named = [(state.ply, state.digest)]
    if state.verdict and (head := state.verdict["head"]):
        named.append((head["ply"], head["digest"]))
    last = max(
        (ply for ply, digest in named if _compared(entries, ply, digest)["result"] == "same"), default=0
    )
    first = last
    while first > 1 and _follows(entries[first - 2], entries[first - 1]):
        first -= 1
    return range(first, last + 1)


def _follows(before: Entry | None, entry: Entry | None) -> bool:
    if before is None or entry is None:
        return False
    return sha256(before.digest + entry.public).digest() == entry.digest


def _claim(claim: Claim, receipts: Sequence[Json], vouched: range) -> str:
    against = [one for one in receipts if one["result"] in ("contradicts", "missing")]
    twice = any(one["result"] == "contradicts" and one["ply"] in vouched for one in against)
    if twice:
        return "proved" if claim is Claim.HISTORY_ALTERED else "twice"
    return "contradicted" if against else "open"


def _compared(entries: Sequence[Entry | None], ply: int, digest: str) -> Json:
    entry = entries[ply - 1] if 0 < ply <= len(entries) else None
    result = "missing" if entry is None else "same" if entry.digest.hex() == digest else "other"
    return {"ply": ply, "result": result}


def _hand(state: Dispute, sound: int) -> Json | None:
    """The entries of the hand in dispute; None of a hand that was not over."""
    if not state.last:
        return None
    return {"first": state.first, "last": state.last, "sound": state.last <= sound}


def _receipts(
    receipts: Sequence[Any], source: str, entries: Sequence[Entry | None], keys: KeyList
) -> Iterator[Json]:
    for one in receipts:
        proved = verify(one, keys) is None
        yield {
            "ply": one["ply"] if proved else None,
            "source": source,
            "result": _result(one, entries) if proved else "unproved",
        }


def _result(said: Json, entries: Sequence[Entry | None]) -> str:
    """How a signed receipt and the record stand to each other."""
    first = next((one for one in entries if one), None)
    if first is not None and parse(first.public).get("game") != said["game"]:
        return "other_game"
    if said["ply"] > len(entries):
        return "missing"
    entry = entries[said["ply"] - 1]
    if entry is None:
        return "unreadable"
    if entry.digest.hex() != said["digest"]:
        return "contradicts"
    return "agrees" if parse(entry.public).get("time") in (0, said["time"]) else "other_time"


def _inclusion(game: Report) -> str:
    if any(one.check is Check.INCLUSION for one in game.findings):
        return "fails"
    held = any(done.check is Check.INCLUSION and done.looked for done in game.checks)
    return "holds" if held else "none"


def partial_section(found: Json, language: Language) -> Section:
    """What is decided beside damage, in sentences under a title."""
    return _say("title-partial", language), list(_sentences(found, language))


def _say(name: str, language: Language, **values: Any) -> str:
    return PARTIAL[name].in_(language)[language].format(**values)


def _sentences(found: Json, language: Language) -> Iterator[str]:
    def say(name: str, **values: Any) -> str:
        return _say(f"partial-{name}", language, **values)

    yield say("why")
    if found["sound"]:
        yield say("sound", sound=found["sound"], plies=found["plies"])
    else:
        yield say("unsound")
    entry, head, hand = found["entry"], found["head"], found["hand"]
    if found["first"] == entry["ply"]:
        yield say("first", ply=entry["ply"])
    if hand and hand["sound"]:
        yield say("hand", first=hand["first"], last=hand["last"])
    yield say(f"entry-{entry['result']}", ply=entry["ply"])
    if head:
        yield say(f"head-{head['result']}", ply=head["ply"])
    for one in found["receipts"]:
        source = _say(f"source-{one['source']}", language)
        yield say(f"receipt-{one['result']}", ply=one["ply"], source=source)
    yield say(f"inclusion-{found['inclusion']}")
    yield say(found["claim"])
