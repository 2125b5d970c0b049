// What the page says, in its language: the texts stand in the element #words.

const element = document.getElementById("words");
const texts = element ? JSON.parse(element.textContent) : {};

/** The language of the page, by its code. */
export const lang = document.documentElement.lang || "en";

/**
 * The text of a key with its places filled in: `{seat}` by {seat: 2}.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) {
    console.error(`no words for ${key}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

const plurals = new Intl.PluralRules(lang);

/**
 * The text of `${key}_one` or `${key}_other`, as the language wants it for a number, which fills {count}.
 * @param {string} key
 * @param {number} count
 * @param {Record<string, unknown>} [values]
 */
export function plural(key, count, values = {}) {
  const form = plurals.select(count) === "one" ? "one" : "other";
  return t(`${key}_${form}`, { count: number(count), ...values });
}

/**
 * A number as the language writes it, with at most so many decimals.
 * @param {number} value
 * @param {number} [decimals]
 */
export function number(value, decimals = 0) {
  return new Intl.NumberFormat(lang, { maximumFractionDigits: decimals, signDisplay: "negative" }).format(value);
}

/** An amount with its sign, as a ledger has it. */
export const signed = (amount) => (amount > 0 ? `+${number(amount)}` : number(amount).replace("-", "\u2212"));

/** Names as a list within a sentence. @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(lang).format(names);

/** A label, as the language sets it before what it labels. @param {string} label */
export const labelled = (label) => `${t("common.label", { label })} `;

/**
 * A moment (ms since 1970) as the language writes it, in the reader's time.
 * @param {number} ms
 */
export function moment(ms) {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(ms));
}

/**
 * The time of day of a moment.
 * @param {number} ms
 */
export function clock(ms) {
  return new Intl.DateTimeFormat(lang, { timeStyle: "short" }).format(new Date(ms));
}

/**
 * The address of another page, in the language that was chosen for this one.
 * @param {string} path
 */
export function link(path) {
  const chosen = new URLSearchParams(location.search).get("lang");
  if (!chosen) return path;
  const address = new URL(path, location.origin);
  address.searchParams.set("lang", chosen);
  return address.pathname + address.search + address.hash;
}
