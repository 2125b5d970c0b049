// A dispute as an item of a list.

import { make } from "./shell.js";
import { link, moment, t } from "./words.js";

const OVER = new Set(["closed", "ruled"]);

/** @param {{state: string}} one */
export const isOver = ({ state }) => OVER.has(state);

/** A dispute as an item of a list, with the way to its page. */
export function disputeItem(one) {
  const state = one.for_arbiter && !isOver(one) ? "arbiter" : one.state;
  return make("li", { "data-dispute": one.dispute },
    make("a", { href: link(`/disputes/${one.dispute}?game=${one.about.game}`) }, t(`dispute.claim_${one.claim}`)), " ",
    make(isOver(one) ? "span.badge" : "span.badge.live", {}, t(`dispute.state_${state}`)), " ",
    make("span.muted", {}, `${t("dispute.about", { hand: one.about.hand_number, ply: one.about.ply })} · ${moment(one.since)}`));
}
