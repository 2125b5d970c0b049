// The rulebook as a page tells it: in its own language where there is a translation of exactly the text that a
// game is played by, and the English text, which binds.

import { call } from "./api.js";
import { GAMES, USUAL } from "./games/names.js";
import { make } from "./shell.js";
import { lang } from "./words.js";

const books = new Map();

/**
 * An edition of the rulebook of a game, the one in force where none is named; it is asked for once.
 * @param {string | undefined} play  the name of the game
 * @param {number | null} [edition]
 * @returns {Promise<{edition: number, paragraphs: Record<string, string>, translation?: {note: string, paragraphs: Record<string, string>}}>}
 */
export function rulebook(play = USUAL, edition = null) {
  const key = `${play} ${edition}`;
  if (!books.has(key)) {
    const asked = edition === null ? latest(play) : call("GET", addressOf(play, `/${edition}`)).then(({ body }) => body);
    asked.catch(() => books.delete(key));
    books.set(key, asked);
  }
  return books.get(key);
}

const latest = async (play) => rulebook(play, (await call("GET", addressOf(play, ""))).body.current);
const addressOf = (play, path) => `/v1/rulebooks${path}${play === USUAL ? "" : `?play=${play}`}`;

/** Fetches what `paragraphNodes` will need of the edition in force, while there may be a network. @param {string | undefined} play */
export const foresee = (play) => lang !== "en" && rulebook(play).catch(() => null);

/**
 * The paragraph `number`, which reads `text` in English in the edition of a game, as elements.
 * @param {string} number
 * @param {string} text
 * @param {number | undefined} edition
 */
export async function paragraphNodes(number, text, edition) {
  const english = paragraph(text, "en");
  const translation = lang === "en" ? undefined : await translated(number, text, edition);
  if (translation === undefined) return english;
  return [...paragraph(translation.text, lang), make("details.binding", {}, make("summary", {}, translation.note), ...english)];
}

/** A translation of these very words, from the rulebook of whichever game has them. */
async function translated(number, text, edition) {
  for (const play of GAMES) {
    const translation = await translatedIn(play, number, text, edition);
    if (translation !== undefined) return translation;
  }
  return undefined;
}

/** The same of one game, from the edition in force or from an older one that a game names. */
async function translatedIn(play, number, text, edition) {
  const newest = await rulebook(play).catch(() => null);
  const translation = translationIn(newest, number, text);
  if (translation !== undefined || !(edition > 0 && edition < newest?.edition)) return translation;
  return translationIn(await rulebook(play, edition).catch(() => null), number, text);
}

function translationIn(book, number, text) {
  const translation = book?.paragraphs[number] === text ? book.translation?.paragraphs[number] : undefined;
  return translation && { text: translation, note: book.translation.note };
}

/**
 * A paragraph as elements: its text, and the table that may follow it, a row a line.
 * @param {string} text
 * @param {string} language  of the text
 */
export function paragraph(text, language) {
  const [prose, titles, , ...rows] = text.split("\n");
  const nodes = [make("p", { lang: language }, ...proseNodes(prose))];
  if (titles === undefined) return nodes;
  const row = (line, cell) => make("tr", {}, ...line.slice(1, -1).split("|").map((one) => make(cell, {}, ...coded(one.trim()))));
  const table = make("table", {}, make("thead", {}, row(titles, "th")), make("tbody", {}, ...rows.map((line) => row(line, "td"))));
  const name = /^[^.]*/.exec(prose)[0];
  return [...nodes, make("div.wide", { tabindex: "0", role: "group", lang: language, "aria-label": name }, table)];
}

/** The text of a paragraph as nodes: its title, and names between backticks as code. */
function proseNodes(text) {
  const [, title, rest] = /^([^.]{1,60}\.)([^]*)$/.exec(text) ?? [null, "", text];
  return [make("strong", {}, title), ...coded(rest.replaceAll("*", ""))];
}

/** A text as nodes, what stands between backticks as code. */
export const coded = (text) => text.split("`").map((part, at) => (at % 2 === 1 ? make("code", {}, part) : part));
