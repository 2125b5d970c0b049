// The ways to answer, as buttons with keys: the same in the tray of every game.

import { fill, make } from "./shell.js";

/** @typedef {{action: string, text: string, run: () => void, key?: string, primary?: boolean, warm?: boolean}} Action */

export class AnswerButtons {
  /**
   * @param {HTMLElement} element  for the buttons
   * @param {{sending: boolean, help: () => void}} table
   * @param {Record<string, (event: KeyboardEvent) => unknown>} keys  further keys, which return false where they do nothing
   */
  constructor(element, table, keys) {
    this.element = element;
    this.table = table;
    this.keys = { "?": () => table.help(), ...keys };
    this.shortcuts = new Map();
    /** What the Enter key does. @type {(() => void) | null} */
    this.primary = null;
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Shows what can be done now; the button with the focus keeps it.
   * @param {Action[]} actions
   * @param {(button: HTMLElement) => HTMLElement} [framed]  puts a button among what belongs to it
   */
  show(actions, framed = (button) => button) {
    const { element } = this;
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset.action : null;
    fill(element, ...actions.map((action) => framed(this.#button(action))));
    if (focused) (element.querySelector(`[data-action="${focused}"]`) ?? element.querySelector("button"))?.focus({ preventScroll: true });
    this.primary = actions.find(({ primary }) => primary)?.run ?? null;
    this.shortcuts = new Map(actions.filter(({ key }) => key).map(({ key, run }) => [key.toLowerCase(), run]));
  }

  #button({ action, text, run, key, primary, warm }) {
    const attributes = { type: "button", "data-action": action, disabled: this.table.sending, "aria-keyshortcuts": key, on: { click: run } };
    return make(`button${primary ? ".primary" : ""}${warm ? ".warm" : ""}`, attributes, text);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, select, textarea, dialog, [role=spinbutton]")) return;
    const run = this.#meant(event);
    if (run && run(event) !== false) event.preventDefault();
  }

  /** What a key stands for; one that is held down answers once. */
  #meant(event) {
    const key = event.key.toLowerCase();
    if (Object.hasOwn(this.keys, key)) return this.keys[key];
    if (event.repeat || this.table.sending) return null;
    if (key === "enter") return event.target === document.body ? this.primary : null;
    return this.shortcuts.get(key);
  }
}
