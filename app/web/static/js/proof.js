// The independent verifier in a page: the same one file that anybody can run in Node, loaded as it is.

let loading = null;

/**
 * The verifier, `ConquianVerifier` of /verifier.js; fetched once, after which no network is needed.
 * @returns {Promise<any>}
 */
export function verifier() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "/verifier.js";
    script.addEventListener("load", () => resolve(globalThis.ConquianVerifier));
    script.addEventListener("error", () => {
      loading = null;
      reject(new Error("/verifier.js"));
    });
    document.head.append(script);
  });
  return loading;
}

/**
 * What an audit of a record finds: `{report, facts, page}`, `page` in words. Throws the verifier's `Unreadable`,
 * whose message is a sentence, for what is no record.
 * @param {any} tool  the verifier
 * @param {Uint8Array} bytes
 * @param {{keys?: any, receipts?: any[], parent?: Uint8Array | null, own?: boolean}} beside  `own`: the keys came with the record
 * @param {string} lang
 */
export function audited(tool, bytes, beside, lang) {
  tool.files.needRecord(bytes);
  if (beside.parent) tool.files.needRecord(beside.parent);
  const audit = tool.examine(bytes, { keys: null, receipts: [], parent: null, ...beside });
  return { ...audit, page: tool.pageOf(audit, lang) };
}

/** Control characters and those that turn the direction of a text, as a question mark. */
export const printable = (text) =>
  String(text).replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "?");
