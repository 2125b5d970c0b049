// Whom the table waits for, in words.

import { listed, t } from "./words.js";

/** What a seat reads that is asked nothing. @param {{view: any, names: string[]}} table */
export function waitingFor({ view, names }) {
  if (view.status !== "playing") return t(`board.status_${view.status}`);
  const others = view.awaited.filter((seat) => seat !== view.you).map((seat) => names[seat]);
  if (!others.length) return t("table.wait_nobody");
  const waited = { names: listed(others) };
  return view.answered.includes(view.you) ? t("table.wait_answered", waited) : t("table.wait", waited);
}
