// The players on the page of the operator: search by name, rename, ban, lift a ban, close.

import { call, unlessRefused } from "./api.js";
import { at, fill, make } from "./shell.js";
import { moment, number, t } from "./words.js";

const NAME_LENGTH = 40;
const SHOWN = "20";

/** A dialog with a title; `run` is called when it is confirmed. */
export function ask(title, word, run, ...children) {
  const form = make("form", { method: "dialog" }, make("h3", { id: "ask-title" }, title), ...children,
    make("p.row", {}, make("button.primary", { type: "submit", value: "yes" }, word), make("button", { type: "button", on: { click: () => dialog.close() } }, t("operator.cancel"))));
  const dialog = make("dialog.panel", { "aria-labelledby": "ask-title", on: { close: () => dialog.remove() } }, form);
  form.addEventListener("submit", run);
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Makes the search work. `count` shows how many players there are, `show` searches again.
 * @param {() => string} key  of the operator
 */
export function players(key) {
  const form = at("search");
  let newest = 0;

  /** Shows a page of what the form asks for. @param {string | null} [cursor] */
  async function show(cursor = null) {
    const turn = ++newest;
    const asked = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value));
    asked.set("limit", SHOWN);
    if (cursor) asked.set("cursor", cursor);
    const { body } = await call("GET", `/v1/operator/players?${asked}`, { token: key() });
    if (turn !== newest) return; // something else was searched for, or the page was asked for twice
    const items = body.players.map(item);
    if (cursor) at("found").append(...items);
    else fill(at("found"), ...(items.length > 0 || body.next ? items : [make("li.muted", {}, t("operator.none"))]));
    at("more").hidden = !body.next;
    at("more").onclick = () => attempt(() => show(body.next));
  }

  function item(player) {
    const act = (name, run, kind = "button.small") => make(kind, { type: "button", "data-act": name, "aria-label": `${t(`operator.${name}`)}: ${player.name}`, on: { click: run } }, t(`operator.${name}`));
    const banned = player.state === "banned";
    const acts = player.state === "closed" ? [] : [
      act("rename", () => rename(player)),
      banned ? act("unban", () => change(player, { banned: false })) : act("ban", () => sure(player, "ban", { banned: true })),
      act("close", () => sure(player, "close", { closed: true }), "button.small.warm"),
    ];
    return make("li", { "data-player": player.player },
      make("div", {}, make("b", {}, player.name), " ", player.state !== "open" && make(banned ? "span.badge.bad" : "span.badge", {}, t(`operator.state_${player.state}`)),
        player.bot && make("span.badge", {}, t("operator.bot")), make("p.muted", {}, `${player.player} · ${moment(player.since)}`)),
      make("div.row", {}, ...acts));
  }

  /** Changes a player, and shows it as it is now. */
  async function change(one, body) {
    await attempt(async () => {
      const { body: now } = await call("PATCH", `/v1/operator/players/${one.player}`, { body, token: key() });
      at("found").querySelector(`[data-player="${one.player}"]`)?.replaceWith(item(now));
      fill(at("done"), t("operator.done", { name: now.name }));
    });
  }

  async function attempt(run) {
    fill(at("told"));
    fill(at("done"));
    try {
      await run();
    } catch (error) {
      unlessRefused(error);
      const more = error.errors.map((each) => each.detail).join(" ");
      fill(at("told"), make("p.notice.bad", {}, make("strong", {}, error.title), " ", more || error.detail));
    }
  }

  function rename(player) {
    const input = make("input", { maxlength: NAME_LENGTH, required: true, value: player.name, autocomplete: "off" });
    ask(t("operator.rename_of", { name: player.name }), t("operator.rename"), () => change(player, { name: input.value.trim() }), make("label.stacked", {}, t("operator.new_name"), input));
  }

  const sure = (one, name, body) => ask(t(`operator.${name}_of`, { name: one.name }), t(`operator.${name}`), () => change(one, body), make("p", {}, t(`operator.${name}_why`)));

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(show);
  });
  return {
    show: () => attempt(show),
    count: ({ named, banned, closed }) => fill(at("players").querySelector(".shown"), make("p", {}, t("operator.players_count", { named: number(named), banned: number(banned), closed: number(closed) }))),
  };
}
