"""The check of the proof in a record that its game stands in the service's log of finished games."""

from collections.abc import Sequence

from replays.audit.chain import Link
from replays.audit.report import Check, ReportBuilder, Unchecked
from replays.record.format import Proof
from replays.record.receipts import KeyList
from replays.transparency.checkpoints import signer
from replays.transparency.merkle import Leaf
from replays.transparency.proofs import problem

_RULE = "12.9"


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
        builder.find(Check.INCLUSION, len(links), wrong, _RULE, checkpoint=proof.checkpoint)
    elif keys:
        builder.signed(signer(proof.checkpoint["note"], keys))
