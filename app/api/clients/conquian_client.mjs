/**
 * A client of the Conquián service for Node 20 or newer and for browsers, without any package.
 *
 *     import { Client } from "./conquian_client.mjs";
 *     const me = await new Client(url).call("/v1/players", { body: { name: "Lupe" } });
 *     const client = new Client(url, me.key);
 *     const made = await client.call("/v1/games", { body: { variant: "north-american", seats: ["me", "open"] } });
 */

const seconds = (time) => new Promise((go) => setTimeout(go, 1000 * time));

/** The service has refused a request; `problem` is its document (RFC 9457). */
export class Refused extends Error {
  constructor(status, problem) {
    super(`${status} ${problem.code}: ${problem.detail}`);
    this.status = status;
    this.problem = problem;
  }
}

/** Sends requests with a token: an API key, or the token of a seat. */
export class Client {
  constructor(url, token = null) {
    this.url = url.replace(/\/$/, "");
    this.token = token;
  }

  /**
   * The answer, read as JSON; a Refused for a refusal. With a `body` the request is a POST; other members are headers. A
   * request is sent again while the service is away or asks to wait; a POST carries an Idempotency-Key, so it counts once.
   */
  async call(path, { body, ...headers } = {}) {
    const named = { Accept: "application/json, application/problem+json", ...headers };
    if (this.token !== null) named.Authorization = `Bearer ${this.token}`;
    const request = { headers: named };
    if (body !== undefined) {
      Object.assign(request, { method: "POST", body: JSON.stringify(body) });
      request.headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID(), ...named };
    }
    for (;;) {
      const answer = await fetch(this.url + path, request).catch(() => null);
      if (answer !== null && answer.status < 500 && answer.status !== 429) {
        const found = await answer.json();
        if (answer.ok) return found;
        throw new Refused(answer.status, found);
      }
      await seconds(answer === null ? 1 : Number(answer.headers.get("Retry-After") || 1));
    }
  }

  /** The answer to a move, sent for the question at `ply` of a game. */
  move(game, ply, move) {
    return this.call(`/v1/games/${game}/moves`, { body: move, "If-Match": `"${ply}"`, "Idempotency-Key": String(ply) });
  }
}

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What a seat commits to by `ready` before it opens `entropy`, 16 to 64 bytes, by `reveal` (RULES 12.2). */
export async function entropyCommitment(game, seat, entropy) {
  const bytes = (text) => new TextEncoder().encode(text);
  const text = Uint8Array.of(...bytes("conquian/entropy/1"), game.length, ...bytes(game), seat, ...entropy);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
}
