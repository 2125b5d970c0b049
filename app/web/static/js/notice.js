// The line above the table: what went wrong, and which connections are cut until they are there again.

import { fill, make } from "./shell.js";
import { t } from "./words.js";

/** A line with a title and a detail; of several cuts the newest shows, and the line goes with the last one. */
export class Notice {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.cuts = new Map();
    /** Whether the open question has a limit, which goes on while a connection is cut. */
    this.timed = false;
  }

  say(title, detail) {
    this.element.hidden = false;
    fill(this.element, make("strong", {}, title), " ", detail);
  }

  hide() {
    this.element.hidden = true;
  }

  /** Says that a connection is cut, until it is mended. @param {string} connection  its name */
  cut(connection, title, detail) {
    const texts = [title, this.timed ? `${detail} ${t("table.clock_goes_on")}` : detail];
    this.cuts.set(connection, texts);
    this.say(...texts);
  }

  /** Whether a connection was cut; no longer. @param {string} connection */
  mended(connection) {
    if (!this.cuts.delete(connection)) return false;
    const newest = [...this.cuts.values()].pop();
    if (newest) this.say(...newest);
    else this.hide();
    return true;
  }
}
