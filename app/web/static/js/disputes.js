// The lists of disputes: those about games of this browser, and those that an API key may see.

import { absent } from "./absent.js";
import { call, keptSeats, unlessRefused } from "./api.js";
import { disputeItem, isOver } from "./disputelist.js";
import { arbiterKey, keepArbiterKey, offerOwnKey } from "./ownkey.js";
import { at, fill, make } from "./shell.js";
import { t } from "./words.js";

const GAMES = 40; // of this browser, the newest

function list(title, disputes) {
  return [make("h3", {}, title), disputes.length > 0 ? make("ul.disputes", {}, ...disputes.map(disputeItem)) : make("p.muted", {}, t("dispute.list_none"))];
}

async function showOwn() {
  const asked = keptSeats().slice(0, GAMES).map(({ game, token }) =>
    call("GET", `/v1/games/${game}/disputes`, { token }).then(({ body }) => body, () => ({ disputes: [] })));
  const answers = await Promise.all(asked);
  const disputes = answers.flatMap((one) => one.disputes).sort((one, other) => other.since - one.since);
  fill(at("own"), ...list(t("dispute.list_open"), disputes.filter((one) => !isOver(one))), ...list(t("dispute.list_over"), disputes.filter(isOver)),
    ...absent({ missing: answers.flatMap((one) => one.missing ?? []) }));
  at("own").setAttribute("aria-busy", "false");
}

/** Shows the first pages of the disputes that a key may see: those that are not over, and those that are. */
async function showListed(token) {
  const places = [["open", ""], ["over", "&over=1"]].map(([name, more]) => [make("div", { "data-list": name }), t(`dispute.list_${name}`), more]);
  fill(at("listed"), ...places.map(([place]) => place));
  try {
    await Promise.all(places.map((place) => showPage(token, ...place)));
    keepArbiterKey(token);
  } catch (fault) {
    unlessRefused(fault);
    fill(at("listed"), make("p.notice.bad", { role: "alert" }, make("strong", {}, fault.title), ". ", fault.detail));
  }
}

/** Adds a page of one list to those that are shown before it. */
async function showPage(token, place, title, more, cursor = null, before = []) {
  const next = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
  const { body } = await call("GET", `/v1/disputes?limit=20${more}${next}`, { token });
  const disputes = [...before, ...body.disputes];
  const again = () => showPage(token, place, title, more, body.next, disputes);
  fill(place, ...list(title, disputes), body.next && make("button", { type: "button", on: { click: again } }, t("dispute.more")), ...absent(body));
}

at("with-key").addEventListener("submit", (event) => {
  event.preventDefault();
  showListed(at("key").value.trim());
});
at("key").value = arbiterKey();
if (at("key").value) showListed(at("key").value);
await Promise.all([showOwn(), offerOwnKey(at("own-key"), at("key"), "audit")]);
