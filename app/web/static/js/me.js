// The page of the player of this browser: name, games, the recovery code, and signing out.

import { call, unlessRefused } from "./api.js";
import { copyFrom } from "./copying.js";
import { entering, hideCode, showCode, showDevices } from "./devices.js";
import { deviceLabel, forgetPlayer, keepPlayer, keptPlayer, naming } from "./people.js";
import { showLists, showRulings } from "./playerlists.js";
import { save } from "./saving.js";
import { at, fill, make } from "./shell.js";
import { t } from "./words.js";

async function show() {
  const kept = keptPlayer();
  fill(at("refused"));
  at("known").hidden = kept === null;
  at("unknown").hidden = kept !== null;
  at("entry").hidden = kept !== null;
  hideCode();
  fill(at("id"), kept && t("player.id", { id: kept.player }));
  const name = naming(at("who"));
  if (kept === null) {
    const keep = () => name.as((key) => key && show()).catch(complain);
    at("who").append(make("p", {}, make("button.primary", { type: "button", on: { click: keep } }, t("me.keep"))));
  } else {
    at("code").value = kept.key;
    await Promise.all([showLists(kept.player, { key: kept.key, complain, none: { games: t("me.no_games") } }), showDevices(kept, complain), showArbiter(kept)]).catch(complain);
  }
  at("who").setAttribute("aria-busy", "false");
}

function complain(error) {
  unlessRefused(error);
  const more = error.errors.map((one) => one.detail).join(" ");
  fill(at("refused"), make("p.notice.bad", {}, make("strong", {}, error.title), " ", more || error.detail));
}

/** Shows the disputes that wait for a ruling to a player who may rule, if this browser has a key for that. */
async function showArbiter({ key }) {
  const { body } = await call("GET", "/v1/players/me", { token: key });
  at("arbiter").hidden = !body.scopes.includes("audit");
  if (at("arbiter").hidden) return;
  const { body: { keys } } = await call("GET", "/v1/players/me/keys", { token: key });
  const own = keys.find(({ prefix }) => key.startsWith(prefix));
  const mayRule = own.scopes.includes("audit");
  at("arbiter-key").hidden = mayRule;
  at("arbiter-do").onclick = () => allowRuling(body, own).catch(complain);
  if (mayRule) await showRulings(key, complain);
}

/** Gives this browser a key with everything that the player may do; the old one ends. */
async function allowRuling({ scopes, name, player }, { number }) {
  const { body } = await call("POST", "/v1/players/me/keys", { token: keptPlayer().key, body: { scopes, ...deviceLabel() } });
  keepPlayer({ player, name, key: body.key });
  await call("DELETE", `/v1/players/me/keys/${number}`, { token: body.key });
  await show();
}

at("move").addEventListener("click", () => showCode(keptPlayer()).catch(complain));
at("copy").addEventListener("click", () => copyFrom(at("code"), at("copied")));
at("save").addEventListener("click", () => save("conquian-recovery-code.txt", `${at("code").value}\n`, "text/plain"));
at("sign-out").addEventListener("click", () => {
  forgetPlayer();
  show();
});
at("recover").addEventListener("submit", async (event) => {
  event.preventDefault();
  const key = at("kept").value.trim();
  try {
    const { body } = await call("GET", "/v1/players/me", { token: key });
    keepPlayer({ ...body, key });
    at("recover").reset();
    await show();
  } catch (error) {
    complain(error);
  }
});
const isMoving = entering(show, complain);
await show();
if (isMoving) at("entry").hidden = false;
