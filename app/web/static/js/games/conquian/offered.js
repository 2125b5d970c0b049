// What the home page says of the game.

import { t } from "../../words.js";

export const note = () => "";

/** How a game of the lists ended. */
export function outcome({ seats }, name) {
  const best = seats.filter((one) => one.won > 0).map(name);
  return best.length ? t("home.won_by", { names: best.join(", ") }) : t("home.tablas");
}
