/** The bundle: one script that runs in Node and in a browser, with the comments of the modules. */

const HEADER = `/*
 * The second verifier of Conquián records: one file, no dependencies, no network.
 *
 * It shares no code and no table with the service. It was written from the rulebook (RULES.md) and from the
 * published formats of records, receipts and checkpoints, so that a record on which it and the service's own
 * audit disagree shows a defect in one of them.
 *
 *   node verifier.js audit FILE [--keys FILE] [--receipts FILE] [--parent FILE] [--lang CODE] [--json]
 *   node verifier.js audit BUNDLE.zip [--keys FILE] [--lang CODE] [--json]
 *   node verifier.js audit RECEIPTS [--keys FILE]     receipts alone, that no ply was signed twice
 *   node verifier.js audit --batch [--keys FILE]      a JSON object a line in, a report a line out
 *   node verifier.js vectors FILE...                  rules scenarios, position by position
 *
 * Exit status: 0 clean, 1 findings, 2 nothing that could be read, 3 incomplete: nothing was found, but not everything
 * was checked. In a browser the file defines
 * \`ConquianVerifier\` and brings an element with the id \`conquian-verifier\` to life.
 *
 * It is built from the modules in replays/verifier/src by \`make verifier\`.
 */`;

export default {
  input: "main.js",
  output: { file: "../verifier.js", format: "iife", banner: HEADER, indent: false, generatedCode: "es2015" },
  treeshake: false,
  // An unknown name, an unused import or a circle of imports is a mistake.
  onLog(level, log) {
    throw new Error(log.message);
  },
};
