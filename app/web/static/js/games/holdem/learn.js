// Limit hold'em for newcomers.

import { t } from "../../words.js";

const HOLE = ["Kd", "Ks"];
const BOARD = ["Kh", "7c", "7d", "2s", "9h"];

/** The chapters of the page that explains the game. */
export function chapters({ collection }) {
  const cards = (groups, fresh) => [
    { name: t("learn.hand"), groups: [HOLE] },
    { name: t("learn.holdem_middle"), groups, fresh },
  ];
  const example = {
    title: t("learn.holdem_example"),
    steps: [{ text: t("learn.holdem_example_1"), rows: cards([], []) }, { text: t("learn.holdem_example_2"), rows: cards([BOARD], BOARD) }],
  };
  return [
    { id: "goal", title: t("learn.holdem_goal_title"), lines: [t("learn.holdem_goal")], rules: ["6.3", "6.6"] },
    { id: "cards", title: t("learn.holdem_cards_title"), lines: [t("learn.holdem_hole"), t("learn.holdem_board"), t("learn.holdem_best")], rules: ["4.1", "4.2", "4.3"], examples: [example] },
    { id: "bets", title: t("learn.holdem_bet_title"), lines: [t("learn.holdem_blind"), t("learn.holdem_actions"), t("learn.holdem_allin"), ...(collection ? [t("learn.holdem_collection")] : [])], rules: ["3.1", "3.2", "5.3", "5.6"] },
    { id: "ranks", title: t("learn.holdem_rank_title"), lines: [t("learn.holdem_rank")], rules: ["6.4", "6.5"] },
  ];
}
