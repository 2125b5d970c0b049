// "What if": playing on from a ply of a finished game, at a table of its own.

import { call, unlessRefused } from "./api.js";
import { botsOf } from "./bots.js";
import { keptPlayer } from "./people.js";
import { make } from "./shell.js";
import { t } from "./words.js";

const OWN = "me", OPEN = "open";

/**
 * Asks who shall play on from the ply that is shown, and makes the game.
 * @param {import("./viewer.js").Viewer} viewer
 * @param {(created: any) => void} done
 */
export async function askFork(viewer, done) {
  const { source, view, names, ply } = viewer;
  const bots = await botsOf(source.play);
  const own = typeof viewer.reader === "number" ? viewer.reader : (view.awaited[0] ?? view.turn ?? 0);
  const choices = view.seats.map((one) => choice(one, one.seat === own, bots, names[one.seat]));
  const only = () => keepOneOwn(choices);
  for (const { select } of choices) select.addEventListener("change", only);
  const fresh = make("input", { type: "checkbox" });
  const complaint = make("p.notice.bad", { role: "alert", hidden: true });
  const play = make("button.primary", { type: "submit" }, t("replay.fork_play"));
  const leave = make("button", { type: "button", on: { click: () => dialog.close() } }, t("replay.cancel"));
  const form = make("form", { method: "dialog" },
    make("h2", { id: "fork-title" }, t("replay.fork_title", { ply })), make("p", {}, t("replay.fork_lead")),
    ...choices.map(({ label }) => label), make("label", {}, fresh, t("replay.fork_fresh")), complaint, make("p.row", {}, play, leave));
  const dialog = make("dialog.panel.fork", { "aria-labelledby": "fork-title", on: { close: () => dialog.remove() } }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    play.disabled = true;
    try {
      const seats = choices.map(({ select }) => (select.value === OWN || select.value === OPEN ? select.value : { bot: select.value }));
      const body = { ply, seats, stock: fresh.checked ? "fresh" : "same" };
      if (seats.includes(OPEN)) body.start = "ready";
      const made = await call("POST", `/v1/games/${source.game}/forks`, { body, token: keptPlayer()?.key });
      done(made.body);
    } catch (fault) {
      unlessRefused(fault);
      complaint.hidden = false;
      complaint.textContent = fault.detail || fault.title;
      play.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
}

function choice(seat, isOwn, bots, name) {
  const usual = bots.some(({ bot }) => bot === seat.bot) ? seat.bot : (bots.at(-1)?.bot ?? OPEN);
  const option = (value, text) => make("option", { value, selected: value === (isOwn ? OWN : usual) }, text);
  const select = make("select", {}, option(OWN, t("replay.fork_you")),
    ...bots.map(({ bot, difficulty }) => option(bot, `${bot} · ${t(`common.level_${difficulty}`)}`)), option(OPEN, t("replay.fork_open")));
  return { select, usual, label: make("label.stacked", {}, name, select) };
}

/** At most one seat is the reader's: the last one chosen. */
function keepOneOwn(choices) {
  const chosen = choices.filter(({ select }) => select.value === OWN);
  const now = document.activeElement;
  for (const { select, usual } of chosen) if (chosen.length > 1 && select !== now) select.value = usual;
}
