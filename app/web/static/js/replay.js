// The page of a replay: the game from its record, checked here, to be shared, taken home and played on.

import { absent } from "./absent.js";
import { call, keepSeat, keptRefusals, seatOf, unlessRefused } from "./api.js";
import { copyFrom } from "./copying.js";
import { askDispute } from "./disputing.js";
import { bundled, KEYS } from "./evidence.js";
import { askFork } from "./fork.js";
import { dotted, linked, seatHere } from "./people.js";
import { audited, verifier } from "./proof.js";
import { occupants, Recorded, recordOf, Running } from "./replayed.js";
import { disputesNode, marksAt } from "./marks.js";
import { foresee } from "./rulebook.js";
import { download, save } from "./saving.js";
import { at, fill, make } from "./shell.js";
import { disputeLines, readable, reportNodes, verdictLine } from "./verdict.js";
import { variantName } from "./variants.js";
import { learn, readerIn, readerText, Viewer } from "./viewer.js";
import { lang, link, moment, plural, t } from "./words.js";

const game = document.getElementById("main").dataset.game;
const own = await seatHere(game);
const token = own?.token ?? null;

async function start() {
  try {
    await open(await recordOf(game, token));
  } catch (fault) {
    unlessRefused(fault);
    if (fault.code === "not_before_end") await watchable();
    else if (fault.code === "quarantined") await damaged(fault);
    else refused(fault);
  }
}

function refused(problem) {
  fill(at("verdict"));
  fill(at("viewer"), make("p.notice.bad", { role: "alert" }, make("strong", {}, problem.title), ". ", problem.detail));
}

/** A game that is over: all of it is fetched at once, what follows needs no network. */
async function open(record) {
  const keysAsked = call("GET", KEYS).then(({ body }) => body, () => null);
  const marksAsked = marksAt(game, token);
  const text = (path, accept) => call("GET", path, { token, accept }).then(({ body }) => body, () => null);
  const tool = await verifier();
  const textAsked = text(`/v1/games/${game}/record.txt`, "text/plain");
  const scriptAsked = text("/verifier.js", "text/javascript");
  const source = new Recorded(tool, record);
  foresee(source.play);
  const [marks] = await Promise.all([marksAsked, learn(source)]);
  const viewer = shown(source, marks.body);
  await viewer.ready;
  const keys = await keysAsked;
  offer(viewer, { record, keys, marks, textAsked, scriptAsked });
  disputes(tool, marks.body);
  const parent = await parentOf(source);
  await new Promise((resolve) => setTimeout(resolve));
  judge(tool, record, { keys, parent }, marks, viewer);
}

async function parentOf(source) {
  const parent = source.created?.parent?.game;
  return parent ? recordOf(parent, seatOf(parent)?.token ?? null).catch(() => null) : null;
}

/** A game that still runs, or whose keys are not open yet: what is public of it, as far as it has come. */
async function watchable() {
  const source = await new Running(game, token).load();
  const withheld = source.entries.at(-1).public.events.some(({ type }) => type === "keys-withheld");
  const parts = withheld
    ? [t("replay.withheld")]
    : [t("replay.still_running"), " ", make("a", { href: link(`/watch/${game}`) }, t("replay.watch_it"))];
  fill(at("verdict"), make("p.notice", {}, ...parts));
  await learn(source);
  await shown(source).ready;
}

/** A game whose log is damaged: the entries before the damage, marked, and the disputes about it. */
async function damaged(problem) {
  const [source, marks, tool] = await Promise.all([new Running(game, token).load(), marksAt(game, token), verifier()]);
  const readable = source.length > 0 && source.damagedAt !== null;
  const left = t("replay.damaged", { last: source.length, ply: source.damagedAt });
  const notice = make("p.notice.bad", { role: "alert" }, make("strong", {}, problem.title), ". ", readable && `${left} `, problem.detail);
  fill(at("verdict"), notice, disputesNode(tool, marks.body));
  await learn(source);
  if (readable) await shown(source).ready;
  else fill(at("viewer"));
}

function shown(source, { disputes = [] } = {}) {
  const asked = new URLSearchParams(location.search);
  const viewer = new Viewer(at("viewer"), source, {
    ply: asked.has("at") ? Number(asked.get("at")) || 1 : source.over ? source.firstDecision : Infinity,
    reader: readerIn(asked.get("as"), source.readers),
    onMove: follow,
    marks: new Map(disputes.map(({ about }) => [about.ply, t("replay.dispute")])),
    marked: t("replay.dispute"),
  });
  describe(source, viewer);
  at("share").hidden = false;
  offerDispute(viewer);
  at("copy").addEventListener("click", () => copyFrom(at("address"), at("copied")));
  return viewer;
}

/** What was played, by whom and when, above the board and in the title of the page. */
async function describe(source, viewer) {
  const variant = source.sheet()?.variant;
  const time = source.entry(0, null).public.time;
  const who = occupants(source).map((one, seat) => linked(one.player, viewer.names[seat]));
  if (!variant) return;
  const name = await variantName(variant);
  fill(at("about"), ...dotted([name, ...who, time > 0 && moment(time)].filter(Boolean)));
  document.title = `${name}: ${document.title}`;
}

/** A seat of this browser may dispute the hand that is shown; a link from the table opens the form at once. */
function offerDispute(viewer) {
  if (own === null || viewer.hands.length === 0) return;
  const ask = () => askDispute(viewer, own, ({ dispute }) => location.assign(link(`/disputes/${dispute}?game=${game}`)));
  at("dispute").hidden = false;
  at("dispute").addEventListener("click", ask);
  if (location.hash === "#dispute") ask();
}

let waiting = null;

/** The address follows what is shown, so that it can be shared as it stands. */
function follow(viewer) {
  clearTimeout(waiting);
  const address = new URL(location.href);
  address.searchParams.set("at", viewer.ply);
  const reader = readerText(viewer.reader);
  if (reader === null) address.searchParams.delete("as");
  else address.searchParams.set("as", reader);
  at("address").value = address.href;
  fill(at("copied"));
  waiting = setTimeout(() => history.replaceState(null, "", address), 120);
  at("what-if").disabled = !(viewer.source.over && viewer.view?.status === "playing");
}

function offer(viewer, { record, keys, marks, textAsked, scriptAsked }) {
  at("take").hidden = false;
  at("take-record").addEventListener("click", () => save(`${game}.jsonl`, record, "application/x-ndjson"));
  at("take-text").addEventListener("click", async () => save(`${game}.txt`, (await textAsked) ?? "", "text/plain"));
  at("take-bundle").addEventListener("click", async () => {
    const [text, script] = await Promise.all([textAsked, scriptAsked]);
    const receipts = [...keptRefusals(game), ...(marks.receipts ?? [])];
    save(`${game}.zip`, bundled({ game, record, text: text ?? "", keys, script: script ?? "", receipts }), "application/zip");
  });
  at("what-if").hidden = false;
  at("what-if").addEventListener("click", () => askFork(viewer, played));
}

/** What came of each dispute about this game, in the words of the verifier, and its bundle, which holds the record as well. */
function disputes(tool, body) {
  fill(at("disputes"), ...(body.disputes ?? []).map((one) => disputed(tool, one)));
  fill(at("disputes-absent"), ...absent(body));
}

/** A dispute: what is claimed, the verdict and how it ended; below it the whole report. */
function disputed(tool, document) {
  const { dispute } = document;
  const bring = () => download(`/v1/disputes/${dispute}/bundle`, `${dispute}.zip`, "application/zip", token);
  const bundle = make("button", { type: "button", on: { click: bring } }, t("replay.dispute_bundle", { dispute }));
  const page = make("a.button", { href: link(`/disputes/${dispute}?game=${game}`) }, t("replay.dispute_open"));
  const sections = tool.reportOnDispute(document, lang);
  const lists = sections.flatMap(({ title, lines }) => [make("h4", {}, title), make("ul", {}, ...lines.map((line) => make("li", {}, readable(line))))]);
  return make("section.dispute", {}, make("h3", {}, t("replay.dispute")),
    ...disputeLines(tool, document).map((line) => make("p", {}, line)),
    make("details", {}, make("summary", {}, t("replay.dispute_report")), ...lists), make("p.row", {}, page, bundle));
}

function played(body) {
  const own = body.seats.find((one) => one.token);
  if (own) keepSeat(body.game, own.seat, own.token);
  location.assign(link(own ? `/play/${body.game}` : `/watch/${body.game}`));
}

/**
 * The verdict of the independent verifier, found in this browser: of the record beside the receipts that its log
 * contradicts, and next to it how many disputes there are. It is clean only if the service told of such receipts.
 */
function judge(tool, record, beside, marks, viewer) {
  const audit = audited(tool, record, { ...beside, receipts: marks.receipts ?? [] }, lang);
  const asked = marks.receipts !== null;
  const result = audit.report.clean && !asked ? "incomplete" : audit.report.result;
  const short = { clean: () => t("replay.badge_clean"), incomplete: () => t("replay.badge_open"),
    findings: () => plural("replay.badge_found", audit.report.findings.length) }[result]();
  const kind = { clean: ".live", incomplete: "", findings: ".bad" }[result];
  const count = marks.body.disputes?.length ?? 0;
  const badges = [make(`span.badge${kind}`, {}, short), count > 0 && make("span.badge.bad", {}, plural("replay.badge_disputed", count)),
    make("span.muted", {}, t("replay.badge_how"))].filter(Boolean);
  const badge = make("details.verdict-badge", { "data-result": result },
    make("summary", {}, ...badges.flatMap((one) => [one, " "])),
    make("div.panel.report", {}, make("h2.sr", {}, t("replay.verdict")), verdictLine(audit),
      !asked && make("p.notice", {}, t("replay.no_marks")), disputesNode(tool, marks.body),
      ...reportNodes(tool, audit, (ply) => viewer.go(ply)),
      make("p", {}, make("a", { href: link("/audit") }, t("replay.to_audit")))));
  fill(at("verdict"), badge);
}

await start();
