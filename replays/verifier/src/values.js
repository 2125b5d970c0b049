/** The canonical text of JSON values (RFC 8785), and tests of what a value is. */

import { utf8 } from "./bytes.js";
import { TextError, message } from "./words/message.js";

const HASH_FORM = /^[0-9a-f]{64}$/;

/** The one canonical text of a JSON value. */
export function canonical(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
  const members = Object.keys(value).sort();
  return "{" + members.map((name) => JSON.stringify(name) + ":" + canonical(value[name])).join(",") + "}";
}

export const canonicalBytes = (value) => utf8(canonical(value));
export const same = (one, other) => canonical(one) === canonical(other);
export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const isWhole = (value) => typeof value === "number" && Number.isSafeInteger(value);
export const isHash = (value) => typeof value === "string" && HASH_FORM.test(value);
export const isText = (value) => typeof value === "string";

export function isFlag(value) {
  return value === true || value === false;
}

export const isAbsent = (value) => value === undefined || value === null;
export const orNull = (value) => (isAbsent(value) ? null : value);
export const isListOf = (of) => (value) => Array.isArray(value) && value.every(of);

export function within(least, most) {
  return (value) => isWhole(value) && value >= least && value <= most;
}

export function among(...values) {
  return (value) => values.includes(value);
}

export function orNone(check) {
  return (value) => value === null || check(value);
}

export const hasMembers = (value, names) => isObject(value) && same(Object.keys(value).sort(), [...names].sort());
export const range = (count) => Array.from({ length: count }, (_, at) => at);

/** A value has not the form that its place asks for. */
export class BadForm extends TextError {}

export function need(right, what) {
  if (!right) throw new BadForm(what);
}

/** Return whether a fault comes of a value that only a forger writes, where another kind of value should be. */
export const isOfForger = (fault) => fault instanceof TypeError || fault instanceof RangeError;

/** A sentence with what is wrong behind it; without that where a forger's value broke a program. */
export function because(sentence, fault) {
  return isOfForger(fault) ? sentence : message("{sentence}: {reason}", { sentence, reason: fault.text || fault.message });
}
