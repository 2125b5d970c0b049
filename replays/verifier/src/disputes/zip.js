/** Zip files as bundles are: a few files, stored without compression (APPNOTE 4.3, 4.4.5). */

import { concat, hex, utf8 } from "../bytes.js";
import { Unreadable } from "../files.js";
import { SIZE_LIMIT } from "../record/scan.js";
import { range } from "../values.js";
import { message } from "../words/message.js";

/* Zip files as bundles are: a few files, stored without compression (APPNOTE 4.3, 4.4.5). */

const ZIP_LOCAL = 0x04034b50, ZIP_CENTRAL = 0x02014b50, ZIP_END = 0x06054b50;

const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Return whether bytes begin as a zip file does. */
export const isZip = (bytes) => bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === ZIP_LOCAL;

/** The files of a zip file by name; Unreadable if it is none, or any of them is compressed or stands twice. */
export function unzipped(bytes) {
  if (bytes.length > SIZE_LIMIT) throw new Unreadable(message("the bundle is larger than any can be"));
  try {
    return filesOf(bytes);
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    throw new Unreadable(message("this is no whole zip file"));
  }
}

function filesOf(bytes) {
  const data = viewOf(bytes), found = new Map();
  const end = zipEnd(data);
  let at = data.getUint32(end + 16, true);
  for (let count = data.getUint16(end + 10, true); count > 0; count--) {
    if (data.getUint32(at, true) !== ZIP_CENTRAL) throw new Unreadable(message("the directory of the zip file is damaged"));
    const [method, size] = [data.getUint16(at + 10, true), data.getUint32(at + 20, true)];
    const [length, extra, comment] = [28, 30, 32].map((from) => data.getUint16(at + from, true));
    const title = bytes.subarray(at + 46, at + 46 + length), name = new TextDecoder().decode(title);
    if (found.has(name)) throw new Unreadable(message("{name} stands there twice", { name }));
    if (method !== 0) throw new Unreadable(message("{name} is compressed, as no file of a bundle is", { name }));
    found.set(name, fileIn(bytes, data.getUint32(at + 42, true), { name, title, size, sum: data.getUint32(at + 16, true) }));
    at += 46 + length + extra + comment;
  }
  return found;
}

/** The file at `start`, which must be what the directory says of it: some programs read only the one, some the other. */
function fileIn(bytes, start, { name, title, size, sum }) {
  const data = viewOf(bytes);
  const [length, extra] = [data.getUint16(start + 26, true), data.getUint16(start + 28, true)];
  const own = bytes.subarray(start + 30, start + 30 + length), body = start + 30 + length + extra;
  const content = bytes.slice(body, body + size);
  const right = data.getUint32(start, true) === ZIP_LOCAL && hex(own) === hex(title) && content.length === size && crc32(content) === sum;
  if (!right) throw new Unreadable(message("{name} is damaged", { name }));
  return content;
}

function zipEnd(data) {
  for (let at = data.byteLength - 22; at >= Math.max(0, data.byteLength - 65557); at--) {
    if (data.getUint32(at, true) === ZIP_END) return at;
  }
  throw new Unreadable(message("this is no whole zip file"));
}

/** The zip file of these files as bundles are written: always the same bytes, so that nobody reads another file in it. */
export function zipped(found) {
  const parts = [], directory = [];
  let offset = 0;
  for (const [name, content] of found) {
    const title = utf8(name), flags = /^[\x00-\x7f]*$/.test(name) ? 0 : 0x800;
    const common = [[2, flags], [2, 0], [2, 0], [2, 0x21], [4, crc32(content)], [4, content.length], [4, content.length], [2, title.length], [2, 0]];
    const local = concat(numbers([[4, ZIP_LOCAL], [2, 20], ...common]), title, content);
    directory.push(numbers([[4, ZIP_CENTRAL], [2, 0x0314], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0o100644 * 2 ** 16], [4, offset]]), title);
    parts.push(local);
    offset += local.length;
  }
  const listed = concat(...directory);
  return concat(...parts, listed, numbers([[4, ZIP_END], [2, 0], [2, 0], [2, found.size], [2, found.size], [4, listed.length], [4, offset], [2, 0]]));
}

/** Numbers of so many bytes, the lowest first. */
function numbers(fields) {
  return Uint8Array.from(fields.flatMap(([size, value]) => range(size).map((byte) => Math.floor(value / 256 ** byte) % 256)));
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => range(8).reduce((value) => (value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1), byte));

function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ CRC_TABLE[(value ^ byte) & 255];
  return (value ^ 0xffffffff) >>> 0;
}
