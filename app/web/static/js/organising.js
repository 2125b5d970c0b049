// What the organiser of a tournament can do on its page: pause, go on, end it, withdraw an entrant, set a result.

import { call } from "./api.js";
import { extension, moreTime } from "./extending.js";
import { keyField, offer, refused } from "./organiser.js";
import { keptPlayer } from "./people.js";
import { fill, make } from "./shell.js";
import { starting } from "./starting.js";
import { t } from "./words.js";

const LIVES = new Set(["registering", "running", "paused"]);
const SEARCHED = 1_000;
const OFFERED = 200; // games without a result, the first ones
const TEXT_MAX = 500;
const BALANCE_MAX = 1_000_000;

const reason = () => make("input", { name: "text", maxlength: TEXT_MAX, required: true });
const button = (text, more = {}) => make("button", { type: "submit", ...more }, text);

/**
 * Fills the panel of the organiser. What it returns shows the tournament as it is now.
 * @param {HTMLElement} panel
 * @param {string} path  of the tournament in the API
 * @param {() => unknown} changed  hears that something was done
 */
export function organising(panel, path, changed) {
  const key = keyField();
  const refusal = make("div", { role: "alert" });
  const done = make("p", { role: "status" });

  /** Sends a request of the organiser and says that it is done; returns whether it was carried out. */
  async function send(method, rest, body, confirmation) {
    fill(refusal);
    fill(done);
    if (!key.label.querySelector("input").reportValidity()) return false;
    try {
      await call(method, `${path}/${rest}`, { body, token: key.value });
    } catch (error) {
      refused(error, refusal);
      return false;
    }
    key.keep();
    fill(done, confirmation);
    await Promise.all([changed(), look()]);
    return true;
  }
  const act = (name, body = {}) => send("POST", name, body, t(`organise.done_${name}`));

  const command = (name) => make("button", { type: "button", "data-command": name, on: { click: () => act(name) } }, t(`organise.${name}`));
  const [pause, resume] = [command("pause"), command("resume")];
  const end = make("details", {}, make("summary", {}, t("organise.end")), make("p", {}, t("organise.end_sentence")), command("abort"));
  const forfeit = withdrawal((body) => act("forfeits", body));
  const first = starting(send);
  const judged = adjudication(path, (body) => act("adjudications", body), (error) => refused(error, refusal));
  const longer = extension((body) => act("extensions", body));
  const later = moreTime(path, (body) => act("times", body), (error) => refused(error, refusal));
  fill(panel, make("summary", {}, make("h2", {}, t("organise.title"))), make("p", {}, t("organise.lead")), key.label, refusal, done,
    make("p.row", {}, pause, resume), ...first.forms, longer.form, later.form, forfeit.form, judged.form, end);
  let [state, played] = [null, null];
  /** Asks for games without a result once there can be any. */
  const look = () => (state === "registering" ? null : Promise.all([judged.look(), later.look()]));
  panel.addEventListener("toggle", () => {
    if (!panel.open) return;
    look();
    key.offer();
  });

  return (one) => {
    panel.hidden = !LIVES.has(one.state);
    if (state === null && one.owner !== null) panel.open = one.owner === keptPlayer()?.player;
    state = one.state;
    first.show(one).catch((error) => refused(error, refusal));
    pause.hidden = one.state !== "running";
    resume.hidden = one.state !== "paused";
    longer.show(one);
    forfeit.show(one.state === "registering" ? [] : one.entrants.filter(({ out }) => out === null));
    if (panel.open && one.played !== played && one.planned && one.planned <= SEARCHED) look();
    played = one.played;
  };
}

/** The form that withdraws an entrant. */
function withdrawal(act) {
  const [entrant, text] = [make("select", { name: "entrant" }), reason()];
  const send = async (event) => {
    event.preventDefault();
    if (await act({ entrant: Number(entrant.value), text: text.value.trim() })) text.value = "";
  };
  const form = make("form", { on: { submit: send } },
    make("fieldset", {}, make("legend", {}, t("organise.forfeit")), make("p.muted", {}, t("organise.forfeit_sentence")),
      make("label.stacked", {}, t("tournament.entrant"), entrant), make("label.stacked", {}, t("organise.reason"), text), button(t("organise.forfeits"))));
  return {
    form,
    show(present) {
      form.hidden = present.length === 0;
      offer(entrant, present.map(({ entrant: value, name }) => ({ value, name })));
    },
  };
}

/** The form that sets the result of a game that is paired and has none. */
function adjudication(path, act, failed) {
  const [game, text, balances] = [make("select", { name: "fixture" }), reason(), make("div.row")];
  let open = [];
  let newest = 0;
  const chosen = () => open.find(({ fixture }) => String(fixture) === game.value);
  const seats = () => {
    const names = chosen()?.names ?? [];
    fill(balances, ...names.map((name) => make("label.stacked", {}, t("organise.wins", { name }), make("input", { type: "number", step: 1, min: -BALANCE_MAX, max: BALANCE_MAX, value: 0, required: true }))));
  };
  game.addEventListener("change", seats);
  const send = async (event) => {
    event.preventDefault();
    const body = { fixture: Number(game.value), balances: Array.from(balances.querySelectorAll("input"), (one) => Number(one.value)), text: text.value.trim() };
    if (await act(body)) text.value = "";
  };
  const form = make("form", { hidden: true, on: { submit: send } },
    make("fieldset", {}, make("legend", {}, t("organise.adjudicate")), make("p.muted", {}, t("organise.adjudicate_sentence")),
      make("label.stacked", {}, t("organise.game"), game), balances, make("label.stacked", {}, t("organise.reason"), text), button(t("organise.adjudications"))));
  return {
    form,
    /** Asks which games have no result yet; an answer that comes after a newer question is left out. */
    async look() {
      const turn = ++newest;
      try {
        const games = [];
        for (let next = 0; next !== null; ) {
          const { body } = await call("GET", `${path}/games?cursor=${next}&limit=${SEARCHED}`);
          games.push(...body.games.filter(({ ending }) => ending === null));
          next = games.length < OFFERED ? body.next : null;
        }
        if (turn !== newest) return;
        open = games.slice(0, OFFERED);
      } catch (error) {
        failed(error);
        return;
      }
      const before = game.value;
      offer(game, open.map(({ fixture, round, table, names }) => ({ value: fixture, name: t("organise.game_at", { number: fixture, round, table, names: names.join(" – ") }) })));
      form.hidden = open.length === 0;
      if (game.value !== before || !balances.children.length) seats();
    },
  };
}
