// Words of the game that a newcomer may not know: each has a tip, shown to the pointer, with the focus and by a tap. In
// texts they are marked: "the top card of the [stock](stock)".

import { make } from "../../shell.js";
import { link, t } from "../../words.js";

/** The words, and the paragraph of the rulebook about each. @type {Record<string, string>} */
export const TERMS = {
  stock: "1.4", centre: "1.4", dead: "4.6", meld: "6.1", set: "2.2", run: "2.3", pass: "4.4", discard: "6.4", exchange: "3.3",
  force: "7.1", claim: "8.1", keep: "8.3", fold: "8.5", out: "9.1", tablas: "9.2",
};

const MARK = /\[([^\]]+)\]\((\w+)\)/;
const EDGE_PX = 8; // between a tip and the window
const LINGER_MS = 200; // how long a tip waits for a pointer that has left it

/** A text without its marks. @param {string} text */
export const plain = (text) => text.replaceAll(new RegExp(MARK, "g"), "$1");

/** A text as nodes, its marked words with tips. @param {string} text */
export function marked(text) {
  const parts = text.split(MARK); // text, word, term, text, and so on
  return parts.flatMap((part, at) => (at % 3 === 0 ? [part] : at % 3 === 1 ? [term(parts[at + 1], part)] : []));
}

/** What a word means, as a sentence without its full stop. @param {string} word */
export const meaning = (word) => t(`term.${word}_is`);

/** Where the rulebook explains a word. @param {string} word */
export const paragraph = (word) => make("a", { href: link(`/rules/conquian#p${TERMS[word]}`), target: "_blank" }, t("term.rule", { number: TERMS[word] }));

/** The tip that is shown. @type {Tip | null} */
let shown = null;

/**
 * A word with its tip.
 * @param {string} word  one of TERMS
 * @param {string} text  as it stands in its sentence
 */
export function term(word, text) {
  const button = make("button.term", { type: "button", "data-term": word, "aria-expanded": "false" }, text);
  const place = make("span", {}, button);
  let leaving = 0;
  const show = () => {
    if (shown?.button === button) return;
    shown?.close();
    shown = new Tip(place, button, word);
  };
  const hide = () => shown?.button === button && shown.close();
  button.addEventListener("click", show);
  button.addEventListener("focus", show);
  place.addEventListener("focusout", ({ relatedTarget }) => !place.contains(relatedTarget) && hide());
  place.addEventListener("pointerenter", ({ pointerType }) => {
    clearTimeout(leaving);
    if (pointerType === "mouse") show();
  });
  place.addEventListener("pointerleave", () => {
    leaving = setTimeout(() => !place.contains(document.activeElement) && hide(), LINGER_MS);
  });
  return place;
}

/** A tip beside its word, over all else. Only one is open at a time. */
class Tip {
  constructor(place, button, word) {
    this.button = button;
    this.element = make("span.tip", { id: "tip", popover: "manual" }, make("strong", {}, t(`term.${word}`)), " – ", meaning(word), ". ", paragraph(word));
    this.listening = new AbortController();
    const { signal } = this.listening;
    place.append(this.element);
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-describedby", "tip");
    this.element.showPopover();
    this.#put();
    document.addEventListener("keydown", (event) => this.#key(event), { signal, capture: true });
    document.addEventListener("pointerdown", ({ target }) => place.contains(target) || this.close(), { signal });
    addEventListener("scroll", () => this.#put(), { signal, capture: true, passive: true });
  }

  /** Below the word, or above it where the window ends. */
  #put() {
    const word = this.button.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const top = word.bottom + height > innerHeight ? word.top - height : word.bottom;
    this.element.style.left = `${Math.max(EDGE_PX, Math.min(word.left, innerWidth - width - EDGE_PX))}px`;
    this.element.style.top = `${Math.max(0, top)}px`;
  }

  #key(event) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    const inside = this.element.contains(document.activeElement);
    if (inside) this.button.focus({ preventScroll: true });
    this.close();
  }

  close() {
    if (shown === this) shown = null;
    this.listening.abort();
    this.element.remove();
    this.button.setAttribute("aria-expanded", "false");
    this.button.removeAttribute("aria-describedby");
  }
}
