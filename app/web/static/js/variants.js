// What variants are called.

import { call } from "./api.js";
import { lang } from "./words.js";

const names = new Map();

/**
 * The name of a variant in the language of the page; its code while that cannot be had.
 * @param {string} variant
 * @returns {Promise<string>}
 */
export async function variantName(variant) {
  if (!names.has(variant)) {
    const { body } = await call("GET", `/v1/variants/${variant}?lang=${lang}`).catch(() => ({ body: null }));
    if (!body) return variant;
    names.set(variant, body.name[lang]);
  }
  return names.get(variant);
}
