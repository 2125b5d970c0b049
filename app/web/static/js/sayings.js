// Sentences about a seat, as the tellings of all games use them.

import { t } from "./words.js";

export const SEPARATOR = ", ";

/** The sentence `said.<key>`, as said to the seat it is about where that has a form of its own. */
export const about = (key, event, { names, you }, values = {}) =>
  event.seat === you ? t(`said.${key}_you`, values) : t(`said.${key}`, { name: names[event.seat], ...values });
