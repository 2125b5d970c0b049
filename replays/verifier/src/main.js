/** The entry: what other scripts may call, the command line in Node, and the page in a browser. */

import { audit, examine, examineReceipts } from "./audit/audit.js";
import { isSound } from "./audit/findings.js";
import { openPage } from "./browser.js";
import { hex, unhex } from "./bytes.js";
import { chance, commitmentTo, dealKey, drawKey, entropyCommitment, shuffleKey, shuffled } from "./chance.js";
import { main } from "./cli.js";
import { examineBundle, examineKept } from "./disputes/bundle.js";
import { examineDispute } from "./disputes/record.js";
import { isZip, unzipped } from "./disputes/zip.js";
import { isSignedBy } from "./ed25519.js";
import { Unreadable, keysIn, kindOf, needRecord, receiptsIn, twiceIn } from "./files.js";
import { gameNamed } from "./games/games.js";
import { hmac, sha256, sha512 } from "./hashes.js";
import { objectFrom } from "./json.js";
import { replayRecord } from "./replay.js";
import { disputeSections, partialLines, reportOnDispute, verdictSentences } from "./report/dispute.js";
import { cutLines, pageOf, pagesOf } from "./report/page.js";
import { vectors } from "./scenarios.js";
import { canonical, range } from "./values.js";
import * as texts from "./words/texts.js";
import * as verdictTexts from "./words/verdict-texts.js";
import { inAllLanguages, translate } from "./words/words.js";

/** The game of this service, with what tests compare of it. */
const game = gameNamed("conquian");

/** Derive section 6 of the published vector of a shuffle, for tests of this file. */
function shuffleVector({ pack, packs, game: id, game_key: gameKey, hand_number: hand, entropy_by_seat: parts }) {
  const key = dealKey(unhex(gameKey), hand), entropy = parts.map(unhex);
  const mixed = shuffleKey(key, entropy), below = chance(drawKey(dealKey(unhex(gameKey), 1), entropy));
  return {
    deal_key: hex(key), commitment: commitmentTo(id, hand, key), game_commitment: commitmentTo(id, 0, unhex(gameKey)),
    shuffle_key: hex(mixed), deck: shuffled(game.wholeDeck({ pack, packs }), mixed), draws: range(4).map(() => below(parts.length)),
    entropy_commitments: entropy.map((one, seat) => (one.length ? entropyCommitment(id, seat, one) : null)),
  };
}

/** Read a line: its canonical text, null if it is no object, and whether it has that form. */
function readLine(bytes) {
  const { value, fault } = objectFrom(bytes);
  return { canonical: value === null ? null : canonical(value), exact: fault === null, fault };
}

/** The words of all languages, for pages and tests. */
const words = () => ({
  checks: inAllLanguages(texts.checks), words: { ...inAllLanguages(texts.sentences), ...inAllLanguages(texts.page) },
  report: inAllLanguages(verdictTexts.dispute), claims: inAllLanguages(verdictTexts.claims), outcomes: inAllLanguages(verdictTexts.outcomes),
  causes: inAllLanguages(texts.causes), refusals: inAllLanguages(texts.refusals), missing: inAllLanguages(texts.missing),
  reasons: inAllLanguages(verdictTexts.reasons), consequences: inAllLanguages(verdictTexts.consequences), standing: inAllLanguages(verdictTexts.standing),
});

const api = {
  // The audit, and reports on it.
  audit, examine, examineDispute, examineBundle, examineKept, examineReceipts, isSound, pageOf, pagesOf, cutLines, partialLines, reportOnDispute,
  heardOf: disputeSections, sentencesOf: verdictSentences, told: translate, retold: replayRecord, words,
  files: { needRecord, keysIn, receiptsIn, twiceIn, kindOf, isZip, unzipped, Unreadable },
  // For those who check the verifier.
  Rules: game, rulesOf: gameNamed, vectors, sha256, sha512, hmac, signed: isSignedBy, hex, unhex, shuffleVector, readJson: readLine,
};
globalThis.ConquianVerifier = api;
if (typeof module === "object" && module.exports) module.exports = api;
if (typeof require === "function" && typeof module === "object" && require.main === module) main(process.argv.slice(2));
if (typeof document === "object" && document.getElementById("conquian-verifier") !== null) {
  openPage(document.getElementById("conquian-verifier"), document);
}
