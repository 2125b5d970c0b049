/** The words of the verifier, by language. */

import { LANGUAGE_NAMES, TRANSLATIONS } from "./catalogue.js";
import { Message, filled, messageIn } from "./message.js";

export { LANGUAGE_NAMES };
export const LANGUAGES = Object.keys(LANGUAGE_NAMES);

/** A text in a language, in English where there is no translation; what is no message is written as it is. */
export function translate(text, lang, values = {}) {
  if (!(text instanceof Message)) return String(text);
  const key = text.context === "" ? text.text : `${text.context}\u0004${text.text}`;
  const translations = Object.hasOwn(TRANSLATIONS, key) ? TRANSLATIONS[key] : {};
  return filled(translations[lang] || text.text, { ...text.values, ...values }, (value) => translate(value, lang));
}

/** A table with the words of every language under each of its names. */
export function inAllLanguages(table) {
  const inLanguage = (text, lang) => (Array.isArray(text) ? text.map((one) => translate(one, lang)) : template(text, lang));
  const each = (text) => Object.fromEntries(LANGUAGES.map((lang) => [lang, inLanguage(text, lang)]));
  return Object.fromEntries(Object.entries(table).map(([name, text]) => [name, each(text)]));
}

/** A text in a language with the names of its places. */
function template(text, lang) {
  const names = [...text.text.matchAll(/\{(\w+)\}/g)].map(([place, name]) => [name, place]);
  return translate(text, lang, Object.fromEntries(names));
}

/** What stands between a name and its value, and between values. */
export const colon = (lang) => translate(messageIn("between a name and its value", ": "), lang);
export const semicolon = (lang) => translate(messageIn("between values", "; "), lang);
