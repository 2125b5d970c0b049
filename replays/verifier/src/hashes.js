/** SHA-256, SHA-512 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104). */

import { concat, hex, uint32, uint64, unhex } from "./bytes.js";

/** The first `count` primes. */
function primes(count) {
  const found = [];
  for (let one = 2; found.length < count; one++) {
    if (found.every((prime) => one % prime)) found.push(one);
  }
  return found;
}

/** The greatest whole number whose `degree`th power is not above `value`. */
function wholeRoot(value, degree) {
  const exponent = BigInt(degree);
  let low = 0n, high = 1n;
  while (high ** exponent <= value) high *= 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** exponent <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** The first 64 bits of the fractional part of a root of `prime`: where FIPS 180-4 takes its constants from. */
function fraction(prime, degree) {
  return BigInt.asUintN(64, wholeRoot(BigInt(prime) << BigInt(64 * degree), degree));
}

const ROUND_64 = primes(80).map((prime) => fraction(prime, 3));
const START_64 = primes(8).map((prime) => fraction(prime, 2));
const ROUND_32 = Int32Array.from(ROUND_64.slice(0, 64), (word) => Number(word >> 32n) | 0);
const START_32 = Int32Array.from(START_64, (word) => Number(word >> 32n) | 0);

/** `message` with the padding of FIPS 180-4, 5.1, for blocks of `block` bytes. */
function padded(message, block) {
  const length = block === 64 ? 8 : 16;
  const size = Math.ceil((message.length + 1 + length) / block) * block;
  const whole = new Uint8Array(size);
  whole.set(message);
  whole[message.length] = 0x80;
  whole.set(uint64(message.length * 8), size - 8);
  return whole;
}

const SCHEDULE_32 = new Int32Array(64);

function compress32(state, bytes, from) {
  const w = SCHEDULE_32;
  for (let t = 0, at = from; t < 16; t++, at += 4) {
    w[t] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15], y = w[t - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
  }
  let a = state[0], b = state[1], c = state[2], d = state[3];
  let e = state[4], f = state[5], g = state[6], h = state[7];
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND_32[t] + w[t]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + one) | 0;
    d = c; c = b; b = a; a = (one + two) | 0;
  }
  state[0] += a; state[1] += b; state[2] += c; state[3] += d;
  state[4] += e; state[5] += f; state[6] += g; state[7] += h;
}

export function sha256(message) {
  const bytes = padded(message, 64);
  const state = Int32Array.from(START_32);
  for (let from = 0; from < bytes.length; from += 64) compress32(state, bytes, from);
  return concat(...Array.from(state, uint32));
}

const turn64 = (word, by) => ((word >> by) | (word << (64n - by))) & 0xffffffffffffffffn;

function compress64(state, bytes, from) {
  const w = [];
  for (let t = 0; t < 16; t++) w.push(BigInt("0x" + hex(bytes.subarray(from + 8 * t, from + 8 * t + 8))));
  for (let t = 16; t < 80; t++) {
    const x = w[t - 15], y = w[t - 2];
    const s0 = turn64(x, 1n) ^ turn64(x, 8n) ^ (x >> 7n);
    const s1 = turn64(y, 19n) ^ turn64(y, 61n) ^ (y >> 6n);
    w.push(BigInt.asUintN(64, w[t - 16] + s0 + w[t - 7] + s1));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 80; t++) {
    const s1 = turn64(e, 14n) ^ turn64(e, 18n) ^ turn64(e, 41n);
    const one = h + s1 + ((e & f) ^ (BigInt.asUintN(64, ~e) & g)) + ROUND_64[t] + w[t];
    const s0 = turn64(a, 28n) ^ turn64(a, 34n) ^ turn64(a, 39n);
    const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g; g = f; f = e; e = BigInt.asUintN(64, d + one);
    d = c; c = b; b = a; a = BigInt.asUintN(64, one + two);
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => BigInt.asUintN(64, word + state[at]));
}

export function sha512(message) {
  const bytes = padded(message, 128);
  let state = START_64;
  for (let from = 0; from < bytes.length; from += 128) state = compress64(state, bytes, from);
  return unhex(state.map((word) => word.toString(16).padStart(16, "0")).join(""));
}

export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(concat(block.map((byte) => byte ^ 0x36), message));
  return sha256(concat(block.map((byte) => byte ^ 0x5c), inner));
}
