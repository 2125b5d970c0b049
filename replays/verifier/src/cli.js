/** The command line, for Node. */

import { audit, examine, examineReceipts } from "./audit/audit.js";
import { unbase64 } from "./bytes.js";
import { examineKept } from "./disputes/bundle.js";
import { isZip } from "./disputes/zip.js";
import { Unreadable, jsonIn, keysIn, needRecord, receiptsAlone, receiptsIn, twiceIn } from "./files.js";
import { pageOf, pagesOf, printable, textOfPage } from "./report/page.js";
import { vectors } from "./scenarios.js";
import { isObject } from "./values.js";
import { LANGUAGES } from "./words/words.js";

const USAGE = `usage: node verifier.js audit FILE [--keys FILE] [--receipts FILE] [--parent FILE] [--lang ${LANGUAGES.join("|")}] [--json]
       node verifier.js audit BUNDLE.zip [--keys FILE] [--receipts FILE] [--parent FILE] [--lang ${LANGUAGES.join("|")}] [--json]
       node verifier.js audit RECEIPTS [--keys FILE] [--lang ${LANGUAGES.join("|")}] [--json]
       (--save-twice FILE writes the receipts of a ply that was signed twice to FILE)
       node verifier.js audit --batch [--keys FILE]
       node verifier.js vectors FILE...
exit status: 0 clean: everything was checked and nothing was found, 1 something was found, 2 there is nothing that can
be audited, 3 incomplete: nothing was found, but something was not checked or is not there, such as a list of keys
`;

const UNREADABLE = 2;

/** The exit status by what an audit comes to. */
const STATUS = { clean: 0, findings: 1, incomplete: 3 };

function fileAt(path) {
  try {
    return require("fs").readFileSync(path);
  } catch (fault) {
    throw new Unreadable(`${path} cannot be read: ${fault.code || fault.message}`);
  }
}

const FLAGS = ["--json", "--batch"];
const VALUES = ["--keys", "--receipts", "--parent", "--lang", "--save-twice"];

function optionsIn(words) {
  const options = { files: [], lang: "en" };
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (FLAGS.includes(word)) options[word.slice(2)] = true;
    else if (VALUES.includes(word) && at + 1 < words.length) options[word.slice(2)] = words[++at];
    else if (word.startsWith("--")) throw new Unreadable(USAGE);
    else options.files.push(word);
  }
  if (!LANGUAGES.includes(options.lang)) throw new Unreadable(`the languages are ${LANGUAGES.join(", ")}`);
  return options;
}

const readOption = (path, read) => (path === undefined ? null : read(fileAt(path)));

function auditCommand(words, write) {
  const options = optionsIn(words);
  const keys = readOption(options.keys, keysIn);
  if (options.batch) return batch(keys, write);
  if (options.files.length !== 1) throw new Unreadable(USAGE);
  const kept = { keys, receipts: readOption(options.receipts, receiptsIn) || [], parent: readOption(options.parent, (bytes) => bytes) };
  const bytes = fileAt(options.files[0]);
  if (isZip(bytes)) return auditBundle(bytes, kept, options, write);
  const alone = receiptsAlone(bytes);
  if (alone === null) needRecord(bytes);
  const found = alone === null ? examine(bytes, kept) : examineReceipts([...alone, ...kept.receipts], kept);
  saveTwice(options["save-twice"], found.report);
  write(options.json ? JSON.stringify(found.report, null, 2) + "\n" : textOfPage(pageOf(found, options.lang)));
  return STATUS[found.report.result];
}

function saveTwice(path, ...reports) {
  const both = twiceIn(...reports);
  if (path === undefined || both === null) return;
  try {
    require("fs").writeFileSync(path, JSON.stringify(both, null, 2) + "\n");
  } catch (fault) {
    throw new Unreadable(`${path} cannot be written: ${fault.code || fault.message}`);
  }
}

function auditBundle(bytes, kept, { lang, json, ...options }, write) {
  const found = examineKept(bytes, kept);
  const { game, dispute, partial, clean, result } = found;
  saveTwice(options["save-twice"], game.report, dispute.report);
  if (json) write(JSON.stringify({ game: game.report, dispute: dispute.report, partial, clean, result }, null, 2) + "\n");
  else write(pagesOf(found, lang).map(textOfPage).join("\n"));
  return STATUS[result];
}

/** Reports on many records: objects `{record: base64} | {file}`, with `keys` and `receipts`, a line each. */
async function batch(keys, write) {
  const lines = require("readline").createInterface({ input: process.stdin, crlfDelay: Infinity });
  for await (const line of lines) {
    if (line.trim() === "") continue;
    const asked = JSON.parse(line);
    const bytes = asked.record === undefined ? fileAt(asked.file) : unbase64(asked.record);
    const parent = asked.parent === undefined ? null : unbase64(asked.parent);
    const kept = { keys: asked.keys === undefined ? keys : asked.keys, receipts: asked.receipts || [], parent };
    write(JSON.stringify(audit(bytes, kept)) + "\n");
  }
  return 0;
}

/** Runs scenario files: tells what does not come out as it stands there, and a sum for each file. */
function vectorsCommand(words, write) {
  if (words.length === 0 || words.some((word) => word.startsWith("--"))) throw new Unreadable(USAGE);
  let failed = 0;
  for (const path of words) {
    const file = jsonIn(fileAt(path), path);
    if (!isObject(file) || !Array.isArray(file.scenarios)) throw new Unreadable(`${path} holds no scenarios`);
    const { scenarios, failures } = vectors(file);
    for (const { id, differs } of failures) write(printable(`${id}: ${differs.join("; ")}`) + "\n");
    write(`${path}: ${scenarios - failures.length} of ${scenarios} pass\n`);
    failed += failures.length;
  }
  return failed === 0 ? 0 : 1;
}

export async function main(words) {
  const commands = { audit: auditCommand, vectors: vectorsCommand };
  const [name, ...rest] = words;
  try {
    if (!Object.hasOwn(commands, name || "")) throw new Unreadable(USAGE);
    process.exitCode = await commands[name](rest, (text) => process.stdout.write(text));
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    process.stderr.write(fault.message.split("\n").map(printable).join("\n").trimEnd() + "\n");
    process.exitCode = UNREADABLE;
  }
}
