// The form that creates a tournament: a preset, who takes part, how much is played, and an estimate before.

import { call } from "./api.js";
import { botsOf, USUAL_BOT } from "./bots.js";
import { keyField, numberField, refused } from "./organiser.js";
import { fill, make } from "./shell.js";
import { time } from "./telling.js";
import { lang, link, number, plural, t } from "./words.js";

/** The presets: whether bots and players take part, and whether tables are larger than two. */
const PRESETS = {
  bots: { bots: true, players: false, club: false, decks: 20 },
  players: { bots: false, players: true, club: false, decks: 1 },
  both: { bots: true, players: true, club: false, decks: 1 },
  club: { bots: false, players: true, club: true, decks: 1 },
};
const CLUB_SEATS = [3, 4, 5];
const FORMATS = ["round_robin", "swiss", "single_elimination"];
const NAME_MAX = 40;
const DECKS_MAX = 1_000;
const ROUNDS_MAX = 100;
const USUAL_PLAYERS = 8;
const ENTRANTS_MAX = 256;
const ABSENT = ["wait", "forfeit", "bot"];
const ABSENT_MINUTES = 5;
const USUAL_S = 60;
const USUAL_MINUTES = 10;
const SPEEDS = 50; // tournaments whose speed is looked at
const PLAYER = /^(.*\S)\s+(p-[0-9a-z]+)$/;

const stacked = (text, control, ...more) => make("label.stacked", {}, text, control, ...more);

/** The entrants that a text names, one a line: a name and the id of a player; null for a line of another form. */
function playersIn(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return lines.map((line) => PLAYER.exec(line)).map((found) => found && { name: found[1], player: found[2] });
}

/** The numbers of seats of a club's tables that a variant allows. */
const clubSeats = ({ rules }) => CLUB_SEATS.filter((seats) => rules.players_min <= seats && seats <= rules.players_max && seats % (rules.teams || 1) === 0);
const fits = (variant, { club }) => (club ? clubSeats(variant).length > 0 : variant.rules.players_min <= 2);

/**
 * How many rounds and games a tournament has. Of a league it is the least number; `decided` by the results is
 * an elimination, which may need further decks for tied matches.
 */
function foreseen({ format, entrants: { length }, decks_per_pairing: decks, duplicates }) {
  const seats = format.seats ?? 2;
  const games = decks * (duplicates ? seats : 1);
  const tables = Math.floor(length / seats);
  if (format.type === "swiss") return { rounds: format.rounds, games: format.rounds * tables * games };
  if (format.type === "single_elimination") return { rounds: Math.ceil(Math.log2(length)), games: (length - 1) * games };
  if (format.type === "league") {
    const rounds = Math.max(Math.ceil((length - 1) / (seats - 1)), Math.ceil((length * (length - 1)) / (tables * seats * (seats - 1))));
    return { rounds, games: rounds * tables * games };
  }
  return { rounds: length - 1 + (length % 2), games: (length * (length - 1) * games) / 2 };
}

/**
 * Fills the form that creates tournaments.
 * @param {HTMLFormElement} form
 */
export async function creating(form) {
  const { body: { variants } } = await call("GET", "/v1/variants");
  const key = keyField();
  key.offer();
  const parts = {
    preset: make("fieldset.choices", {}, make("legend", {}, t("organise.preset")),
      ...Object.keys(PRESETS).map((name, at) => make("label.choice", {}, make("input", { type: "radio", name: "preset", value: name, checked: at === 0 }), make("b", {}, t(`organise.preset_${name}`))))),
    sentence: make("p.muted", { "aria-live": "polite" }),
    name: make("input", { name: "name", maxlength: NAME_MAX, required: true, autocomplete: "off" }),
    variant: make("select", { name: "variant" }),
    bots: make("fieldset.choices", {}),
    open: make("input", { type: "checkbox", name: "open", checked: true }),
    expected: numberField("expected", USUAL_PLAYERS, ENTRANTS_MAX),
    players: make("textarea", { name: "players", rows: 6, spellcheck: "false", autocomplete: "off", placeholder: "Lupe p-…" }),
    seats: make("select", { name: "seats" }),
    format: make("select", { name: "format" }, ...FORMATS.map((name) => make("option", { value: name }, t(`tournament.format_${name}`)))),
    rounds: numberField("rounds", 5, ROUNDS_MAX),
    decks: numberField("decks", PRESETS.bots.decks, DECKS_MAX),
    duplicates: make("input", { type: "checkbox", name: "duplicates", checked: true }),
    seconds: numberField("seconds", USUAL_S, 86_400),
    minutes: numberField("minutes", USUAL_MINUTES, 600),
    absent: make("select", { name: "absent" }, ...ABSENT.map((name) => make("option", { value: name }, t(`organise.absent_${name}`)))),
    absentMinutes: numberField("absent_minutes", ABSENT_MINUTES, 1_440),
    absentBot: make("select", { name: "absent_bot" }),
    absentSentence: make("p.muted", { "aria-live": "polite" }),
    estimate: make("p.notice", { role: "status" }),
    told: make("div", { role: "alert" }),
    send: make("button.primary.large", { type: "submit" }, t("organise.create")),
  };
  const labels = {
    open: make("p", {}, make("label", {}, parts.open, " ", t("organise.open")), " ", make("small.muted", {}, t("organise.open_sentence"))),
    expected: stacked(t("organise.expected"), parts.expected),
    players: stacked(t("organise.players"), parts.players, make("small.muted", {}, t("organise.players_how"))),
    seats: stacked(t("organise.seats"), parts.seats),
    format: stacked(t("organise.format"), parts.format),
    rounds: stacked(t("tournament.rounds"), parts.rounds),
    duplicates: make("p", {}, make("label", {}, parts.duplicates, " ", t("organise.duplicates")), " ", make("small.muted", {}, t("organise.duplicates_sentence"))),
    remembered: make("p.muted", {}, t("organise.remembered")),
    asked: make("p.muted", {}, t("organise.asked")),
    seconds: stacked(t("organise.seconds"), parts.seconds),
    minutes: stacked(t("organise.minutes"), parts.minutes),
    absent: stacked(t("organise.absent"), parts.absent),
    absentMinutes: stacked(t("organise.absent_minutes"), parts.absentMinutes),
    absentBot: stacked(t("organise.absent_with"), parts.absentBot),
  };
  let speeds = [];
  let play = null;

  const preset = () => PRESETS[form.elements.preset.value];
  const variant = () => variants.find((one) => one.variant === parts.variant.value);

  const isOpen = () => preset().players && parts.open.checked;

  /** The manifest that the form describes and how many are expected; else the sentence of what is missing in `why`. */
  function manifest() {
    const { bots, players, club } = preset();
    const named = players && !isOpen() ? playersIn(parts.players.value) : [];
    const house = bots ? Array.from(parts.bots.querySelectorAll("input:checked"), ({ value }) => ({ name: value, bot: value })) : [];
    const entrants = [...named, ...house];
    const seats = club ? Number(parts.seats.value) : 2;
    if (named.includes(null)) return { why: t("organise.players_wrong") };
    const size = entrants.length + (isOpen() ? Number(parts.expected.value) : 0);
    if (size < seats) return { why: plural("organise.too_few", seats) };
    if (players && !isOpen() && named.length === 0) return { why: t("organise.players_none") };
    const type = club ? "league" : parts.format.value;
    const format = { type, ...(club ? { seats } : {}), ...(type === "swiss" ? { rounds: Number(parts.rounds.value) } : {}) };
    const limits = players ? { limits: { decision_seconds: Number(parts.seconds.value) } } : {};
    const rule = parts.absent.value;
    const absent = players && rule !== "wait" ? { absent: { rule, minutes: Number(parts.absentMinutes.value), ...(rule === "bot" ? { bot: parts.absentBot.value } : {}) } } : {};
    const open = isOpen() ? { registration: "open" } : {};
    return {
      size,
      body: { name: parts.name.value.trim(), variant: parts.variant.value, format, entrants, decks_per_pairing: Number(parts.decks.value), duplicates: !players && parts.duplicates.checked, ...limits, ...absent, ...open },
    };
  }

  /** What is said of games and time before anything is created. */
  function estimate() {
    const { why, body, size } = manifest();
    if (why) return why;
    const { rounds, games } = foreseen({ ...body, entrants: { length: size } });
    const values = { rounds: number(rounds), games: number(games) };
    const least = body.format.type === "league" ? "organise.estimate_least" : "organise.estimate";
    return [t(least, values), duration(body, rounds, games)].join(" ");
  }

  function duration(body, rounds, games) {
    if (preset().players) return t("organise.time_players", { time: time(rounds * body.decks_per_pairing * Number(parts.minutes.value) * 60) });
    const speed = Math.max(0, ...speeds.filter((one) => one.variant === body.variant).map((one) => one.speed));
    return speed > 0 ? t("organise.time_bots", { time: time(games / speed) }) : t("organise.time_unknown");
  }

  async function show(changed = "preset") {
    const chosen = preset();
    const allowed = variants.filter((one) => fits(one, chosen));
    const before = parts.variant.value;
    fill(parts.variant, ...allowed.map((one) => make("option", { value: one.variant }, one.name[lang])));
    // A club's usual variant is the one with the most numbers of seats to choose from.
    const usual = chosen.club ? allowed.reduce((one, other) => (clubSeats(other).length > clubSeats(one).length ? other : one)) : allowed[0];
    parts.variant.value = (allowed.find((one) => one.variant === before && changed !== "preset") ?? usual).variant;
    parts.sentence.textContent = t(`organise.sentence_${form.elements.preset.value}`);
    for (const [name, shown] of Object.entries({
      open: chosen.players, expected: isOpen(), players: chosen.players && !isOpen(), seats: chosen.club, format: !chosen.club, rounds: !chosen.club && parts.format.value === "swiss",
      duplicates: !chosen.players, remembered: chosen.players, asked: chosen.players && !isOpen(), seconds: chosen.players, minutes: chosen.players,
      absent: chosen.players, absentMinutes: chosen.players && parts.absent.value !== "wait", absentBot: chosen.players && parts.absent.value === "bot",
    })) labels[name].hidden = !shown;
    parts.rounds.disabled = labels.rounds.hidden;
    parts.expected.disabled = labels.expected.hidden;
    parts.bots.hidden = !chosen.bots;
    parts.absentMinutes.disabled = labels.absentMinutes.hidden;
    parts.absentSentence.hidden = !chosen.players;
    parts.absentSentence.textContent = t(`organise.absent_sentence_${parts.absent.value}`);
    if (chosen.club) showSeats();
    if (variant().play !== play) await showBots();
    parts.estimate.textContent = estimate();
  }

  function showSeats() {
    const numbers = clubSeats(variant());
    const before = Number(parts.seats.value);
    fill(parts.seats, ...numbers.map((one) => make("option", { value: one }, number(one))));
    parts.seats.value = String(numbers.includes(before) ? before : numbers.at(-1));
  }

  async function showBots() {
    play = variant().play;
    const bots = await botsOf(play);
    fill(parts.absentBot, ...bots.map((one) => make("option", { value: one.bot, selected: one.bot === USUAL_BOT }, `${one.bot} (${t(`common.level_${one.difficulty}`)})`)));
    fill(parts.bots, make("legend", {}, t("organise.bots")),
      ...bots.map((one) => make("label.choice", {}, make("input", { type: "checkbox", value: one.bot, checked: true }), make("span", {}, make("b", {}, one.bot), " ", make("small", {}, t(`common.level_${one.difficulty}`))))));
  }

  form.addEventListener("change", ({ target }) => {
    if (target.name === "preset") {
      parts.decks.value = String(preset().decks);
      parts.absent.value = preset().club ? "bot" : "wait"; // at a club's table others would lose their game, too
    }
    show(target.name).catch((error) => refused(error, parts.told));
  });
  form.addEventListener("input", () => (parts.estimate.textContent = estimate()));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { why, body } = manifest();
    if (why) {
      fill(parts.told, make("p.notice.bad", {}, why));
      return;
    }
    parts.send.disabled = true;
    fill(parts.told);
    try {
      const { body: made } = await call("POST", "/v1/tournaments", { body, token: key.value });
      key.keep();
      location.assign(link(`/tournaments/${made.tournament}`));
    } catch (error) {
      refused(error, parts.told);
      parts.send.disabled = false;
    }
  });
  fill(form, stacked(t("organise.name"), parts.name), parts.preset, parts.sentence, make("div.two", {}, stacked(t("organise.variant"), parts.variant), labels.seats, labels.format, labels.rounds),
    parts.bots, labels.open, labels.players, make("div.two", {}, labels.expected, stacked(t("organise.decks"), parts.decks, make("small.muted", {}, t("organise.decks_how"))), labels.seconds, labels.minutes), make("div.two", {}, labels.absent, labels.absentMinutes, labels.absentBot), parts.absentSentence, labels.duplicates, labels.remembered, labels.asked, parts.estimate, key.label, parts.told, make("p", {}, parts.send));
  const { body: { tournaments } } = await call("GET", `/v1/tournaments?limit=${SPEEDS}`);
  speeds = tournaments.filter(({ state, ended, started, played }) => state === "finished" && ended > started && played > 0).map((one) => ({ variant: one.variant, speed: (1000 * one.played) / (one.ended - one.started) }));
  await show();
}
