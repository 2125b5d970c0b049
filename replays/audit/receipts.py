"""The checks of what the service has signed: receipts, refusals, and the proof of inclusion in a record.

`replays.record.receipts` describes the forms of receipts and refusals.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from app.games.codec import Json
from app.i18n import Message
from replays.audit.chain import Link, events, follows
from replays.audit.report import Cause, Check, Report, ReportBuilder, Scope, Unchecked
from replays.record.format import Proof
from replays.record.receipts import (
    KeyList,
    ReceiptFault,
    disagreement,
    is_meant_as_refusal,
    is_receipt,
    is_refusal,
    verify,
    verify_refusal,
)
from replays.record.untrusted_values import member
from replays.transparency.checkpoints import signer
from replays.transparency.merkle import Leaf
from replays.transparency.proofs import problem

_RULE: Final = "12.7"
_RULE_OF_REFUSALS: Final = "12.10"
_DETAIL: Final = {
    ReceiptFault.MALFORMED: Message("a receipt has not the form of one"),
    ReceiptFault.KEY_UNKNOWN: Message("a receipt names a key that is not in the list"),
    ReceiptFault.SIGNATURE: Message("the signature of a receipt is not that of its key"),
    ReceiptFault.EARLY: Message("a receipt is signed with a key that was not yet in force at its time"),
    ReceiptFault.RETIRED: Message("a receipt is signed with a key that was retired at its time"),
}
_DETAIL_OF_REFUSAL: Final = {
    ReceiptFault.MALFORMED: Message("a refusal has not the form of one"),
    ReceiptFault.KEY_UNKNOWN: Message("a refusal names a key that is not in the list"),
    ReceiptFault.SIGNATURE: Message("the signature of a refusal is not that of its key"),
    ReceiptFault.EARLY: Message("a refusal is signed with a key that was not yet in force at its time"),
    ReceiptFault.RETIRED: Message("a refusal is signed with a key that was retired at its time"),
}


def check_receipts(
    builder: ReportBuilder,
    links: Sequence[Link | None],
    keys: KeyList | None,
    kept: Sequence[Any],
    proof: Sequence[Any] = (),
) -> None:
    """Check that all receipts are of the service and agree with the log, those in the log included.

    No two of them may be for different entries of one ply, or of two histories. A frozen log is a finding.

    `kept` are the receipts and refusals of a reader, `proof` the receipts of the last line of the record.
    Without `keys` the signatures are not checked. A finding about the proof stands at the last ply, any other
    at the ply that the receipt names, or at the last if the log has no such ply.
    """
    if keys is None:
        builder.absent(Unchecked.KEYS)
    _check_named(builder, links, keys)
    for statement in kept:
        check_receipt(builder, statement, links, keys)
    for statement in proof:
        _check_receipt(builder, statement, links, keys, len(links))
    frozen = [
        (link, statement) for link in links[-2:] if link for statement in _frozen_on(link)
    ]  # only the end may follow
    for link, statement in frozen:
        _check_frozen(builder, link, statement, links, keys)
    check_twice(builder, [*kept, *proof, *(statement for _, statement in frozen)], keys, len(links))
    check_histories(builder, links, keys, kept, proof)


def check_uncompared(builder: ReportBuilder, kept: Sequence[Any], keys: KeyList | None, plies: int) -> None:
    """Check that receipts for unreadable entries are signed by the service, and no two for one ply differ.

    `kept` may hold refusals, too. Nothing else can be checked, so each of them counts as left out. Findings
    stand at the last of `plies` entries.
    """
    for statement in kept:
        refused = is_meant_as_refusal(statement)
        fault = (verify_refusal(statement, keys) if keys else None) if refused else _fault(statement, keys)
        if fault is None:
            builder.left_out(Check.RECEIPTS)
        elif refused:
            builder.find(
                Check.RECEIPTS, plies, _DETAIL_OF_REFUSAL[fault], _RULE_OF_REFUSALS, refusal=statement
            )
        else:
            builder.find(Check.RECEIPTS, plies, _DETAIL[fault], _RULE, receipt=statement)
    check_twice(builder, kept, keys, plies)


def check_twice(builder: ReportBuilder, receipts: Sequence[Any], keys: KeyList | None, plies: int) -> None:
    """Check that no two `receipts` which the service has signed are for different entries of one ply.

    A finding stands at the ply that they name, at most `plies`, and has two receipts, which prove it without
    a log. Without `keys` nothing is checked.
    """
    for group in _by_ply(receipts) if keys else ():
        genuine = [statement for statement in group if keys and verify(statement, keys) is None]
        other = next(
            (statement for statement in genuine if statement["digest"] != genuine[0]["digest"]), None
        )
        if other is not None:
            ply = other["ply"]
            detail = Message("the service has signed two different entries for ply {ply}").filled(ply=ply)
            both = [genuine[0], other]
            builder.find(Check.RECEIPTS, min(ply, plies), detail, _RULE, Cause.TWO_SIGNATURES, receipts=both)


def check_histories(
    builder: ReportBuilder,
    links: Sequence[Link | None],
    keys: KeyList | None,
    kept: Sequence[Any],
    proof: Sequence[Any] = (),
) -> None:
    """Check that each kept receipt is for the entry to which the entries of later receipts are chained.

    A receipt stands for every entry before its own, by their digests. Two receipts that disagree prove, with
    the public parts of the entries between them, that the service has signed two histories. A finding stands
    at the ply of the kept receipt and has both. If a receipt is for the log's entry at that same ply, the two
    prove more: see `check_twice`.
    """
    against = [statement for statement in kept if _is_of(statement, links) and not _is_held(statement, links)]
    if keys is None or not any(verify(statement, keys) is None for statement in against):
        return
    held: dict[int, Json] = {}
    for statement in (*kept, *proof):
        if _is_of(statement, links) and _is_held(statement, links) and verify(statement, keys) is None:
            held.setdefault(statement["ply"], statement)
    named = {
        statement["ply"]: statement for statement in reversed(against) if verify(statement, keys) is None
    }
    for ply, statement in sorted(named.items()):
        later = (
            None if ply in held else next((entry for entry in _chained(links, ply) if entry in held), None)
        )
        if later is not None:
            detail = Message(
                "the service has signed two histories: another entry {ply}, and entry {later}, which is"
                " chained to the entry {ply} of this log"
            ).filled(ply=ply, later=later)
            both = [statement, held[later]]
            builder.find(Check.RECEIPTS, ply, detail, _RULE, Cause.TWO_HISTORIES, receipts=both)


def _is_of(statement: Any, links: Sequence[Link | None]) -> bool:
    """Return whether a receipt is of this log, and the log has a readable entry at its ply."""
    first = next((link for link in links if link), None)
    if not is_receipt(statement) or first is None or first.document.get("game") != statement["game"]:
        return False
    return statement["ply"] <= len(links) and links[statement["ply"] - 1] is not None


def _is_held(statement: Json, links: Sequence[Link | None]) -> bool:
    """Return whether the log has the entry for which a receipt of it was signed."""
    link = links[statement["ply"] - 1]
    return link is not None and link.digest.hex() == statement["digest"]


def _chained(links: Sequence[Link | None], ply: int) -> Iterator[int]:
    """Yield the plies after `ply` whose entries are chained to its entry."""
    while ply < len(links) and follows(links[ply - 1], links[ply]):
        ply += 1
        yield ply


def receipts_alone(receipts: Sequence[Any], keys: KeyList | None) -> Report:
    """Audit receipts without a log: their signatures by `keys`, and that no two for one ply differ.

    Findings stand at the plies that the receipts name.
    """
    builder = ReportBuilder()
    builder.absent(Unchecked.LOG)
    if keys is None:
        builder.absent(Unchecked.KEYS)
    plies = max((statement["ply"] for statement in receipts if is_receipt(statement)), default=0)
    for statement in receipts:
        builder.looked(Check.RECEIPTS)
        builder.compared()
        if fault := _fault(statement, keys):
            builder.find(Check.RECEIPTS, _place(statement, plies), _DETAIL[fault], _RULE, receipt=statement)
        elif keys:
            builder.signed(statement["key"])
    check_twice(builder, receipts, keys, plies)
    named = {statement["game"] for statement in receipts if is_receipt(statement)}
    return builder.report(Scope.RECEIPTS, named.pop() if len(named) == 1 else None, plies, None)


def _by_ply(receipts: Sequence[Any]) -> Iterator[list[Json]]:
    """Return the receipts for each ply of a log, if they are for different entries."""
    groups: dict[tuple[str, int], list[Json]] = {}
    for statement in receipts if len(receipts) > 1 else ():
        if is_receipt(statement):
            groups.setdefault((statement["game"], statement["ply"]), []).append(statement)
    return (group for group in groups.values() if len({statement["digest"] for statement in group}) > 1)


def check_receipt(
    builder: ReportBuilder, statement: Any, links: Sequence[Link | None], keys: KeyList | None
) -> None:
    """Check that a kept receipt agrees with its entry, a kept refusal with the length and seats of the log.

    The ply of a finding is that of `check_receipts`.
    """
    at = _place(statement, len(links))
    if is_meant_as_refusal(statement):
        _check_refusal(builder, statement, links, keys, at)
    else:
        _check_receipt(builder, statement, links, keys, at)


def _check_refusal(
    builder: ReportBuilder, statement: Any, links: Sequence[Link | None], keys: KeyList | None, at: int
) -> None:
    builder.looked(Check.RECEIPTS)
    fault = (
        verify_refusal(statement, keys) if keys else None if is_refusal(statement) else ReceiptFault.MALFORMED
    )
    wrong = _DETAIL_OF_REFUSAL[fault] if fault else _refusal_contradiction(statement, links)
    if wrong:
        builder.find(Check.RECEIPTS, at, wrong, _RULE_OF_REFUSALS, refusal=statement)


def _check_receipt(
    builder: ReportBuilder, statement: Any, links: Sequence[Link | None], keys: KeyList | None, at: int
) -> None:
    builder.looked(Check.RECEIPTS)
    builder.compared()
    fault = _fault(statement, keys)
    wrong = _DETAIL[fault] if fault else _contradiction(statement, links)
    if wrong:
        against = Cause.CONTRADICTION if keys else Cause.UNSIGNED
        builder.find(Check.RECEIPTS, at, wrong, _RULE, None if fault else against, receipt=statement)
    elif keys:
        builder.signed(statement["key"])


def _fault(statement: Any, keys: KeyList | None) -> ReceiptFault | None:
    if keys:
        return verify(statement, keys)
    return None if is_receipt(statement) else ReceiptFault.MALFORMED


def _check_named(builder: ReportBuilder, links: Sequence[Link | None], keys: KeyList | None) -> None:
    """Check that the key named by the first entry was in force when the table was made."""
    first = links[0] if links else None
    if first is None or keys is None or "receipt_key" not in first.document:
        return
    builder.looked(Check.RECEIPTS)
    named, time = first.document["receipt_key"], first.document.get("time")
    key = keys.keys.get(named) if isinstance(named, str) else None
    if key is None:
        detail = Message("the log names a key that is not in the list")
        builder.find(Check.RECEIPTS, 1, detail, _RULE, Cause.KEY, key=named)
    elif type(time) is int and time and not key.in_force(time):
        detail = Message("the log names a key that was not in force when the table was made")
        builder.find(Check.RECEIPTS, 1, detail, _RULE, Cause.KEY, key=named, time=time)


def _frozen_on(link: Link) -> Iterator[Any]:
    """Return the receipts because of which an entry froze the game."""
    return (event.get("receipt") for event in events(link, "frozen"))


def _check_frozen(
    builder: ReportBuilder, link: Link, statement: Any, links: Sequence[Link | None], keys: KeyList | None
) -> None:
    """Check that a game was frozen for a reason: its receipt is valid, and the log before contradicts it.

    The key of the receipt may be missing in the list, or begin later there: a store that was set back has
    lost the rotations of keys since.
    """
    builder.looked(Check.RECEIPTS)
    fault = _fault(statement, keys)
    if fault and fault not in (ReceiptFault.KEY_UNKNOWN, ReceiptFault.EARLY):
        why = _DETAIL[fault]
    elif statement["game"] != link.document.get("game"):
        why = Message("a receipt is of another game")
    elif _contradiction(statement, links[: link.ply - 1]) is None:
        why = Message("the log does not contradict the receipt")
    else:
        detail = Message("frozen: the log does not have the entry {ply} for which there is a receipt").filled(
            ply=statement["ply"]
        )
        builder.find(Check.RECEIPTS, link.ply, detail, "12.8", Cause.FROZEN, receipt=statement)
        return
    builder.find(
        Check.RECEIPTS,
        link.ply,
        Message("frozen without a reason: {reason}").filled(reason=why),
        "12.8",
        receipt=statement,
    )


def _place(statement: Any, plies: int) -> int:
    ply = member(statement, "ply")
    return ply if type(ply) is int and 1 <= ply <= plies else plies


def _contradiction(statement: Json, links: Sequence[Link | None]) -> Message | None:
    """Return how the log contradicts the receipt; None if they agree or its entry cannot be read."""
    first = next((link for link in links if link), None)
    if first is not None and first.document.get("game") != statement["game"]:
        return Message("a receipt is of another game")
    if statement["ply"] > len(links):
        return Message("the log ends before entry {ply}, for which there is a receipt").filled(
            ply=statement["ply"]
        )
    link = links[statement["ply"] - 1]
    if link is None:
        return None
    if link.digest.hex() != statement["digest"]:
        return Message("the entry is not the one for which there is a receipt")
    time = link.document.get("time")
    agrees = time in (0, statement["time"])
    return None if agrees else Message("a receipt has another time than the entry")


def _refusal_contradiction(statement: Json, links: Sequence[Link | None]) -> Message | None:
    """Return how the log contradicts a refusal; None if they agree or its first entry cannot be read."""
    first = next((link for link in links if link), None)
    game = statement["game"] if first is None else first.document.get("game")
    return disagreement(statement, game, len(links), _seats(links))


def _seats(links: Sequence[Link | None]) -> int | None:
    """Return the number of seats of the table, None if the log does not have it."""
    if not links or links[0] is None:
        return None
    seats = [event.get("seats") for event in events(links[0], "created", "dispute-opened")]
    first = seats[0] if seats else None
    if type(first) is int:
        return first
    return len(first) if isinstance(first, list) else None


_RULE_OF_INCLUSION = "12.9"


def check_inclusion(
    builder: ReportBuilder, links: Sequence[Link | None], proof: Proof | None, keys: KeyList | None
) -> None:
    """Check that the checkpoint in the proof, if there is one, covers the end of the game, and is signed.

    A finding stands at the last ply. Without `keys` the signature is not checked.
    """
    if proof is None or proof.checkpoint is None:
        builder.absent(Unchecked.CHECKPOINT)
        return
    last = links[-1] if links else None
    game = last.document.get("game") if last else None
    if last is None or not isinstance(game, str):
        builder.left_out(Check.INCLUSION)
        return
    builder.looked(Check.INCLUSION)
    wrong = problem(proof.checkpoint, Leaf(game, len(links), last.digest), keys)
    if wrong:
        builder.find(Check.INCLUSION, len(links), wrong, _RULE_OF_INCLUSION, checkpoint=proof.checkpoint)
    elif keys:
        builder.signed(signer(proof.checkpoint["note"], keys))
