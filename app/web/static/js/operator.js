// The page of the operator: the state of the service, and what keeps order. The key stays in the session of the tab.

import { call, unlessRefused } from "./api.js";
import { ask, players } from "./keeping.js";
import { disputeItem } from "./disputelist.js";
import { at, fill, make } from "./shell.js";
import { badge, count } from "./telling.js";
import { variantName } from "./variants.js";
import { lang, link, moment, number, t } from "./words.js";

const KEPT = "conquian.operator";
const SHOWN = 8;
const PAGE = 20;
const LATE_SECONDS = 10;
const PARTS = ["store", "queue", "catalogue", "archive"];
const STATUSES = ["ok", "warn", "fail"];
const shown = (id) => at(id).querySelector(".shown");

let key = sessionStorage.getItem(KEPT) ?? "";
const search = players(() => key);

/** A command for the machine of the service. @param {string} line */
const command = (line) => [make("p.muted", {}, t("operator.command")), make("pre", { tabindex: 0 }, make("code", {}, line))];
const more = (path, text) => make("p", {}, make("a", { href: link(path) }, text));
const rows = (items) => (items.length > 0 ? make("ul.rows", {}, ...items) : make("p.muted", {}, t("operator.none")));

function bytes(value) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return new Intl.NumberFormat(lang, { style: "unit", unit: units[power], maximumFractionDigits: 1 }).format(value / 1000 ** power);
}

/* The parts of the page */

function health({ status, checks, numbers }) {
  const kinds = { ok: "p.notice.good", warn: "p.notice", fail: "p.notice.bad" };
  const parts = PARTS.map((part) => {
    const own = checks.filter((one) => one.part === part && one.status !== "ok");
    const worst = STATUSES.findLast((one) => own.some((check) => check.status === one)) ?? "ok";
    const badges = { ok: "span.badge.live", warn: "span.badge", fail: "span.badge.bad" };
    return make("li", { "data-part": part },
      make("div", {}, make("b", {}, t(`operator.part_${part}`)),
        ...own.map(({ cause }) => make("p.muted", {}, cause.text[lang]))),
      make(badges[worst], {}, t(`operator.status_${worst}`)));
  });
  const late = numbers.clock_lateness_seconds > LATE_SECONDS;
  fill(shown("health"), make(kinds[status], {}, t(`operator.health_${status}`)), make("ul.rows", {}, ...parts),
    late && make("p.notice.bad", {}, t("operator.late", { seconds: number(numbers.clock_lateness_seconds) })),
    ...(status === "ok" && !late ? [] : command("conquian health api")));
}

async function games({ numbers }) {
  const list = async (status) => (await call("GET", `/v1/games?status=${status}&limit=${SHOWN}`, { token: null })).body.games;
  const [live, frozen] = await Promise.all([list("live"), list("frozen")]);
  const item = async (one) => make("li", { "data-game": one.game },
    make("div", {}, make("b", {}, await variantName(one.variant)), make("span.muted", {}, ` ${one.game}`)),
    make("a.button.small", { href: link(`/watch/${one.game}`) }, t("operator.watch")),
    one.status !== "frozen" && make("button.small", { type: "button", "aria-label": `${t("operator.end")} ${one.game}`, on: { click: () => ask(t("operator.end_of"), t("operator.end"), () => end(one.game), make("p", {}, t("operator.end_why"))) } }, t("operator.end")));
  const [running, stopped] = await Promise.all([live.filter(({ status }) => status !== "frozen"), frozen].map((some) => Promise.all(some.map(item))));
  fill(shown("games"), make("p", {}, t("operator.games_live", { count: number(numbers.games_live ?? 0) })), rows(running), more("/", t("operator.games_all")),
    ...(running.length > 0 ? command("conquian games end GAME") : []),
    ...(stopped.length > 0 ? [make("h3", {}, t("operator.games_frozen")), rows(stopped), ...command("conquian games void GAME")] : []),
    ...(numbers.games_unreadable > 0 ? [make("p.notice.bad", {}, t("operator.games_unreadable", { count: number(numbers.games_unreadable) })), ...command("conquian games wake --all")] : []));
}

/** Ends a game without a result, and shows what holds then. @param {string} game */
async function end(game) {
  let refusal = null;
  try {
    await call("POST", `/v1/operator/games/${game}/end`, { token: key });
  } catch (error) {
    unlessRefused(error);
    refusal = error;
  }
  await show();
  if (refusal) fill(at("refused"), refused(refusal));
}

const refused = (problem) => make("p.notice.bad", {}, make("strong", {}, problem.title), " ", problem.detail);

async function disputes({ disputes: waiting }) {
  const { body } = await call("GET", `/v1/disputes?limit=${SHOWN}`, { token: key });
  const total = waiting > body.disputes.length ? [make("p", {}, number(waiting))] : [];
  fill(shown("disputes"), ...total, rows(body.disputes.map(disputeItem)), more("/disputes", t("operator.disputes_all")));
}

const ENDED = new Set(["finished", "aborted"]);

/** Those that are not over, however old, and the others on demand; a page at a time. */
async function tournaments() {
  const list = make("div");
  const item = (one) => make("li", { "data-tournament": one.tournament },
    make("div", {}, make("b", {}, one.name), " ", badge(one.state), ` ${count(one)}`,
      one.paused_for && make("p.notice.bad", {}, t(`tournament.paused_${one.paused_for}`)),
      one.waits_for && make("p.notice.bad", {}, t(`tournament.waits_${one.waits_for}`))),
    make("a.button.small", { href: link(`/tournaments/${one.tournament}`) }, t("operator.organise")));
  const fits = { live: () => true, ended: ({ state }) => ENDED.has(state) };
  const load = async (kind, button, cursor) => {
    const query = new URLSearchParams({ limit: PAGE, ...(kind === "live" ? { status: "live" } : {}), ...(cursor ? { cursor } : {}) });
    const { body } = await call("GET", `/v1/tournaments?${query}`);
    const items = body.tournaments.filter(fits[kind]).map(item);
    const rest = make("button.quiet", { type: "button", "data-more": kind, on: { click: () => attempt(() => load(kind, rest, body.next)) } }, t("operator.more"));
    button.replaceWith(...(items.length > 0 || !(cursor || body.next) ? [rows(items)] : []), ...(body.next ? [rest] : []));
  };
  const first = make("span");
  const ended = make("button.quiet", { type: "button", "data-more": "ended", on: { click: () => attempt(() => load("ended", ended, null)) } }, t("operator.tournaments_ended"));
  fill(list, first, make("p", {}, ended));
  await load("live", first, null);
  fill(shown("tournaments"), list, more("/tournaments", t("operator.tournaments_all")));
}

/** Runs what a button asks for, and says why it was refused. @param {() => Promise<void>} run */
async function attempt(run) {
  try {
    await run();
  } catch (error) {
    unlessRefused(error);
    fill(at("refused"), refused(error));
  }
}

function storage({ storage: used, numbers }) {
  const memory = used.memory_limit ? t("operator.of", { used: bytes(used.memory ?? 0), limit: bytes(used.memory_limit) }) : used.memory && bytes(used.memory);
  const facts = [
    ["archived", used.archived !== null && number(used.archived)],
    ["backlog", "archive_backlog_games" in numbers && number(numbers.archive_backlog_games)],
    ["not_archived", numbers.archive_refused_games > 0 && number(numbers.archive_refused_games)],
    ["unsigned", "unsigned_games" in numbers && number(numbers.unsigned_games)],
    ["memory", memory],
    ["disk", used.disk_free !== null && bytes(used.disk_free)],
    ["waiting", "queue_depth" in numbers && number(numbers.queue_depth)],
  ].filter(([, value]) => value);
  fill(shown("storage"), make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, t(`operator.${name}`)), make("dd", { "data-fact": name }, value)])),
    ...command("conquian archive check"));
}

function backup({ backup: ended }) {
  const last = ended === null ? make("p.notice", {}, t("operator.backup_none")) : make("p", {}, t("operator.backup_at", { time: moment(ended) }));
  fill(shown("backup"), last, ...command("conquian backup DIRECTORY"));
}

/* All of it */

async function show() {
  at("entry").hidden = Boolean(key);
  at("desk").hidden = true;
  fill(at("refused"));
  if (!key) return;
  at("desk").setAttribute("aria-busy", "true");
  try {
    const { body } = await call("GET", `/v1/operator?lang=${lang}`, { token: key });
    sessionStorage.setItem(KEPT, key);
    at("desk").hidden = false;
    fill(at("at"), t("operator.at", { time: moment(Date.now()) }));
    for (const part of [health, storage, backup]) part(body);
    search.count(body.players);
    await Promise.all([games(body), disputes(body), tournaments(), search.show()]);
  } catch (error) {
    unlessRefused(error);
    if (error.status === 401 || error.status === 403) forget();
    fill(at("refused"), refused(error));
  } finally {
    at("desk").setAttribute("aria-busy", "false");
  }
}

/** Forgets the key and asks for another one. */
function forget() {
  sessionStorage.removeItem(KEPT);
  key = "";
  at("entry").reset();
  at("entry").hidden = false;
  at("desk").hidden = true;
}

at("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  key = at("key").value.trim();
  show();
});
at("again").addEventListener("click", show);
at("leave").addEventListener("click", () => {
  forget();
  fill(at("refused"));
});
await show();
