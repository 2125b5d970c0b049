/** The words of the verifier, by language. */

import * as en from "./en.js";
import * as es from "./es.js";
import * as fr from "./fr.js";

const WORDS = { en, es, fr };

export const LANGUAGES = Object.keys(WORDS);

/** The tables of words in a language. */
export const wordsIn = (lang) => WORDS[lang];

/** A table with the words of every language under each of its names. */
export function inAllLanguages(table) {
  const names = Object.keys(en[table]);
  const each = (name) => Object.fromEntries(LANGUAGES.map((lang) => [lang, WORDS[lang][table][name]]));
  return Object.fromEntries(names.map((name) => [name, each(name)]));
}

/** The details of findings in every language, English first. */
export const detailsInAllLanguages = () => Object.keys(es.details).map((english) => [english, es.details[english], fr.details[english]]);

/** `detail` in a language, as far as the table has it; what it quotes of another detail too. */
export function translateDetail(detail, lang) {
  for (const [english, translation] of Object.entries(WORDS[lang].details)) {
    const parts = english.split("#").map((part) => part.replace(/[()]/g, "\\$&"));
    const found = new RegExp(`^${parts.join("([^]+?)")}$`).exec(detail);
    if (found) return found.slice(1).reduce((text, part) => text.replace("#", () => translateDetail(part, lang)), translation);
  }
  return detail;
}

/** `text` with values in the places of their names in braces. */
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => (Object.hasOwn(values, name) ? String(values[name]) : "?"));

/** A colon or semicolon with its blanks: French has one before it, too. */
export const spaced = (mark, lang) => (lang === "fr" ? ` ${mark} ` : `${mark} `);
