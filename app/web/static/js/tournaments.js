// All tournaments, the newest first, with how far each has come.

import { absent } from "./absent.js";
import { call, unlessRefused } from "./api.js";
import { creating } from "./creating.js";
import { refused } from "./organiser.js";
import { at, fill, make } from "./shell.js";
import { badge, bar, formatName } from "./telling.js";
import { variantName } from "./variants.js";
import { labelled, link, moment, plural, t } from "./words.js";

const AGAIN_MS = 4_000;

async function card(one) {
  const title = make("h2", {}, make("a", { href: link(`/tournaments/${one.tournament}`) }, one.name));
  const about = [formatName(one.format), plural("tournament.entrants", one.entrants), await variantName(one.variant)].join(" · ");
  return make("li.panel", { "data-tournament": one.tournament }, title, make("p.row", {}, badge(one.state), about), bar(one), one.waits_for && make("p", {}, t(`tournament.waits_${one.waits_for}`)), make("p.muted", {}, moment(one.started)));
}

let newest = 0;

/** Shows the page after `cursor`, the first one without; an answer that comes after a newer question is left out. */
async function show(cursor) {
  const turn = ++newest;
  const query = new URLSearchParams({ limit: "30", ...(cursor ? { cursor } : {}) });
  const { body } = await call("GET", `/v1/tournaments?${query}`);
  const cards = await Promise.all(body.tournaments.map(card));
  if (turn !== newest) return false;
  if (cursor) at("list").append(...cards);
  else fill(at("list"), ...cards);
  fill(at("told"), ...absent(body));
  at("none").hidden = at("list").children.length > 0 || Boolean(body.missing);
  at("more").hidden = !body.next;
  at("more").dataset.cursor = body.next ?? "";
  at("list").setAttribute("aria-busy", "false");
  return body.summing_up > 0 || body.tournaments.some((one) => one.state === "running");
}

/** Shows the first page again while a tournament on it runs, nobody has asked for more, and somebody looks. */
async function keepShowing() {
  try {
    const lives = document.hidden || (await show());
    if (lives && !at("list").dataset.more) setTimeout(keepShowing, AGAIN_MS);
  } catch (error) {
    unlessRefused(error);
    fill(at("told"), make("p.notice.bad", {}, `${labelled(t("tournament.refused"))}${error.message}`));
  }
}

at("more").addEventListener("click", () => {
  at("list").dataset.more = "1";
  show(at("more").dataset.cursor);
});

/** The form is made when it is opened for the first time. */
at("create").addEventListener("toggle", ({ target }) => {
  const form = target.querySelector("form");
  form.setAttribute("aria-busy", "true");
  creating(form).then(() => form.setAttribute("aria-busy", "false"), (error) => refused(error, at("told")));
}, { once: true });

keepShowing();
