// The devices of a player: their list, signing out of them, and the code by which another one is added.

import { call, unlessRefused } from "./api.js";
import { copyFrom } from "./copying.js";
import { deviceLabel, keepPlayer, keptPlayer } from "./people.js";
import { showQr } from "./qr.js";
import { at, fill, make } from "./shell.js";
import { link, moment, t } from "./words.js";

const SECOND_MS = 1000;

/* The list */

/**
 * Shows the keys of a player that are valid, each with the way to end it.
 * @param {{key: string}} kept
 * @param {(error: unknown) => void} complain
 */
export async function showDevices({ key }, complain) {
  const { body } = await call("GET", "/v1/players/me/keys", { token: key });
  const valid = body.keys.filter((one) => one.revoked === null);
  const isThis = ({ prefix }) => key.startsWith(prefix);
  const end = (path) => call("DELETE", path, { token: key }).then(() => showDevices({ key }, complain)).catch(complain);
  fill(at("devices"), ...valid.map((one) => device(one, isThis(one), () => end(`/v1/players/me/keys/${one.number}`))));
  at("others").hidden = valid.length < 2;
  at("others").onclick = () => end("/v1/players/me/keys");
}

function device({ number, label, made, used }, isThis, end) {
  const name = label ?? t("me.device", { number });
  const times = [t("me.since", { time: moment(made) }), !isThis && used && t("me.used", { time: moment(used) })];
  return make("li.row", { "data-key": number }, make("span", {}, make("strong", {}, name), " ",
    isThis && make("span.badge.live", {}, t("me.this_device")), make("span.muted.times", {}, times.filter(Boolean).join(" · "))),
  !isThis && make("button.quiet", { type: "button", "aria-label": t("me.end_name", { device: name }), on: { click: end } }, t("me.end")));
}

/* The code */

let timer = 0;

/**
 * Makes a code for another device, and shows it for as long as it is valid.
 * @param {{key: string}} kept
 */
export async function showCode({ key }) {
  const { body } = await call("POST", "/v1/players/me/codes", { token: key });
  fill(at("move-code"), body.code);
  const entry = `${link("/me")}#code=${body.code.replace("-", "")}`;
  at("move-link").value = new URL(entry, location.origin).href;
  showQr(at("move-qr"), entry);
  fill(at("move-copied"));
  at("move-shown").hidden = false;
  const show = () => {
    const left = Math.max(0, Math.ceil((body.expires - Date.now()) / SECOND_MS));
    fill(at("move-left"), t("me.move_left", { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` }));
    if (left === 0) hideCode();
  };
  clearInterval(timer);
  timer = setInterval(show, SECOND_MS);
  show();
}

at("move-copy").addEventListener("click", () => copyFrom(at("move-link"), at("move-copied")));

export function hideCode() {
  clearInterval(timer);
  at("move-shown").hidden = true;
}

/**
 * Lets a code be entered, which may stand in the address; `come` is called when this browser has the player.
 * @param {() => Promise<void>} come
 * @param {(error: unknown) => void} complain
 */
export function entering(come, complain) {
  const field = at("entered");
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code) {
    field.value = code;
    history.replaceState(null, "", location.pathname + location.search);
    const kept = keptPlayer();
    if (kept) fill(at("replaces"), t("me.replaces", { name: kept.name }));
  }
  at("enter").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { body } = await call("POST", "/v1/players/codes/redeem", { body: { code: field.value, ...deviceLabel() } });
      keepPlayer(body);
      at("enter").reset();
      await come();
    } catch (error) {
      unlessRefused(error);
      complain(error);
    }
  });
  return Boolean(code);
}
