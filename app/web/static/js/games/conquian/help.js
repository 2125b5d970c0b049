// Each question explained to newcomers: why it is asked, what can be done and what not, and what follows. All of it is read
// from the view, the legal moves and the rule sheet.

import { answers } from "./asking.js";
import { OF_PHASE } from "./paragraphs.js";
import { marked, plain } from "./terms.js";
import { theCard } from "../../cards.js";
import { ruleButton } from "../../refusals.js";
import { fill, make } from "../../shell.js";
import { listed, t } from "../../words.js";

const MODES = { discard: "6.4", keep: "8.3", arrange: "6.3" };
/** What follows a pass, by the phase in which somebody passes. */
const PASSES = { offer: "pass_offer", new: "pass_new", left: "pass_left", claim_window: "pass_claim_window" };
/** The phases in which it matters most why something is asked. */
const REASON_FIRST = new Set(["claim_window", "forced"]);

/**
 * The sentences about what a seat is asked, with marked words; none where it is asked nothing.
 * @param {{view: any, moves: any[], rules: any, names: string[]}} table
 * @param {{mode: string, laying: string[]}} step  what the player is about to do
 * @returns {string[]}
 */
export function explained(table, { mode, laying }) {
  const { view, moves } = table;
  if (!moves.length || view.status !== "playing") return [];
  if (mode !== "pick") return [stepped(view, mode, laying)];
  if (view.phase === "exchange") return [t("help.exchange")];
  if (view.phase === "force_window") return [t(goesOut(view, view.turn) ? "help.force_window_out" : "help.force_window", { name: table.names[view.turn] })];
  const asks = answers(moves);
  const sentences = [...taken(table, asks), ...besides(table, asks), passed(table, asks)];
  return (REASON_FIRST.has(view.phase) ? [asked(table), ...sentences] : [...sentences, asked(table)]).filter(Boolean);
}

function stepped({ seats, you, target }, mode, laying) {
  if (mode === "arrange") return t("help.arrange");
  if (mode === "keep") return t("help.keep_discard");
  return t("help.discard", { count: seats[you].table.flat().length + laying.length + 1, target });
}

/** Why the question is put to this seat. */
function asked({ view: { phase, centre, turn }, names }) {
  if (phase === "left") return t(centre.source === "discard" ? "help.left_discard" : "help.left_stock", { name: names[centre.left_by] });
  return t(`help.${phase}`, { name: names[turn] });
}

/** Whether the card can be taken, and why or why not. */
function taken({ view, rules }, { melds }) {
  const { centre, seats, target, you } = view;
  if (!melds.length) {
    const needed = centre.source === "discard" && rules.group_needs_stock_card !== "off";
    return [seats[you].table.length ? t("help.cannot") : t("help.cannot_hand"), needed && t(`help.stock_${rules.group_needs_stock_card}`)];
  }
  if (melds.some((one) => !one.discards.length)) return [t("help.out", { target })];
  const more = melds.find((one) => one.use.length);
  return [
    melds.some((one) => !one.use.length) ? t("help.alone") : t("help.with", { cards: listed(more.use.map(theCard)) }),
    !rules.keep_centre && t("help.never"),
  ];
}

/** Whether the centre card is the last one that a seat needs: who forces it on that seat has lost. */
const goesOut = ({ seats, target }, seat) => seats[seat].table.flat().length + 1 >= target;

/** What can be done besides taking the card and passing. */
function besides({ names, view }, { forces, keeps, folds }) {
  const winners = forces.filter((seat) => goesOut(view, seat));
  const others = forces.filter((seat) => !winners.includes(seat));
  return [
    others.length > 0 && t("help.force_on", { names: listed(others.map((seat) => names[seat])) }),
    ...winners.map((seat) => t("help.force_out", { name: names[seat] })),
    keeps.length > 0 && t("help.keep"),
    folds && t("help.fold"),
  ];
}

/** What follows a pass. */
function passed({ view: { phase, stock_count }, rules }, { melds, passes }) {
  if (!passes) return null;
  if (stock_count === 0) return t("help.last");
  const fits = rules.force_by_opponents && melds.some((one) => !one.use.length);
  if (fits && (phase === "new" || phase === "left")) return t("help.pass_forced");
  return t(phase === "left" && rules.claims ? "help.pass_left_claims" : `help.${PASSES[phase]}`);
}

/** The place of the explanations in the tray. */
export class Help {
  /**
   * @param {HTMLElement} element  with a place for the text and a row for what can be done
   * @param {any} table  which has the question, and says whether it is explained
   */
  constructor(element, table) {
    this.element = element;
    this.table = table;
    this.text = "";
  }

  /** Whether a question is explained now. */
  get explains() {
    return this.table.explains && this.table.moves.length > 0;
  }

  #lines(step) {
    return this.explains ? explained(this.table, step).join(" ") : "";
  }

  /** What is read out after the question. @param {{mode: string, laying: string[]}} step */
  spoken(step) {
    return plain(this.#lines(step));
  }

  /** Shows the explanation of what the player is about to do. @param {{mode: string, laying: string[]}} step */
  show(step) {
    const text = this.#lines(step);
    if (text === this.text) return;
    this.text = text;
    const [said, row] = this.element.children;
    const { view } = this.table;
    const rule = MODES[step.mode] ?? OF_PHASE[view.phase]?.[0];
    const off = make("button.quiet.small", { type: "button", "data-action": "help-off", on: { click: () => this.#off() } }, t("help.off"));
    this.element.hidden = !text;
    fill(said, ...marked(text));
    fill(row, rule && ruleButton(this.table, rule), off);
  }

  #off() {
    this.table.explain(false);
    this.table.tray.hand.focus();
  }
}
