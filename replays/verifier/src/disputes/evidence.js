/** The evidence of a dispute: what seats bring, and whether the service has signed it (RULES 13.2, 13.9). */

import { inclusionFault, noteKeyHash, parseNote } from "../audit/checkpoints.js";
import { NO_KEY, TOO_EARLY, receiptFault, refusalFault } from "../audit/signatures.js";
import { hex } from "../bytes.js";
import { canonicalBytes, hasMembers, isHash, isObject, isText, isWhole, orNull } from "../values.js";
import { isLater } from "./commands.js";
import { message } from "../words/message.js";

/** By kind of evidence what says why the service has not signed it, null if it has; and what is found then. */
const SIGNED_EVIDENCE = {
  receipt: [receiptFault, message("the receipt in evidence is not the service's")],
  refusal: [refusalFault, message("the refusal in evidence is not the service's")],
  checkpoint: [evidentInclusionFault, message("the checkpoint in evidence is not the service's")],
};

/** RULES 13.2, 13.9: what a seat brings is signed by the service; of what is signed by a key that the list lacks nobody knows. */
export function checkEvidence(builder, entries, trusted) {
  if (trusted === null) return;
  for (const { ply, public: publicPart } of entries) {
    const events = (Array.isArray(publicPart.events) ? publicPart.events : []).filter((event) => isObject(event) && ["dispute-opened", "evidence-added"].includes(event.type));
    for (const event of events) {
      for (const kind of Object.keys(SIGNED_EVIDENCE).filter((name) => event[name] !== undefined)) {
        builder.looked("receipts");
        const [unsignedBy, wrong] = SIGNED_EVIDENCE[kind], fault = unsignedBy(event[kind], trusted);
        if (fault === NO_KEY) builder.leftOut("receipts");
        else if (fault !== null && fault !== TOO_EARLY) builder.find("receipts", ply, wrong, "13.2", { [kind]: event[kind] });
      }
    }
  }
}

/** Return why a proof of inclusion with its leaf is none that the trusted keys have signed, null if it is one. */
export function evidentInclusionFault(inclusion, trusted) {
  if (!isObject(inclusion) || !isObject(inclusion.leaf) || !isInclusion(inclusion, inclusion.leaf.game)) return message("the proof of inclusion has not the form of one");
  const { leaf, ...proof } = inclusion, bytes = canonicalBytes(leaf);
  const fault = inclusionFault(proof, bytes, null);
  if (fault) return fault;
  const note = parseNote(proof.note);
  const known = [...trusted.keys.values()].map((key) => noteKeyHash(note.origin, key.public));
  const named = note.signatures.some(({ name, blob }) => name === note.origin && known.includes(hex(blob.subarray(0, 4))));
  return note.origin === trusted.origin && !named ? NO_KEY : inclusionFault(proof, bytes, trusted);
}

/** Return whether `inclusion` has the form of a proof that the end of `game` is a leaf of the log of games. */
function isInclusion(inclusion, game) {
  if (!hasMembers(inclusion, ["index", "leaf", "note", "path", "size"]) || !hasMembers(inclusion.leaf, ["digest", "game", "plies", "v"])) return false;
  const { leaf, note, index, size, path } = inclusion;
  const ofGame = leaf.v === 1 && leaf.game === game && isWhole(leaf.plies) && leaf.plies > 0 && isHash(leaf.digest);
  return ofGame && isText(note) && isWhole(index) && isWhole(size) && index >= 0 && index < size
    && Array.isArray(path) && path.length <= 64 && path.every(isHash);
}

/** Return whether evidence fits the dispute: it is signed and of this game. Only the claim `wrong_refusal` has a command and a refusal. */
export function isEvidence({ refused, receipt, refusal, checkpoint }, { claim, game, judge }) {
  if ((refused !== undefined || refusal !== undefined) && claim !== "wrong_refusal") return false;
  if ((refusal !== undefined || checkpoint !== undefined) && !isLater(judge)) return false;
  const bears = (statement, fault) => statement === undefined || (fault(statement, null) === null && statement.game === game);
  return bears(receipt, receiptFault) && bears(refusal, refusalFault) && (checkpoint === undefined || isInclusion(checkpoint, game));
}

/** All evidence of a dispute, in the order in which it came. */
export const evidenceOf = (state) => [state, ...state.added];

/** The command that is said to have been refused: the last one that was given. */
export const commandOf = (state) => evidenceOf(state).map(({ refused }) => refused).filter((refused) => refused !== undefined).pop();

/** Return the members that disputes show from version 2 of the judge on: other evidence, and what was added. */
export function laterOf({ judge, refusal = null, checkpoint = null, added }) {
  if (judge === undefined) return {};
  const evidence = added.map((one) => ({
    by: one.by, at: one.at, command: orNull(one.refused), receipt: orNull(one.receipt), refusal: orNull(one.refusal), checkpoint: orNull(one.checkpoint),
  }));
  return { judge, refusal, checkpoint, evidence };
}
