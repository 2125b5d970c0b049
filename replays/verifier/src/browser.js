/** The page of the verifier in a browser. */

import { examine, examineReceipts } from "./audit/audit.js";
import { examineKept } from "./disputes/bundle.js";
import { isZip } from "./disputes/zip.js";
import { Unreadable, keysIn, kindOf, needRecord, receiptsIn, twiceIn } from "./files.js";
import { pageOf, pagesOf, printable } from "./report/page.js";
import * as texts from "./words/texts.js";
import { LANGUAGES, LANGUAGE_NAMES, translate } from "./words/words.js";
import { message } from "./words/message.js";

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2021; --paper: #fbf9f4; --line: #cfc8b8; --good: #1c6b3a; --bad: #a3231f; --soft: #f1ecdf; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6d8; --paper: #1b1c1d; --line: #4b4a45; --good: #7fd39b; --bad: #ff8f86; --soft: #26272a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; }
form { display: grid; gap: .8rem; border: 2px dashed var(--line); border-radius: .6rem; padding: 1rem; background: var(--soft); }
label { display: grid; gap: .2rem; font-weight: 600; }
label, input, select { min-width: 0; }
input, select { font: inherit; font-weight: 400; width: 100%; min-height: 2.75rem; }
.verdict { border-left: .4rem solid; padding: .6rem .9rem; background: var(--soft); font-weight: 600; }
.clean { color: var(--good); } .findings { color: var(--bad); } .incomplete { color: var(--ink); }
footer { margin-top: 2rem; border-top: 1px solid var(--line); font-size: .9rem; } code { overflow-wrap: anywhere; }
ul { padding-left: 1.2rem; margin: 0; } li { overflow-wrap: anywhere; margin: .15rem 0; }
`;

const FILES = ["record", "keys", "receipts", "parent"];

/** Brings the page to life: a form for files, and the report on them. */
export function openPage(home, document) {
  const sheet = new globalThis.CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), text === null ? {} : { textContent: text }, more);
  const wanted = (globalThis.navigator.language || "en").slice(0, 2);
  const state = { lang: LANGUAGES.includes(wanted) ? wanted : "en", record: null, keys: null, receipts: null, parent: null, unread: {} };
  const lead = make("p", ""), area = make("section", null, { ariaLive: "polite" }), form = make("form", null);
  const digest = make("p", ""), elsewhere = make("p", ""), foot = make("footer", null);
  const served = /^[0-9a-f]{64}$/.test(home.dataset.sha256 || "") ? home.dataset.sha256 : null;
  foot.append(...(served === null ? [] : [digest]), elsewhere);
  const fields = Object.fromEntries(FILES.map((name) => [name, make("input", null, { type: "file", id: `conquian-${name}` })]));
  fields.language = make("select", null, { id: "conquian-language" });
  fields.language.append(...LANGUAGES.map((one) => make("option", LANGUAGE_NAMES[one], { value: one, selected: one === state.lang })));
  const labels = Object.entries(fields).map(([name, field]) => ({ name, text: labelled(make, form, field) }));
  const draw = () => {
    const say = (name) => translate(texts.page[name], state.lang);
    document.documentElement.lang = state.lang;
    document.title = say("document");
    lead.textContent = say("lead");
    digest.replaceChildren(`${say("digest")} `, make("code", served));
    elsewhere.textContent = say("elsewhere");
    for (const { name, text } of labels) text.textContent = say(name);
    area.replaceChildren(...reportNodes(make, state));
  };
  listen(document, form, fields, state, draw);
  home.replaceChildren(make("h1", "Conquián"), lead, form, area, foot);
  draw();
}

/** Puts a labelled field into the form and returns the element that holds the label's text. */
function labelled(make, form, field) {
  const label = make("label", null), text = make("span", "");
  label.append(text, field);
  form.append(label);
  return text;
}

/** Takes files that are chosen, and files that are dropped anywhere as what they look like. */
function listen(document, form, fields, state, draw) {
  fields.language.onchange = () => {
    state.lang = fields.language.value;
    draw();
  };
  for (const name of FILES) {
    fields[name].onchange = async () => {
      const [file] = fields[name].files;
      state[name] = file === undefined ? null : await contents(state, name, file);
      draw();
    };
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    for (const file of event.dataTransfer.files) await drop(fields, state, file);
    draw();
  });
}

async function drop(fields, state, file) {
  const bytes = await contents(state, "record", file);
  const name = bytes === null ? "record" : kindOf(bytes), shown = new globalThis.DataTransfer();
  state[name] = bytes;
  shown.items.add(file);
  fields[name].files = shown.files;
}

/** The bytes of a file, null where it cannot be read; `state.unread` then says why, by the name of its field. */
async function contents(state, name, file) {
  delete state.unread[name];
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (fault) {
    state.unread[name] = message("the file cannot be read: {reason}", { reason: file.name });
    return null;
  }
}

/** The report on the files that are there, as elements. */
function reportNodes(make, state) {
  const complain = (detail) => [make("p", printable(translate(detail, state.lang)), { className: "verdict findings", role: "status" })];
  const [unread] = Object.values(state.unread);
  if (unread !== undefined) return complain(unread);
  if (state.record === null && state.receipts === null) return [];
  try {
    const { pages, twice } = pagesOn(state);
    return [...pages.flatMap((page) => pageNodes(make, page)), ...savingNodes(make, twice, state.lang)];
  } catch (fault) {
    return complain(fault instanceof Unreadable ? fault.text : message("the file cannot be read: {reason}", { reason: fault.message }));
  }
}

/** The pages on a record, on the bundle of a dispute, or on receipts alone; and the receipts of a ply that was signed twice. */
function pagesOn(state) {
  const keys = state.keys === null ? null : keysIn(state.keys);
  const receipts = state.receipts === null ? [] : receiptsIn(state.receipts);
  if (state.parent !== null) needRecord(state.parent);
  const one = (found) => ({ pages: [pageOf(found, state.lang, true)], twice: twiceIn(found.report) });
  if (state.record === null) return one(examineReceipts(receipts, { keys }));
  if (isZip(state.record)) {
    const found = examineKept(state.record, { keys, receipts, parent: state.parent });
    return { pages: pagesOf(found, state.lang, true), twice: twiceIn(found.game.report, found.dispute.report) };
  }
  needRecord(state.record);
  return one(examine(state.record, { keys, receipts, parent: state.parent }));
}

/** A link that saves the receipts of a ply that was signed twice. */
function savingNodes(make, twice, lang) {
  if (twice === null) return [];
  const file = new globalThis.Blob([JSON.stringify(twice, null, 2) + "\n"], { type: "application/json" });
  const link = make("a", translate(texts.page.twice, lang), { href: globalThis.URL.createObjectURL(file), download: "two-receipts.json" }), line = make("p", null);
  line.append(link);
  return [line];
}

function pageNodes(make, page) {
  const verdict = make("p", page.verdict, { className: `verdict ${page.result}`, role: "status" });
  const sections = page.sections.flatMap(({ title, lines }) => {
    const list = make("ul", null);
    list.append(...lines.map((line) => make("li", printable(line))));
    return [make("h2", title), list];
  });
  return [make("h2", printable(page.title)), verdict, ...sections];
}
