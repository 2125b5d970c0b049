// The page of a dispute: the claim, the verdict with its rule, the answers of the seats, the ruling of an arbiter, the
// log, and the table at the entry in dispute.

import { call, keptRefusals, pause, Problem, unlessRefused } from "./api.js";
import { copyFrom } from "./copying.js";
import { refusalChoice, textField } from "./disputing.js";
import { arbiterKey, keepArbiterKey, offerOwnKey } from "./ownkey.js";
import { cited, paragraphIn } from "./paragraphs.js";
import { learnNames, linked, playerName, seatHere } from "./people.js";
import { numbered } from "./pieces.js";
import { verifier } from "./proof.js";
import { Recorded, recordOf, Running } from "./replayed.js";
import { download } from "./saving.js";
import { at, fill, make } from "./shell.js";
import { variantName } from "./variants.js";
import { readable } from "./verdict.js";
import { learn, Viewer } from "./viewer.js";
import { lang, link, moment, t } from "./words.js";

const { dispute } = document.getElementById("main").dataset;
const PATH = `/v1/disputes/${dispute}`;
const AGAIN_MS = 2_000;
const OVER = new Set(["closed", "ruled"]);
const WAITS_FOR_MACHINE = new Set(["open", "awaiting_reveal"]);

/** The game is known from the link, or from the dispute itself once it was read. */
let game = new URLSearchParams(location.search).get("game");
let tool = null;
/** The seats of the game; null while it cannot be read. */
let seats = null;
/** The game as its replay shows it, read once. */
let reading = null;
const source = () => (reading ??= sourceOf());

/** The dispute as it is shown. */
let current = null;
/** The name of the variant, once the position is shown. */
let variant = null;

/** The seat of this person in the game. */
let own = null;
const token = () => own?.token ?? null;
/** The numbers of the seats, each with the name of its player or bot if it has one. */
const sitting = () => (seats === null ? [] : numbered(seats));

async function start() {
  try {
    if (game !== null) own = await seatHere(game);
    const [document_, loaded] = await Promise.all([read(), verifier()]);
    tool = loaded;
    game = document_.about.game;
    own ??= await seatHere(game);
    seats = await call("GET", `/v1/games/${game}`, { token: token() }).then(({ body }) => body.seats, () => null);
    await learnNames(seats ?? []);
    show(document_);
    at("notice").hidden = true;
    await showPosition(document_);
    await follow();
  } catch (fault) {
    unlessRefused(fault);
    complain(fault);
  }
}

const read = async () => (await call("GET", PATH, { token: token() })).body;

function complain(problem) {
  at("notice").hidden = false;
  at("notice").className = "notice bad";
  fill(at("notice"), make("strong", {}, problem.title), ". ", problem.detail);
}

/** Asks for the dispute again until the machine has judged it. */
async function follow() {
  while (WAITS_FOR_MACHINE.has(current.state)) {
    await pause(AGAIN_MS);
    const now = await read();
    if (now.ply !== current.ply) show(now);
  }
}

/** Shows the dispute, unless a newer state of it is shown already. */
function show(document_) {
  if (current !== null && document_.ply < current.ply) return;
  current = document_;
  const { state, about, until } = document_;
  const waits = document_.for_arbiter && !OVER.has(state);
  fill(at("state"), make(OVER.has(state) ? "span.badge" : "span.badge.live", {}, t(`dispute.state_${waits ? "arbiter" : state}`)));
  at("state").dataset.state = state;
  fill(at("seats"), sitting().map((seat) => t("dispute.by_seat", { seat })).join(" · "));
  fill(at("about"), variant && `${variant} · `, t("dispute.about", { hand: about.hand_number, ply: about.ply }),
    until !== null && !OVER.has(state) ? ` · ${t(waits ? "dispute.until_arbiter" : "dispute.until", { time: moment(until) })}` : null);
  report(document_);
  answers(document_);
  arbiter(document_);
  log(document_);
  at("take").hidden = false;
  at("address").value = new URL(`/disputes/${dispute}`, location.origin).href;
  at("to-replay").href = link(`/replay/${game}?at=${about.ply}`);
}

/** The report of the verifier in the language of the page, and the paragraph that decides. */
function report(document_) {
  const sections = tool.reportOnDispute(document_, lang);
  const rules = deciding(document_);
  fill(at("report"),
    ...sections.map(({ title, lines }) => make("section", {}, make("h2", {}, title), ...lines.map((line) => make("p", {}, readable(line))))),
    rules.length > 0 && make("section", {}, make("h2", {}, t("dispute.rule")), ...rules));
  at("report").hidden = false;
}

/** The paragraphs that decide, the first one open: that of the ruling if it names one, and that of the verdict. */
function deciding({ verdict, ruling }) {
  const ruled = ruling?.paragraph ?? null;
  const judged = verdict?.rule && verdict.rule !== ruled ? verdict.rule : null;
  return [
    ruled && cited(ruled, () => source().then((found) => paragraphIn(found, ruled), () => ({})), true),
    judged && cited(judged, async () => ({ text: verdict.paragraph, edition: undefined }), ruled === null),
  ].filter(Boolean);
}

/* What a seat may say */

/** The words of an answer: what is typed stays while others change the dispute, until it is sent. */
const written = textField(t("dispute.text"), { required: false });

function answers(document_) {
  const place = at("answer");
  place.hidden = own === null || OVER.has(document_.state) || !document_.parties.some((one) => one.seat === own.seat);
  if (place.hidden) return;
  const judged = document_.state === "judged";
  const problem = alertLine();
  const send = (body) => say(body, token(), problem);
  const withText = (type) => async () => {
    const text = written.value.trim();
    if (text === "") problem.tell(t("dispute.need_text"));
    else if (await send({ type, text })) written.clear();
  };
  const refused = document_.claim === "wrong_refusal" ? refusalChoice(keptRefusals(game)) : null;
  fill(place,
    make("h2", {}, t("dispute.your_part")), make("p", {}, t("dispute.seat", { seat: sitting()[own.seat] ?? own.seat })),
    judged && make("p.row", {}, button("dispute.accept", () => send({ type: "accept" }), ".primary")),
    written.label,
    make("p.row", {}, judged && button("dispute.contest", withText("contest")), button("dispute.state_it", withText("statement"))),
    judged && make("p.muted", {}, t("dispute.contest_why")),
    refused && make("div", {}, make("p.muted", {}, t("dispute.evidence_why")), refused.label,
      make("p.row", {}, button("dispute.evidence", () => send({ type: "evidence", ...refused.chosen() })))),
    document_.seat === own.seat && make("p.row", {}, button("dispute.withdraw", () => send({ type: "withdraw" }))),
    problem.element);
}

const button = (name, act, kind = "") => make(`button${kind}`, { type: "button", on: { click: act } }, t(name));

function alertLine() {
  const element = make("p.notice.bad", { role: "alert", hidden: true });
  const tell = (text) => {
    element.hidden = false;
    element.textContent = text;
  };
  return { element, tell };
}

/**
 * Sends a command about the dispute as it is shown, and returns whether it was accepted. What others have said in the
 * meantime is shown first.
 */
async function say(body, secret, problem) {
  problem.element.hidden = true;
  try {
    show((await call("POST", `${PATH}/moves`, { body, token: secret, ifMatch: current.ply })).body);
    return true;
  } catch (fault) {
    unlessRefused(fault);
    if (fault.code === "stale_ply") {
      show(await read());
      at("notice").hidden = false;
      at("notice").className = "notice";
      fill(at("notice"), t("dispute.updated"));
    } else problem.tell([fault.title, fault.detail].filter(Boolean).join(". "));
    return false;
  }
}

/* An arbiter */

function arbiter(document_) {
  const place = at("arbiter");
  place.hidden = document_.state !== "judged";
  if (place.hidden || place.hasChildNodes()) return; // a form that is there may have something typed in it
  const key = make("input.mono", { autocomplete: "off", spellcheck: "false", required: true, value: arbiterKey() });
  const keys = make("p.own-key.muted", { role: "status" });
  const outcome = make("select", {}, ...["upheld", "rejected"].map((value) => make("option", { value }, t(`dispute.${value}`))));
  const reason = textField(t("dispute.reason"));
  const paragraph = make("input.mono", { pattern: "\\d{1,2}\\.\\d{1,2}", maxlength: 5 });
  const amounts = Array.from(seats ?? [], () => make("input", { type: "number", step: 1 }));
  const problem = alertLine();
  const form = make("form", {},
    make("label.stacked", {}, t("dispute.arbiter_key"), key), make("p.muted", {}, t("dispute.arbiter_key_why")), keys,
    make("label.stacked", {}, t("dispute.outcome"), outcome), reason.label,
    make("label.stacked", {}, t("dispute.paragraph"), paragraph),
    seats !== null && make("fieldset", {}, make("legend", {}, t("dispute.correction")),
      ...amounts.map((input, number) => make("label", {}, make("span", {}, ...called(t("dispute.correction_of", { seat: number }), seats[number].player)), input))),
    problem.element, make("p.row", {}, make("button.primary", { type: "submit" }, t("dispute.give_ruling"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keepArbiterKey(key.value.trim());
    const body = { type: "rule", outcome: outcome.value, reason: reason.value.trim() };
    if (paragraph.value) body.paragraph = paragraph.value;
    if (amounts.some((input) => input.value !== "")) body.correction = amounts.map((input) => Number(input.value));
    say(body, key.value.trim(), problem);
  });
  const offer = ({ currentTarget }) => currentTarget.open && offerOwnKey(keys, key, "audit");
  fill(place, make("details", { open: document_.for_arbiter, on: { toggle: offer } }, make("summary", {}, t("dispute.arbiter")), form));
}

/* The log */

/** Shows the log as far as the dispute is shown; an answer that comes after a newer one is left out. */
async function log(document_) {
  const { ply: last } = document_;
  const { body } = await call("GET", `${PATH}/events`, { token: token() });
  const arbiters = body.events.map((one) => ({ player: arbiterIn(one) })).filter(({ player }) => player);
  if (arbiters.length > 0) {
    await learnNames(arbiters);
    if (document_ === current) report(document_); // which names them
  }
  if (document_ !== current) return;
  fill(at("log"), make("details", {}, make("summary", {}, t("dispute.log")),
    make("ol.lines", {}, ...body.events.filter((one) => one.ply <= last).map(line))));
  at("log").hidden = false;
}

const arbiterIn = ({ public: { actor } }) => (actor.startsWith("arbiter:") ? actor.slice("arbiter:".length) : null);

/** What is said of a seat or an arbiter, with the name of its player where it has one. */
function called(text, player) {
  const name = playerName(player);
  return name ? [`${text} (`, linked(player, name), ")"] : [text];
}

function line({ ply, public: { actor, command, time } }) {
  const [kind, name] = actor.split(":");
  const who = kind === "seat" ? called(t("dispute.by_seat", { seat: name }), seats?.[name]?.player)
    : kind === "arbiter" ? called(t("dispute.by_arbiter", { player: name }), name) : [t("dispute.by_service")];
  return make("li", {}, make("span.number", {}, ply), " ", make("time.muted", {}, moment(time)), " ", ...who, ": ", t(`dispute.log_${command.type}`));
}

/* The table at the entry */

async function showPosition({ about }) {
  try {
    const shown = await source();
    await learn(shown);
    const marks = new Map([[about.ply, t("dispute.title")]]);
    at("position").hidden = false;
    const viewer = new Viewer(at("viewer"), shown, { ply: about.ply, marks, marked: t("dispute.title") });
    await viewer.ready;
    const played = shown.sheet()?.variant;
    if (!played) return;
    variant = await variantName(played);
    at("about").prepend(`${variant} · `);
  } catch (fault) {
    unlessRefused(fault);
    at("position").hidden = false;
    fill(at("viewer"), make("p", {}, t("dispute.no_position")));
  }
}

/** The whole game if it is over, else what is public of it. */
async function sourceOf() {
  try {
    return new Recorded(tool, await recordOf(game, token()));
  } catch (fault) {
    if (!(fault instanceof Problem) || !["not_before_end", "quarantined"].includes(fault.code)) throw fault;
    return new Running(game, token()).load();
  }
}

at("copy").addEventListener("click", () => copyFrom(at("address"), at("copied")));
at("bundle").addEventListener("click", () => download(`${PATH}/bundle`, `${dispute}.zip`, "application/zip", token()).catch(complain));

await start();
