// The entries of one hand as a list, in words and in the notation; the present one is marked and stays in sight.

import { noted } from "./notation.js";
import { fill, make } from "./shell.js";

export class Moves {
  /** @param {any} viewer  whose entries these are */
  constructor(viewer) {
    this.viewer = viewer;
    this.words = make("div.moves", {}, make("ol.lines"));
    this.signs = make("div.notation", {}, make("ol.signs", { lang: "en", translate: "no" }));
    this.hand = null;
  }

  /** Marks the entry at a place, and lists its hand if another one is listed. */
  mark(at) {
    const { hands, source } = this.viewer;
    const hand = hands.find(({ first, last }) => first <= at && at <= last) ?? { first: 0, last: source.length - 1 };
    const focused = [this.words, this.signs].find((list) => list.contains(document.activeElement));
    if (hand.first !== this.hand?.first) this.#list(hand);
    for (const list of [this.words, this.signs]) {
      const before = list.querySelector('[aria-current="step"]');
      before?.removeAttribute("aria-current");
      if (before) before.tabIndex = -1;
      const now = list.querySelector(`[data-at="${at}"]`);
      if (!now) continue;
      now.setAttribute("aria-current", "step");
      now.tabIndex = 0;
      if (list === focused) now.focus({ preventScroll: true });
      if (!list.hidden) keepInSight(list, now);
    }
  }

  /** Lists the hand anew: another reader knows other things. */
  redraw() {
    this.hand = null;
  }

  #list(hand) {
    this.hand = hand;
    const { source, reader, marks, marked } = this.viewer;
    const places = Array.from({ length: hand.last - hand.first + 1 }, (_, at) => hand.first + at);
    const button = (at, ...inside) => {
      const ply = source.ply(at);
      const finding = marks.get(ply);
      return make("li", {}, make(finding === undefined ? "button.move" : "button.move.found", {
        type: "button", tabindex: -1, "data-at": at, "data-ply": ply, title: finding, on: { click: () => this.viewer.to(at) },
      }, ...inside));
    };
    fill(this.words.firstElementChild, ...places.map((at) =>
      button(at, make("span.number", {}, source.ply(at)), make("span", {}, this.viewer.texts(at).join(". ")),
        marks.has(source.ply(at)) && make("span.badge.bad", {}, marked))));
    fill(this.signs.firstElementChild, ...places.map((at) => button(at, make("code", {}, noted(source.entry(at, reader), source.centre(at), source.play)))));
  }
}

/** Scrolls a list, and nothing around it, until one of its elements is well in sight. */
function keepInSight(list, element) {
  const outer = list.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }
}
