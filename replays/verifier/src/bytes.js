/** Bytes and their encodings: UTF-8, hex, base64 and integers in network order. */

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const HEX_OF = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
export const utf8 = (text) => ENCODER.encode(text);

/** The text that `bytes` are in UTF-8, null if they are none. */
export function textOf(bytes) {
  try {
    return DECODER.decode(bytes);
  } catch (fault) {
    return null;
  }
}

export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += HEX_OF[byte];
  return text;
}

/** The bytes that lower-case hex stands for; an Error if `text` is no such hex. */
export function unhex(text) {
  if (typeof text !== "string" || text.length % 2 || !/^[0-9a-f]*$/.test(text)) throw new Error("not hex");
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(text.substr(2 * at, 2), 16);
  return bytes;
}

export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function sameBytes(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export const uint8 = (number) => Uint8Array.of(number);
export const uint32 = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
export const uint64 = (number) => concat(uint32(Math.floor(number / 2 ** 32)), uint32(number % 2 ** 32));

/** `L(x)` of the proofs: one byte of length, then the bytes. */
export function sized(bytes) {
  if (bytes.length > 255) throw new Error("a length-prefixed value has at most 255 bytes");
  return concat(uint8(bytes.length), bytes);
}

/** The bytes of strict base64 with padding (RFC 4648, 4), null if `text` is none. */
export function unbase64(text) {
  if (typeof text !== "string" || text.length % 4) return null;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const bytes = [];
  let bits = 0, held = 0;
  for (const letter of text.replace(/=+$/, "")) {
    held = (held << 6) | letters.indexOf(letter);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 255);
      held &= (1 << bits) - 1;
    }
  }
  const padding = text.length - text.replace(/=+$/, "").length;
  return held === 0 && padding === (3 - (bytes.length % 3)) % 3 ? Uint8Array.from(bytes) : null;
}
