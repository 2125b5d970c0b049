// The player of this browser with its key, and the names of players.

import { call, Problem, seatOf, unlessRefused } from "./api.js";
import { fill, make } from "./shell.js";
import { link, t } from "./words.js";

const KEPT = "conquian.player";
const NAMES_MAX = 50; // of one request
export const NAME_LENGTH = 40;
const SHORT = 4;

/* The player of this browser */

/**
 * The player that this browser plays as, or null for a guest.
 * @returns {{player: string, name: string, key: string} | null}
 */
export function keptPlayer() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    return kept && typeof kept.key === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a player with its key. @param {{player: string, name: string, key: string}} one */
export function keepPlayer({ player, name, key }) {
  localStorage.setItem(KEPT, JSON.stringify({ player, name, key }));
}

const BROWSERS = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]];
const SYSTEMS = [["Android", "Android"], ["iPhone", "iPhone"], ["iPad", "iPad"], ["Windows", "Windows"], ["Mac OS", "Mac"], ["CrOS", "ChromeOS"], ["Linux", "Linux"]];

/** The member that names this device in a request for a key, as far as the browser says what it is. @returns {{label?: string}} */
export function deviceLabel() {
  const known = [BROWSERS, SYSTEMS].map((names) => names.find(([mark]) => navigator.userAgent.includes(mark))?.[1]).filter(Boolean);
  return known.length > 0 ? { label: known.join(" · ") } : {};
}

export function forgetPlayer() {
  localStorage.removeItem(KEPT);
}

/**
 * The seat of this browser in a game, else that of its player, who may have taken it on another device; or null.
 * @param {string} game
 * @returns {Promise<{game: string, seat: number, token: string} | null>}
 */
export async function seatHere(game) {
  const kept = seatOf(game);
  const player = keptPlayer();
  if (kept || !player) return kept;
  try {
    const { body } = await call("GET", `/v1/games/${game}`, { token: player.key });
    return body.you === null ? null : { game, seat: body.you, token: player.key };
  } catch (error) {
    return unlessRefused(error, null);
  }
}

/**
 * Shows in `place` who plays: the player of this browser, else a field for a name. `as(run)` calls `run` with the key
 * of the player, who is registered first if a name was entered; with null for a guest. `entered` is done at the Enter key.
 * @param {HTMLElement} place
 * @param {() => void} [entered]
 */
export function naming(place, entered = () => {}) {
  const input = make("input", { name: "player", maxlength: NAME_LENGTH, autocomplete: "nickname", spellcheck: "false" });
  input.addEventListener("keydown", ({ key, isComposing }) => key === "Enter" && !isComposing && entered());
  const show = () => {
    const kept = keptPlayer();
    if (kept) fill(place, make("p", {}, t("common.plays_as", { name: kept.name }), " ", location.pathname !== "/me" && make("a", { href: link("/me") }, t("common.me"))));
    else fill(place, make("label.stacked", {}, t("common.your_name"), input), make("p.muted", {}, t("common.your_name_why")));
  };
  const key = async () => {
    const kept = keptPlayer();
    const name = input.value.trim();
    if (kept || !name) return kept?.key ?? null;
    const { body } = await call("POST", "/v1/players", { body: { name, ...deviceLabel() } });
    keepPlayer(body);
    show();
    return body.key;
  };
  show();
  if (keptPlayer()) learnNames([keptPlayer()]).then(show).catch(() => {}); // the kept name stays if nothing answers
  return {
    /** @template T @param {(key: string | null) => Promise<T>} run @returns {Promise<T>} */
    async as(run) {
      try {
        return await run(await key());
      } catch (error) {
        if (error instanceof Problem && error.code === "unauthenticated") {
          forgetPlayer(); // its key has ended: what follows is played as a guest
          show();
        }
        throw error;
      }
    },
  };
}

/* Names */

/** Profiles by the id of the player, as far as this page has asked for them. @type {Map<string, {name: string, bot: boolean}>} */
const profiles = new Map();

/**
 * Asks for the names of the players among `seats` that are not known yet; without an answer they stay unknown.
 * @param {{player?: string | null}[]} seats
 */
export async function learnNames(seats) {
  const unknown = [...new Set(seats.map((one) => one.player))].filter((one) => one && !profiles.has(one));
  for (let from = 0; from < unknown.length; from += NAMES_MAX) {
    const ids = unknown.slice(from, from + NAMES_MAX).join(",");
    const { body } = await call("GET", `/v1/players?ids=${ids}`, { tries: 1 }).catch((error) => unlessRefused(error, { body: { players: [] } }));
    for (const one of body.players) profiles.set(one.player, one);
  }
  keepName(profiles.get(keptPlayer()?.player));
}

/** Keeps the name of the player of this browser as it is now: an operator may have changed it. */
function keepName(profile) {
  const kept = keptPlayer();
  if (kept && profile?.player === kept.player && profile.name !== kept.name) keepPlayer({ ...kept, name: profile.name });
}

/**
 * The name of a player, null where it is not known or the player was closed.
 * @param {string | null | undefined} player
 */
export function playerName(player) {
  const profile = profiles.get(player);
  if (!profile || profile.name === player) return null;
  return profile.bot ? t("common.bot", { bot: profile.name }) : profile.name;
}

/**
 * What a player is called, with the way to its page; the text alone for who has none.
 * @param {string | null | undefined} player
 * @param {string} text
 */
export const linked = (player, text) => (player ? make("a.who", { href: link(`/players/${player}`), "data-player": player }, text) : text);

/** Nodes with a dot between each two. @param {(Node | string)[]} nodes */
export const dotted = (nodes) => nodes.flatMap((one, index) => (index ? [" · ", one] : [one]));

/** The end of an id, which tells equal names apart. @param {string} player */
export const shortId = (player) => player.slice(-SHORT);

/**
 * Names with an id beside each that occurs twice.
 * @param {string[]} names  by seat
 * @param {{player?: string | null}[]} seats
 */
export function apart(names, seats) {
  const same = names.map((name) => name.toLowerCase());
  return names.map((name, at) => {
    const { player } = seats[at];
    const isTwice = same.indexOf(same[at]) !== same.lastIndexOf(same[at]);
    return isTwice && playerName(player) === name ? `${name} (${shortId(player)})` : name;
  });
}
