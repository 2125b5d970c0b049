// The page of the player of this browser: name, games, the recovery code, and signing out.

import { absent } from "./absent.js";
import { call, Problem } from "./api.js";
import { copyFrom } from "./copying.js";
import { entering, hideCode, showCode, showDevices } from "./devices.js";
import { forgetPlayer, keepPlayer, keptPlayer, naming } from "./people.js";
import { save } from "./saving.js";
import { fill, make } from "./shell.js";
import { variantName } from "./variants.js";
import { link, moment, t } from "./words.js";

const SHOWN = 12;
const OVER = new Set(["finished", "void"]);
const at = (id) => document.getElementById(id);

async function show() {
  const kept = keptPlayer();
  fill(at("refused"));
  at("known").hidden = kept === null;
  at("unknown").hidden = kept !== null;
  at("entry").hidden = kept !== null;
  hideCode();
  fill(at("id"), kept && t("me.id", { id: kept.player }));
  const name = naming(at("who"));
  if (kept === null) {
    const keep = () => name.as((key) => key && show()).catch(complain);
    at("who").append(make("p", {}, make("button.primary", { type: "button", on: { click: keep } }, t("me.keep"))));
  } else {
    at("code").value = kept.key;
    fill(at("games"));
    await Promise.all([showGames(kept), showDevices(kept, complain)]).catch(complain);
  }
  at("who").setAttribute("aria-busy", "false");
}

function complain(error) {
  if (!(error instanceof Problem)) throw error;
  const more = error.errors.map((one) => one.detail).join(" ");
  fill(at("refused"), make("p.notice.bad", {}, make("strong", {}, error.title), " ", more || error.detail));
}

/** Adds a page of the games of the player, the newest first. */
async function showGames({ player, key }, cursor = null) {
  const query = new URLSearchParams({ player, limit: String(SHOWN), ...(cursor && { cursor }) });
  const { body } = await call("GET", `/v1/games?${query}`, { token: key });
  const items = await Promise.all(body.games.map(item));
  at("games").append(...items);
  if (!at("games").hasChildNodes()) fill(at("games"), make("li.muted", {}, t("me.no_games")));
  fill(at("absent"), ...absent(body));
  at("more").hidden = !body.next;
  at("more").onclick = () => showGames({ player, key }, body.next).catch(complain);
}

async function item({ game, variant, status, ended }) {
  const address = OVER.has(status) ? `/replay/${game}` : `/play/${game}`;
  return make("li", { "data-game": game }, make("a", { href: link(address) }, await variantName(variant)), " ",
    make(OVER.has(status) ? "span.badge" : "span.badge.live", {}, t(`home.status_${status}`)),
    ended && make("span.muted", {}, ` ${moment(ended)}`));
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
