// An API key with a scope that the operator has granted to the player of this browser: how one comes to it.

import { call, unlessRefused } from "./api.js";
import { deviceLabel, keptPlayer } from "./people.js";
import { fill, make } from "./shell.js";
import { link, t } from "./words.js";

const ARBITER = "conquian.arbiter";

/** The key of an arbiter that this tab keeps, or an empty text. */
export const arbiterKey = () => sessionStorage.getItem(ARBITER) ?? "";

/** Keeps the key of an arbiter for as long as this tab is open. @param {string} key */
export const keepArbiterKey = (key) => sessionStorage.setItem(ARBITER, key);

/**
 * Fills `place` with the way to such a key: a button that makes one, else what has to be done before. The key of the
 * player stands in `input` at once if it has the scope and the field is empty.
 * @param {HTMLElement} place
 * @param {HTMLInputElement} input
 * @param {"organise" | "audit"} scope
 */
export async function offerOwnKey(place, input, scope) {
  const kept = keptPlayer();
  if (input.value) return;
  try {
    const all = scope === "organise" && (await call("GET", "/version")).body.organisers === "all";
    if (kept === null) {
      fill(place, all ? t("scope.nobody_all") : t("scope.nobody"), " ", make("a", { href: link("/me") }, t("common.me")));
      return;
    }
    const [{ body: player }, { body: { keys } }] = await Promise.all(
      ["/v1/players/me", "/v1/players/me/keys"].map((path) => call("GET", path, { token: kept.key })));
    const own = keys.find(({ prefix }) => kept.key.startsWith(prefix));
    if (all || own?.scopes.includes(scope)) input.value ||= kept.key;
    else if (player.scopes.includes(scope)) fill(place, making(place, input, scope, kept));
    else fill(place, t("scope.ask", { name: player.name }), " ", make("code", {}, `conquian players grant ${player.player} ${scope}`));
  } catch (error) {
    refused(error, place);
  }
}

function making(place, input, scope, { name, key }) {
  const scopes = scope === "organise" ? ["play", scope] : [scope];
  const act = async () => {
    try {
      const { body } = await call("POST", "/v1/players/me/keys", { body: { scopes, ...deviceLabel() }, token: key });
      input.value = body.key;
      fill(place, t("scope.made"));
    } catch (error) {
      refused(error, place);
    }
  };
  return make("button", { type: "button", on: { click: act } }, t("scope.make", { name }));
}

function refused(error, place) {
  unlessRefused(error);
  fill(place, [error.title, error.detail].filter(Boolean).join(". "));
}
