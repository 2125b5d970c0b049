// Zip files as bundles of evidence are: a few files, stored without compression (APPNOTE 4.3, 4.4.5).

const LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50;
const DAY = 0x21; // 1980-01-01, the earliest there is: equal contents give equal bytes
const encoder = new TextEncoder();

/**
 * A zip file of these files, in this order.
 * @param {Record<string, string | Uint8Array>} contents
 * @returns {Uint8Array}
 */
export function zipped(contents) {
  const parts = [], directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(contents)) {
    const title = encoder.encode(name);
    const body = typeof content === "string" ? encoder.encode(content) : content;
    const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, DAY], [4, crc32(body)], [4, body.length], [4, body.length], [2, title.length]];
    parts.push(numbers([[4, LOCAL], ...common, [2, 0]]), title, body);
    directory.push(numbers([[4, CENTRAL], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), title);
    offset = parts.reduce((sum, part) => sum + part.length, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0), count = directory.length / 2;
  const end = numbers([[4, END], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]]);
  return joined([...parts, ...directory, end]);
}

function numbers(fields) {
  const data = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) data.setUint16(at, value, true);
    else data.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(data.buffer);
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ TABLE[(value ^ byte) & 255];
  return (value ^ 0xffffffff) >>> 0;
}
