// The own hand: cards in an order of one's liking, chosen by tap, key or drag.

import { card } from "./pieces.js";
import { byRank, bySuit, cardName } from "./cards.js";
import { make } from "./shell.js";
import { t } from "./words.js";

const ORDER = "conquian.order";
const ORDERS = { suit: bySuit, rank: byRank };
/** @typedef {{kind: string, element: HTMLElement, before: HTMLElement | null, keys?: string[]}} Place  where cards were let go */

const SLACK_PX = 8; // how far a finger may tremble before it drags

/**
 * A hand inside `element`, which becomes a list box.
 * @param {HTMLElement} element
 * @param {{change: () => void, enter: () => void, drop: (cards: string[], place: Place) => void}} on
 */
export function hand(element, on) {
  return new Hand(element, on);
}

class Hand {
  constructor(element, on) {
    this.element = element;
    this.on = on;
    this.chosen = new Set();
    this.items = new Map();
    this.order = kept() ?? "suit";
    this.own = [];
    this.how = { cards: [], many: true, lit: new Set(), open: false };
    element.setAttribute("role", "listbox");
    element.dataset.drop = "hand";
    element.addEventListener("click", (event) => this.#click(event));
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("pointerdown", (event) => this.#press(event));
  }

  /** The cards that are chosen. */
  get selected() {
    return this.#keys().filter((key) => this.chosen.has(key)).map(codeOf);
  }

  /**
   * Shows these cards. `many`: whether several may be chosen; `lit`: the codes that lead somewhere; `open`:
   * whether anything may be chosen at all; `label`: what the choice is for.
   * @param {{cards: string[], many: boolean, lit: Set<string>, open: boolean, label: string}} how
   */
  show(how) {
    this.how = how;
    const keys = this.#keys();
    this.chosen = new Set(keys.filter((key) => this.chosen.has(key)));
    this.#reconcile(keys);
    this.element.setAttribute("aria-label", how.label);
    this.element.setAttribute("aria-multiselectable", String(how.many));
    this.element.classList.toggle("closed", !how.open);
    this.element.classList.toggle("any", how.cards.every((code) => how.lit.has(code)));
    for (const key of keys) this.#mark(key);
    this.#reach(keys);
  }

  /** Chooses these cards and no others. */
  choose(cards) {
    this.chosen.clear();
    for (const code of cards) {
      const key = this.#keys().find((one) => codeOf(one) === code && !this.chosen.has(one));
      if (key) this.chosen.add(key);
    }
    this.on.change();
  }

  /** Chooses these items of the hand besides those that are chosen. */
  also(keys) {
    for (const key of keys) this.chosen.add(key);
    this.on.change();
  }

  /** Sorts by "suit" or "rank". */
  sort(order) {
    this.order = order;
    keep(order);
    this.show(this.how);
  }

  focus() {
    (this.element.querySelector("[tabindex='0']") ?? this.element).focus({ preventScroll: true });
  }

  /** Every card with the number of its copy, in the order shown. */
  #keys() {
    const seen = new Map();
    const keys = this.how.cards.map((code) => {
      const copy = seen.get(code) ?? 0;
      seen.set(code, copy + 1);
      return `${code}#${copy}`;
    });
    const by = ORDERS[this.order];
    if (by) return keys.sort((one, other) => by(codeOf(one), codeOf(other)) || (one < other ? -1 : 1));
    const place = (key) => (this.own.includes(key) ? this.own.indexOf(key) : this.own.length);
    return keys.sort((one, other) => place(one) - place(other));
  }

  #reconcile(keys) {
    const first = this.items.size === 0;
    const focused = [...this.items].find(([, item]) => item === document.activeElement)?.[0];
    const gone = [...this.items.keys()].filter((key) => !keys.includes(key));
    for (const key of gone) {
      this.items.get(key).remove();
      this.items.delete(key);
    }
    for (const key of keys) {
      if (!this.items.has(key)) this.items.set(key, this.#item(key, !first));
    }
    const items = keys.map((key) => this.items.get(key));
    if (items.some((item, at) => this.element.children[at] !== item)) this.element.replaceChildren(...items);
    if (focused) (this.items.get(focused) ?? items[0])?.focus({ preventScroll: true });
  }

  #item(key, fresh) {
    const code = codeOf(key);
    const item = make("li", { role: "option", tabindex: "-1", "data-card": code }, card(code, { quiet: true }), make("span.sr"));
    item.dataset.key = key;
    if (fresh) item.classList.add("fresh");
    return item;
  }

  #mark(key) {
    const item = this.items.get(key);
    const code = codeOf(key);
    const possible = this.how.open && this.how.lit.has(code);
    item.classList.toggle("lit", possible);
    item.classList.toggle("dim", this.how.open && !possible && !this.chosen.has(key));
    item.setAttribute("aria-selected", String(this.chosen.has(key)));
    const name = cardName(code);
    item.lastElementChild.textContent = possible ? t("table.card_possible", { card: name }) : name;
  }

  /** One card can be reached by the tab key, the others from it by arrows. */
  #reach(keys) {
    const at = keys.find((key) => this.items.get(key).tabIndex === 0) ?? keys[0];
    for (const key of keys) this.items.get(key).tabIndex = key === at ? 0 : -1;
  }

  /** Where one card alone is chosen, choosing it again leaves it chosen: a second tap takes nothing back. */
  #toggle(key) {
    if (!this.how.open) return;
    const drop = this.how.many && this.chosen.has(key);
    if (!this.how.many) this.chosen.clear();
    if (drop) this.chosen.delete(key);
    else this.chosen.add(key);
    this.on.change();
  }

  #click(event) {
    const item = event.target.closest("[data-key]");
    if (!item) return;
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    this.#focus(item);
    this.#toggle(item.dataset.key);
  }

  #focus(item) {
    for (const one of this.items.values()) one.tabIndex = one === item ? 0 : -1;
    item.focus({ preventScroll: true });
  }

  #key(event) {
    const item = event.target.closest("[data-key]");
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const items = [...this.element.children];
    const at = items.indexOf(item);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) this.#focus(items[(to + items.length) % items.length]);
    else if (event.key === " ") this.#toggle(item.dataset.key);
    else if (event.key === "Enter") this.on.enter();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #press(event) {
    const item = event.target.closest("[data-key]");
    this.dragged = false;
    if (!item || event.button !== 0) return;
    drag(event, {
      slack: SLACK_PX,
      begin: () => {
        this.dragged = true;
        const { key } = item.dataset;
        if (!this.chosen.has(key) || !this.how.many) return [codeOf(key)];
        return this.selected;
      },
      drop: (cards, place) => this.#drop(item.dataset.key, cards, place),
    });
  }

  #drop(key, cards, place) {
    const keys = this.chosen.has(key) && this.how.many ? [...this.chosen] : [key];
    if (place.kind !== "hand") this.on.drop(cards, { ...place, keys });
    else this.#move(key, place);
  }

  /** Puts a card where it was dropped in the hand: from now on the order is one's own. */
  #move(key, { before }) {
    const keys = this.#keys().filter((one) => one !== key);
    const at = before ? keys.indexOf(before.dataset.key) : keys.length;
    keys.splice(at < 0 ? keys.length : at, 0, key);
    this.own = keys;
    this.order = "own";
    this.show(this.how);
  }
}

const codeOf = (key) => key.slice(0, key.indexOf("#"));

function kept() {
  try {
    return localStorage.getItem(ORDER);
  } catch {
    return null;
  }
}

function keep(order) {
  try {
    localStorage.setItem(ORDER, order);
  } catch {
    // No storage: the order holds for this page.
  }
}

/**
 * Follows a pointer from where it was pressed. `begin` tells which cards go along once it has moved; `drop` gets
 * them and the place ([data-drop]) where it was let go, with `before`, the card of a hand that it was over.
 * @param {PointerEvent} pressed
 * @param {{slack: number, begin: () => string[], drop: (cards: string[], place: Place) => void}} on
 */
export function drag(pressed, { slack, begin, drop }) {
  let cards = null;
  let ghost = null;
  let over = null;
  const listening = new AbortController();
  const options = { signal: listening.signal };
  const place = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-drop]") ?? null;
  const move = (event) => {
    if (event.pointerId !== pressed.pointerId) return;
    if (!cards) {
      if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < slack) return;
      cards = begin();
      ghost = make("div.ghost", { "aria-hidden": "true" }, ...cards.map((code) => card(code, { quiet: true })));
      document.body.append(ghost);
      document.body.classList.add("dropping");
    }
    event.preventDefault();
    ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    const now = place(event);
    if (now === over) return;
    over?.classList.remove("over");
    now?.classList.add("over");
    over = now;
  };
  const end = (event) => {
    if (event.pointerId !== pressed.pointerId) return;
    listening.abort();
    over?.classList.remove("over");
    ghost?.remove();
    document.body.classList.remove("dropping");
    if (!cards || !over || event.type === "pointercancel") return;
    const before = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-key]") ?? null;
    drop(cards, { kind: over.dataset.drop, element: over, before });
  };
  addEventListener("pointermove", move, { ...options, passive: false });
  addEventListener("pointerup", end, options);
  addEventListener("pointercancel", end, options);
}
