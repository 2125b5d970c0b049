// The form that makes a game: a variant with its options, who else plays, and the way to the table.

import { call, keepSeat, seatOf, unlessRefused } from "./api.js";
import { FIRST, UNHURRIED } from "./first.js";
import { offered } from "./games/offered.js";
import { naming } from "./people.js";
import { options } from "./options.js";
import { at, fill, make } from "./shell.js";
import { labelled, lang, link, plural, t } from "./words.js";

const LAST = "conquian.last";
const USUAL_S = 60;
const LIMITS_S = [20, USUAL_S, 180, 600, 3_600, UNHURRIED.decision_seconds];
const query = new URLSearchParams(location.search);
/** The evening to which the table is added, and a table of it at which this browser has a seat. */
const EVENING = query.get("evening"), SEATED = query.get("game");
/** What is said of each opponent that can be chosen. @type {Map<string, string>} */
let sentences = new Map();

function lastChoice() {
  try {
    return JSON.parse(localStorage.getItem(LAST)) ?? {};
  } catch {
    return {};
  }
}

function remember(choice) {
  try {
    localStorage.setItem(LAST, JSON.stringify(choice));
  } catch {
    // No storage: nothing is remembered.
  }
}

/** Shows a refusal beside the form, or wherever `place` is. @param {unknown} error @param {HTMLElement} place */
export function tell(error, place) {
  unlessRefused(error);
  const more = error.errors.map((one) => one.detail).join(" ");
  fill(place, make("p.notice.bad", {}, make("strong", {}, `${labelled(t("home.refused"))}${error.title} `), error.detail ?? "", more && ` ${more}`));
}

/**
 * Fills the form and lets it make games. `chosen` hears the variant that is chosen.
 * @param {object[]} variants  as GET /v1/variants gives them
 * @param {(play: string) => Promise<object[]>} botsOf  the bots that play a game, as GET /v1/bots gives them
 * @param {(variant: object) => void} chosen
 */
export async function newGame(variants, botsOf, chosen) {
  const last = lastChoice();
  const select = at("variant");
  fill(select, ...variants.map((one) => make("option", { value: one.variant }, one.name[lang])));
  const first = [last.variant, FIRST].find((name) => variants.some((one) => one.variant === name));
  if (first) select.value = first;
  let asked = () => ({});
  let bots = [];

  const show = async () => {
    const variant = variants.find((one) => one.variant === select.value);
    at("play").disabled = true;
    const offer = await botsOf(variant.play);
    if (select.value !== variant.variant) return; // another one was chosen meanwhile
    const before = at("new").elements.opponent?.value ?? last.opponent;
    if (offer !== bots) showOpponents((bots = offer), before);
    at("sentence").textContent = variant.sentence[lang];
    at("rules").href = link(`/rules/${variant.play}`);
    at("learn").href = link(`/learn/${variant.variant}`);
    at("note").textContent = offered(variant.play).note(variant.rules);
    showSeats(variant, last.seats);
    asked = options(at("house").querySelector(".options"), variant, showChanged);
    showChanged(0);
    showEach(bots);
    showLimit();
    chosen(variant);
    at("play").disabled = false;
  };
  fill(at("limit"), ...LIMITS_S.map((one) => make("option", { value: one, selected: one === (LIMITS_S.includes(last.limit) ? last.limit : USUAL_S) }, t(`home.limit_${one}`))));
  select.addEventListener("change", () => {
    const wanted = select.value;
    fill(at("refused"));
    show().catch((error) => select.value === wanted && tell(error, at("refused")));
  });
  await show();
  at("opponents").addEventListener("change", showOpponent);
  at("seats").addEventListener("change", () => showEach(bots));
  at("new").addEventListener("change", showLimit);

  const form = at("new");
  const name = naming(at("who"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const opponent = form.elements.opponent.value;
    remember({ variant: select.value, opponent, seats: Number(at("seats").value), limit: Number(at("limit").value) });
    const seats = seated(opponent);
    const body = { variant: select.value, options: { ...asked(), ...limits(seats) }, seats };
    if (playsPerson(seats)) body.start = "ready";
    if (EVENING) body.evening = EVENING;
    else if (playsPerson(seats)) body.evening = "new";
    if (form.elements.unlisted.checked && !at("unlisted").hidden) body.visibility = "unlisted";
    create(body, name);
  });
  form.setAttribute("aria-busy", "false");
}

const playsPerson = (seats) => seats.some((one) => one === "open" || one.invitation);

/** The limits of a game: what the host has chosen where other people play, hardly any against bots. */
function limits(seats) {
  if (playsPerson(seats)) return { decision_seconds: Number(at("limit").value) };
  return UNHURRIED;
}

/** The limit is the host's to choose where another person plays. */
function showLimit() {
  const { opponent } = at("new").elements;
  at("limit").closest("label").hidden = !playsPerson(seated(opponent.value));
}

function showChanged(count) {
  at("changed").hidden = count === 0;
  at("changed").textContent = plural("home.changed", count);
}

/** The numbers of players that a variant allows; an even one where two teams play. */
function numbers({ rules }) {
  const all = Array.from({ length: rules.players_max - rules.players_min + 1 }, (_, more) => rules.players_min + more);
  return rules.teams ? all.filter((one) => one % rules.teams === 0) : all;
}

function showSeats(variant, liked) {
  const select = at("seats");
  const before = Number(select.value) || liked;
  const all = numbers(variant);
  fill(select, ...all.map((one) => make("option", { value: one }, String(one))));
  if (all.includes(before)) select.value = String(before);
  select.closest("label").hidden = all.length < 2;
}

function showOpponents(bots, liked) {
  const choices = [
    ...bots.map((one) => ({
      value: one.bot,
      name: one.bot,
      badge: t(`common.level_${one.difficulty}`),
      sentence: one.sentence[lang],
    })),
    { value: "invitation", name: t("home.friends"), sentence: t("home.friends_sentence") },
    { value: "open", name: t("home.anybody"), sentence: t("home.anybody_sentence") },
  ];
  const usual = choices.some((one) => one.value === liked) ? liked : (bots[1] ?? bots[0])?.bot ?? "open";
  sentences = new Map(choices.map((one) => [one.value, one.sentence]));
  const field = at("opponents");
  fill(field, field.querySelector("legend"),
    ...choices.map((one) =>
      make(
        "label.choice",
        {},
        make("input", { type: "radio", name: "opponent", value: one.value, checked: one.value === usual }),
        make("span", {}, make("b", {}, one.name), " ", one.badge && make("small", {}, one.badge)),
      ),
    ),
  );
  showOpponent();
}

/** What is said of the opponent that is chosen, and whether the table may be unlisted. */
function showOpponent() {
  const opponent = at("new").elements.opponent.value;
  at("how").textContent = sentences.get(opponent);
  at("unlisted").hidden = !["invitation", "open"].includes(opponent);
  at("new").elements.unlisted.checked = opponent === "invitation";
}

/** Where there are more than two seats, each may be given to somebody else. */
function showEach(bots) {
  const count = Number(at("seats").value);
  at("by-seat").hidden = count < 3;
  const choice = () => [
    make("option", { value: "" }, t("home.same")),
    ...bots.map((one) => make("option", { value: one.bot }, `${one.bot} (${t(`common.level_${one.difficulty}`)})`)),
    make("option", { value: "invitation" }, t("home.friends")),
    make("option", { value: "open" }, t("home.anybody")),
  ];
  const rows = Array.from({ length: count - 1 }, (_, other) =>
    make("label.option", {}, make("span", {}, t("home.seat", { seat: other + 2 })), make("select", {}, ...choice())),
  );
  fill(at("by-seat").querySelector(".options"), ...rows);
}

function seated(opponent) {
  const kinds = { open: "open", invitation: { invitation: "shared" } };
  const each = Array.from(at("by-seat").querySelectorAll("select"), (one) => one.value);
  const others = Array.from({ length: Number(at("seats").value) - 1 }, (_, other) => each[other] || opponent);
  return ["me", ...others.map((one) => kinds[one] ?? { bot: one })];
}

async function create(body, name) {
  const button = at("play");
  button.disabled = true;
  button.textContent = t("home.making");
  fill(at("refused"));
  try {
    const { body: made } = await name.as((token) => call("POST", "/v1/games", asFormerGuest(body, token)));
    const mine = made.seats.find((one) => one.token);
    keepSeat(made.game, mine.seat, mine.token, { variant: body.variant });
    keepInvitations(made);
    location.assign(link(`/play/${made.game}`));
  } catch (error) {
    tell(error, at("refused"));
  } finally {
    button.disabled = false;
    button.textContent = t("home.play");
  }
}

/** A request for a table; who had the seat of the evening as a guest, and has a name by now, shows its token as well. */
function asFormerGuest(body, key) {
  const seat = EVENING && SEATED ? seatOf(SEATED) : null;
  if (!key) return { body, token: seat?.token };
  return { body: seat ? { ...body, evening_token: seat.token } : body, token: key };
}

/** The codes that the table shows to whoever made the game, by seat. */
function keepInvitations({ game, seats }) {
  const codes = Object.fromEntries(seats.filter((one) => one.invitation).map((one) => [one.seat, one.invitation]));
  if (Object.keys(codes).length) localStorage.setItem(`conquian.invitations.${game}`, JSON.stringify(codes));
}
