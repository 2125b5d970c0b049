/** A reader of JSON that knows whether the text is canonical (RFC 8785). */

import { textOf } from "./bytes.js";
import { canonical, isObject } from "./values.js";
import { TextError, message } from "./words/message.js";

const DEPTH_LIMIT = 32;

/** Text that no entry could hold; the message says why. */
export class BadJson extends TextError {}

/** Reads what canonical JSON allows: no floats, no integer from 2^53 on, ASCII keys, whole characters. */
export class JsonReader {
  /** `once`: whether a key that stands twice is a fault, as it is where nothing else tells what was meant. */
  constructor(text, once = false) {
    this.text = text;
    this.once = once;
    this.at = 0;
  }

  whole() {
    const value = this.value(1);
    this.blank();
    if (this.at < this.text.length) throw new BadJson(message("something follows the value"));
    return value;
  }

  blank() {
    while (" \t\n\r".includes(this.text[this.at] || "x")) this.at++;
  }

  value(depth) {
    if (depth > DEPTH_LIMIT) throw new BadJson(message("values are nested too deep"));
    this.blank();
    const next = this.text[this.at];
    if (next === "{") return this.object(depth);
    if (next === "[") return this.array(depth);
    if (next === '"') return this.string();
    return next === "-" || (next >= "0" && next <= "9") ? this.number() : this.word();
  }

  /** Items up to `close`, each read by `item`. */
  items(close, item) {
    this.at++;
    this.blank();
    if (this.text[this.at] === close) return void this.at++;
    for (;;) {
      item();
      this.blank();
      const next = this.text[this.at++];
      if (next === close) return;
      if (next !== ",") throw new BadJson(message("a comma or an end is missing"));
    }
  }

  array(depth) {
    const list = [];
    this.items("]", () => list.push(this.value(depth + 1)));
    return list;
  }

  object(depth) {
    const found = Object.create(null);
    this.items("}", () => {
      this.blank();
      const key = this.string();
      if (!/^[\x00-\x7f]*$/.test(key)) throw new BadJson(message("a key is not ASCII"));
      this.blank();
      if (this.text[this.at++] !== ":") throw new BadJson(message("a colon is missing"));
      if (this.once && key in found) throw new BadJson(message("a key stands there twice"));
      found[key] = this.value(depth + 1);
    });
    return found;
  }

  string() {
    const form = /"(?:[^"\\\x00-\x1f]|\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
    form.lastIndex = this.at;
    const match = form.exec(this.text);
    if (match === null) throw new BadJson(message("a text is not well-formed"));
    this.at = form.lastIndex;
    const text = JSON.parse(match[0]);
    if (/[\ud800-\udfff]/u.test(text)) throw new BadJson(message("half a character stands alone"));
    return text;
  }

  number() {
    const form = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
    form.lastIndex = this.at;
    const match = form.exec(this.text);
    if (match === null) throw new BadJson(message("a number is not well-formed"));
    this.at = form.lastIndex;
    if (match[1] || match[2]) throw new BadJson(message("a number has a fraction or an exponent"));
    const number = Number(match[0]);
    if (!Number.isSafeInteger(number)) throw new BadJson(message("an integer is too large"));
    return number === 0 ? 0 : number;
  }

  word() {
    for (const [word, value] of [["true", true], ["false", false], ["null", null]]) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    throw new BadJson(message("a value is missing"));
  }
}

/** Read `bytes`: `{value, fault}`. The value is null if it is not an object, the fault null if the text is canonical. */
export function objectFrom(bytes) {
  const text = textOf(bytes);
  if (text === null) return { value: null, fault: message("it is not UTF-8") };
  let value;
  try {
    value = new JsonReader(text).whole();
  } catch (fault) {
    if (!(fault instanceof BadJson)) throw fault;
    return { value: null, fault: fault.text };
  }
  if (!isObject(value)) return { value: null, fault: message("it is not an object") };
  return { value, fault: canonical(value) === text ? null : message("it is not in canonical form") };
}
