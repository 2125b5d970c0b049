// What has happened so far, as a list of sentences, and beside each seat what it said last.

import { shown } from "./games/shown.js";
import { make } from "./shell.js";
import { tellings } from "./said.js";

const MOST = 300;

/**
 * A list inside `element` that tells entries.
 * @param {HTMLElement} element
 * @param {import("./table.js").Table} table
 */
export function chronicle(element, table) {
  const list = make("ol");
  element.append(list);
  return {
    /** What a seat says. @param {string} text */
    add(text) {
      list.append(make("li.phrase", {}, text));
      element.scrollTop = element.scrollHeight;
    },
    /** @param {any} entry */
    tell(entry) {
      const sentences = tellings(entry, { names: table.names, play: table.play, you: table.seat });
      if (entry.public.events.some((event) => event.type === "hand-begun")) hush(table);
      for (const sentence of sentences) {
        list.append(make(`li.${sentence.type}`, { "data-ply": entry.ply }, sentence.text));
        if (shown(table.play).SPOKEN.has(sentence.type)) table.board.say(sentence.seat, spoken(entry, sentence, table));
      }
      while (list.children.length > MOST) list.firstChild.remove();
      element.scrollTop = element.scrollHeight;
    },
  };
}

function hush(table) {
  table.names.forEach((_, seat) => table.board.say(seat, ""));
}

/** The sentence without the name of who it stands beside. */
function spoken(entry, { type, seat }, table) {
  if (seat === table.seat) return "";
  const nameless = table.names.map((name, at) => (at === seat ? "" : name));
  const text = tellings(entry, { names: nameless, play: table.play, you: table.seat }).find((one) => one.type === type && one.seat === seat).text.trim();
  return text[0].toUpperCase() + text.slice(1);
}
