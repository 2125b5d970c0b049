// Registration for a tournament: a player of this browser takes part by a click, and others come by a link.

import { call, unlessRefused } from "./api.js";
import { keptPlayer, linked, naming } from "./people.js";
import { showQr } from "./qr.js";
import { fill, make } from "./shell.js";
import { t } from "./words.js";

/** The entrant that is the player of this browser, or undefined. @param {any} one  a tournament */
export const myself = ({ entrants }) => {
  const kept = keptPlayer();
  return kept ? entrants.find(({ player }) => player === kept.player) : undefined;
};

/**
 * Fills the panel of those who take part. What it returns shows the tournament as it is now.
 * @param {HTMLElement} panel
 * @param {string} path  of the tournament in the API
 * @param {(one: any) => unknown} changed  hears the tournament after something was done
 */
export function registering(panel, path, changed) {
  const who = make("div.who");
  const notice = make("div", { role: "alert" });
  const mine = make("p", { role: "status" });
  const list = make("ol.registered");
  const name = naming(who, () => register());

  const act = async (run) => {
    fill(notice);
    try {
      const { body } = await run();
      await changed(body);
    } catch (error) {
      unlessRefused(error);
      fill(notice, make("p.notice.bad", {}, make("strong", {}, error.title), " ", error.errors.map((one) => one.detail).join(" ") || error.detail));
    }
  };
  const register = () => act(() => name.as(async (key) => {
    if (key === null) {
      fill(notice, make("p.notice.bad", {}, t("registration.name_first")));
      who.querySelector("input")?.focus();
      return call("GET", path);
    }
    return call("POST", `${path}/registrations`, { token: key });
  }));
  const withdraw = () => {
    const { player, key } = keptPlayer();
    return act(() => call("DELETE", `${path}/registrations/${player}`, { token: key }));
  };
  const join = make("button.primary.large", { type: "button", "data-action": "register", on: { click: register } }, t("registration.register"));
  const leave = make("button", { type: "button", "data-action": "withdraw", on: { click: withdraw } }, t("registration.withdraw"));
  fill(panel, make("h2", {}, t("registration.title")), make("p.muted", {}, t("registration.lead")), who, notice, mine, make("p.row", {}, join, leave),
    make("h3", {}, t("registration.who")), list, invitation());

  return (one) => {
    panel.hidden = one.state !== "registering";
    if (panel.hidden) return;
    const me = myself(one);
    who.hidden = join.hidden = me !== undefined;
    leave.hidden = mine.hidden = me === undefined;
    mine.textContent = me ? t("registration.registered", { name: me.name }) : "";
    const items = one.entrants.map((entrant) => make("li", { "data-player": entrant.player }, linked(entrant.player, entrant.name), entrant === me && make("span.badge", {}, t("registration.you"))));
    fill(list, ...(items.length ? items : [make("li.muted", {}, t("registration.nobody"))]));
  };
}

/** The way for others, who have a language of their own: the address of this page, to copy and as a QR code. */
function invitation() {
  const address = new URL(location.pathname, location.origin);
  const field = make("input", { readonly: true, value: address.href });
  field.addEventListener("focus", () => field.select());
  const copied = make("span", { role: "status" });
  const copy = async () => {
    field.select();
    await navigator.clipboard?.writeText(field.value).catch(() => {}); // refused: the text stands selected
    copied.textContent = t("registration.copied");
  };
  const picture = make("div", { hidden: true });
  showQr(picture, location.pathname);
  return make("div.invitation", {}, make("h3", {}, t("registration.invite")), make("label.stacked", {}, t("registration.link"), field),
    make("p.row", {}, make("button.small", { type: "button", "data-action": "copy", on: { click: copy } }, t("registration.copy")), copied), picture);
}
