// Conquián for newcomers: chapters and examples made from the rule sheet of a variant.

import { meaning, paragraph, TERMS } from "./terms.js";
import { theCard } from "../../cards.js";
import { number, t } from "../../words.js";

const PACKS = {
  spanish40: ["1 2 3 4 5 6 7 10 11 12", "OCEB"],
  french40: ["A 2 3 4 5 6 7 J Q K", "dhsc"],
  numeral40: ["A 2 3 4 5 6 7 8 9 T", "dhsc"],
  french52: ["A 2 3 4 5 6 7 8 9 T J Q K", "dhsc"],
};
/** The place of the seven among the ranks: in the packs of 40 a face card, or the eight, comes after it. */
const SEVEN = 6;

/** The chapters of the page that explains a variant with these rules. */
export function chapters(rules) {
  const example = new Examples(rules);
  const [count] = rules.hand_sizes;
  const counts = rules.hand_sizes.join(", ");
  const goal = count + 1;
  const several = rules.hand_sizes.length > 1;
  const all = (...lines) => lines.filter(Boolean);
  const forced = rules.force_by_turn_player || rules.force_by_opponents;
  const used = { exchange: rules.exchange, force: forced, claim: rules.claims, keep: rules.keep_centre, fold: rules.fold };
  const absent = new Set(Object.keys(used).filter((word) => !used[word]));
  return [
    {
      id: "first", title: t("learn.first_title"), rules: ["6.1", "6.5", "7.3", "9.1"],
      lines: all(rules.keep_centre ? t("learn.first_keep") : t("learn.first_turned"), t("learn.first_meld"), forced && t("learn.first_forced"),
        several ? t("learn.first_goals", { counts }) : t("learn.first_goal", { goal, count })),
    },
    {
      id: "cards", title: t("learn.cards_title"), rules: ["1.1", "3.1", "3.3"],
      lines: all(t(`learn.pack_${rules.pack}`), rules.packs > 1 && t("learn.packs", { count: rules.packs }), example.order(),
        several ? t("learn.dealt_several", { counts }) : t("learn.dealt", { count }), rules.exchange && t("learn.exchange"),
        rules.wild_card && t("learn.wild", { card: theCard(rules.wild_card) })),
    },
    {
      id: "melds", title: t("learn.melds_title"), rules: ["2.1", "2.2", "2.3", "2.5"],
      lines: all(rules.run_max !== null && t("learn.run_max", { count: rules.run_max })), examples: [example.run(), example.set()],
    },
    {
      id: "turn", title: t("learn.turn_title"), rules: ["4.1", "4.2", "4.4", "6.3", "6.4"],
      lines: all(rules.first_turn === "offer" && t("learn.turn_first_offer"), t("learn.turn_up"), t("learn.turn_pass"), t("learn.turn_rearrange"), rules.claims && t("learn.claims")),
      examples: [example.take(), example.pass(), example.rearrange()],
    },
    ...(forced ? [{
      id: "force", title: t("learn.force_title"), rules: ["7.1", "7.2", "7.4", "7.5"],
      lines: all(rules.force_by_turn_player ? t("learn.force_both") : t("learn.force_opponents"), rules.force_source === "stock" && t("learn.force_stock"), t("learn.force_discard")),
      examples: [example.force()],
    }] : []),
    {
      id: "end", title: t("learn.end_title"), rules: ["9.1", "9.2"],
      lines: all(t("learn.end_goal", { goal }), t("learn.end_draw"), rules.fold && t("learn.end_fold")), examples: [example.out(goal)],
    },
    {
      id: "pay", title: t("learn.pay_title"), rules: ["9.3", "9.4"],
      lines: [rules.payment === "pay_cards" ? t("learn.pay_cards") : t("learn.pay_stake", { stake: number(rules.stake) }), t(`learn.draw_${rules.draw_stake}`)],
    },
    {
      id: "words", title: t("learn.words_title"), lines: [],
      words: Object.keys(TERMS).filter((word) => !absent.has(word)).map((word) => [t(`term.${word}`), meaning(word), paragraph(word)]),
    },
  ];
}

/** Examples with the cards of the pack of these rules. */
class Examples {
  constructor({ pack, set_kind: kind }) {
    const [ranks, suits] = PACKS[pack] ?? PACKS.spanish40;
    this.ranks = ranks.split(" ");
    this.suits = suits;
    this.identical = kind === "identical";
  }

  /** A card by the places of its rank and its suit. */
  card(rank, suit = 0) {
    return this.ranks[rank] + this.suits[suit];
  }

  /** Cards of one suit in order, from a rank on. */
  row(rank, count, suit = 0) {
    return Array.from({ length: count }, (_, more) => this.card(rank + more, suit));
  }

  /** Three cards that are a set. */
  three(rank) {
    return this.identical ? Array(3).fill(this.card(rank)) : [this.card(rank, 0), this.card(rank, 1), this.card(rank, 3)];
  }

  /** The ranks beside the gap of a pack of 40 cards; null where there is none. */
  order() {
    const [low, high] = [this.card(SEVEN), this.card(SEVEN + 1)];
    return this.ranks[SEVEN + 1] === "8" ? null : t("learn.order", { low: theCard(low), high: theCard(high) });
  }

  run() {
    return { title: t("learn.run"), steps: [{ text: "", rows: [{ name: t("learn.melds"), groups: [this.row(SEVEN - 1, 3)] }] }] };
  }

  set() {
    return { title: this.identical ? t("learn.set_identical") : t("learn.set"), steps: [{ text: "", rows: [{ name: t("learn.melds"), groups: [this.three(3)] }] }] };
  }

  take() {
    const [low, centre, high] = this.row(4, 3, 2);
    const rest = [this.card(0), this.card(9, 1), this.card(2, 3)];
    const [discard] = rest;
    return steps(t("learn.example_take"), [
      [t("learn.take_1", { card: theCard(centre) }), [[centre]], [], [low, high, ...rest]],
      [t("learn.take_2"), [], [[low, centre, high]], rest, [low, centre, high]],
      [t("learn.take_3", { card: theCard(discard) }), [[discard]], [[low, centre, high]], rest.slice(1), [discard]],
    ]);
  }

  pass() {
    const centre = this.card(9, 0), hand = [this.card(4, 2), this.card(6, 2), this.card(0, 1), this.card(2, 3)];
    return steps(t("learn.example_pass"), [
      [t("learn.pass_1", { card: theCard(centre) }), [[centre]], [], hand],
      [t("learn.pass_2"), [], [], hand],
    ]);
  }

  rearrange() {
    const run = this.row(3, 4, 2);
    const centre = this.identical ? run[0] : this.card(3, 3);
    const own = this.identical ? run[0] : this.card(3, 0);
    const rest = [this.card(0, 1), this.card(9, 3)];
    return steps(t("learn.example_rearrange"), [
      [t("learn.rearrange_1", { card: theCard(centre) }), [[centre]], [run], [own, ...rest]],
      [t("learn.rearrange_2"), [], [run.slice(1), [run[0], own, centre]], rest, [own, centre]],
    ]);
  }

  force() {
    const run = this.row(4, 3, 2), centre = this.card(3, 2);
    const pair = this.identical ? [this.card(0), this.card(0)] : [this.card(0), this.card(0, 1)];
    return steps(t("learn.example_force"), [
      [t("learn.force_1", { card: theCard(centre) }), [[centre]], [run], pair],
      [t("learn.force_2"), [], [[centre, ...run]], pair, [centre]],
      [t("learn.force_3"), [[pair[1]]], [[centre, ...run]], [pair[0]], [pair[1]]],
    ]);
  }

  /** The last card of so many that are needed. */
  out(goal) {
    const sizes = split(goal - 1);
    const melds = sizes.map((size, suit) => this.row(1, size, suit));
    const centre = this.card(0, 0);
    return steps(t("learn.example_out"), [
      [t("learn.out_1"), [[centre]], melds, []],
      [t("learn.out_2", { card: theCard(centre), goal }), [], [[centre, ...melds[0]], ...melds.slice(1)], [], [centre]],
    ]);
  }
}

/** An example from its steps: text, centre, melds, hand, and the cards that have just come. */
const steps = (title, all) => ({
  title,
  steps: all.map(([text, centre, melds, hand, fresh = []]) => ({
    text,
    rows: [{ name: t("learn.centre"), groups: centre, fresh }, { name: t("learn.melds"), groups: melds, fresh }, { name: t("learn.hand"), groups: hand.length > 0 ? [hand] : [] }],
  })),
});

/** A number as parts of three or more, as even as they can be. */
function split(count) {
  const parts = Math.max(1, Math.floor(count / 3));
  return Array.from({ length: parts }, (_, at) => Math.floor(count / parts) + (at < count % parts ? 1 : 0));
}
