// The public API as the pages use it: requests that are repeated safely, the seats of this browser, and the log
// of a game followed through every cut.

import { lang, t } from "./words.js";

/** A refusal of the service (RFC 9457), or status 0 and code "unreachable" where there was no answer. */
export class Problem extends Error {
  /** @param {{status: number, code: string, title: string, detail: string, rule?: string, ply?: number, errors?: object[], refusal?: object}} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.name = "Problem";
    this.status = problem.status;
    this.code = problem.code;
    this.title = problem.title;
    this.detail = problem.detail;
    this.rule = problem.rule;
    this.ply = problem.ply;
    this.errors = problem.errors ?? [];
    this.refusal = problem.refusal ?? null; // signed, where the rules refused a command
  }

  /** Whether the request did not reach the service: no answer came, or that of a proxy. */
  get isUnreached() {
    return UNREACHED.has(this.status);
  }
}

/**
 * Returns `instead` for a refusal, and throws what is none.
 * @template T
 * @param {unknown} error
 * @param {T} [instead]
 */
export function unlessRefused(error, instead) {
  if (!(error instanceof Problem)) throw error;
  return instead;
}

const UNREACHED = new Set([0, 502, 503, 504]);

const AGAIN = new Set([429, 502, 503, 504]);
const ACCEPTED = 202;
const TRIES = 6;
const FIRST_MS = 300;
const LONGEST_MS = 5_000;
const ANSWER_MS = 30_000; // until an answer begins
const SILENT_MS = 40_000; // the service says something every 15 s

/**
 * Asks the API. Reads and writes alike are repeated where no answer came or the service asks for it; a write
 * has one Idempotency-Key for all its tries, so that it counts once. What a worker makes first (202) is asked
 * for again until it is there, and `waiting` hears of it each time; what is made at the end of a tournament only
 * is answered with 202.
 * @param {string} method
 * @param {string} path
 * @param {{body?: unknown, token?: string | null, key?: string, ifMatch?: number | string, accept?: string, asBytes?: boolean, tries?: number, waiting?: (progress: any) => unknown}} [options]
 * @returns {Promise<{status: number, body: any, headers: Headers}>}
 * @throws {Problem}
 */
export async function call(method, path, options = {}) {
  const request = { method, headers: headersOf(method, options) };
  if (options.body !== undefined) request.body = JSON.stringify(options.body);
  const tries = options.tries ?? TRIES;
  for (let tried = 1; ; tried++) {
    const response = await answered(path, request);
    if (response?.status === ACCEPTED) {
      const progress = await response.json();
      if (progress.waits_for !== "worker") return { status: ACCEPTED, body: progress, headers: response.headers };
      options.waiting?.(progress);
      await pause(waitOf(response, tried));
      continue;
    }
    if (response?.ok) return { status: response.status, body: await read(response, options.asBytes), headers: response.headers };
    if (tried >= tries || (response && !AGAIN.has(response.status))) throw await problemOf(response);
    await pause(waitOf(response, tried));
  }
}

function headersOf(method, { body, token, key, ifMatch, accept }) {
  const headers = new Headers({ Accept: accept ?? "application/json", "Accept-Language": lang });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (method !== "GET" && method !== "HEAD") headers.set("Idempotency-Key", key ?? uuid());
  if (ifMatch !== undefined) headers.set("If-Match", typeof ifMatch === "number" ? `"${ifMatch}"` : ifMatch);
  return headers;
}

/** The response, or null where none came in time: the network may lose a connection without a word. */
async function answered(path, request) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_MS);
  try {
    return await fetch(path, { ...request, signal: limit.signal });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function read(response, asBytes = false) {
  if (asBytes) return new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get("Content-Type") ?? "";
  return type.includes("json") && !type.includes("ndjson") ? response.json() : response.text();
}

async function problemOf(response) {
  if (!response) return unreachable();
  try {
    return new Problem(await response.json());
  } catch {
    return new Problem({ ...unreachable(), status: response.status });
  }
}

const unreachable = () =>
  new Problem({ status: 0, code: "unreachable", title: t("common.unreachable"), detail: t("common.unreachable_detail") });

function waitOf(response, tried) {
  const asked = Number(response?.headers.get("Retry-After") ?? 0) * 1000;
  const grown = Math.min(LONGEST_MS, FIRST_MS * 2 ** (tried - 1));
  return Math.max(asked, grown * (0.75 + Math.random() / 2));
}

/**
 * A part of the page that is fetched when it is needed, such as `() => import("./later/lobby.js")`; asked for again as
 * requests are, and after that by the next call.
 * @template Part
 * @param {() => Promise<Part>} load
 * @returns {Promise<Part>}
 * @throws {Problem}
 */
export async function fetched(load) {
  for (let tried = 1; ; tried++) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // what browsers throw where a script does not arrive
      if (tried >= TRIES) throw unreachable();
    }
    await pause(waitOf(null, tried));
  }
}

/** Resolves after so many ms, or as soon as the network or the reader is back; rejects when aborted. */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener("online", over);
      signal?.removeEventListener("abort", over);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(over, ms);
    addEventListener("online", over);
    signal?.addEventListener("abort", over);
    if (signal?.aborted) over();
  });
}

/** A random UUID; also on pages that came without TLS, where crypto.randomUUID is missing. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const SEATS = "conquian.seat.";

/**
 * The seat that this browser has in a game, or null.
 * @param {string} game
 * @returns {{game: string, seat: number, token: string, variant?: string, since: number} | null}
 */
export function seatOf(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(SEATS + game));
    return kept && typeof kept.token === "string" ? { ...kept, game } : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a seat of this browser, with what shall be remembered besides, such as {variant}.
 * @param {string} game
 * @param {number} seat
 * @param {string} token
 * @param {Record<string, unknown>} [more]
 */
export function keepSeat(game, seat, token, more = {}) {
  localStorage.setItem(SEATS + game, JSON.stringify({ since: Date.now(), ...more, seat, token }));
}

/** @param {string} game */
export function forgetSeat(game) {
  localStorage.removeItem(SEATS + game);
}

/** All seats of this browser, the newest first. */
export function keptSeats() {
  try {
    const games = Object.keys(localStorage).filter((name) => name.startsWith(SEATS));
    const seats = games.map((name) => seatOf(name.slice(SEATS.length))).filter((one) => one !== null);
    return seats.sort((one, other) => other.since - one.since);
  } catch {
    return [];
  }
}

const REFUSALS = "conquian.refusals.";
const REFUSALS_KEPT = 50;

/**
 * Keeps a signed refusal with the command that was sent, as evidence; of many the newest.
 * @param {string} game
 * @param {object} command
 * @param {object} refusal
 */
export function keepRefusal(game, command, refusal) {
  try {
    const kept = [...keptRefusals(game), { command, refusal }].slice(-REFUSALS_KEPT);
    localStorage.setItem(REFUSALS + game, JSON.stringify(kept));
  } catch {
    // No room: the game goes on without.
  }
}

/**
 * The refusals that this browser has kept of a game, the oldest first.
 * @param {string} game
 * @returns {{command: object, refusal: object}[]}
 */
export function keptRefusals(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(REFUSALS + game));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * Follows the log of a game from ply `after` on: `onLine` gets each entry once and in order, through every cut of
 * the connection; what it returns is waited for. `onState` hears "live", "reconnecting" and, at last, "ended"
 * with {end, ply} or the Problem that ended it. With `onBeside` the stream also has what changes beside the log, such
 * as who is connected and what is said. Resolves at the end or when aborted.
 * @param {string} game
 * @param {{after?: number, token?: string | null, onLine: (line: any) => unknown, onBeside?: (line: any) => unknown, onState?: (state: string, why?: any) => unknown, signal?: AbortSignal}} options
 */
export function follow(game, options) {
  return stream(`/v1/games/${game}/events`, options.onBeside ? { ...options, query: BESIDE } : options);
}

/** What the pages ask for beside the entries. */
const BESIDE = "&presence=1&phrases=1";

/**
 * Follows any stream of numbered JSON lines (`ply`), as `follow` does.
 * @param {string} path
 * @param {{after?: number, token?: string | null, onLine: (line: any) => unknown, onState?: (state: string, why?: any) => unknown, signal?: AbortSignal, onBeside?: (line: any) => unknown, query?: string}} options
 */
export async function stream(path, { after = 0, onState = () => {}, signal, query = "", ...options }) {
  const place = { ply: after };
  for (let failed = 0, more = query; !signal?.aborted; ) {
    const before = place.ply;
    const last = await once(path, place, { onState, signal, query: more, ...options });
    if (signal?.aborted) return;
    if (more && last instanceof Problem && last.code === "unknown_field") {
      more = ""; // during an upgrade a process of the version before may answer, which has the entries only
      continue;
    }
    more = query;
    if (last?.end || last instanceof Problem) {
      onState("ended", last);
      return;
    }
    failed = place.ply > before || last?.heard ? 1 : failed + 1;
    onState("reconnecting");
    await pause(waitOf(null, failed), signal).catch(() => {});
  }
}

/** One connection, until it is cut: its last line, the Problem that it was refused with, or {heard}. */
async function once(path, place, { token = null, onLine, onBeside = () => {}, onState, signal, query }) {
  const cut = new AbortController();
  const abort = () => cut.abort();
  signal?.addEventListener("abort", abort);
  let timer = setTimeout(abort, SILENT_MS);
  let heard = false;
  try {
    const headers = headersOf("GET", { token, accept: "application/x-ndjson" });
    const response = await fetch(`${path}?after=${place.ply}${query}`, { headers, signal: cut.signal, cache: "no-store" });
    if (!response.ok) return AGAIN.has(response.status) ? null : await problemOf(response);
    onState("live");
    for await (const text of lines(response.body)) {
      heard = true;
      clearTimeout(timer);
      timer = setTimeout(abort, SILENT_MS);
      if (!text) continue;
      const line = JSON.parse(text);
      if (line.end || line.cut) return line;
      if (line.ply === undefined) await handled(onBeside, line);
      if (!(line.ply > place.ply)) continue;
      place.ply = line.ply;
      await handled(onLine, line);
    }
  } catch {
    // Cut. What onLine throws does not come here.
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    cut.abort();
  }
  return { heard };
}

/** A defect in one line is reported and does not end the stream. */
async function handled(handle, line) {
  try {
    await handle(line);
  } catch (error) {
    reportError(error);
  }
}

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    yield* parts;
  }
}
