/** Verification of Ed25519 signatures (RFC 8032). */

import { concat, hex, sameBytes, unhex } from "./bytes.js";
import { sha512 } from "./hashes.js";

const PRIME = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

function field(value) {
  const rest = value % PRIME;
  return rest < 0n ? rest + PRIME : rest;
}

function power(base, exponent) {
  let result = 1n;
  for (let square = field(base); exponent > 0n; exponent >>= 1n, square = (square * square) % PRIME) {
    if (exponent & 1n) result = (result * square) % PRIME;
  }
  return result;
}

const inverse = (value) => power(value, PRIME - 2n);
const CURVE = field(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (PRIME - 1n) / 4n);
const NEUTRAL = [0n, 1n, 1n, 0n];

/** The sum of two points in extended coordinates (X, Y, Z, T), RFC 8032, 5.1.4. */
function addPoints([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = field((y1 - x1) * (y2 - x2)), b = field((y1 + x1) * (y2 + x2));
  const c = field(2n * t1 * t2 * CURVE), d = field(2n * z1 * z2);
  const e = b - a, f = d - c, g = d + c, h = b + a;
  return [field(e * f), field(g * h), field(f * g), field(e * h)];
}

/** The sum of the multiples of two points by scalars below 2^253, with one chain of doublings for both. */
function sumOfMultiples(scalar1, point1, scalar2, point2) {
  const choice = [null, point1, point2, addPoints(point1, point2)];
  let sum = NEUTRAL;
  for (let bit = 252n; bit >= 0n; bit--) {
    sum = addPoints(sum, sum);
    const chosen = Number(((scalar1 >> bit) & 1n) | (((scalar2 >> bit) & 1n) << 1n));
    if (chosen) sum = addPoints(sum, choice[chosen]);
  }
  return sum;
}

const littleEndian = (bytes) => BigInt("0x" + hex(Uint8Array.from(bytes).reverse()));

/** The point that 32 bytes encode, null for bytes that no point is encoded as (RFC 8032, 5.1.3). */
function pointOf(bytes) {
  const sign = BigInt(bytes[31] >> 7);
  const y = littleEndian(bytes) & (2n ** 255n - 1n);
  if (y >= PRIME) return null;
  const u = field(y * y - 1n), v = field(CURVE * y * y + 1n);
  let x = field(u * power(v, 3n) * power(u * power(v, 7n), (PRIME - 5n) / 8n));
  if (field(v * x * x) !== u) x = field(x * ROOT_OF_MINUS_ONE);
  if (field(v * x * x) !== u || (x === 0n && sign === 1n)) return null;
  if ((x & 1n) !== sign) x = PRIME - x;
  return [x, y, 1n, field(x * y)];
}

function pointBytes([x, y, z]) {
  const scale = inverse(z);
  const encoded = field(y * scale) | ((field(x * scale) & 1n) << 255n);
  return unhex(encoded.toString(16).padStart(64, "0")).reverse();
}

const BASE = pointOf(unhex("58" + "66".repeat(31)));

/** Return whether `signature` (64 bytes) is one of `message` by the holder of `key` (32 bytes). */
export function isSignedBy(key, message, signature) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const point = pointOf(key);
  const scalar = littleEndian(signature.subarray(32));
  if (point === null || scalar >= ORDER) return false;
  const commitment = signature.subarray(0, 32);
  const challenge = littleEndian(sha512(concat(commitment, key, message))) % ORDER;
  const [x, y, z, t] = point;
  const difference = sumOfMultiples(scalar, BASE, challenge, [PRIME - x, y, z, PRIME - t]);
  return sameBytes(pointBytes(difference), commitment);
}
