// A game looked on at: the board as a spectator sees it, and what happens in words.

import { call, follow, Problem, seatOf, unlessRefused } from "./api.js";
import { shown } from "./games/shown.js";
import { dotted, learnNames, linked } from "./people.js";
import { muting, Phrases } from "./phrases.js";
import { seatNames } from "./pieces.js";
import { said } from "./said.js";
import { at, fill, make, still } from "./shell.js";
import { link, t } from "./words.js";

const LINES = 200;
const AGAIN_MS = 3_000;
const game = document.getElementById("main").dataset.game;

let table = null, names = [], view = null, created = null, connected = null;
let wanted = 0, asking = false;

async function start() {
  try {
    const { body } = await call("GET", `/v1/games/${game}/events?limit=1`);
    created = body.events[0].public.events[0];
    await shown.learn(created.play);
    await refresh();
  } catch (fault) {
    unlessRefused(fault);
    refused(fault);
    return;
  }
  at("mute").append(muting());
  follow(game, { after: 0, onLine: heard, onBeside: beside, onState: changed });
}

const phrases = new Phrases(game, { names: () => names, board: () => table, tell: (text) => tell("", text) });

function refused(problem) {
  const seat = seatOf(game);
  at("state").hidden = true;
  fill(at("over"), make("div.notice.bad", { role: "alert" }, make("p", {}, make("strong", {}, problem.title), ". ", problem.detail),
    seat && make("p", {}, make("a.button", { href: link(`/play/${game}`) }, t("watch.to_seat")))));
}

/** The view of everybody, asked for again until it is as new as what was heard. */
async function refresh() {
  if (asking) return;
  asking = true;
  try {
    do {
      view = (await call("GET", `/v1/games/${game}`)).body;
      await learnNames(view.seats);
      draw();
    } while (view.ply < wanted);
  } finally {
    asking = false;
  }
}

/** Asks for the view until it comes, however long the service cannot be reached, or until it is refused. */
function renew() {
  refresh().catch((fault) => {
    unlessRefused(fault);
    if (fault.status === 0 || fault.status === 429 || fault.status >= 500) setTimeout(renew, AGAIN_MS);
    else refused(fault);
  });
}

function draw() {
  names = seatNames(view, null);
  const options = { names, connected, seat: null, direction: created.rules.direction, teams: created.rules.teams ?? 0 };
  if (table) table.update(view, options);
  else table = shown(created.play).board(at("board"), { view, motion: !still(), ...options });
  fill(at("players"), ...dotted(view.seats.map((one) => linked(one.player, names[one.seat]))));
  const own = seatOf(game);
  const free = own === null && view.seats.some((one) => one.kind === "open");
  at("to-seat").hidden = (own === null && !free) || ["finished", "void"].includes(view.status);
  at("to-seat").textContent = free ? t("watch.sit") : t("watch.to_seat");
  at("look-back").hidden = view.hand_number === 0 || ["finished", "void"].includes(view.status);
  if (["finished", "void"].includes(view.status)) over(view.status);
}

async function heard(line) {
  wanted = line.ply;
  await learnNames(line.public.events);
  const texts = said({ public: line.public }, { names, play: created.play, you: null });
  if (texts.length > 0) tell(line.ply, texts.join(". "));
  if (line.ply > view.ply) renew();
}

/** What has changed beside the log: who is connected, and what somebody says. */
function beside(line) {
  if (line.phrase) phrases.hear(line.phrase);
  connected = line.connected ?? connected;
  draw();
}

/** The newest line first, so that it is in sight without scrolling. */
function tell(ply, text) {
  const list = at("moves");
  list.prepend(make("li", { "data-ply": ply }, make("span.number", {}, ply), " ", text));
  while (list.children.length > LINES) list.lastElementChild.remove();
}

function changed(state, why) {
  const shown = { live: "live", reconnecting: "reconnecting", ended: "ended" }[state];
  const badge = at("state");
  badge.hidden = false;
  badge.className = state === "live" ? "badge live" : "badge";
  badge.textContent = t(`watch.${shown}`);
  if (state === "live" && view.ply < wanted) renew();
  if (state === "ended" && why instanceof Problem) refused(why);
  else if (state === "ended") renew();
}

function over(status) {
  const replay = make("a.button.primary", { href: link(`/replay/${game}`) }, t("watch.to_replay"));
  fill(at("over"), make("div.notice.good", { role: "status" }, make("p", {}, status === "void" ? t("watch.void") : t("watch.finished")), replay));
}

await start();
