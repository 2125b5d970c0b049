// The rulebook as a page tells it: in its own language where there is a translation of exactly the text that a
// game is played by, and the English text, which binds.

import { call } from "./api.js";
import { make } from "./shell.js";
import { lang } from "./words.js";

const books = new Map();

/**
 * An edition, the one in force where none is named; it is asked for once.
 * @param {number | null} [edition]
 * @returns {Promise<{edition: number, paragraphs: Record<string, string>, translation?: {note: string, paragraphs: Record<string, string>}}>}
 */
export function rulebook(edition = null) {
  if (!books.has(edition)) {
    const asked = edition === null ? latest() : call("GET", `/v1/rulebooks/${edition}`).then(({ body }) => body);
    asked.catch(() => books.delete(edition));
    books.set(edition, asked);
  }
  return books.get(edition);
}

const latest = async () => rulebook((await call("GET", "/v1/rulebooks")).body.current);

/** Fetches what `told` will need of the edition in force, while there may be a network. */
export const foresee = () => lang !== "en" && rulebook().catch(() => null);

/**
 * The paragraph `number`, which reads `text` in English in the edition of a game, as elements.
 * @param {string} number
 * @param {string} text
 * @param {number | undefined} edition
 */
export async function told(number, text, edition) {
  const english = paragraph(text, "en");
  const found = lang === "en" ? undefined : await translated(number, text, edition);
  if (found === undefined) return english;
  return [...paragraph(found.text, lang), make("details.binding", {}, make("summary", {}, found.note), ...english)];
}

/** A translation of these very words, from the edition in force or from an older one that a game names. */
async function translated(number, text, edition) {
  const newest = await rulebook().catch(() => null);
  const found = translation(newest, number, text);
  if (found !== undefined || !(edition > 0 && edition < newest?.edition)) return found;
  return translation(await rulebook(edition).catch(() => null), number, text);
}

function translation(book, number, text) {
  const said = book?.paragraphs[number] === text ? book.translation?.paragraphs[number] : undefined;
  return said && { text: said, note: book.translation.note };
}

/** A paragraph as elements: its text, and the table that may follow it, a row a line. */
function paragraph(text, language) {
  const [said, titles, , ...rows] = text.split("\n");
  const found = [make("p", { lang: language }, ...prose(said))];
  if (titles === undefined) return found;
  const row = (line, cell) => make("tr", {}, ...line.slice(1, -1).split("|").map((one) => make(cell, {}, ...coded(one.trim()))));
  const table = make("table", {}, make("thead", {}, row(titles, "th")), make("tbody", {}, ...rows.map((line) => row(line, "td"))));
  const name = /^[^.]*/.exec(said)[0];
  return [...found, make("div.wide", { tabindex: "0", role: "group", lang: language, "aria-label": name }, table)];
}

/** The text of a paragraph as nodes: its title, and names between backticks as code. */
function prose(text) {
  const [, title, rest] = /^([^.]{1,60}\.)([^]*)$/.exec(text) ?? [null, "", text];
  return [make("strong", {}, title), ...coded(rest.replaceAll("*", ""))];
}

/** A text as nodes, what stands between backticks as code. */
export const coded = (text) => text.split("`").map((part, at) => (at % 2 === 1 ? make("code", {}, part) : part));
